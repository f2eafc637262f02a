import type { StoredAccessCode, StoredDevice } from '../../state/state';
import { isOnDevice } from '../accessCodes/deviceFailure';
import { removeCode } from '../accessCodes/remove';
import { endMs, startMs } from '../accessCodes/times';
import { accessCodesOf } from '../lookup';
import { publishEvent } from '../publishEvent';
import type { Here } from '../service';

export function setLocked(
	here: Here,
	device: StoredDevice,
	isLocked: boolean,
	members: { method: string; [member: string]: unknown },
): void {
	const { record } = device;
	here.state.setDevice(device, {
		...record,
		properties: { ...record.properties, locked: isLocked },
	});
	publishEvent(here, {
		event_type: isLocked ? 'lock.locked' : 'lock.unlocked',
		device_id: record.device_id,
		...members,
	});
}

/**
 * Simulates someone typing a PIN. A valid PIN opens the lock, and uses up a one-time code; other PINs are denied. Returns
 * the code that opened the lock.
 */
export function enterPin(
	here: Here,
	device: StoredDevice,
	pin: string,
): StoredAccessCode | undefined {
	const { device_id } = device.record;
	const codes = [true, false].flatMap((isManaged) => accessCodesOf(here, device_id, isManaged));
	const code = codes.find((one) => one.code === pin && opens(one, here.clock.now()));
	if (!code) {
		const reason = {
			reason_code: 'unknown_code',
			message: 'The code is not known or not valid now.',
		};
		publishEvent(here, { event_type: 'lock.access_denied', device_id, reason });
		return undefined;
	}
	setLocked(here, device, false, {
		method: 'keycode',
		access_code_id: code.accessCodeId,
		access_code_is_managed: code.isManaged === true,
		code: pin,
	});
	if (code.isOneTimeUse) removeCode(here, code);
	return code;
}

/**
 * Whether the lock opens for the code now, even if it is offline. A code that is being changed or removed opens until that
 * is done. On a lock that cannot schedule, a code that is set opens before its start.
 */
export function opens(code: StoredAccessCode, nowMs: number): boolean {
	return (
		isOnDevice(code) && nowMs < endMs(code) && (code.status === 'set' || startMs(code) <= nowMs)
	);
}
