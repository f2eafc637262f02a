import type { StoredAccessCode } from '../../state/state';
import { endAttempt } from '../attempts';
import { findDevice } from '../lookup';
import { newMutation, newWarning, withoutWarning } from '../issues';
import type { Here } from '../service';
import { leaveDelay, leaveError, publishOfCode } from './codeEvents';
import { deviceFailure, isOnDevice, type DeviceFailure } from './deviceFailure';
import {
	blockStep,
	currentStep,
	dropStep,
	runStep,
	scheduleStep,
	type CodeAction,
	type Step,
} from './steps';
import { endMs, startMs } from './times';

/** Starts to remove a code. A second attempt during the removal ends when the first one ends. */
export function removeCode(here: Here, code: StoredAccessCode, action: CodeAction = {}): void {
	const attempts = action.attempt ? [action.attempt] : [];
	const current = currentStep(code);
	if (current?.kind === 'deleting' && !current.isBlocked) {
		current.attempts.push(...attempts);
		return;
	}
	for (const attempt of current?.attempts ?? []) {
		endAttempt(here, attempt, {
			error: {
				type: 'uncategorized_error',
				message: 'The access code was deleted in the meantime.',
			},
		});
	}
	here.state.updateAccessCode(code, {
		status: 'removing',
		pendingMutations: [
			newMutation(here, 'deleting', 'The access code is being removed from the device.'),
		],
		warnings: [
			...withoutWarning(code.warnings, 'being_deleted'),
			newWarning(here, 'being_deleted', 'The access code is being deleted.'),
		],
	});
	const finish = (step: Step) => finishRemoving(here, code, step);
	runStep(here, code, { kind: 'deleting', attempts, fault: action.fault, finish }, action.sync);
}

function finishRemoving(here: Here, code: StoredAccessCode, step: Step): DeviceFailure | undefined {
	const { state, clock } = here;
	const wasOnDevice = isOnDevice(code);
	const isDeviceNeeded = wasOnDevice && !code.isOffline;
	const failure = isDeviceNeeded
		? deviceFailure(findDevice(here, code.deviceId), step.fault, 'failed_to_remove_from_device')
		: undefined;
	if (failure?.issue) {
		state.updateAccessCode(code, { warnings: withoutWarning(code.warnings, 'being_deleted') });
		const status = startMs(code) > clock.now() ? 'unset' : 'set';
		leaveError(here, code, 'failed_to_remove_from_device', failure.issue, status);
	} else if (failure) {
		const message = 'Removing the access code takes longer than usual.';
		leaveDelay(here, code, 'delay_in_removing_from_device', message);
		blockStep(code, step);
	}
	if (failure) return failure;
	state.removeAccessCode(code);
	if (wasOnDevice) publishOfCode(here, code, 'removed_from_device');
	publishOfCode(here, code, 'deleted', { code: code.code || null });
	here.codeChanged(here, code, 'removed');
	return undefined;
}

/** Removes the code at its end (docs/service.md#codes-13). */
export function expireAtEnd(here: Here, code: StoredAccessCode): void {
	scheduleStep(here, code, endMs(code), () => removeCode(here, code));
}

export function releaseCode(here: Here, code: StoredAccessCode): void {
	dropStep(here, code);
	const isUnset = !isOnDevice(code) || startMs(code) > here.clock.now();
	here.state.updateAccessCode(code, {
		isManaged: false,
		isUnset,
		status: undefined,
		isOnDevice: undefined,
		pendingMutations: [],
	});
	here.codeChanged(here, code, 'removed');
}
