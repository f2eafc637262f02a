import { createHash } from 'node:crypto';
import { readFile, statfs, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { execa, ExecaError } from 'execa';
import { CannotVerifyError } from './check';
import { TOOLS_FOLDER, TOOLS_MODULES } from './paths';

const STAMP = join(TOOLS_MODULES, '.installed-lock-sha256');
const NEEDED_DISK_BYTES = 400 * 1024 * 1024;
const NETWORK_TROUBLE =
	/ENOTFOUND|EAI_AGAIN|ECONNREFUSED|ECONNRESET|ETIMEDOUT|ENETUNREACH|EHOSTUNREACH|ERR_SOCKET_TIMEOUT|ENOTCACHED/;
const DISK_TROUBLE = /ENOSPC|EDQUOT|EROFS|EACCES|EPERM/;

/**
 * Installs the pinned tools beside this file, unless they are installed for the same lock file.
 * Throws CannotVerifyError without network or disk.
 */
export async function installTools(say: (line: string) => void): Promise<void> {
	const lockHash = createHash('sha256')
		.update(await readFile(join(TOOLS_FOLDER, 'package-lock.json')))
		.digest('hex');
	if ((await readFile(STAMP, 'utf8').catch(() => '')) === lockHash) return;
	await assertFreeDisk();
	say("Installing n8n's tools into tools/verify (once, some 125 MB)...");
	try {
		await execa(
			'npm',
			['ci', '--ignore-scripts', '--legacy-peer-deps', '--no-audit', '--no-fund'],
			{ cwd: TOOLS_FOLDER },
		);
	} catch (error) {
		throw toCannotVerifyError(error);
	}
	await writeFile(STAMP, lockHash);
}

async function assertFreeDisk(): Promise<void> {
	const { bavail, bsize } = await statfs(TOOLS_FOLDER);
	const freeBytes = bavail * bsize;
	if (freeBytes >= NEEDED_DISK_BYTES) return;
	throw new CannotVerifyError(
		`Not enough disk for n8n's tools: ${toMegabytes(freeBytes)} MB free, ${toMegabytes(NEEDED_DISK_BYTES)} MB needed.`,
	);
}

const toMegabytes = (bytes: number): number => Math.floor(bytes / 1024 / 1024);

function toCannotVerifyError(error: unknown): CannotVerifyError {
	const output = error instanceof ExecaError ? error.message : String(error);
	if (DISK_TROUBLE.test(output)) {
		return new CannotVerifyError(
			`n8n's tools could not be written to tools/verify/node_modules.\n${output}`,
		);
	}
	if (NETWORK_TROUBLE.test(output)) {
		return new CannotVerifyError(
			`n8n's tools could not be downloaded: the package registry does not answer.\nThey are needed once; run "npm run verify" again when it can be reached.\n${output}`,
		);
	}
	return new CannotVerifyError(`n8n's tools could not be installed.\n${output}`);
}
