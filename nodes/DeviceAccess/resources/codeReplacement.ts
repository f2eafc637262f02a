import { isWireObject, type WireObject } from '../api/types';
import { readPath } from '../operation/shapeRecord';
import type { LockState } from './lockState';
import { pinObjection } from './pinRules';

/** Providers that convert no code (facts 10). The provider decides, not the maker of the lock. */
const PROVIDERS_WITHOUT_CONVERSION = new Set(['igloohome', 'kwikset', 'smartthings']);

/** Whether a code can be converted, as far as its record and its lock tell (facts C5, 10). */
export function isConvertible(code: WireObject, device: WireObject): boolean {
	return code.cannot_be_managed !== true && !PROVIDERS_WITHOUT_CONVERSION.has(providerOf(device));
}

/** The provider that the lock is reached through, as the service names it. */
export const providerOf = (device: WireObject): string => String(readPath(device, 'device_provider.device_provider_name') ?? '');

/** Why nothing can be done with a lock's codes now, in words that follow a colon; undefined when it can be reached. */
export function lockObjection({ errors, properties }: WireObject): string | undefined {
	const [error] = Array.isArray(errors) ? errors.filter(isWireObject) : [];
	if (error) return `the lock has an error: ${String(error.message ?? error.error_code ?? '').replace(/\.$/, '')}`;
	return isWireObject(properties) && properties.online === false ? 'the lock is offline' : undefined;
}

/** The other code with the same PIN, and whether it is managed; undefined where there is none or the PIN is hidden. */
export function duplicateOf(code: WireObject, { managed, unmanaged }: LockState): { other: WireObject; isManaged: boolean } | undefined {
	if (!isKnown(code.code)) return undefined;
	const isSame = (other: WireObject) => other.access_code_id !== code.access_code_id && other.code === code.code;
	const twin = managed.find(isSame);
	if (twin) return { other: twin, isManaged: true };
	const other = unmanaged.find(isSame);
	return other && { other, isManaged: false };
}

const isKnown = (pin: unknown): pin is string => typeof pin === 'string' && pin !== '';

/**
 * Why a code must not be deleted to be created anew, in words that follow a colon; undefined when nothing speaks
 * against it. `name` is what the new code is to be called.
 */
export function replacementObjection(code: WireObject, lock: LockState, name: string, nowMs: number): string | undefined {
	const { device, managed, unmanaged } = lock;
	if (code.cannot_delete_unmanaged_access_code === true) return "only the lock maker's own app can delete it";
	if (!isKnown(code.code)) return 'its PIN is not known, so that no new code can have it';
	const objection = lockObjection(device);
	if (objection) return objection;
	if (readPath(device, 'properties.online') !== true) return 'it is not known whether the lock is online';
	if (device.can_program_online_access_codes !== true) return 'the lock takes no codes from the service';
	const duplicate = duplicateOf(code, lock);
	if (duplicate) return `another ${duplicate.isManaged ? 'managed' : 'unmanaged'} code on the lock has the same PIN`;
	if (isFull(lock)) return 'the lock is full, so that a code that waits for room could take its place';
	const others = [...managed, ...unmanaged].filter(({ access_code_id: id }) => id !== code.access_code_id);
	return timeObjection(code, nowMs) ?? pinObjection(device, { code: code.code, name, startsAtMs: timeOf(code.starts_at), others, nowMs });
}

function timeObjection({ status, starts_at: startsAt, ends_at: endsAt }: WireObject, nowMs: number): string | undefined {
	if (status === 'unset') return 'it does not work on the lock now, and a new one would';
	const [start, end] = [timeOf(startsAt), timeOf(endsAt)];
	if (end !== undefined && end <= nowMs) return 'it has ended';
	if ((start === undefined) !== (end === undefined)) return 'it has a start without an end or an end without a start, which no new code can have';
	return undefined;
}

function timeOf(value: unknown): number | undefined {
	const time = typeof value === 'string' ? Date.parse(value) : NaN;
	return Number.isNaN(time) ? undefined : time;
}

function isFull({ device, managed, unmanaged }: LockState): boolean {
	const hasWarning = Array.isArray(device.warnings) && device.warnings.some((warning) => isWireObject(warning) && warning.warning_code === 'max_access_codes_reached');
	const capacity = readPath(device, 'properties.max_active_codes_supported');
	const waits = managed.some(({ errors }) => Array.isArray(errors) && errors.some((error) => isWireObject(error) && error.error_code === 'no_space_for_access_code_on_device'));
	return hasWarning || waits || (typeof capacity === 'number' && managed.length + unmanaged.length >= capacity);
}
