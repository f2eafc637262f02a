import { runAttempt } from '../../domain/attempts';
import { deviceFailure } from '../../domain/accessCodes/deviceFailure';
import { enterPin, setLocked } from '../../domain/devices/bolt';
import { findSimulated } from '../../domain/devices/simulations';
import { findDevice } from '../../domain/lookup';
import { publishEnd } from '../../domain/publishEvent';
import type { ActionAttempt } from '../../schemas/actionAttempt';
import type { Parameters } from '../../schemas/parameters';
import type { Service } from '../../domain/service';
import { unsupportedDevice } from '../../domain/serviceError';
import type { StoredDevice, WorkspaceState } from '../../state/state';
import { defineRoute, type ServiceRequest } from './defineRoute';

/**
 * Locking and unlocking by the service and, in sandbox workspaces, by a simulated person at the
 * keypad.
 */
export const lockRoutes = [
	defineRoute({
		path: '/locks/lock_door',
		answer: (service, request) => ({ action_attempt: moveBolt(service, request, 'LOCK_DOOR') }),
	}),

	defineRoute({
		path: '/locks/unlock_door',
		answer: (service, request) => ({ action_attempt: moveBolt(service, request, 'UNLOCK_DOOR') }),
	}),

	keypadRoute('keypad_code_entry', enterPin),
	keypadRoute('manual_lock_via_keypad', (service, workspace, device) =>
		setLocked(service, workspace, device, true, { method: 'manual' }),
	),
];

function keypadRoute(
	name: 'keypad_code_entry' | 'manual_lock_via_keypad',
	happen: (service: Service, workspace: WorkspaceState, device: StoredDevice, code: string) => void,
) {
	return defineRoute({
		path: `/locks/simulate/${name}`,
		answer(service, { workspace, parameters: { device_id: id, code = '' }, fault }) {
			const device = findSimulated(workspace, id, 'keypad');
			const action_attempt = runAttempt(service, workspace, {
				actionType: `SIMULATE_${name.toUpperCase()}`,
				deviceId: id,
				fault,
				finish() {
					happen(service, workspace, device, code);
					return { result: {} };
				},
				ended: publishEnd(service, workspace, { device_id: id }),
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
	{ workspace, parameters, fault }: ServiceRequest<Parameters<'/locks/lock_door'>>,
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
