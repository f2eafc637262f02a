import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import type { IDataObject } from 'n8n-workflow';
import type { RequestSummary } from '../sandbox/faults/requestLog';
import type { Client } from './clients/client';
import type { SandboxProcess } from './sandboxProcess';
import type { Scenario } from './scenarios/scenario';

const BYTES_PER_MB = 1024 * 1024;
const SAMPLE_INTERVAL_MS = 10;
const COLLECTING_SAMPLE_INTERVAL_MS = 100;

/** The measurements of one client in one scenario. */
export interface Measurement {
	timeMs: number;
	results: number;
	failed: number;
	requests: RequestSummary;
	/** Connections opened, if the service is behind a network. */
	connections?: number;
	/** Highest growth since the start, in MB. A round for memory excludes garbage; any other round includes it. */
	peakHeapMb: number;
	peakRssMb: number;
	/** Growth that remains after garbage collection while the result is held, in MB. */
	heldHeapMb: number;
}

setFlagsFromString('--expose-gc');
// Otherwise the garbage collections between the rounds discard compiled code, especially that of the client with the most functions.
setFlagsFromString('--no-flush-bytecode');
const collectGarbage = runInNewContext('gc') as () => void;

export interface MeasureOptions {
	/** A round for memory: garbage is collected all the time, so that only memory in use counts. Its time is meaningless. */
	isForMemory?: boolean;
}

/**
 * Prepares the sandbox, then measures. The time is per repetition. Requests and connections are counted over all
 * repetitions; results and failures are those of the last one.
 */
export async function measure(
	client: Client,
	scenario: Scenario,
	sandbox: SandboxProcess,
	input: IDataObject[],
	{ isForMemory = false }: MeasureOptions = {},
): Promise<Measurement> {
	const { repetitions = 1 } = scenario;
	if (scenario.arrange) await scenario.arrange(sandbox);
	else await sandbox.restore();
	await sandbox.clearRequests();
	const memory = watchMemory(isForMemory);
	const startedAtMs = performance.now();
	let outcome = await client(scenario, sandbox, input);
	for (let repetition = 1; repetition < repetitions; repetition++)
		outcome = await client(scenario, sandbox, input);
	const timeMs = (performance.now() - startedAtMs) / repetitions;
	const growth = memory.stop();
	const { results, failed } = outcome;
	return {
		timeMs,
		results,
		failed,
		requests: await sandbox.requests(),
		connections: await sandbox.connections?.(),
		...growth,
	};
}

function watchMemory(isCollecting: boolean) {
	collectGarbage();
	const before = process.memoryUsage();
	let peakHeap = before.heapUsed;
	let peakRss = before.rss;
	const look = () => {
		if (isCollecting) collectGarbage();
		const { heapUsed, rss } = process.memoryUsage();
		peakHeap = Math.max(peakHeap, heapUsed);
		peakRss = Math.max(peakRss, rss);
	};
	const timer = setInterval(
		look,
		isCollecting ? COLLECTING_SAMPLE_INTERVAL_MS : SAMPLE_INTERVAL_MS,
	);
	return {
		/** Call it while the result is still held. */
		stop: () => {
			look();
			clearInterval(timer);
			collectGarbage();
			return {
				peakHeapMb: (peakHeap - before.heapUsed) / BYTES_PER_MB,
				peakRssMb: (peakRss - before.rss) / BYTES_PER_MB,
				heldHeapMb: (process.memoryUsage().heapUsed - before.heapUsed) / BYTES_PER_MB,
			};
		},
	};
}
