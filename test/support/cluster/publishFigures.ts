import { readFile, writeFile } from 'node:fs/promises';
import { loadavg } from 'node:os';
import { join, resolve } from 'node:path';
import { describeSurroundings } from '../../../bench/surroundings';
import { toTable } from '../../../bench/toTable';
import type { Cluster } from '../../../host/cluster/startCluster';
import { dependencies as hostDependencies } from '../../../host/n8n-2/package.json';
import { isFullSize, type SizeName } from './sizes';

const LOAD_BEFORE = (loadavg()[0] ?? 0).toFixed(1);

const ROOT_FOLDER = resolve(__dirname, '..', '..', '..');
const PAGE = join(ROOT_FOLDER, 'bench', 'CLUSTER.md');

export interface Figures {
	readonly title: string;
	readonly text: string;
	readonly header: readonly string[];
	readonly rows: ReadonlyArray<readonly string[]>;
	/** The sizes that the figures depend on; figures of a smaller run are not published. */
	readonly sizes: readonly SizeName[];
}

const printed = ({ title, text, header, rows }: Figures) =>
	`## ${title}\n\n${text}\n\n${toTable(header, rows)}\n`;

export function printFigures(figures: Figures): Figures {
	process.stderr.write(`\n${printed(figures)}\n`);
	return figures;
}

/** Replaces the section of bench/CLUSTER.md, or adds it, if the test ran at full size. Call it after the test has passed. */
export async function publishFigures(cluster: Cluster, figures: Figures): Promise<void> {
	if (!isFullSize(...figures.sizes)) return;
	const sections = (await readFile(PAGE, 'utf8')).split(/\n(?=## )/);
	const section = `${printed(figures)}\n${await circumstances(cluster)}\n`;
	const index = sections.findIndex((other) => other.startsWith(`## ${figures.title}\n`));
	sections.splice(index === -1 ? sections.length : index, 1, section);
	await writeFile(PAGE, sections.join('\n'));
}

async function circumstances({ postgres }: Cluster): Promise<string> {
	const { date, machine, versions } = describeSurroundings();
	const [row] = await postgres.query('SHOW server_version');
	return `Measured ${date} on ${machine}, load average ${LOAD_BEFORE} before the cluster was started; n8n ${hostDependencies.n8n}, PostgreSQL ${row?.[0]?.split(' ')[0]}, ${versions}.`;
}
