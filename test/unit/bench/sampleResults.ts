import type { ContenderName } from '../../../bench/contenders/contender';
import type { Measurement } from '../../../bench/measure';
import type { Results, WorkResult } from '../../../bench/results';

/** A measurement of 10 requests in 1,000 ms that all went well, but for what is said. */
export function sampleMeasurement(changes: Partial<Measurement> = {}): Measurement {
	return {
		timeMs: 1_000,
		results: 10,
		failed: 0,
		requests: { requests: 10, max_in_flight: 2, by_status: { 200: 10 }, by_path: {} },
		peakHeapMb: 12,
		peakRssMb: 30,
		heldHeapMb: 10,
		...changes,
	};
}

/** A row with the rounds of each contender. */
export function sampleWork(rounds: Partial<Record<ContenderName, Measurement[]>>, changes: Partial<WorkResult['work']> = {}): WorkResult {
	const names = Object.keys(rounds) as ContenderName[];
	return {
		work: { name: 'row', title: 'Some work', notes: ['As agreed.'], results: 10, leastRequests: 10, requestsInFlight: 2, ...changes },
		contenders: names.map((name) => ({ name, rounds: rounds[name] ?? [], memory: rounds[name]?.[0] })),
	};
}

export const asResults = (...works: WorkResult[]): Results => new Map(works.map((result) => [result.work.name, result]));
