import type { Booking } from './history';
import type { Ran } from './node';
import type { Line } from './service';

/** What one execution was about, and what came of it. */
export interface Execution {
	operation: 'upsert' | 'syncMany' | 'delete' | 'changePin' | 'getAll' | 'writeMessage';
	/** The bookings in the input, in its order. */
	given: ReadonlyArray<{ key: string; booking?: Booking; sentAtMs: number }>;
	line: Line;
	ran: Ran;
	/** Nothing went wrong, and nothing else happened at the same time. */
	isClean: boolean;
	isDryRun: boolean;
	startMs: number;
}
