import type { Measurement } from './measure';
import type { ClientName, Scenario } from './scenarios/scenario';

/** The measurements of one client in one row. */
export interface ClientResult {
	name: ClientName;
	/** One entry per round. */
	rounds: Measurement[];
	/** The round for memory, if there was one. */
	memory?: Measurement;
}

/** One row with its clients, in order. */
export interface ScenarioResult {
	scenario: Pick<
		Scenario,
		| 'name'
		| 'title'
		| 'notes'
		| 'results'
		| 'leastRequests'
		| 'leastTimeMs'
		| 'repetitions'
		| 'requestsInFlight'
		| 'roundTripMs'
	>;
	clients: ClientResult[];
}

/** All rows of a run by name. */
export type Results = ReadonlyMap<string, ScenarioResult>;
