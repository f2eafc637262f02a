import { LOOK_UP_BATCH_SIZE } from '../nodes/DeviceAccess/transport/limits';
import type { ClientName } from './scenarios/scenario';
import type { Measurement } from './measure';
import type { ClientResult, Results, ScenarioResult } from './results';
import { median } from './statistics';
import { ticksWithin } from './ticksWithin';

/** A figure of a target, with a note for the reader. */
export interface FigureValue {
	value: number;
	detail?: string;
}

/** Reads a figure of this node from a run. Undefined if the run did not measure it. */
export type Figure = (results: Results) => FigureValue | undefined;

const LOOK_UP_PATHS = ['/action_attempts/list', '/action_attempts/get'];
const MS_PER_S = 1_000;

/** A client's result in one row of the benchmark; undefined if it was not measured. */
function clientOf(
	results: Results,
	scenario: string,
	name: ClientName = 'deviceAccess',
): ClientResult | undefined {
	return results.get(scenario)?.clients.find((result) => result.name === name);
}

/** Median time of a client, in milliseconds. */
export const timeOf = ({ rounds }: ClientResult): number =>
	median(rounds.map(({ timeMs }) => timeMs));

/** Median time of a client as a multiple of another's. */
export function timeRatio(
	scenario: string,
	against: ClientName,
	of: ClientName = 'deviceAccess',
): Figure {
	return (results) => {
		const [own, other] = [clientOf(results, scenario, of), clientOf(results, scenario, against)];
		return (
			own &&
			other && {
				value: timeOf(own) / timeOf(other),
				detail: `${Math.round(timeOf(own))} ms against ${Math.round(timeOf(other))} ms`,
			}
		);
	};
}

/** Median time as a multiple of the shortest time that the limits of the service allow. */
export function timeAgainstLimit(scenario: string): Figure {
	return (results) => {
		const own = clientOf(results, scenario);
		const leastTimeMs = results.get(scenario)?.scenario.leastTimeMs;
		if (!own || leastTimeMs === undefined) return undefined;
		return { value: timeOf(own) / leastTimeMs, detail: `least time ${seconds(leastTimeMs)}` };
	};
}

/** Median time as a multiple of the expected time: submitting (another row) plus the slowest outcome plus one tick. */
export function timeAgainstOutcome(
	scenario: string,
	submitting: string,
	attemptDurationMs: number,
	tickMs: number,
): Figure {
	return (results) => {
		const [own, submit] = [clientOf(results, scenario), clientOf(results, submitting)];
		if (!own || !submit) return undefined;
		const expectedMs = timeOf(submit) + attemptDurationMs + tickMs;
		const detail = `submitting ${seconds(timeOf(submit))} + outcome ${seconds(attemptDurationMs)} + tick ${seconds(tickMs)}`;
		return { value: timeOf(own) / expectedMs, detail };
	};
}

/** The highest value over the rounds of this node. */
function worst(read: (measured: Measurement, result: ScenarioResult) => number) {
	return (scenario: string): Figure =>
		(results) => {
			const result = results.get(scenario);
			const own = clientOf(results, scenario);
			return (
				result &&
				own && { value: Math.max(...own.rounds.map((measured) => read(measured, result))) }
			);
		};
}

/** Items that failed or are missing from the output. */
export const itemsLost = worst(
	({ failed, results }, { scenario }) => failed + Math.max(0, scenario.results - results - failed),
);

/** Requests beyond the fewest that the work needs. */
export const extraRequests = worst(
	({ requests }, { scenario }) => requests.requests - scenario.leastRequests,
);

/** Requests, over all repetitions. */
export const requestsSent = worst(({ requests }) => requests.requests);

/** Requests in flight beyond what the option allows. */
export const requestsOverBound = worst(({ requests }, { scenario }) =>
	Math.max(0, requests.max_in_flight - scenario.requestsInFlight),
);

/** Share of the requests that the service refused because of its rate limit, 0 to 1. */
export const shareRefused = worst(
	({ requests }) => (requests.by_status['429'] ?? 0) / requests.requests,
);

/** Lookups beyond one per hundred items in each tick. */
export function extraLookUps(scenario: string, submitting: string): Figure {
	return (results) => {
		const [own, submit] = [clientOf(results, scenario), clientOf(results, submitting)];
		if (!own || !submit) return undefined;
		const items = results.get(scenario)?.scenario.results ?? 0;
		const lookUps = Math.max(...own.rounds.map(lookUpsOf));
		const ticks = Math.max(1, ticksWithin(timeOf(own) - timeOf(submit)));
		const value = Math.max(0, lookUps - ticks * Math.ceil(items / LOOK_UP_BATCH_SIZE));
		return { value, detail: `${lookUps} lookups of ${items} attempts in ${ticks} ticks` };
	};
}

function lookUpsOf({ requests }: Measurement): number {
	return LOOK_UP_PATHS.reduce((sum, path) => sum + (requests.by_path[path]?.requests ?? 0), 0);
}

/** Memory that the result of a long list takes per record, as a multiple of the same figure for a shorter list. */
export function memoryGrowth(short: string, long: string): Figure {
	return (results) => {
		const [shortMb, longMb] = [short, long].map((scenario) => heldPerResult(results, scenario));
		return shortMb && longMb ? { value: longMb / shortMb } : undefined;
	};
}

/** Peak memory in use, without garbage, as a multiple of the memory that the result takes at the end. */
export function memoryPeak(scenario: string): Figure {
	return (results) => {
		const { memory } = clientOf(results, scenario) ?? {};
		if (!memory) return undefined;
		const { peakHeapMb, heldHeapMb } = memory;
		return {
			value: peakHeapMb / heldHeapMb,
			detail: `${peakHeapMb.toFixed(0)} MB at the peak, ${heldHeapMb.toFixed(0)} MB at the end`,
		};
	};
}

function heldPerResult(results: Results, scenario: string): number | undefined {
	const held = clientOf(results, scenario)?.memory?.heldHeapMb;
	const count = results.get(scenario)?.scenario.results;
	return held !== undefined && count !== undefined ? held / count : undefined;
}

const seconds = (timeMs: number): string => `${(timeMs / MS_PER_S).toFixed(2)} s`;
