import { FIRST_POLL_INTERVAL_MS } from '../nodes/DeviceAccess/transport/limits';
import type { ClientName } from './scenarios/scenario';
import {
	extraLookUps,
	extraRequests,
	type Figure,
	itemsLost,
	memoryGrowth,
	memoryPeak,
	requestsOverBound,
	requestsSent,
	shareRefused,
	timeAgainstLimit,
	timeAgainstOutcome,
	timeRatio,
} from './figures';

/** A promise of the node that a run can check. */
export interface Target {
	scenario: string;
	promise: string;
	figure: Figure;
	/** The client that the figure compares this node with, if any. */
	against?: ClientName;
	/** The highest allowed figure. */
	limit: number;
	/** The limit in the quick mode. Ratios have wider limits there, because the machine may have other work; counts do not. */
	quickLimit: number;
	/** The lowest figure that any node in n8n can reach. */
	floor?: Figure;
}

/** Sizes that a figure depends on and that differ between the full and the quick run. */
export interface TargetSizes {
	attemptDurationMs: number;
}

const COUNT_NONE = { limit: 0, quickLimit: 0 };
const SUBMITTING = 'convert10InFlight';

const againstBare = (scenario: string, limit: number, quickLimit: number): Target => ({
	scenario,
	promise: 'time against the bare client',
	against: 'bareClient',
	figure: timeRatio(scenario, 'bareClient'),
	limit,
	quickLimit,
	floor: timeRatio(scenario, 'bareClient', 'floor'),
});

const againstHttpRequest = (scenario: string, limit: number, quickLimit: number): Target => ({
	scenario,
	promise: 'time against HTTP Request',
	against: 'httpRequest',
	figure: timeRatio(scenario, 'httpRequest'),
	limit,
	quickLimit,
	floor: timeRatio(scenario, 'httpRequest', 'floor'),
});

const againstFloor = (scenario: string, limit: number, quickLimit: number): Target => ({
	scenario,
	promise: 'time against the floor in n8n',
	against: 'floor',
	figure: timeRatio(scenario, 'floor'),
	limit,
	quickLimit,
});

const countsOf = (
	scenario: string,
	{ hasFixedRequests }: { hasFixedRequests: boolean },
): Target[] => [
	{ scenario, promise: 'items failed or missing', figure: itemsLost(scenario), ...COUNT_NONE },
	{
		scenario,
		promise: 'requests in flight over the bound',
		figure: requestsOverBound(scenario),
		...COUNT_NONE,
	},
	...(hasFixedRequests
		? [{ scenario, promise: 'unneeded requests', figure: extraRequests(scenario), ...COUNT_NONE }]
		: []),
];

const LISTS = ['listDevices', 'listManyDevices', 'listDevicesAtOnce', 'listManyDevicesAtOnce'];

/** The promises of the node, row by row. */
export const targets = ({ attemptDurationMs }: TargetSizes): Target[] => [
	// n8n's own cost is most of the time, so that no node can be faster than the floor of the same run.
	...LISTS.flatMap((scenario) => [
		againstFloor(scenario, 1.15, 2),
		...countsOf(scenario, { hasFixedRequests: true }),
	]),
	{
		scenario: 'listManyDevicesAtOnce',
		promise: 'memory per device against the shorter list',
		figure: memoryGrowth('listDevicesAtOnce', 'listManyDevicesAtOnce'),
		limit: 1.1,
		quickLimit: 1.5,
	},
	{
		scenario: 'listManyDevicesAtOnce',
		promise: 'peak memory against the memory of the result',
		figure: memoryPeak('listManyDevicesAtOnce'),
		limit: 1.25,
		quickLimit: 2,
	},
	againstBare('listUnmanagedCodes', 1.3, 2),
	...countsOf('listUnmanagedCodes', { hasFixedRequests: true }),
	againstFloor('convert10InFlight', 1.15, 2),
	...countsOf('convert10InFlight', { hasFixedRequests: true }),
	againstBare('convert50InFlight', 1.8, 4),
	...countsOf('convert50InFlight', { hasFixedRequests: true }),
	{
		scenario: 'convertAndWait',
		promise: 'time against submitting + slowest outcome + one tick',
		figure: timeAgainstOutcome(
			'convertAndWait',
			SUBMITTING,
			attemptDurationMs,
			FIRST_POLL_INTERVAL_MS,
		),
		limit: 1.15,
		quickLimit: 1.6,
	},
	{
		scenario: 'convertAndWait',
		promise: 'lookups beyond one per 100 attempts in each tick',
		figure: extraLookUps('convertAndWait', SUBMITTING),
		limit: 2,
		quickLimit: 2,
	},
	...countsOf('convertAndWait', { hasFixedRequests: false }),
	...['deleteUnderLimitAtOnce', 'deleteUnderLimit'].flatMap((scenario) => [
		{
			scenario,
			promise: 'time against the least possible',
			figure: timeAgainstLimit(scenario),
			limit: 1.3,
			quickLimit: 1.8,
		},
		{
			scenario,
			// Of each device, what is in flight before the first refusal: the node guesses no limit.
			promise: 'share of requests answered 429',
			figure: shareRefused(scenario),
			limit: 0.35,
			quickLimit: 0.4,
		},
		...countsOf(scenario, { hasFixedRequests: false }),
	]),
	...['oneItem', 'oneItemTyped'].flatMap((scenario) => [
		againstHttpRequest(scenario, 1.2, 2),
		...countsOf(scenario, { hasFixedRequests: true }),
	]),
	...['syncUnchangedReservations', 'syncReservations'].flatMap((scenario) => [
		againstHttpRequest(scenario, 1, 2),
		...countsOf(scenario, { hasFixedRequests: false }),
	]),
	{
		scenario: 'syncUnchangedReservations',
		promise: 'requests',
		figure: requestsSent('syncUnchangedReservations'),
		limit: 25,
		quickLimit: 25,
	},
	{
		scenario: 'syncReservations',
		promise: 'requests',
		figure: requestsSent('syncReservations'),
		limit: 540,
		quickLimit: 540,
	},
	...[
		'listDevicesOverNetwork',
		'convert10InFlightOverNetwork',
		'convert50InFlightOverNetwork',
	].flatMap((scenario) => [
		againstFloor(scenario, 1.15, 2),
		...countsOf(scenario, { hasFixedRequests: true }),
	]),
	againstBare('convertAtDefaultOverNetwork', 1.1, 2),
	...countsOf('convertAtDefaultOverNetwork', { hasFixedRequests: true }),
	againstHttpRequest('oneItemOverNetwork', 1.2, 2),
	...countsOf('oneItemOverNetwork', { hasFixedRequests: true }),
];
