import { hideSecretsInText } from '../errors/maskPins';
import { seriousErrors } from '../wire/issues';
import { isWireObject, readPath, type WireObject, wireObjectsIn } from '../wire/records';
import type { LockState } from './lockState';
import { pinObstacle } from './pinRules';

/** The provider decides, not the lock maker (docs/service.md#unmanaged-3). */
const PROVIDERS_WITHOUT_CONVERSION = new Set(['igloohome', 'kwikset', 'smartthings']);

export const isConvertible = (code: WireObject, device: WireObject): boolean =>
	conversionObstacle(code, device) === undefined;

/**
 * Why a code can never be converted, as a sentence without a period; undefined if nothing says so
 * (docs/service.md#unmanaged-2).
 */
export function conversionObstacle(code: WireObject, device: WireObject): string | undefined {
	if (code.cannot_be_managed === true)
		return 'The lock or its provider does not allow converting this access code';
	const provider = providerOf(device);
	if (!PROVIDERS_WITHOUT_CONVERSION.has(provider)) return undefined;
	return `Codes on ${textOf(readPath(device, 'device_provider.display_name')) || provider} locks cannot be converted`;
}

const providerOf = (device: WireObject): string =>
	textOf(readPath(device, 'device_provider.device_provider_name')) ||
	textOf(device.device_type).replace(/_lock$/, '');

/** Why the codes of a lock cannot be changed now, as text after a colon; undefined if they can. */
export function lockObstacle({ errors, properties }: WireObject): string | undefined {
	const [error] = seriousErrors(errors);
	if (error) return `the lock has an error${wordsOf(error)}`;
	return isWireObject(properties) && properties.online === false
		? 'the lock is offline'
		: undefined;
}

/** Why the service cannot change this code now, as text after a colon; undefined if it can. */
export function accessObstacle(code: WireObject, device: WireObject): string | undefined {
	// Missing permissions can be an error of the code, or an error or warning of its lock
	// (docs/service.md#codes-9).
	const refusal =
		wireObjectsIn(code.errors).find(
			({ error_code: type }) => type === 'insufficient_permissions',
		) ??
		wireObjectsIn(device.warnings).find(
			({ warning_code: type }) => type === 'insufficient_permissions',
		);
	return (
		lockObstacle(device) ??
		(refusal &&
			`the connected account is not allowed to change codes on the lock${wordsOf(refusal)}`)
	);
}

export interface Duplicate {
	nameOrId: string;
	isManaged: boolean;
}

/**
 * Another code on the lock: one with the same PIN, or one that an error of the code names as its
 * duplicate (docs/service.md#codes-10).
 */
export function duplicateOf(
	code: WireObject,
	{ managed, unmanaged }: LockState,
): Duplicate | undefined {
	const ownId = code.access_code_id;
	const error =
		wireObjectsIn(code.errors).find(
			({ error_code: type }) => type === 'duplicate_code_on_device',
		) ?? {};
	const isSame = ({ access_code_id: id, code: pin }: WireObject) =>
		id !== ownId &&
		((isKnown(code.code) && pin === code.code) ||
			(id !== undefined &&
				[error.managed_access_code_id, error.unmanaged_access_code_id].includes(id)));
	const twin = managed.find(isSame);
	const other = twin ?? unmanaged.find(isSame);
	return (
		other && {
			nameOrId: textOf(other.name) || textOf(other.access_code_id),
			isManaged: twin !== undefined,
		}
	);
}

/** Why a code can never be replaced, as text after a colon; undefined if it can. */
export function permanentObstacle(code: WireObject): string | undefined {
	if (code.cannot_delete_unmanaged_access_code === true)
		return "only the lock maker's app can delete the code";
	return isKnown(code.code)
		? undefined
		: 'the PIN of the code is unknown, so no new code can have it';
}

/**
 * Why a code must not be replaced, as text after a colon; undefined if it may. `name` is the name
 * of the new code.
 */
export function replacementObstacle(
	code: WireObject,
	lock: LockState,
	name: string,
	nowMs: number,
): string | undefined {
	const { device, managed, unmanaged } = lock;
	const obstacle = permanentObstacle(code) ?? accessObstacle(code, device);
	if (obstacle) return obstacle;
	if (readPath(device, 'properties.online') !== true)
		return 'it is unknown whether the lock is online';
	if (device.can_program_online_access_codes !== true)
		return 'the lock does not accept codes from the service';
	const duplicate = duplicateOf(code, lock);
	if (duplicate)
		return `another ${duplicate.isManaged ? 'managed' : 'unmanaged'} code on the lock has the same PIN`;
	if (isFull(lock))
		return 'the lock is full, and another code could take the free place before the new one is set';
	const others = [...managed, ...unmanaged].filter(
		({ access_code_id: id }) => id !== code.access_code_id,
	);
	return (
		timeObstacle(code, nowMs) ??
		pinObstacle(device, {
			code: textOf(code.code),
			name,
			startsAtMs: timeOf(code.starts_at),
			others,
			nowMs,
		})
	);
}

export function hasEnded({ ends_at: endsAt }: WireObject, nowMs: number): boolean {
	const end = timeOf(endsAt);
	return end !== undefined && end <= nowMs;
}

export const isInactive = ({ status, errors }: WireObject): boolean =>
	status === 'unset' || hasError(errors, 'access_code_inactive');

function timeObstacle(code: WireObject, nowMs: number): string | undefined {
	if (isInactive(code)) return 'the code does not work on the lock now, but a new one would';
	if (hasEnded(code, nowMs)) return 'the code has ended';
	const times = [code.starts_at, code.ends_at];
	const known = times.filter((time) => timeOf(time) !== undefined).length;
	if (known === 1)
		return 'the code has only a start or only an end, but a new code needs both or neither';
	// A new code without times would work forever.
	const hasTimes = code.type === 'time_bound' || times.some((time) => (time ?? '') !== '');
	return known === 0 && hasTimes
		? 'the code has a start or an end, but the service does not say when'
		: undefined;
}

function isFull({ device, managed, unmanaged }: LockState): boolean {
	const capacity = readPath(device, 'properties.max_active_codes_supported');
	return (
		wireObjectsIn(device.warnings).some(
			({ warning_code: code }) => code === 'max_access_codes_reached',
		) ||
		managed.some(({ errors }) => hasError(errors, 'no_space_for_access_code_on_device')) ||
		(typeof capacity === 'number' && managed.length + unmanaged.length >= capacity)
	);
}

function timeOf(value: unknown): number | undefined {
	const time = typeof value === 'string' ? Date.parse(value) : NaN;
	return Number.isNaN(time) ? undefined : time;
}

const isKnown = (pin: unknown): pin is string => typeof pin === 'string' && pin !== '';

const textOf = (value: unknown): string => (typeof value === 'string' ? value : '');

const hasError = (errors: unknown, type: string): boolean =>
	wireObjectsIn(errors).some(({ error_code: code }) => code === type);

function wordsOf({ message, error_code: error, warning_code: warning }: WireObject): string {
	const words = hideSecretsInText(textOf(message) || textOf(error) || textOf(warning)).replace(
		/\.$/,
		'',
	);
	return words === '' ? '' : ` (${words})`;
}
