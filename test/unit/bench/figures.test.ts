import {
	extraLookUps,
	extraRequests,
	itemsLost,
	memoryGrowth,
	memoryPeak,
	requestsOverBound,
	shareRefused,
	timeAgainstLimit,
	timeAgainstOutcome,
	timeRatio,
} from '../../../bench/figures';
import { leastTimeUnderLimit } from '../../../bench/scenarios/deleteUnderLimit';
import { asResults, sampleMeasurement, sampleScenario } from './sampleResults';

const timed = (...timesMs: number[]) => timesMs.map((timeMs) => sampleMeasurement({ timeMs }));

it('compares medians, so that one slow round changes nothing', () => {
	const results = asResults(
		sampleScenario({
			deviceAccess: timed(1_100, 9_000, 1_000),
			bareClient: timed(1_000, 1_000, 900),
		}),
	);
	expect(timeRatio('row', 'bareClient')(results)).toEqual({ value: 1.1 });
});

it('compares with the least time that the limit allows', () => {
	const results = asResults(
		sampleScenario(
			{ deviceAccess: timed(5_000) },
			{ leastTimeMs: leastTimeUnderLimit(100, 20, 1_000) },
		),
	);
	expect(timeAgainstLimit('row')(results)).toEqual({ value: 1.25, detail: 'least time 4.00 s' });
});

it('compares waiting with submitting, the slowest outcome and one tick', () => {
	const results = asResults(
		sampleScenario({ deviceAccess: timed(8_800) }, { name: 'wait' }),
		sampleScenario({ deviceAccess: timed(5_000) }, { name: 'submit' }),
	);
	expect(timeAgainstOutcome('wait', 'submit', 2_000, 1_000)(results)).toEqual({
		value: 1.1,
		detail: 'submitting 5.00 s + outcome 2.00 s + tick 1.00 s',
	});
});

it('counts the worst round: failed and missing items, excess requests, requests over the bound, refusals', () => {
	const requests = { requests: 20, max_in_flight: 5, by_status: { 200: 15, 429: 5 }, by_path: {} };
	const results = asResults(
		sampleScenario({
			deviceAccess: [sampleMeasurement({ failed: 2, results: 7, requests }), sampleMeasurement()],
		}),
	);
	expect(
		[itemsLost, extraRequests, requestsOverBound, shareRefused].map((figure) =>
			figure('row')(results),
		),
	).toEqual([{ value: 3 }, { value: 10 }, { value: 3 }, { value: 0.25 }]);
});

it('counts lookups beyond one for each hundred attempts and tick', () => {
	const lookUps = (requests: number) => ({ requests, max_in_flight: 1, by_status: {} });
	const requests = {
		requests: 1_030,
		max_in_flight: 2,
		by_status: {},
		by_path: { '/action_attempts/list': lookUps(23), '/action_attempts/get': lookUps(2) },
	};
	const results = asResults(
		sampleScenario(
			{ deviceAccess: [sampleMeasurement({ timeMs: 7_600, requests })] },
			{ name: 'wait', results: 1_000 },
		),
		sampleScenario({ deviceAccess: timed(5_000) }, { name: 'submit' }),
	);
	expect(extraLookUps('wait', 'submit')(results)).toEqual({
		value: 5,
		detail: '25 lookups of 1000 attempts in 2 ticks',
	});
});

it('compares the memory of each record, and the peak with what the result holds', () => {
	const results = asResults(
		sampleScenario(
			{ deviceAccess: [sampleMeasurement({ heldHeapMb: 5 })] },
			{ name: 'short', results: 10 },
		),
		sampleScenario(
			{ deviceAccess: [sampleMeasurement({ heldHeapMb: 60, peakHeapMb: 90 })] },
			{ name: 'long', results: 100 },
		),
	);
	expect(memoryGrowth('short', 'long')(results)?.value).toBeCloseTo(1.2);
	expect(memoryPeak('long')(results)).toEqual({
		value: 1.5,
		detail: '90 MB at the peak, 60 MB at the end',
	});
});
