import { UNSUPPORTED_TYPES } from '../errors/isUnsupported';
import type { ActionAttempt, ServiceEvent, WireObject } from '../wire/records';

/**
 * How far an action has come that the service has accepted. `gone`: what it is about is nowhere any more. `overtaken`: the
 * code was to be deleted, and somebody has converted it.
 */
export type ActionProgress =
	| { is: 'pending'; attempt?: ActionAttempt; isForgotten?: boolean; unreadable?: string }
	| {
			is: 'done' | 'failed' | 'unsupported' | 'gone' | 'overtaken';
			attempt?: ActionAttempt;
			/** The event that told the outcome, or the record that showed it. */
			event?: ServiceEvent;
			record?: WireObject;
	  };

/** What the attempt tells by itself (specification, action_attempt). */
export function progressOfAttempt(attempt: ActionAttempt | undefined): ActionProgress {
	if (attempt === undefined || attempt.status === 'pending') return { is: 'pending', attempt };
	if (attempt.status === 'success') return { is: 'done', attempt };
	const type = attempt.error?.type ?? '';
	if (type === 'access_code_not_found') return { is: 'gone', attempt };
	return { is: UNSUPPORTED_TYPES.has(type) ? 'unsupported' : 'failed', attempt };
}
