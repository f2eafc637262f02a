import { SetupError } from './SetupError';

export interface LongRun {
	/** Starts everything; it gives up when the signal is aborted. */
	readonly start: (signal: AbortSignal) => Promise<void>;
	/** Tells the person what is there, and returns what settles with an error when a part of it ends by itself. */
	readonly welcome: () => Promise<SetupError> | undefined;
	/** Ends what is running, also what was started in part. */
	readonly stop: () => Promise<void>;
}

/**
 * A command that keeps things running until Ctrl-C or a closed terminal. What went wrong is printed as a sentence, and
 * the exit code is then 1; only a fault of our own shows its stack.
 */
export function runUntilInterrupted(run: LongRun): void {
	runToTheEnd(run).catch((error: unknown) => {
		console.error(error);
		process.exitCode = 1;
	});
}

async function runToTheEnd({ start, welcome, stop }: LongRun): Promise<void> {
	const interruption = new AbortController();
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
			const died = welcome();
			const death = await Promise.race(died === undefined ? [interrupted] : [interrupted, died]);
			if (death !== undefined) throw death;
		}
		console.log('\nStopping...');
		// A start that was interrupted fails; what it had started is stopped below.
		await started.catch(() => {});
	} catch (error) {
		if (!(error instanceof SetupError)) throw error;
		console.error(`\n${error.message}`);
		process.exitCode = 1;
	} finally {
		await stop();
	}
}
