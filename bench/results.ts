import type { ContenderName } from './contenders/contender';
import type { Measurement } from './measure';
import type { Work } from './works/work';

/** What one contender did in one row. */
export interface ContenderResult {
	name: ContenderName;
	/** One entry a round. */
	rounds: Measurement[];
	/** The round for memory, where there was one. */
	memory?: Measurement;
}

/** One row with the contenders in their order. */
export interface WorkResult {
	work: Pick<Work, 'name' | 'title' | 'notes' | 'results' | 'leastRequests' | 'leastTimeMs' | 'repetitions' | 'requestsInFlight'>;
	contenders: ContenderResult[];
}

/** All rows of a run by name. */
export type Results = ReadonlyMap<string, WorkResult>;
