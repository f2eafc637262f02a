import type { StoredAccessCode, WorkspaceState } from '../../state/state';
import { endAttempt } from '../attempts';
import { findDevice } from '../lookup';
import { newWarning, withoutWarning } from '../issues';
import { nowIso } from '../clock';
import type { Service } from '../service';
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
export function removeCode(
	service: Service,
	workspace: WorkspaceState,
	code: StoredAccessCode,
	action: CodeAction = {},
): void {
	const attempts = action.attempt ? [action.attempt] : [];
	const current = currentStep(code);
	if (current?.kind === 'deleting' && !current.isBlocked) {
		current.attempts.push(...attempts);
		return;
	}
	for (const attempt of current?.attempts ?? []) {
		endAttempt(service, attempt, {
			error: {
				type: 'uncategorized_error',
				message: 'The access code was deleted in the meantime.',
			},
		});
	}
	service.state.updateAccessCode(code, {
		status: 'removing',
		pendingMutations: [
			{
				mutation_code: 'deleting',
				message: 'The access code is being removed from the device.',
				created_at: nowIso(service),
			},
		],
		warnings: [
			...withoutWarning(code.warnings, 'being_deleted'),
			newWarning(service, 'being_deleted', 'The access code is being deleted.'),
		],
	});
	const finish = (step: Step) => finishRemoving(service, workspace, code, step);
	runStep(
		service,
		workspace,
		code,
		{ kind: 'deleting', attempts, fault: action.fault, finish },
		action.sync,
	);
}

function finishRemoving(
	service: Service,
	workspace: WorkspaceState,
	code: StoredAccessCode,
	step: Step,
): DeviceFailure | undefined {
	const { state, clock } = service;
	const wasOnDevice = isOnDevice(code);
	const isDeviceNeeded = wasOnDevice && !code.isOffline;
	const failure = isDeviceNeeded
		? deviceFailure(
				findDevice(workspace, code.deviceId),
				step.fault,
				'failed_to_remove_from_device',
			)
		: undefined;
	if (failure?.issue) {
		state.updateAccessCode(code, { warnings: withoutWarning(code.warnings, 'being_deleted') });
		const status = startMs(code) > clock.now() ? 'unset' : 'set';
		leaveError(service, workspace, code, 'failed_to_remove_from_device', failure.issue, status);
	} else if (failure) {
		const message = 'Removing the access code takes longer than usual.';
		leaveDelay(service, workspace, code, 'delay_in_removing_from_device', message);
		blockStep(code, step);
	}
	if (failure) return failure;
	state.removeAccessCode(code);
	if (wasOnDevice) publishOfCode(service, workspace, code, 'removed_from_device');
	publishOfCode(service, workspace, code, 'deleted', { code: code.code || null });
	service.codeChanged(workspace, code, 'removed');
	return undefined;
}

/** Removes the code at its end (docs/service.md#codes-13). */
export function expireAtEnd(
	service: Service,
	workspace: WorkspaceState,
	code: StoredAccessCode,
): void {
	scheduleStep(service, workspace, code, endMs(code), () => removeCode(service, workspace, code));
}

export function releaseCode(
	service: Service,
	workspace: WorkspaceState,
	code: StoredAccessCode,
): void {
	dropStep(service, code);
	const isUnset = !isOnDevice(code) || startMs(code) > service.clock.now();
	service.state.updateAccessCode(code, {
		isManaged: false,
		isUnset,
		status: undefined,
		isOnDevice: undefined,
		pendingMutations: [],
	});
	service.codeChanged(workspace, code, 'removed');
}
