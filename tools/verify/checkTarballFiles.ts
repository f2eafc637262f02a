import type { CheckResult } from './check';
import { listFiles } from './listFiles';

const REQUIRED = ['CHANGELOG.md', 'LICENSE', 'README.md', 'package.json'];
const SHIPPED_KINDS = /^dist\/.+\.(js|json|svg)$/;

/** Checks that the tarball contains only dist (code, codex files and schemas, icons), the manifest and three documents. */
export async function checkTarballFiles(packageFolder: string): Promise<CheckResult> {
	const files = await listFiles(packageFolder);
	const missing = REQUIRED.filter((file) => !files.includes(file)).map(
		(file) => `${file}: missing from the tarball`,
	);
	const foreign = files
		.filter((file) => !REQUIRED.includes(file) && !SHIPPED_KINDS.test(file))
		.map((file) => `${file}: does not belong in the tarball`);
	const noCode = files.some((file) => file.startsWith('dist/'))
		? []
		: ['dist: missing from the tarball'];
	return { check: 'Contents of the tarball', findings: [...missing, ...noCode, ...foreign] };
}
