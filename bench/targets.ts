import { FIRST_POLL_INTERVAL_MS } from '../nodes/DeviceAccess/transport/limits';
import type { ContenderName } from './contenders/contender';
import {
	extraLookUps, extraRequests, type Figure, itemsLost, memoryGrowth, memoryPeak, requestsOverBound, shareRefused, timeAgainstLimit,
	timeAgainstOutcome, timeRatio,
} from './figures';

/** A promise of the node that a run can keep or break. */
export interface Target {
	work: string;
	promise: string;
	figure: Figure;
	/** Contenders other than this node that the figure needs. */
	against?: ContenderName;
	/** The figure may be this high. */
	limit: number;
	/** The same for the quick mode: ratios are wide there, for a machine that has other work, and counts are not. */
	quickLimit: number;
	/** The figure of the floor in n8n: a target below it is out of reach for any node. */
	floor?: Figure;
}

/** Sizes that a figure depends on and that differ between the full and the quick run. */
export interface TargetSizes {
	attemptDurationMs: number;
}

const COUNT_NONE = { limit: 0, quickLimit: 0 };
const SUBMITTING = 'convert10InFlight';

const againstBare = (work: string, limit: number, quickLimit: number): Target => ({
	work,
	promise: 'time against the bare client',
	against: 'bareClient',
	figure: timeRatio(work, 'bareClient'),
	limit,
	quickLimit,
	floor: timeRatio(work, 'bareClient', 'floor'),
});

const againstHttpRequest = (work: string, limit: number, quickLimit: number): Target => ({
	work,
	promise: 'time against HTTP Request',
	against: 'httpRequest',
	figure: timeRatio(work, 'httpRequest'),
	limit,
	quickLimit,
	floor: timeRatio(work, 'httpRequest', 'floor'),
});

const countsOf = (work: string, { hasFixedRequests }: { hasFixedRequests: boolean }): Target[] => [
	{ work, promise: 'items failed or missing', figure: itemsLost(work), ...COUNT_NONE },
	{ work, promise: 'requests in flight over the bound', figure: requestsOverBound(work), ...COUNT_NONE },
	...(hasFixedRequests ? [{ work, promise: 'requests more than needed', figure: extraRequests(work), ...COUNT_NONE }] : []),
];

const LISTS = ['listDevices', 'listManyDevices', 'listDevicesAtOnce', 'listManyDevicesAtOnce'];

/** What the node promises, row by row. */
export const targets = ({ attemptDurationMs }: TargetSizes): Target[] => [
	...LISTS.flatMap((work) => [
		againstBare(work, 1.15, 2),
		againstHttpRequest(work, 1, 1.8),
		...countsOf(work, { hasFixedRequests: true }),
	]),
	{
		work: 'listManyDevicesAtOnce',
		promise: 'memory per device against the shorter list',
		figure: memoryGrowth('listDevicesAtOnce', 'listManyDevicesAtOnce'),
		limit: 1.1,
		quickLimit: 1.5,
	},
	{
		work: 'listManyDevicesAtOnce',
		promise: 'memory at the peak against that of the result',
		figure: memoryPeak('listManyDevicesAtOnce'),
		limit: 1.25,
		quickLimit: 2,
	},
	againstBare('listUnmanagedCodes', 1.3, 2),
	...countsOf('listUnmanagedCodes', { hasFixedRequests: true }),
	againstBare('convert10InFlight', 1.15, 2),
	...countsOf('convert10InFlight', { hasFixedRequests: true }),
	againstBare('convert50InFlight', 1.8, 4),
	...countsOf('convert50InFlight', { hasFixedRequests: true }),
	{
		work: 'convertAndWait',
		promise: 'time against submitting + slowest outcome + one tick',
		figure: timeAgainstOutcome('convertAndWait', SUBMITTING, attemptDurationMs, FIRST_POLL_INTERVAL_MS),
		limit: 1.15,
		quickLimit: 1.6,
	},
	{
		work: 'convertAndWait',
		promise: 'look-ups beyond ticks x hundreds of attempts',
		figure: extraLookUps('convertAndWait', SUBMITTING),
		limit: 2,
		quickLimit: 2,
	},
	...countsOf('convertAndWait', { hasFixedRequests: false }),
	...['deleteUnderLimitAtOnce', 'deleteUnderLimit'].flatMap((work) => [
		{ work, promise: 'time against the least possible', figure: timeAgainstLimit(work), limit: 1.15, quickLimit: 1.8 },
		{ work, promise: 'share of requests answered 429', figure: shareRefused(work), limit: 0.1, quickLimit: 0.2 },
		...countsOf(work, { hasFixedRequests: false }),
	]),
	...['oneItem', 'oneItemTyped'].flatMap((work) => [
		againstHttpRequest(work, 1.2, 2),
		...countsOf(work, { hasFixedRequests: true }),
	]),
];
