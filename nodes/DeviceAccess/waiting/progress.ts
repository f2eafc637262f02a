import { UNSUPPORTED_TYPES } from '../errors/errors';
import type { ActionAttempt, WireObject } from '../wire/records';

/** How far the service has come with what was sent: what every look-up returns. */
export interface Progress {
	is: 'done' | 'pending' | 'unsupported' | 'failed';
	/**
	 * `gone`: the record no longer exists. `overtaken`: someone else converted it.
	 * `waiting_for_lock`: the service continues once the lock is back online.
	 */
	outcome?: 'gone' | 'overtaken' | 'waiting_for_lock';
	attempt?: ActionAttempt;
	/** The event or record that showed the outcome. */
	shownBy?: WireObject;
	/** The record as last read, which becomes the item. */
	record?: WireObject;
	/** Why, in the service's words, and its code for the first reason. */
	reasons?: string[];
	type?: string;
	/** What to do next, instead of the advice of the operation; empty for none. */
	advice?: string;
	/** What the record cannot do although it is done, such as doors that a key does not open. */
	restriction?: string;
	/** True if the service no longer knows the attempt. */
	isForgotten?: boolean;
	/** Why the state could not be read. */
	unreadable?: string;
}

/** The progress that the attempt itself shows. */
export function progressOfAttempt(attempt: ActionAttempt | undefined): Progress {
	if (attempt === undefined || attempt.status === 'pending') return { is: 'pending', attempt };
	if (attempt.status === 'success') return { is: 'done', attempt };
	const type = attempt.error?.type ?? '';
	if (type === 'access_code_not_found') return { is: 'failed', outcome: 'gone', attempt };
	return { is: UNSUPPORTED_TYPES.has(type) ? 'unsupported' : 'failed', attempt };
}
