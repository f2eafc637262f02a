import { runAttempt } from '../../domain/attempts';
import { deviceFailure } from '../../domain/accessCodes/deviceFailure';
import { enterPin, setLocked } from '../../domain/devices/bolt';
import { findSimulated } from '../../domain/devices/simulations';
import { findDevice } from '../../domain/lookup';
import { publishEnd } from '../../domain/publishEvent';
import type { ActionAttempt } from '../../schemas/actionAttempt';
import type { Parameters } from '../../schemas/parameters';
import type { Here } from '../../domain/service';
import { unsupportedDevice } from '../../domain/serviceError';
import type { StoredDevice } from '../../state/state';
import { defineRoute, type ServiceRequest } from './defineRoute';

/**
 * Locking and unlocking by the service and, in sandbox workspaces, by a simulated person at the
 * keypad.
 */
export const lockRoutes = [
	defineRoute({
		path: '/locks/lock_door',
		answer: (here, request) => ({ action_attempt: moveBolt(here, request, 'LOCK_DOOR') }),
	}),

	defineRoute({
		path: '/locks/unlock_door',
		answer: (here, request) => ({ action_attempt: moveBolt(here, request, 'UNLOCK_DOOR') }),
	}),

	keypadRoute('keypad_code_entry', enterPin),
	keypadRoute('manual_lock_via_keypad', (here, device) =>
		setLocked(here, device, true, { method: 'manual' }),
	),
];

function keypadRoute(
	name: 'keypad_code_entry' | 'manual_lock_via_keypad',
	happen: (here: Here, device: StoredDevice, code: string) => void,
) {
	return defineRoute({
		path: `/locks/simulate/${name}`,
		answer(here, { parameters: { device_id: id, code = '' }, fault }) {
			const device = findSimulated(here, id, 'keypad');
			const action_attempt = runAttempt(here, {
				actionType: `SIMULATE_${name.toUpperCase()}`,
				deviceId: id,
				fault,
				finish() {
					happen(here, device, code);
					return { result: {} };
				},
				ended: publishEnd(here, { device_id: id }),
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
	here: Here,
	{ parameters, fault }: ServiceRequest<Parameters<'/locks/lock_door'>>,
	actionType: keyof typeof MOVES,
): ActionAttempt {
	const device = findDevice(here, parameters.device_id);
	const { isLocked, capability } = MOVES[actionType];
	if (!device.record[capability]) {
		const { device_id } = parameters;
		throw unsupportedDevice('The device cannot be locked or unlocked remotely.', { device_id });
	}
	return runAttempt(here, {
		actionType,
		deviceId: parameters.device_id,
		fault,
		sync: parameters.sync,
		finish({ action_attempt_id }) {
			const failure = deviceFailure(device, undefined, 'provider_issue');
			if (failure) return { error: failure.error };
			setLocked(here, device, isLocked, { method: 'remote', action_attempt_id });
			return { result: { was_confirmed_by_device: true } };
		},
		ended: publishEnd(here, { device_id: parameters.device_id }),
	});
}
