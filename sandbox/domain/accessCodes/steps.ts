import type { Fault } from '../../faults/faults';
import type { StoredAccessCode, StoredActionAttempt } from '../../state/state';
import { endAttempt } from '../attempts';
import type { Here, Service } from '../service';
import { ServiceError } from '../serviceError';
import type { AccessCodeChanges } from './changes';
import type { DeviceFailure } from './deviceFailure';
import { toManagedRecord } from './records';

export interface CodeAction {
	/** The attempt, which ends when the action ends. */
	attempt?: StoredActionAttempt;
	/** A scripted fault that concerns the attempt. If it fails the attempt, the failure lasts until the code is changed. */
	fault?: Fault;
	/** Finish before returning (docs/service.md#attempts-6). */
	sync?: boolean;
}

/** The running step of a managed code. A code has one step at a time. */
export interface Step {
	kind: 'deferring' | 'creating' | 'updating' | 'deleting';
	/** The attempts that end when the step ends. */
	attempts: StoredActionAttempt[];
	changes?: AccessCodeChanges;
	fault?: Fault;
	/** Whether the step waits until the device can be reached. */
	isBlocked?: boolean;
	/** Does the work when the step's time is up. Returns the failure if the device could not do it. */
	finish(step: Step): DeviceFailure | undefined;
}

/** Keyed by the code object, so that a reset workspace starts without steps. */
const steps = new WeakMap<StoredAccessCode, Step>();

export const currentStep = (code: StoredAccessCode): Step | undefined => steps.get(code);

/** Replaces the running step with this one, which ends after `attemptDurationMs` or, with `isSync`, immediately. */
export function runStep(here: Here, code: StoredAccessCode, step: Step, isSync = false): void {
	const { scheduler } = here;
	scheduler.cancel(code.accessCodeId);
	steps.set(code, step);
	if (step.fault?.kind === 'attemptStaysPending') return;
	const finish = () => {
		steps.delete(code);
		const failure = step.finish(step);
		const outcome = failure
			? { error: failure.error }
			: { result: step.kind === 'deleting' ? {} : { access_code: toManagedRecord(here, code) } };
		for (const attempt of step.attempts) endAttempt(here, attempt, outcome);
	};
	if (isSync) finish();
	else scheduler.afterAction(here, code.accessCodeId, finish);
}

/** Makes a step wait for its device. Its current attempts end with an error. */
export function blockStep(code: StoredAccessCode, step: Step): void {
	steps.set(code, { ...step, attempts: [], isBlocked: true });
}

export function resumeSteps(here: Here, deviceId: string): void {
	for (const code of [...(here.workspace.accessCodesByDevice.get(deviceId) ?? [])]) {
		const step = steps.get(code);
		if (step?.isBlocked) runStep(here, code, { ...step, isBlocked: false });
	}
}

/** Drops the running and scheduled steps. Their attempts succeed. */
export function dropStep(service: Service, code: StoredAccessCode): void {
	service.scheduler.cancel(code.accessCodeId);
	for (const attempt of steps.get(code)?.attempts ?? [])
		endAttempt(service, attempt, { result: {} });
	steps.delete(code);
}

/** Calls `run` at `atMs` (ms since the epoch), in place of what is scheduled for the code. Infinity means never. */
export function scheduleStep(
	here: Here,
	code: StoredAccessCode,
	atMs: number,
	run: () => void,
): void {
	const { scheduler, clock } = here;
	if (atMs === Infinity) scheduler.cancel(code.accessCodeId);
	else scheduler.after(here, code.accessCodeId, atMs - clock.now(), run);
}

/** The 409 error (assumed) for an action on a code that has another running action. */
export function busy(kind: 'conversion' | 'deletion'): ServiceError {
	return new ServiceError(
		409,
		'access_code_busy',
		`A ${kind} of this access code is already under way.`,
	);
}
