import { createRequire } from 'node:module';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { ESLint, Linter } from 'eslint';
import type { CheckResult } from './check';
import { TOOLS_MODULES } from './paths';

/** The exports of @n8n/scan-community-package for a scan of local files. */
interface Scanner {
	readonly SOURCE_FILE_PATTERNS: readonly string[];
	buildScanConfig(): Promise<Linter.Config[]>;
}

const SCANNER_FILE = join(
	TOOLS_MODULES,
	'@n8n',
	'scan-community-package',
	'scanner',
	'scanner.mjs',
);
/** The files that the scanner itself checks in a published tarball. */
const TARBALL_FILE_PATTERNS = ['**/*.js', 'package.json'];

/** Runs n8n's package scanner over the staged sources and the unpacked tarball, as n8n does after publication. */
export async function scanPackage(
	stageFolder: string,
	tarballFolder: string,
	workFolder: string,
): Promise<CheckResult[]> {
	process.env.TMPDIR = workFolder; // the scanner creates a temporary folder when it is loaded, and does not remove it
	const scanner = (await import(pathToFileURL(SCANNER_FILE).href)) as Scanner;
	return [
		await scan(
			scanner,
			"n8n's scanner over the published sources",
			stageFolder,
			scanner.SOURCE_FILE_PATTERNS,
		),
		await scan(scanner, "n8n's scanner over the tarball", tarballFolder, TARBALL_FILE_PATTERNS),
	];
}

/** Lints as the scanner does, with its linter and configuration; its own function hides warnings. */
async function scan(
	scanner: Scanner,
	check: string,
	folder: string,
	filePatterns: readonly string[],
): Promise<CheckResult> {
	const requireFromScanner = createRequire(SCANNER_FILE);
	const { ESLint: ScannerESLint } = requireFromScanner('eslint') as { ESLint: typeof ESLint };
	const eslint = new ScannerESLint({
		cwd: folder,
		allowInlineConfig: false,
		overrideConfigFile: true,
		overrideConfig: await scanner.buildScanConfig(),
	});
	const results = await eslint.lintFiles([...filePatterns]);
	const formatter = await eslint.loadFormatter('stylish');
	const findings = withoutFolder(await formatter.format(results), folder);
	return { check, findings: findings === '' ? [] : [findings] };
}

const withoutFolder = (text: string, folder: string): string =>
	text.replaceAll(`${folder}/`, '').trim();
