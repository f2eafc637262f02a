import type { StoredAccessCode, StoredDevice } from '../../state/state';
import { PROVIDERS_WITHOUT_SCHEDULING, providerOf } from '../providers';

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;

/**
 * How long before a code's start its programming begins: with native scheduling, and without
 * (docs/service.md#codes-4).
 */
const NATIVE_LEAD_MS = 72 * HOUR_MS;
const LEAD_MS = 60 * MINUTE_MS;

/** Whether the lock keeps the code's times itself, so that it can be programmed long before they begin. */
export function isNativelyScheduled(code: StoredAccessCode, device: StoredDevice): boolean {
	return (
		code.prefersNativeScheduling !== false && !PROVIDERS_WITHOUT_SCHEDULING.has(providerOf(device))
	);
}

/** The time to program the code on the device, in ms since the epoch. A time in the past means immediately. */
export function programmingTimeMs(code: StoredAccessCode, device: StoredDevice): number {
	if (!code.startsAt) return -Infinity;
	return Date.parse(code.startsAt) - (isNativelyScheduled(code, device) ? NATIVE_LEAD_MS : LEAD_MS);
}

export const startMs = ({ startsAt }: StoredAccessCode) =>
	startsAt ? Date.parse(startsAt) : -Infinity;

export const endMs = ({ endsAt }: StoredAccessCode) => (endsAt ? Date.parse(endsAt) : Infinity);
