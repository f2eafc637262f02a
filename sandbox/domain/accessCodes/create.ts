import { randomUUID } from 'node:crypto';
import type { PendingMutation } from '../../schemas/accessCode';
import type { ManagedCodeData } from '../../state/managedCodeData';
import type { AccessCodeData, StoredAccessCode, StoredActionAttempt } from '../../state/state';
import { endAttempt } from '../attempts';
import { nowIso } from '../clock';
import { newMutation, withoutWarning } from '../issues';
import { findDevice } from '../lookup';
import type { Here } from '../service';
import { isBackupAvailable, pullBackup } from './backup';
import { leaveDelay, leaveError, publishOfCode } from './codeEvents';
import { deviceFailure, fullDeviceFailure, isOnDevice, type DeviceFailure } from './deviceFailure';
import { activate, waitOnDevice } from './onDevice';
import { assignsPinsItself, generatePin } from './pinRules';
import { nameShownOn } from './records';
import { expireAtEnd, removeCode } from './remove';
import { blockStep, runStep, scheduleStep, type CodeAction, type Step } from './steps';
import { endMs, isNativelyScheduled, programmingTimeMs, startMs } from './times';

/** Parameters to create a code. Without a PIN, the sandbox or the lock's maker chooses one. */
export type NewAccessCode = Pick<
	AccessCodeData,
	'deviceId' | 'name' | 'startsAt' | 'endsAt' | 'isExternalModificationAllowed'
> &
	Partial<Omit<ManagedCodeData, 'status' | 'pendingMutations' | 'isOnDevice'>> & {
		code?: string;
		preferredLength?: number;
	};

/** Adds a code, and starts to set it, now or at its programming time. The caller must check that the PIN is allowed. */
export function createCode(
	here: Here,
	{ preferredLength, ...draft }: NewAccessCode,
	{ attempt, fault, sync }: CodeAction = {},
): StoredAccessCode {
	const device = findDevice(here, draft.deviceId);
	const isAssignedLater =
		draft.code === undefined && assignsPinsItself(device.record) && !draft.isOffline;
	const code = here.state.addAccessCode(here.workspace, {
		...draft,
		code: draft.code ?? (isAssignedLater ? '' : generatePin(here, device, preferredLength)),
		...(isAssignedLater ? { isWaitingForCodeAssignment: true } : {}),
		accessCodeId: randomUUID(),
		createdAt: nowIso(here),
		isManaged: true,
		isOnDevice: false,
		status: 'unset',
		pendingMutations: [],
	});
	publishOfCode(here, code, 'created');
	proceed(here, code, { attempts: attempt ? [attempt] : [], fault, sync });
	return code;
}

export function proceed(
	here: Here,
	code: StoredAccessCode,
	{
		attempts,
		fault,
		sync,
	}: { attempts: StoredActionAttempt[] } & Pick<CodeAction, 'fault' | 'sync'>,
): void {
	const nowMs = here.clock.now();
	const isOver = endMs(code) <= nowMs;
	if (isOver || isOnDevice(code)) {
		for (const attempt of attempts) endAttempt(here, attempt, { result: {} });
		return isOver ? removeCode(here, code) : waitOnDevice(here, code);
	}
	const programAtMs = code.isOffline
		? -Infinity
		: programmingTimeMs(code, findDevice(here, code.deviceId));
	if (programAtMs > nowMs) {
		here.state.updateAccessCode(code, {
			status: 'unset',
			pendingMutations: [deferral(here, programAtMs)],
		});
		const finish = (step: Step) => finishDeferring(here, code, step);
		return runStep(here, code, { kind: 'deferring', attempts, fault, finish }, sync);
	}
	here.state.updateAccessCode(code, {
		status:
			startMs(code) > nowMs && isNativelyScheduled(code, findDevice(here, code.deviceId))
				? 'unset'
				: 'setting',
		pendingMutations: [
			newMutation(here, 'creating', 'The access code is being set on the device.'),
		],
	});
	const finish = (step: Step) => finishCreating(here, code, step);
	runStep(here, code, { kind: 'creating', attempts, fault, finish }, sync);
}

function deferral(here: Here, scheduledAtMs: number): PendingMutation {
	const message = 'The access code is set on the device later, before its start time.';
	const scheduled_at = new Date(scheduledAtMs).toISOString();
	return newMutation(here, 'deferring_creation', message, { scheduled_at });
}

function finishDeferring(
	here: Here,
	code: StoredAccessCode,
	{ fault }: Step,
): DeviceFailure | undefined {
	const device = findDevice(here, code.deviceId);
	const program = () => proceed(here, code, { attempts: [], fault });
	scheduleStep(here, code, programmingTimeMs(code, device), program);
	// The device is not used before the programming time. A scripted failure fails the attempt now, and shows on the code at that time.
	return fault?.kind === 'attemptFails'
		? deviceFailure(device, fault, 'failed_to_set_on_device')
		: undefined;
}

function finishCreating(here: Here, code: StoredAccessCode, step: Step): DeviceFailure | undefined {
	const { state, clock } = here;
	const device = findDevice(here, code.deviceId);
	const failure = code.isOffline
		? undefined
		: (deviceFailure(device, step.fault, 'failed_to_set_on_device') ??
			fullDeviceFailure(here, device));
	if (failure) {
		failCreating(here, code, step, failure);
		return failure;
	}
	state.updateAccessCode(code, {
		isOnDevice: true,
		errors: [],
		warnings: withoutWarning(code.warnings, 'delay_in_setting_on_device'),
		pendingMutations: [],
		...(code.isWaitingForCodeAssignment
			? { isWaitingForCodeAssignment: false, code: generatePin(here, device) }
			: {}),
		...(code.name === null ? {} : { nameOnDevice: nameShownOn(device, code.name) }),
	});
	if (startMs(code) > clock.now() && (code.isOffline || isNativelyScheduled(code, device))) {
		state.updateAccessCode(code, { status: 'unset', isScheduledOnDevice: !code.isOffline });
		if (!code.isOffline) publishOfCode(here, code, 'scheduled_on_device', { code: code.code });
		here.codeChanged(here, code, 'scheduled');
	} else {
		activate(here, code);
	}
	waitOnDevice(here, code);
	return undefined;
}

function failCreating(
	here: Here,
	code: StoredAccessCode,
	step: Step,
	{ issue }: DeviceFailure,
): void {
	if (issue) {
		leaveError(here, code, 'failed_to_set_on_device', issue, 'unset');
	} else {
		const message = 'Setting the access code on the device takes longer than usual.';
		leaveDelay(here, code, 'delay_in_setting_on_device', message);
		blockStep(code, step);
	}
	here.codeChanged(here, code, 'failed');
	if (!isBackupAvailable(code)) return expireAtEnd(here, code);
	scheduleStep(here, code, Math.max(startMs(code), here.clock.now()), () => {
		pullBackup(here, code);
		expireAtEnd(here, code);
	});
}
