import { UNSUPPORTED_TYPES } from '../errors/errors';
import type { ActionAttempt, ServiceEvent, WireObject } from '../wire/records';

/**
 * The progress of an accepted action. `gone`: its record no longer exists. `overtaken`: someone else
 * converted it.
 */
export type ActionProgress =
	| { is: 'pending'; attempt?: ActionAttempt; isForgotten?: boolean; unreadable?: string }
	| {
			is: 'done' | 'failed' | 'unsupported' | 'gone' | 'overtaken';
			attempt?: ActionAttempt;
			/** The event or record that showed the outcome. */
			event?: ServiceEvent;
			record?: WireObject;
	  };

/** The progress that the attempt itself shows. */
export function progressOfAttempt(attempt: ActionAttempt | undefined): ActionProgress {
	if (attempt === undefined || attempt.status === 'pending') return { is: 'pending', attempt };
	if (attempt.status === 'success') return { is: 'done', attempt };
	const type = attempt.error?.type ?? '';
	if (type === 'access_code_not_found') return { is: 'gone', attempt };
	return { is: UNSUPPORTED_TYPES.has(type) ? 'unsupported' : 'failed', attempt };
}
