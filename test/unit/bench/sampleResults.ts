import type { ClientName } from '../../../bench/scenarios/scenario';
import type { Measurement } from '../../../bench/measure';
import type { Results, ScenarioResult } from '../../../bench/results';

/** A measurement of 10 successful requests in 1,000 ms, with changes. */
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

/** A row with the rounds of each client. */
export function sampleScenario(
	rounds: Partial<Record<ClientName, Measurement[]>>,
	changes: Partial<ScenarioResult['scenario']> = {},
): ScenarioResult {
	const names = Object.keys(rounds) as ClientName[];
	return {
		scenario: {
			name: 'row',
			title: 'Some scenario',
			notes: ['As agreed.'],
			results: 10,
			leastRequests: 10,
			requestsInFlight: 2,
			...changes,
		},
		clients: names.map((name) => ({ name, rounds: rounds[name] ?? [], memory: rounds[name]?.[0] })),
	};
}

export const asResults = (...scenarios: ScenarioResult[]): Results =>
	new Map(scenarios.map((result) => [result.scenario.name, result]));
