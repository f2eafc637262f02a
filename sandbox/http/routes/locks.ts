import { Type } from 'typebox';
import { runAttempt } from '../../domain/attempts';
import { deviceFailure } from '../../domain/accessCodes/deviceFailure';
import { enterPin, setLocked } from '../../domain/devices/bolt';
import { findSimulated } from '../../domain/devices/simulations';
import { findDevice } from '../../domain/lookup';
import { publishEvent } from '../../domain/publishEvent';
import { type ActionAttempt } from '../../schemas/actionAttempt';
import { NonEmptyText, Uuid } from '../../schemas/primitives';
import type { Service } from '../../domain/service';
import { ServiceError } from '../../domain/serviceError';
import type { StoredDevice, WorkspaceState } from '../../state/state';
import { defineRoute, type ServiceRequest } from './defineRoute';

const DeviceAction = { device_id: Uuid, sync: Type.Optional(Type.Boolean()) };

/**
 * Locking and unlocking by the service and, in sandbox workspaces, by a simulated person at the
 * keypad.
 */
export const lockRoutes = [
	defineRoute({
		path: '/locks/lock_door',
		parameters: DeviceAction,
		answer: (service, request) => ({ action_attempt: moveBolt(service, request, 'LOCK_DOOR') }),
	}),

	defineRoute({
		path: '/locks/unlock_door',
		parameters: DeviceAction,
		answer: (service, request) => ({ action_attempt: moveBolt(service, request, 'UNLOCK_DOOR') }),
	}),

	defineRoute({
		path: '/locks/simulate/keypad_code_entry',
		parameters: { device_id: Uuid, code: NonEmptyText },
		answer(service, { workspace, parameters, fault }) {
			const device = findSimulated(workspace, parameters.device_id, 'keypad');
			const action = {
				actionType: 'SIMULATE_KEYPAD_CODE_ENTRY',
				deviceId: parameters.device_id,
				fault,
			};
			const finish = () => {
				enterPin(service, workspace, device, parameters.code);
				return { result: {} };
			};
			return {
				action_attempt: runAttempt(service, workspace, {
					...action,
					finish,
					ended: publishEnd(service, workspace, device),
				}),
			};
		},
	}),

	defineRoute({
		path: '/locks/simulate/manual_lock_via_keypad',
		parameters: { device_id: Uuid },
		answer(service, { workspace, parameters, fault }) {
			const device = findSimulated(workspace, parameters.device_id, 'keypad');
			const action = {
				actionType: 'SIMULATE_MANUAL_LOCK_VIA_KEYPAD',
				deviceId: parameters.device_id,
				fault,
			};
			const finish = () => {
				setLocked(service, workspace, device, true, { method: 'manual' });
				return { result: {} };
			};
			return {
				action_attempt: runAttempt(service, workspace, {
					...action,
					finish,
					ended: publishEnd(service, workspace, device),
				}),
			};
		},
	}),
];

const MOVES = {
	LOCK_DOOR: { isLocked: true, capability: 'can_remotely_lock' },
	UNLOCK_DOOR: { isLocked: false, capability: 'can_remotely_unlock' },
} as const;

/** Locks or unlocks remotely. Throws 400 `unsupported_device` if the device cannot do so. */
function moveBolt(
	service: Service,
	{ workspace, parameters, fault }: ServiceRequest<{ device_id: string; sync?: boolean }>,
	actionType: keyof typeof MOVES,
): ActionAttempt {
	const device = findDevice(workspace, parameters.device_id);
	const { isLocked, capability } = MOVES[actionType];
	if (!device.record[capability]) {
		throw new ServiceError(
			400,
			'unsupported_device',
			'The device cannot be locked or unlocked remotely.',
			{
				data: { device_id: parameters.device_id },
			},
		);
	}
	return runAttempt(service, workspace, {
		actionType,
		deviceId: parameters.device_id,
		fault,
		sync: parameters.sync,
		finish({ action_attempt_id }) {
			const failure = deviceFailure(device, undefined, 'provider_issue');
			if (failure) return { error: failure.error };
			setLocked(service, workspace, device, isLocked, { method: 'remote', action_attempt_id });
			return { result: { was_confirmed_by_device: true } };
		},
		ended: publishEnd(service, workspace, device),
	});
}

const EVENTS_OF_ACTIONS: Record<string, string> = {
	LOCK_DOOR: 'lock_door',
	UNLOCK_DOOR: 'unlock_door',
	SIMULATE_KEYPAD_CODE_ENTRY: 'simulate_keypad_code_entry',
	SIMULATE_MANUAL_LOCK_VIA_KEYPAD: 'simulate_manual_lock_via_keypad',
};

/** Returns a listener that publishes the event about the end of an attempt. */
function publishEnd(
	service: Service,
	workspace: WorkspaceState,
	{ record: { device_id } }: StoredDevice,
) {
	return ({ action_attempt_id, action_type, status }: ActionAttempt) => {
		const kind = EVENTS_OF_ACTIONS[action_type];
		if (kind === undefined) return;
		const event_type = `action_attempt.${kind}.${status === 'success' ? 'succeeded' : 'failed'}`;
		publishEvent(service, workspace, {
			event_type,
			device_id,
			action_attempt_id,
			action_type,
			status,
		});
	};
}
