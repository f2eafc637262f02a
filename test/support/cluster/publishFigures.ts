import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises';
import { loadavg } from 'node:os';
import { join, resolve } from 'node:path';
import { describeSurroundings } from '../../../bench/surroundings';
import { toTable } from '../../../bench/toTable';
import type { Cluster } from '../../../host/cluster/startCluster';
import { dependencies as hostDependencies } from '../../../host/n8n-2/package.json';
import { isFullSize, type SizeName } from './sizes';

/** Load of the machine from other work. */
const LOAD_BEFORE = (loadavg()[0] ?? 0).toFixed(1);

const ROOT_FOLDER = resolve(__dirname, '..', '..', '..');
const SECTIONS_FOLDER = join(ROOT_FOLDER, '.tmp', 'cluster-figures');
const PAGE = join(ROOT_FOLDER, 'bench', 'CLUSTER.md');

const INTRODUCTION = `# Results of the cluster tests

What \`npm run nightly -- --full\` measured: n8n in queue mode (main, two workers, one webhook processor) with PostgreSQL and Redis, against the [sandbox](../sandbox/README.md), all on one machine. A section is written only when its test passes in full size. What it means for users: [Scaling](../docs/scaling.md).
`;

export interface Figures {
	/** Sort key of the section on the page. */
	readonly section: string;
	readonly title: string;
	/** Sentences above the table. */
	readonly text: string;
	readonly header: readonly string[];
	readonly rows: ReadonlyArray<readonly string[]>;
	/** The sizes that the figures depend on; figures of a smaller run are not published. */
	readonly sizes: readonly SizeName[];
}

const printed = ({ title, text, header, rows }: Figures) =>
	`## ${title}\n\n${text}\n\n${toTable(header, rows)}\n`;

/** Prints the figures, whether or not the test passes. */
export function printFigures(figures: Figures): Figures {
	process.stderr.write(`\n${printed(figures)}\n`);
	return figures;
}

/** Rewrites the section of bench/CLUSTER.md if the test ran at full size. Call it after the test has passed. */
export async function publishFigures(cluster: Cluster, figures: Figures): Promise<void> {
	if (!isFullSize(...figures.sizes)) return;
	await mkdir(SECTIONS_FOLDER, { recursive: true });
	await writeFile(
		join(SECTIONS_FOLDER, `${figures.section}.md`),
		`${printed(figures)}\n${await circumstances(cluster)}\n`,
	);
	const names = (await readdir(SECTIONS_FOLDER)).sort();
	const sections = await Promise.all(
		names.map(async (name) => await readFile(join(SECTIONS_FOLDER, name), 'utf8')),
	);
	await writeFile(PAGE, [INTRODUCTION, ...sections].join('\n'));
}

async function circumstances({ postgres }: Cluster): Promise<string> {
	const { date, machine, versions } = describeSurroundings();
	const [row] = await postgres.query('SHOW server_version');
	return `Measured ${date} on ${machine}, load average ${LOAD_BEFORE} before the cluster was started; n8n ${hostDependencies.n8n}, PostgreSQL ${row?.[0]?.split(' ')[0]}, ${versions}.`;
}
