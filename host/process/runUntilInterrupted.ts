import { SetupError } from './SetupError';

export interface LongRun {
	/** Starts everything. Stops starting if the signal aborts. */
	readonly start: (signal: AbortSignal) => Promise<void>;
	/** Prints what is running. Returns a promise that resolves with an error if a part ends unexpectedly. */
	readonly welcome: () => Promise<SetupError> | undefined;
	/** Stops everything, even after an incomplete start. */
	readonly stop: () => Promise<void>;
}

/** Runs a command until Ctrl-C or the terminal closes. Prints an error as a sentence and exits with 1. Only our own bugs show a stack. */
export function runUntilInterrupted(run: LongRun): void {
	runToTheEnd(run).catch((error: unknown) => {
		console.error(error);
		process.exitCode = 1;
	});
}

async function runToTheEnd({ start, welcome, stop }: LongRun): Promise<void> {
	const interruption = new AbortController();
	let isRunning = false;
	const interrupted = new Promise<void>((resolve) => {
		for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
			process.on(signal, () => {
				interruption.abort();
				resolve();
			});
		}
	});
	try {
		const started = start(interruption.signal);
		await Promise.race([started, interrupted]);
		if (!interruption.signal.aborted) {
			isRunning = true;
			const died = welcome();
			const death = await Promise.race(died === undefined ? [interrupted] : [interrupted, died]);
			if (death !== undefined) throw death;
		}
		console.log('\nStopping...');
		// An interrupted start fails. What it started is stopped below.
		await started.catch(() => {});
	} catch (error) {
		if (!(error instanceof SetupError)) throw error;
		console.error(`\n${error.message}`);
		process.exitCode = 1;
	} finally {
		await stop();
	}
	if (interruption.signal.aborted)
		console.log(isRunning ? 'Stopped.' : 'Stopped. The same command continues.');
}
