import { randomUUID } from 'node:crypto';
import type { Fault } from '../faults/faults';
import type { ActionAttempt } from '../schemas/actionAttempt';
import type { StoredActionAttempt } from '../state/state';
import type { Here, Service } from './service';

export interface AttemptFailure {
	type: string;
	message: string;
}

export type AttemptOutcome = { result: object } | { error: AttemptFailure };

export const failure = (type: string, message: string): AttemptOutcome => ({
	error: { type, message },
});

interface NewAttempt {
	actionType: string;
	deviceId?: string;
	fault?: Fault;
}

export function beginAttempt(
	{ state, workspace }: Here,
	{ actionType, deviceId, fault }: NewAttempt,
): StoredActionAttempt {
	const record = {
		action_attempt_id: randomUUID(),
		action_type: actionType,
		status: 'pending' as const,
		result: null,
		error: null,
	};
	const attempt = state.addActionAttempt(workspace, record, deviceId);
	if (fault?.kind === 'attemptVanishes') state.limitLookUps(attempt, fault.afterLookUps ?? 0);
	return attempt;
}

export function endAttempt(
	{ state }: Service,
	attempt: StoredActionAttempt,
	outcome: AttemptOutcome,
): void {
	const { action_attempt_id, action_type } = attempt.record;
	const ending =
		'error' in outcome
			? { status: 'error' as const, result: null, ...outcome }
			: { status: 'success' as const, error: null, ...outcome };
	state.setActionAttempt(attempt, { action_attempt_id, action_type, ...ending });
}

export interface TimedAttempt extends NewAttempt {
	/** Finish before returning (docs/service.md#attempts-6). */
	sync?: boolean;
	/** The message of an `attemptFails` fault that has none of its own. */
	failureMessage?: string;
	/** Does the work when the attempt's time is up, and returns the outcome. Not called if a fault decides the outcome. */
	finish: (attempt: ActionAttempt) => AttemptOutcome;
	/** Called on a failure, scripted or returned by `finish`, before the attempt shows it. */
	failed?: (failure: AttemptFailure) => void;
	ended?: (attempt: ActionAttempt) => void;
}

/** Begins an attempt that ends after `attemptDurationMs` or, with `sync`, immediately. Returns it, pending or ended. */
export function runAttempt(here: Here, options: TimedAttempt): ActionAttempt {
	const attempt = beginAttempt(here, options);
	const { fault, finish, failed, ended } = options;
	if (fault?.kind === 'attemptStaysPending') return attempt.record;
	const end = () => {
		const outcome = scriptedOutcome(options) ?? finish(attempt.record);
		if ('error' in outcome) failed?.(outcome.error);
		endAttempt(here, attempt, outcome);
		ended?.(attempt.record);
	};
	const id = attempt.record.action_attempt_id;
	if (options.sync) end();
	else here.scheduler.afterAction(here, id, end);
	return attempt.record;
}

/** Finds an attempt, and counts the lookup if lookups are limited. Undefined if the attempt is unknown or has vanished. */
export function findAttempt(
	{ state, workspace }: Here,
	actionAttemptId: string,
): StoredActionAttempt | undefined {
	const attempt = workspace.actionAttemptsById.get(actionAttemptId);
	if (attempt?.lookUpsLeft === undefined) return attempt;
	if (attempt.lookUpsLeft > 0) state.limitLookUps(attempt, attempt.lookUpsLeft - 1);
	else state.removeActionAttempt(workspace, attempt);
	return workspace.actionAttemptsById.get(actionAttemptId);
}

export function scriptedFailure(
	fault: Fault | undefined,
	message = 'The lock did not answer.',
): AttemptFailure | undefined {
	if (fault?.kind !== 'attemptFails') return undefined;
	return { type: fault.type ?? 'uncategorized_error', message: fault.message ?? message };
}

function scriptedOutcome({ fault, failureMessage }: TimedAttempt): AttemptOutcome | undefined {
	if (fault?.kind === 'attemptSucceedsWithoutEffect') return { result: {} };
	const error = scriptedFailure(fault, failureMessage);
	return error && { error };
}
