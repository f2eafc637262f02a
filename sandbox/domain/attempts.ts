import { randomUUID } from 'node:crypto';
import type { Fault } from '../faults/faults';
import type { ActionAttempt } from '../schemas/actionAttempt';
import type { Service } from './service';
import type { WorkspaceState } from '../state/state';

export interface AttemptFailure {
	type: string;
	message: string;
}

/** What came of an attempt: members of its `result`, or its `error`. */
export type AttemptOutcome = { result: object } | { error: AttemptFailure };

export interface AttemptOptions {
	actionType: string;
	deviceId?: string;
	/** A scripted fault that concerns the attempt. */
	fault?: Fault;
	/** What an `attemptFails` fault without a message of its own says. */
	failureMessage?: string;
	/** Finish before returning (facts 2). */
	sync?: boolean;
	/** Acts, when the time is up, and tells what came of it. Not called when a fault fails the attempt. */
	finish: (attempt: ActionAttempt) => AttemptOutcome;
	/** Told the attempt as it ended, also when a fault failed it. */
	ended?: (attempt: ActionAttempt) => void;
}

/** Starts an attempt that resolves after `attemptDurationMs`, and returns it pending; with `sync`, as it ended. */
export function startAttempt(service: Service, workspace: WorkspaceState, options: AttemptOptions): ActionAttempt {
	const { state, settings, later, lifecycle } = service;
	const { fault } = options;
	const attempt: ActionAttempt = {
		action_attempt_id: randomUUID(),
		action_type: options.actionType,
		status: 'pending',
		result: null,
		error: null,
	};
	const stored = state.addActionAttempt(workspace, attempt, options.deviceId);
	if (fault?.kind === 'attemptVanishes') lifecycle.letVanish(attempt.action_attempt_id, fault.afterLookUps);
	if (fault?.kind === 'attemptStaysPending') return attempt;
	const finish = () => {
		const outcome = scriptedFailure(options) ?? options.finish(attempt);
		state.setActionAttempt(
			stored,
			'error' in outcome ? { ...attempt, status: 'error', ...outcome } : { ...attempt, status: 'success', ...outcome },
		);
		options.ended?.(stored.record);
	};
	if (options.sync) finish();
	else later.after(workspace, attempt.action_attempt_id, settings.attemptDurationMs, finish);
	return stored.record;
}

function scriptedFailure({ fault, failureMessage = 'The device did not answer.' }: AttemptOptions): AttemptOutcome | undefined {
	if (fault?.kind !== 'attemptFails') return undefined;
	return { error: { type: fault.type ?? 'uncategorized_error', message: fault.message ?? failureMessage } };
}
