import type { Fault } from '../../faults/faults';
import type { StoredAccessCode, StoredActionAttempt, WorkspaceState } from '../../state/state';
import { endAttempt } from '../attempts';
import type { Service } from '../service';
import { ServiceError } from '../serviceError';
import type { AccessCodeChanges } from './changes';
import type { DeviceFailure } from './deviceFailure';
import { toManagedRecord } from './records';

/** What a caller gives with an action on a managed code. */
export interface CodeAction {
	/** Resolved when the action ends. */
	attempt?: StoredActionAttempt;
	/** A scripted fault that concerns the attempt. One that fails it lasts until the code is changed. */
	fault?: Fault;
	/** Finish before returning (facts 2, `sync`). */
	sync?: boolean;
}

/** The running step of a managed code. A code has one step at a time. */
export interface Step {
	kind: 'deferring' | 'creating' | 'updating' | 'deleting';
	/** Resolved when the step ends. */
	attempts: StoredActionAttempt[];
	changes?: AccessCodeChanges;
	fault?: Fault;
	/** The device cannot be reached; goes on when it can. */
	isBlocked?: boolean;
	/** Acts after the step's time, and returns what kept the device from it. */
	finish(step: Step): DeviceFailure | undefined;
}

/** Kept by object, so that a reset workspace starts without any. */
const steps = new WeakMap<StoredAccessCode, Step>();

/** What is under way for a code. */
export const currentStep = (code: StoredAccessCode): Step | undefined => steps.get(code);

/** Runs a step instead of the running one. It ends after `attemptDurationMs`, or at once. */
export function runStep(service: Service, workspace: WorkspaceState, code: StoredAccessCode, step: Step, isSync = false): void {
	const { scheduler } = service;
	scheduler.cancel(code.accessCodeId);
	steps.set(code, step);
	if (step.fault?.kind === 'attemptStaysPending') return;
	const finish = () => {
		steps.delete(code);
		const failure = step.finish(step);
		const record = () => ({ access_code: toManagedRecord(code, workspace.devicesById.get(code.deviceId)) });
		const outcome = failure ? { error: failure.error } : { result: step.kind === 'deleting' ? {} : record() };
		for (const attempt of step.attempts) endAttempt(service, attempt, outcome);
	};
	if (isSync) finish();
	else scheduler.afterAction(workspace, code.accessCodeId, finish);
}

/** Lets a step wait for its device; its attempts have ended in error. */
export function blockStep(code: StoredAccessCode, step: Step): void {
	steps.set(code, { ...step, attempts: [], isBlocked: true });
}

/** Goes on with what waited for the device. */
export function resumeSteps(service: Service, workspace: WorkspaceState, deviceId: string): void {
	for (const code of [...(workspace.accessCodesByDevice.get(deviceId) ?? [])]) {
		const step = steps.get(code);
		if (step?.isBlocked) runStep(service, workspace, code, { ...step, isBlocked: false });
	}
}

/** Drops the running and scheduled steps. Their attempts succeed. */
export function dropStep(service: Service, code: StoredAccessCode): void {
	service.scheduler.cancel(code.accessCodeId);
	for (const attempt of steps.get(code)?.attempts ?? []) endAttempt(service, attempt, { result: {} });
	steps.delete(code);
}

/** Runs `run` when the time comes, in place of what the code waits for; Infinity is never. */
export function scheduleStep(service: Service, workspace: WorkspaceState, code: StoredAccessCode, atMs: number, run: () => void): void {
	const { scheduler, clock } = service;
	if (atMs === Infinity) scheduler.cancel(code.accessCodeId);
	else scheduler.after(workspace, code.accessCodeId, atMs - clock.now(), run);
}

/** 409 for an action on a code with another running action (assumed). */
export function busy(kind: 'conversion' | 'deletion'): ServiceError {
	return new ServiceError(409, 'access_code_busy', `A ${kind} of this access code is already under way.`);
}
