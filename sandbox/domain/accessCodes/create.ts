import { randomUUID } from 'node:crypto';
import type { PendingMutation } from '../../schemas/accessCode';
import type { ManagedCodeData } from '../../state/managedCodeData';
import type {
	AccessCodeData,
	StoredAccessCode,
	StoredActionAttempt,
	WorkspaceState,
} from '../../state/state';
import { endAttempt } from '../attempts';
import { nowIso } from '../clock';
import { withoutWarning } from '../issues';
import { findDevice } from '../lookup';
import type { Service } from '../service';
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
	service: Service,
	workspace: WorkspaceState,
	{ preferredLength, ...draft }: NewAccessCode,
	{ attempt, fault, sync }: CodeAction = {},
): StoredAccessCode {
	const device = findDevice(workspace, draft.deviceId);
	const isAssignedLater =
		draft.code === undefined && assignsPinsItself(device.record) && !draft.isOffline;
	const code = service.state.addAccessCode(workspace, {
		...draft,
		code: draft.code ?? (isAssignedLater ? '' : generatePin(workspace, device, preferredLength)),
		...(isAssignedLater ? { isWaitingForCodeAssignment: true } : {}),
		accessCodeId: randomUUID(),
		createdAt: nowIso(service),
		isManaged: true,
		isOnDevice: false,
		status: 'unset',
		pendingMutations: [],
	});
	publishOfCode(service, workspace, code, 'created');
	proceed(service, workspace, code, { attempts: attempt ? [attempt] : [], fault, sync });
	return code;
}

export function proceed(
	service: Service,
	workspace: WorkspaceState,
	code: StoredAccessCode,
	{
		attempts,
		fault,
		sync,
	}: { attempts: StoredActionAttempt[] } & Pick<CodeAction, 'fault' | 'sync'>,
): void {
	const nowMs = service.clock.now();
	const isOver = endMs(code) <= nowMs;
	if (isOver || isOnDevice(code)) {
		for (const attempt of attempts) endAttempt(service, attempt, { result: {} });
		return isOver ? removeCode(service, workspace, code) : waitOnDevice(service, workspace, code);
	}
	const programAtMs = code.isOffline
		? -Infinity
		: programmingTimeMs(code, findDevice(workspace, code.deviceId));
	if (programAtMs > nowMs) {
		service.state.updateAccessCode(code, {
			status: 'unset',
			pendingMutations: [deferral(nowIso(service), programAtMs)],
		});
		const finish = (step: Step) => finishDeferring(service, workspace, code, step);
		return runStep(service, workspace, code, { kind: 'deferring', attempts, fault, finish }, sync);
	}
	service.state.updateAccessCode(code, {
		status:
			startMs(code) > nowMs && isNativelyScheduled(code, findDevice(workspace, code.deviceId))
				? 'unset'
				: 'setting',
		pendingMutations: [
			{
				mutation_code: 'creating',
				message: 'The access code is being set on the device.',
				created_at: nowIso(service),
			},
		],
	});
	const finish = (step: Step) => finishCreating(service, workspace, code, step);
	runStep(service, workspace, code, { kind: 'creating', attempts, fault, finish }, sync);
}

function deferral(created_at: string, scheduledAtMs: number): PendingMutation {
	const message = 'The access code is set on the device later, before its start time.';
	return {
		mutation_code: 'deferring_creation',
		message,
		created_at,
		scheduled_at: new Date(scheduledAtMs).toISOString(),
	};
}

function finishDeferring(
	service: Service,
	workspace: WorkspaceState,
	code: StoredAccessCode,
	{ fault }: Step,
): DeviceFailure | undefined {
	const device = findDevice(workspace, code.deviceId);
	const program = () => proceed(service, workspace, code, { attempts: [], fault });
	scheduleStep(service, workspace, code, programmingTimeMs(code, device), program);
	// The device is not used before the programming time. A scripted failure fails the attempt now, and shows on the code at that time.
	return fault?.kind === 'attemptFails'
		? deviceFailure(device, fault, 'failed_to_set_on_device')
		: undefined;
}

function finishCreating(
	service: Service,
	workspace: WorkspaceState,
	code: StoredAccessCode,
	step: Step,
): DeviceFailure | undefined {
	const { state, clock } = service;
	const device = findDevice(workspace, code.deviceId);
	const failure = code.isOffline
		? undefined
		: (deviceFailure(device, step.fault, 'failed_to_set_on_device') ??
			fullDeviceFailure(workspace, device));
	if (failure) {
		failCreating(service, workspace, code, step, failure);
		return failure;
	}
	state.updateAccessCode(code, {
		isOnDevice: true,
		errors: [],
		warnings: withoutWarning(code.warnings, 'delay_in_setting_on_device'),
		pendingMutations: [],
		...(code.isWaitingForCodeAssignment
			? { isWaitingForCodeAssignment: false, code: generatePin(workspace, device) }
			: {}),
		...(code.name === null ? {} : { nameOnDevice: nameShownOn(device, code.name) }),
	});
	if (startMs(code) > clock.now() && (code.isOffline || isNativelyScheduled(code, device))) {
		state.updateAccessCode(code, { status: 'unset', isScheduledOnDevice: !code.isOffline });
		if (!code.isOffline)
			publishOfCode(service, workspace, code, 'scheduled_on_device', { code: code.code });
		service.codeChanged(workspace, code, 'scheduled');
	} else {
		activate(service, workspace, code);
	}
	waitOnDevice(service, workspace, code);
	return undefined;
}

function failCreating(
	service: Service,
	workspace: WorkspaceState,
	code: StoredAccessCode,
	step: Step,
	{ issue }: DeviceFailure,
): void {
	if (issue) {
		leaveError(service, workspace, code, 'failed_to_set_on_device', issue, 'unset');
	} else {
		const message = 'Setting the access code on the device takes longer than usual.';
		leaveDelay(service, workspace, code, 'delay_in_setting_on_device', message);
		blockStep(code, step);
	}
	service.codeChanged(workspace, code, 'failed');
	if (!isBackupAvailable(code)) return expireAtEnd(service, workspace, code);
	scheduleStep(service, workspace, code, Math.max(startMs(code), service.clock.now()), () => {
		pullBackup(service, workspace, code);
		expireAtEnd(service, workspace, code);
	});
}
