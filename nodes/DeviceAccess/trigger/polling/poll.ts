import type { Clock } from '../../transport/clock';
import { EVENT_PAGE_SIZE } from '../../transport/limits';
import type { SendRequest } from '../../transport/request';
import type { ServiceEvent } from '../../wire/records';
import type { EventChoice } from '../eventFilter';

/** How late an event may show up in the list, how much one poll returns, and how much is kept between two polls. */
export interface PollLimits {
	/** An event is listed at most so long after the time that it carries, milliseconds. */
	latestMs: number;
	/** Events returned by one poll; the rest of a backlog comes with the next ones. One page may come on top. */
	maxEvents: number;
	/** Most returned events remembered. Beyond it, events wait until none of their time can show up late any more. */
	maxRemembered: number;
	/** Events asked for at once. */
	pageSize: number;
}

export const POLL_LIMITS: PollLimits = { latestMs: 5 * 60 * 1000, maxEvents: 5_000, maxRemembered: 5_000, pageSize: EVENT_PAGE_SIZE };

/** One poll: how it asks, what it wants, and until when it may read. */
export interface Poll {
	send: SendRequest;
	choice: EventChoice;
	deadlineMs: number;
	clock: Clock;
	limits: PollLimits;
}

/** When the service made an event, milliseconds since 1970. */
export const createdAtOf = ({ created_at: createdAt }: ServiceEvent) => Date.parse(createdAt);
