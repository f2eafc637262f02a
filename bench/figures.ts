import { LOOK_UP_BATCH_SIZE } from '../nodes/DeviceAccess/transport/limits';
import type { ContenderName } from './contenders/contender';
import type { Measurement } from './measure';
import type { ContenderResult, Results, WorkResult } from './results';
import { median } from './statistics';
import { ticksWithin } from './ticksWithin';

/** A number that a target looks at, and what a reader should know of how it came about. */
export interface FigureValue {
	value: number;
	detail?: string;
}

/** Reads a figure of this node out of a run; undefined when the run did not measure what it needs. */
export type Figure = (results: Results) => FigureValue | undefined;

const LOOK_UP_PATHS = ['/action_attempts/list', '/action_attempts/get'];
const MS_PER_S = 1_000;

/** What a contender did in a row; undefined when it was not measured. */
export function contenderOf(results: Results, work: string, name: ContenderName = 'deviceAccess'): ContenderResult | undefined {
	return results.get(work)?.contenders.find((result) => result.name === name);
}

/** Median time of a contender, milliseconds. */
export const timeOf = ({ rounds }: ContenderResult): number => median(rounds.map(({ timeMs }) => timeMs));

/** Median time of a contender as a multiple of another's. */
export function timeRatio(work: string, against: ContenderName, of: ContenderName = 'deviceAccess'): Figure {
	return (results) => {
		const [own, other] = [contenderOf(results, work, of), contenderOf(results, work, against)];
		return own && other && { value: timeOf(own) / timeOf(other) };
	};
}

/** Median time as a multiple of the least that the limits of the service allow. */
export function timeAgainstLimit(work: string): Figure {
	return (results) => {
		const own = contenderOf(results, work);
		const leastTimeMs = results.get(work)?.work.leastTimeMs;
		if (!own || leastTimeMs === undefined) return undefined;
		return { value: timeOf(own) / leastTimeMs, detail: `least time ${seconds(leastTimeMs)}` };
	};
}

/** Median time as a multiple of submitting (another row) plus the slowest outcome plus one tick. */
export function timeAgainstOutcome(work: string, submitting: string, attemptDurationMs: number, tickMs: number): Figure {
	return (results) => {
		const [own, submit] = [contenderOf(results, work), contenderOf(results, submitting)];
		if (!own || !submit) return undefined;
		const expectedMs = timeOf(submit) + attemptDurationMs + tickMs;
		const detail = `submitting ${seconds(timeOf(submit))} + outcome ${seconds(attemptDurationMs)} + tick ${seconds(tickMs)}`;
		return { value: timeOf(own) / expectedMs, detail };
	};
}

/** The worst round of this node. */
function worst(read: (measured: Measurement, result: WorkResult) => number) {
	return (work: string): Figure =>
		(results) => {
			const result = results.get(work);
			const own = contenderOf(results, work);
			return result && own && { value: Math.max(...own.rounds.map((measured) => read(measured, result))) };
		};
}

/** Items that failed or did not come out. */
export const itemsLost = worst(({ failed, results }, { work }) => failed + Math.max(0, work.results - results - failed));

/** Requests beyond those that cannot be saved. */
export const extraRequests = worst(({ requests }, { work }) => requests.requests - work.leastRequests);

/** Requests in flight beyond what the option allows. */
export const requestsOverBound = worst(({ requests }, { work }) => Math.max(0, requests.max_in_flight - work.requestsInFlight));

/** Part of the requests that the service refused for its limit, 0 to 1. */
export const shareRefused = worst(({ requests }) => (requests.by_status['429'] ?? 0) / requests.requests);

/** Look-ups beyond one for each hundred items and tick. */
export function extraLookUps(work: string, submitting: string): Figure {
	return (results) => {
		const [own, submit] = [contenderOf(results, work), contenderOf(results, submitting)];
		if (!own || !submit) return undefined;
		const items = results.get(work)?.work.results ?? 0;
		const lookUps = Math.max(...own.rounds.map(lookUpsOf));
		const ticks = Math.max(1, ticksWithin(timeOf(own) - timeOf(submit)));
		const value = Math.max(0, lookUps - ticks * Math.ceil(items / LOOK_UP_BATCH_SIZE));
		return { value, detail: `${lookUps} look-ups of ${items} attempts in ${ticks} ticks` };
	};
}

function lookUpsOf({ requests }: Measurement): number {
	return LOOK_UP_PATHS.reduce((sum, path) => sum + (requests.by_path[path]?.requests ?? 0), 0);
}

/** Memory of the result per record, of a long list as a multiple of a shorter one's. */
export function memoryGrowth(short: string, long: string): Figure {
	return (results) => {
		const [shortMb, longMb] = [short, long].map((work) => heldPerResult(results, work));
		return shortMb && longMb ? { value: longMb / shortMb } : undefined;
	};
}

/** Memory in use at the peak, garbage aside, as a multiple of what the result holds in the end. */
export function memoryPeak(work: string): Figure {
	return (results) => {
		const { memory } = contenderOf(results, work) ?? {};
		if (!memory) return undefined;
		const { peakHeapMb, heldHeapMb } = memory;
		return { value: peakHeapMb / heldHeapMb, detail: `${peakHeapMb.toFixed(0)} MB at the peak, ${heldHeapMb.toFixed(0)} MB in the end` };
	};
}

function heldPerResult(results: Results, work: string): number | undefined {
	const held = contenderOf(results, work)?.memory?.heldHeapMb;
	const count = results.get(work)?.work.results;
	return held !== undefined && count !== undefined ? held / count : undefined;
}

const seconds = (timeMs: number): string => `${(timeMs / MS_PER_S).toFixed(2)} s`;
