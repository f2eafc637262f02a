import { createRequire } from 'node:module';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { ESLint, Linter } from 'eslint';
import type { CheckResult } from './check';
import { TOOLS_MODULES } from './paths';

/** What @n8n/scan-community-package exports for a scan of files that are already here. */
interface Scanner {
	readonly SOURCE_FILE_PATTERNS: readonly string[];
	analyzePackage(folder: string, filePatterns: readonly string[]): Promise<{ passed: boolean; message?: string; details?: string }>;
	buildScanConfig(): Promise<Linter.Config[]>;
}

const SCANNER_FILE = join(TOOLS_MODULES, '@n8n', 'scan-community-package', 'scanner', 'scanner.mjs');
/** The scanner's own choice for a published tarball. */
const TARBALL_FILE_PATTERNS = ['**/*.js', 'package.json'];

/** n8n's package scanner over the staged sources and over the unpacked tarball, as it runs them after publication. */
export async function scanPackage(stageFolder: string, tarballFolder: string, workFolder: string): Promise<CheckResult[]> {
	process.env.TMPDIR = workFolder; // the scanner makes a temporary folder when it is loaded, and leaves it behind
	const scanner = (await import(pathToFileURL(SCANNER_FILE).href)) as Scanner;
	return [
		await scan(scanner, "n8n's scanner over the published sources", stageFolder, scanner.SOURCE_FILE_PATTERNS),
		await scan(scanner, "n8n's scanner over the tarball", tarballFolder, TARBALL_FILE_PATTERNS),
	];
}

async function scan(scanner: Scanner, check: string, folder: string, filePatterns: readonly string[]): Promise<CheckResult> {
	const { passed, message, details } = await scanner.analyzePackage(folder, filePatterns);
	if (!passed) return { check, findings: [withoutFolder(details ?? message ?? 'Failed without a message', folder)] };
	if (message !== undefined) return { check, findings: [message] }; // "No files found to analyze" counts as passed there
	const warnings = await formatWarnings(scanner, folder, filePatterns);
	return { check, findings: warnings === '' ? [] : [withoutFolder(warnings, folder)] };
}

/** The scanner hides warnings; the same linter with the same configuration shows them. */
async function formatWarnings(scanner: Scanner, folder: string, filePatterns: readonly string[]): Promise<string> {
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
	return (await formatter.format(results)).trim();
}

const withoutFolder = (text: string, folder: string): string => text.replaceAll(`${folder}/`, '').trim();
