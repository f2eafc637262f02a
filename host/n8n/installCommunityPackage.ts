import { mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { runCommand } from '../process/runCommand';

export const PACKAGE_NAME = 'n8n-nodes-device-access';

/**
 * Installs the packed package where n8n keeps community packages, replaces an earlier version, and records the package in
 * n8n's ledger as n8n does. n8n's own way (Settings > Community nodes, POST /rest/community-packages) takes only a name and
 * a version and uses the public npm registry, whatever registry npm is set to (another one needs a license). So it cannot
 * install a package that is not published yet.
 */
export async function installCommunityPackage(nodesFolder: string, tarball: string): Promise<void> {
	await mkdir(nodesFolder, { recursive: true });
	const ledgerFile = join(nodesFolder, 'package.json');
	const ledger = await readLedger(ledgerFile);

	// npm would skip a tarball whose version is already installed.
	await rm(join(nodesFolder, 'node_modules', PACKAGE_NAME), { recursive: true, force: true });
	await rm(join(nodesFolder, 'package-lock.json'), { force: true });
	await writeFile(ledgerFile, JSON.stringify({ ...ledger, dependencies: {} }, null, 2));
	// Without --legacy-peer-deps, npm would fetch a second n8n-workflow beside n8n's own.
	await runCommand(
		'npm',
		[
			'install',
			tarball,
			'--legacy-peer-deps',
			'--ignore-scripts',
			'--no-save',
			'--package-lock=false',
			'--no-audit',
			'--no-fund',
		],
		{ cwd: nodesFolder },
		'The package could not be installed into n8n',
	);
	const installed: { version: string } = JSON.parse(
		await readFile(join(nodesFolder, 'node_modules', PACKAGE_NAME, 'package.json'), 'utf8'),
	);
	ledger.dependencies[PACKAGE_NAME] = installed.version;
	await writeFile(ledgerFile, JSON.stringify(ledger, null, 2));
}

interface Ledger {
	name: string;
	private: boolean;
	dependencies: Record<string, string>;
}

/** Reads the file that n8n writes when it first starts. Before that, there is no file. */
async function readLedger(ledgerFile: string): Promise<Ledger> {
	const content = await readFile(ledgerFile, 'utf8').catch(() => undefined);
	const ledger: Partial<Ledger> = content === undefined ? {} : JSON.parse(content);
	return {
		name: 'installed-nodes',
		private: true,
		...ledger,
		dependencies: { ...ledger.dependencies },
	};
}
