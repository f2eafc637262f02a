import { type TSchema, Type } from 'typebox';
import { runAttempt } from '../../domain/attempts';
import { deviceFailure } from '../../domain/accessCodes/deviceFailure';
import { enterPin, setLocked } from '../../domain/devices/bolt';
import { findSimulated } from '../../domain/devices/simulations';
import { findDevice } from '../../domain/lookup';
import { publishEnd } from '../../domain/publishEvent';
import { type ActionAttempt } from '../../schemas/actionAttempt';
import { NonEmptyText, Uuid } from '../../schemas/primitives';
import type { Service } from '../../domain/service';
import { unsupportedDevice } from '../../domain/serviceError';
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

	keypadRoute(
		'keypad_code_entry',
		{ device_id: Uuid, code: NonEmptyText },
		(service, workspace, device, code) => enterPin(service, workspace, device, code),
	),
	keypadRoute('manual_lock_via_keypad', { device_id: Uuid }, (service, workspace, device) =>
		setLocked(service, workspace, device, true, { method: 'manual' }),
	),
];

function keypadRoute(
	name: string,
	parameters: Record<string, TSchema>,
	happen: (service: Service, workspace: WorkspaceState, device: StoredDevice, code: string) => void,
) {
	return defineRoute({
		path: `/locks/simulate/${name}`,
		parameters,
		answer(service, { workspace, parameters: { device_id: id, code }, fault }) {
			const device = findSimulated(workspace, String(id), 'keypad');
			const action_attempt = runAttempt(service, workspace, {
				actionType: `SIMULATE_${name.toUpperCase()}`,
				deviceId: String(id),
				fault,
				finish() {
					happen(service, workspace, device, String(code));
					return { result: {} };
				},
				ended: publishEnd(service, workspace, { device_id: String(id) }),
			});
			return { action_attempt };
		},
	});
}

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
		const { device_id } = parameters;
		throw unsupportedDevice('The device cannot be locked or unlocked remotely.', { device_id });
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
		ended: publishEnd(service, workspace, { device_id: parameters.device_id }),
	});
}
