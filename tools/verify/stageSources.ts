import { cp, mkdir, symlink } from 'node:fs/promises';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { PROJECT_FOLDER, TOOLS_MODULES } from './paths';

/** The sources that n8n reviews. Tests, sandbox and tools are not published and can use Node's modules. */
const PUBLISHED_SOURCES = [
	'package.json',
	'tsconfig.json',
	'eslint.config.mjs',
	'README.md',
	'CHANGELOG.md',
	'LICENSE',
	'nodes',
	'credentials',
	'icons',
];

/**
 * Copies the published sources into a folder like a package of n8n's own template: the tools are its
 * node_modules. n8n-workflow and the type packages resolve to the project's, further up.
 */
export async function stageSources(stageFolder: string): Promise<void> {
	await mkdir(stageFolder, { recursive: true });
	const present = PUBLISHED_SOURCES.filter((entry) => existsSync(join(PROJECT_FOLDER, entry)));
	await Promise.all(
		present.map((entry) =>
			cp(join(PROJECT_FOLDER, entry), join(stageFolder, entry), { recursive: true }),
		),
	);
	await symlink(TOOLS_MODULES, join(stageFolder, 'node_modules'), 'junction');
}
