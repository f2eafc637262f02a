import { ConnectionError, UnexpectedAnswerError } from '../../../nodes/DeviceAccess/errors/errors';
import type { Asked } from '../answeringSend';
import type { ActionAttempt } from '../../../nodes/DeviceAccess/wire/actionAttempts';
import type { WireObject } from '../../../nodes/DeviceAccess/wire/records';
import { refusal } from '../answeringSend';

/** How an action really ends at the service, and how long after its acceptance. */
export interface Fate {
	end: 'success' | 'error' | 'unsupported' | 'gone' | 'never';
	atMs: number;
}

export interface BackgroundAction extends Fate {
	/** Whether the service answered with an action attempt, or with only `ok`. */
	hasAttempt: boolean;
	/** From then on, the service no longer knows the attempt. */
	vanishesAtMs: number;
	/** Whether an event reports the end. */
	isTold: boolean;
	/** Whether the list still has the event of an earlier failed try on the same code. */
	hasOldFailure: boolean;
}

/** The fault that a lookup meets instead of its answer. */
export type LookUpFault = 'none' | 'outage' | 'limited' | 'cut' | 'malformed';

export interface BackgroundService {
	actions: BackgroundAction[];
	isDeletion: boolean;
	/** Older services have neither list. */
	offersAttemptList: boolean;
	offersEventList: boolean;
	/** The fault of each lookup, in order of arrival; no faults after the end of the list. */
	faults: LookUpFault[];
}

export const ACCEPTED_AT_MS = 1_700_000_000_000;

export const codeIdOf = (index: number) => `code ${index}`;
export const attemptIdOf = (index: number) => `attempt ${index}`;
const indexOf = (id: unknown) => Number(String(id).split(' ')[1]);

const ERROR_TYPES = {
	error: 'lock_offline',
	unsupported: 'unsupported_device',
	gone: 'access_code_not_found',
} as const;

export function attemptOf({ end, atMs }: Fate, index: number, passedMs: number): ActionAttempt {
	const hasEnded = end !== 'never' && atMs <= passedMs;
	const isError = hasEnded && end !== 'success';
	return {
		action_attempt_id: attemptIdOf(index),
		action_type: 'OF_TEST',
		status: !hasEnded ? 'pending' : isError ? 'error' : 'success',
		result: null,
		error: isError ? { type: ERROR_TYPES[end as keyof typeof ERROR_TYPES], message: 'No.' } : null,
	};
}

export function answerLookUp(
	service: BackgroundService,
	{ endpoint, body }: Asked,
	passedMs: number,
	fault: LookUpFault,
): WireObject {
	if (fault === 'outage') throw refusal(endpoint, 503);
	if (fault === 'limited') throw refusal(endpoint, 429, 'too_many_requests');
	if (fault === 'cut') throw new ConnectionError(endpoint, 'ECONNRESET', 'read');
	if (fault === 'malformed')
		throw new UnexpectedAnswerError(
			{ endpoint, effect: 'read' },
			'The answer of the service was incomplete',
		);
	const { actions, isDeletion } = service;
	const isKnown = (index: number) => passedMs < (actions[index]?.vanishesAtMs ?? 0);
	const show = (index: number) => attemptOf(actions[index] as BackgroundAction, index, passedMs);
	const hasEndedWith = (index: number, end: Fate['end']) =>
		actions[index]?.end === end && (actions[index]?.atMs ?? 0) <= passedMs;
	switch (endpoint) {
		case '/action_attempts/list': {
			if (!service.offersAttemptList) throw refusal(endpoint, 404);
			const known = (body.action_attempt_ids as string[]).map(indexOf).filter(isKnown);
			if (known.length === 0) throw refusal(endpoint, 404, 'action_attempts_not_found');
			return { action_attempts: known.map(show) };
		}
		case '/action_attempts/get': {
			const index = indexOf(body.action_attempt_id);
			if (!isKnown(index)) throw refusal(endpoint, 404, 'action_attempt_not_found');
			return { action_attempt: show(index) };
		}
		case '/events/list': {
			if (!service.offersEventList) throw refusal(endpoint, 404);
			return {
				events: (body.access_code_ids as string[])
					.map(indexOf)
					.flatMap((index) => eventsOf(service, index, passedMs)),
			};
		}
		case '/access_codes/list':
			return {
				access_codes: (body.access_code_ids as string[])
					.map(indexOf)
					.filter((index) => hasEndedWith(index, 'success'))
					.map((index) => ({ access_code_id: codeIdOf(index), is_managed: true })),
			};
		default: {
			const index = indexOf(body.access_code_id);
			if (hasEndedWith(index, 'success') || hasEndedWith(index, 'gone'))
				throw refusal(endpoint, 404, 'access_code_not_found');
			return { access_code: { access_code_id: codeIdOf(index), is_managed: isDeletion } };
		}
	}
}

/** The events since just before the acceptance, and an older one that an imprecise filter would include. */
function eventsOf(
	{ actions, isDeletion }: BackgroundService,
	index: number,
	passedMs: number,
): WireObject[] {
	const { end, atMs, isTold, hasOldFailure } = actions[index] as BackgroundAction;
	const event = (type: string, ms: number): WireObject => ({
		event_id: `event ${index} ${ms}`,
		event_type: `access_code.unmanaged.${type}`,
		created_at: new Date(ACCEPTED_AT_MS + ms).toISOString(),
		access_code_id: codeIdOf(index),
	});
	const type = {
		success: isDeletion ? 'removed' : 'converted_to_managed',
		error: 'failed_to_convert_to_managed',
		unsupported: 'failed_to_convert_to_managed',
	};
	const told =
		isTold && atMs <= passedMs && end in type && !(isDeletion && end !== 'success')
			? [event(type[end as keyof typeof type], atMs)]
			: [];
	return [
		...(hasOldFailure && !isDeletion ? [event('failed_to_convert_to_managed', -5_000)] : []),
		...told,
	];
}
