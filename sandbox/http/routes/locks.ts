import { Type } from 'typebox';
import { runAttempt, type AttemptOutcome } from '../../domain/attempts';
import { deviceFailure } from '../../domain/accessCodes/deviceFailure';
import { accessCodesOf, findDevice, requireSandbox } from '../../domain/lookup';
import { publishEvent } from '../../domain/publishEvent';
import { PROVIDERS_WITH_SIMULATED_KEYPAD, providerOf } from '../../domain/providers';
import { removeCode } from '../../domain/accessCodes/remove';
import { ActionAttempt } from '../../schemas/actionAttempt';
import { NonEmptyText, Uuid } from '../../schemas/primitives';
import type { Service } from '../../domain/service';
import { ServiceError } from '../../domain/serviceError';
import type { StoredAccessCode, StoredDevice, WorkspaceState } from '../../state/state';
import { defineRoute, type ServiceRequest } from './defineRoute';

const response = Type.Object({ action_attempt: ActionAttempt });

const DeviceAction = Type.Object({ device_id: Uuid, sync: Type.Optional(Type.Boolean()) });

/** Locking and unlocking, by the service and, in a sandbox workspace, by somebody at the keypad (facts 4). */
export const lockRoutes = [
	defineRoute({
		path: '/locks/lock_door',
		methods: [],
		parameters: DeviceAction,
		response,
		answer: (service, request) => ({ action_attempt: moveBolt(service, request, 'LOCK_DOOR') }),
	}),

	defineRoute({
		path: '/locks/unlock_door',
		methods: [],
		parameters: DeviceAction,
		response,
		answer: (service, request) => ({ action_attempt: moveBolt(service, request, 'UNLOCK_DOOR') }),
	}),

	defineRoute({
		path: '/locks/simulate/keypad_code_entry',
		methods: [],
		parameters: Type.Object({ device_id: Uuid, code: NonEmptyText }),
		response,
		answer(service, { workspace, parameters, fault }) {
			const device = findKeypad(workspace, parameters.device_id);
			const action = { actionType: 'SIMULATE_KEYPAD_CODE_ENTRY', deviceId: parameters.device_id, fault };
			const finish = () => enterCode(service, workspace, device, parameters.code);
			return { action_attempt: runAttempt(service, workspace, { ...action, finish, ended: publishEnd(service, workspace, device) }) };
		},
	}),

	defineRoute({
		path: '/locks/simulate/manual_lock_via_keypad',
		methods: [],
		parameters: Type.Object({ device_id: Uuid }),
		response,
		answer(service, { workspace, parameters, fault }) {
			const device = findKeypad(workspace, parameters.device_id);
			const action = { actionType: 'SIMULATE_MANUAL_LOCK_VIA_KEYPAD', deviceId: parameters.device_id, fault };
			const finish = () => setLocked(service, workspace, device, true, { method: 'manual' });
			return { action_attempt: runAttempt(service, workspace, { ...action, finish, ended: publishEnd(service, workspace, device) }) };
		},
	}),
];

const MOVES = {
	LOCK_DOOR: { isLocked: true, capability: 'can_remotely_lock' },
	UNLOCK_DOOR: { isLocked: false, capability: 'can_remotely_unlock' },
} as const;

/** Locks or unlocks from afar. Throws 400 `unsupported_device` where the device has no motor for it. */
function moveBolt(
	service: Service,
	{ workspace, parameters, fault }: ServiceRequest<{ device_id: string; sync?: boolean }>,
	actionType: keyof typeof MOVES,
): ActionAttempt {
	const device = findDevice(workspace, parameters.device_id);
	const { isLocked, capability } = MOVES[actionType];
	if (!device.record[capability]) {
		throw new ServiceError(400, 'unsupported_device', 'The device cannot be locked or unlocked from afar.', {
			data: { device_id: parameters.device_id },
		});
	}
	return runAttempt(service, workspace, {
		actionType,
		deviceId: parameters.device_id,
		fault,
		sync: parameters.sync,
		finish({ action_attempt_id }) {
			const failure = deviceFailure(device, undefined, 'provider_issue');
			if (failure) return { error: failure.error };
			return setLocked(service, workspace, device, isLocked, { method: 'remote', action_attempt_id });
		},
		ended: publishEnd(service, workspace, device),
	});
}

/** Changes `properties.locked`, and says who did it. */
function setLocked(
	service: Service,
	workspace: WorkspaceState,
	device: StoredDevice,
	isLocked: boolean,
	members: { method: string; [member: string]: unknown },
): AttemptOutcome {
	const { record } = device;
	service.state.setDevice(device, { ...record, properties: { ...record.properties, locked: isLocked } });
	publishEvent(service, workspace, { event_type: isLocked ? 'lock.locked' : 'lock.unlocked', device_id: record.device_id, ...members });
	return { result: members.method === 'remote' ? { was_confirmed_by_device: true } : {} };
}

/** The right PIN unlocks, and a one-time code is used up by it; a wrong one is denied. */
function enterCode(service: Service, workspace: WorkspaceState, device: StoredDevice, pin: string): AttemptOutcome {
	const { device_id } = device.record;
	const code = [true, false].flatMap((isManaged) => accessCodesOf(workspace, device_id, isManaged)).find((one) => one.code === pin && isUsable(one));
	if (!code) {
		const reason = { reason_code: 'unknown_code', message: 'The code is not known or not valid now.' };
		publishEvent(service, workspace, { event_type: 'lock.access_denied', device_id, reason });
		return { result: {} };
	}
	const outcome = setLocked(service, workspace, device, false, {
		method: 'keycode',
		access_code_id: code.accessCodeId,
		access_code_is_managed: code.isManaged === true,
		code: pin,
	});
	if (code.isOneTimeUse) removeCode(service, workspace, code);
	return outcome;
}

const isUsable = (code: StoredAccessCode) => (code.status ?? (code.isUnset ? 'unset' : 'set')) === 'set';

const EVENTS_OF_ACTIONS: Record<string, string> = {
	LOCK_DOOR: 'lock_door',
	UNLOCK_DOOR: 'unlock_door',
	SIMULATE_KEYPAD_CODE_ENTRY: 'simulate_keypad_code_entry',
	SIMULATE_MANUAL_LOCK_VIA_KEYPAD: 'simulate_manual_lock_via_keypad',
};

/** Publishes the event about the end of an attempt (facts 6, action_attempt). */
function publishEnd(service: Service, workspace: WorkspaceState, { record: { device_id } }: StoredDevice) {
	return ({ action_attempt_id, action_type, status }: ActionAttempt) => {
		const kind = EVENTS_OF_ACTIONS[action_type];
		if (kind === undefined) return;
		const event_type = `action_attempt.${kind}.${status === 'success' ? 'succeeded' : 'failed'}`;
		publishEvent(service, workspace, { event_type, device_id, action_attempt_id, action_type, status });
	};
}

/** Throws 400 for a workspace with real locks, and for a device without that simulation (facts 4 and 8). */
function findKeypad(workspace: WorkspaceState, deviceId: string): StoredDevice {
	const device = findDevice(workspace, deviceId);
	requireSandbox(workspace, 'simulate a keypad');
	if (PROVIDERS_WITH_SIMULATED_KEYPAD.has(providerOf(device))) return device;
	throw new ServiceError(400, 'device_type_not_supported', 'This device type has no simulated keypad.', { data: { device_id: deviceId } });
}
