import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { build, type Plugin } from 'esbuild';
import type { Work } from './worker';

/** A worker allocates much, and keeps little. To optimize its many functions early takes longer than it saves. */
const FLAGS = [
	'--interrupt-budget=1200000',
	'--max-semi-space-size=32',
	'--single-threaded-gc',
	'--always-sparkplug',
	'--stack-trace-limit=4',
];

/**
 * Processes that play histories. They run one bundle of the sources as they are now, because modules that a test runner
 * or a loader compiles one by one take three times as long.
 */
export class Workers {
	private constructor(
		private readonly folder: string,
		private readonly processes: readonly ChildProcess[],
	) {}

	static async start(count: number, plugins: Plugin[] = []): Promise<Workers> {
		const folder = mkdtempSync(join(tmpdir(), 'histories-'));
		const file = join(folder, 'worker.cjs');
		await build({
			entryPoints: [join(__dirname, 'worker.ts')],
			outfile: file,
			bundle: true,
			platform: 'node',
			target: 'node20',
			logLevel: 'error',
			plugins,
		});
		const start = () => fork(file, { execArgv: FLAGS });
		return new Workers(folder, Array.from({ length: count }, start));
	}

	/** Each worker takes the next piece as soon as it is free. Results come as they are ready. */
	async doAll<Result>(pieces: Iterator<Work>, use: (result: Result) => void): Promise<void> {
		await Promise.all(
			this.processes.map(async (worker) => {
				for (let next = pieces.next(); !next.done; next = pieces.next())
					use((await ask(worker, next.value)) as Result);
			}),
		);
	}

	stop(): void {
		for (const worker of this.processes) worker.kill();
		rmSync(this.folder, { recursive: true, force: true });
	}
}

async function ask(worker: ChildProcess, work: Work): Promise<unknown> {
	const gone = new AbortController();
	const exit = once(worker, 'exit', { signal: gone.signal }).then(([code]: unknown[]) => {
		throw new Error(`A worker ended with ${String(code)}`);
	});
	exit.catch(() => {});
	worker.send(work);
	const [answer] = (await Promise.race([once(worker, 'message'), exit])) as [
		{ result?: unknown; error?: string },
	];
	gone.abort();
	if (answer.error !== undefined) throw new Error(answer.error);
	return answer.result;
}
