import { mkdir } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { stripVTControlCharacters } from 'node:util';
import type { ESLint, Linter } from 'eslint';
import { execa } from 'execa';
import { PROJECT_FOLDER, TOOLS_MODULES } from './paths';

/** ESLint's closing line, which is printed for warnings too: "✖ 3 problems (2 errors, 1 warning)". */
const PROBLEM_SUMMARY = /✖ \d+ problems?/;

/** n8n's lint in strict mode; warnings count as findings, although n8n accepts them. */
export async function lintAsN8n(sources: string): Promise<string> {
	const { exitCode, output } = await runN8nNode('lint', sources);
	return exitCode === 0 && !PROBLEM_SUMMARY.test(output) ? '' : output;
}

/** Builds with n8n's builder, and names the files that differ from ours. */
export async function buildAsN8n(sources: string): Promise<string> {
	const { exitCode, output } = await runN8nNode('build', sources);
	if (exitCode !== 0) return output;
	// With what git says of a folder that is missing, which would differ in no file.
	const { all } = await execa(
		'git',
		['diff', '--no-index', '--name-status', join(PROJECT_FOLDER, 'dist'), join(sources, 'dist')],
		{ reject: false, all: true },
	);
	return all;
}

/** Runs `n8n-node <command>` of the pinned @n8n/node-cli in a folder; resolves even if the command fails. */
async function runN8nNode(command: 'lint' | 'build', folder: string) {
	const { exitCode, all } = await execa(
		process.execPath,
		[join(TOOLS_MODULES, '@n8n', 'node-cli', 'bin', 'n8n-node.mjs'), command],
		{
			cwd: folder,
			all: true,
			reject: false,
			// n8n-node starts programs through the package manager that seems to have started it; offline, so that
			// npm never downloads a program of the same name from the registry.
			env: {
				npm_config_user_agent: 'npm',
				npm_config_offline: 'true',
				npm_config_yes: 'false',
				npm_config_loglevel: 'error',
			},
		},
	);
	return { exitCode, output: withoutFolder(stripVTControlCharacters(all), folder) };
}

/** Packs the project as `npm publish` would and unpacks the tarball. */
export async function pack(workFolder: string): Promise<{ folder: string; files: string[] }> {
	await mkdir(workFolder);
	const { stdout } = await execa(
		'npm',
		['pack', '--json', '--ignore-scripts', '--pack-destination', workFolder],
		{ cwd: PROJECT_FOLDER },
	);
	const [packed] = JSON.parse(stdout) as [{ filename: string; files: Array<{ path: string }> }];
	await execa('tar', ['-xzf', packed.filename], { cwd: workFolder });
	return { folder: join(workFolder, 'package'), files: packed.files.map(({ path }) => path) };
}

const REQUIRED = ['CHANGELOG.md', 'LICENSE', 'README.md', 'package.json'];

/** The tarball has only dist (code, codex files and schemas, icons), the manifest and three documents. */
export function findForeignFiles(files: readonly string[]): string {
	const missing = REQUIRED.filter((file) => !files.includes(file));
	const foreign = files.filter(
		(file) => !REQUIRED.includes(file) && !/^dist\/.+\.(js|json|svg)$/.test(file),
	);
	return [
		...missing.map((file) => `${file} is missing`),
		...foreign.map((file) => `${file} does not belong there`),
	].join('\n');
}

/** The exports of @n8n/scan-community-package for a scan of local files. */
interface Scanner {
	readonly SOURCE_FILE_PATTERNS: readonly string[];
	buildScanConfig(): Promise<Linter.Config[]>;
}

/** Lints as n8n's scanner does after publication, with its linter and configuration; its own function hides warnings. */
export async function scanAsN8n(folder: string, patterns?: readonly string[]): Promise<string> {
	const file = join(TOOLS_MODULES, '@n8n', 'scan-community-package', 'scanner', 'scanner.mjs');
	const scanner = (await import(pathToFileURL(file).href)) as Scanner;
	const { ESLint: ScannerESLint } = createRequire(file)('eslint') as { ESLint: typeof ESLint };
	const eslint = new ScannerESLint({
		cwd: folder,
		allowInlineConfig: false,
		overrideConfigFile: true,
		overrideConfig: await scanner.buildScanConfig(),
	});
	const results = await eslint.lintFiles([...(patterns ?? scanner.SOURCE_FILE_PATTERNS)]);
	const formatter = await eslint.loadFormatter('stylish');
	return withoutFolder(await formatter.format(results), folder);
}

const withoutFolder = (text: string, folder: string): string =>
	text.replaceAll(`${folder}/`, '').trim();
