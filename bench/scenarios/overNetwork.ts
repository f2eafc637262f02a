import type { Scenario } from './scenario';

const ROUNDS = 3;

/** The same row with TLS and a round-trip delay between the clients and the service. Leaves out the batched client, which mostly waits. */
export function overNetwork(scenario: Scenario, roundTripMs: number): Scenario {
	return {
		...scenario,
		name: `${scenario.name}OverNetwork`,
		title: `${scenario.title}, over a network (TLS, round trip ${roundTripMs} ms)`,
		roundTripMs,
		hasBatching: false,
		rounds: ROUNDS,
	};
}
