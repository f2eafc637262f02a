import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { makeCertificate } from './network/certificate';

const PROJECT_ROOT = join(__dirname, '..');

/** Makes the certificate first, then runs the benchmark in a new process, because Node reads trusted certificates when it starts. */
async function main(): Promise<void> {
	const directory = await mkdtemp(join(tmpdir(), 'bench-'));
	try {
		const environment = { ...process.env, ...(await makeCertificate(directory)) };
		const run = spawn(
			process.execPath,
			['--import', 'tsx', 'bench/runBench.ts', ...process.argv.slice(2)],
			{
				cwd: PROJECT_ROOT,
				stdio: 'inherit',
				env: environment,
			},
		);
		for (const signal of ['SIGINT', 'SIGTERM'] as const)
			process.once(signal, () => run.kill(signal));
		const [code] = (await once(run, 'close')) as [number | null];
		process.exitCode = code ?? 1;
	} finally {
		await rm(directory, { recursive: true });
	}
}

void main();
