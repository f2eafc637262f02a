import { codeOfIssue } from '../../operation/output/shapeRecord';
import { isLock, warningsOf } from '../../wire/issues';
import { type WireObject, wireObjectsIn } from '../../wire/records';
import type { GrantRecords } from './grantRecords';

/**
 * The PINs of a grant, oldest first, each with its methods. A PIN can have several, because a
 * backup code that one lock uses instead is a separate method (docs/service.md#grants-7).
 */
export function pinsOf(methods: readonly WireObject[]): WireObject[][] {
	const ofCode = methods.filter(({ mode }) => mode === 'code');
	const isBackup = (method: WireObject) =>
		ofCode.some(({ access_method_id: id }) => id === originOf(method));
	return ofCode
		.filter((method) => !isBackup(method))
		.map((method) => [
			method,
			...ofCode.filter((other) => originOf(other) === method.access_method_id),
		]);
}

/** The PINs of backup codes that single locks use instead of the guest's PIN. */
export const backupPins = (methods: readonly WireObject[]): string[] =>
	methods.flatMap((method) =>
		originOf(method) !== undefined && typeof method.code === 'string' ? [method.code] : [],
	);

/** True if single locks have another PIN than the others, or can have: the makers of some choose it. */
export const hasSeveralPins = ({ grant, methods, devices }: GrantRecords): boolean =>
	backupPins(methods).length > 0 ||
	devices.some(choosesPin) ||
	[grant, ...methods]
		.flatMap(warningsOf)
		.some((issue) => codeOfIssue(issue) === 'requested_code_unavailable');

const choosesPin = ({ properties }: WireObject) =>
	wireObjectsIn((properties as WireObject | undefined)?.code_constraints).some(
		({ constraint_type: type }) => type === 'cannot_specify_pin_code',
	);

/** The ID of the method that a backup code replaces on one lock (docs/service.md#grants-7). */
const originOf = (method: WireObject) =>
	warningsOf(method).find((issue) => codeOfIssue(issue) === 'pulled_backup_access_code')
		?.original_access_method_id;

/** The PIN that a backup code replaces on one lock; undefined if `pin` is not that of a backup code. */
function pinReplacedBy(pin: string | undefined, methods: readonly WireObject[]): unknown {
	const origin = methods.filter(({ code }) => code === pin).map(originOf);
	return methods.find(({ access_method_id: id }) => origin.includes(id))?.code;
}

/** The PIN that works. During a change, this is the old one until the new one is set. */
export function currentPin(methods: readonly WireObject[]): string | undefined {
	const pins = methods.filter(({ mode, code }) => mode === 'code' && typeof code === 'string');
	const { code } =
		pins.filter(({ is_issued: isIssued }) => isIssued === true).at(-1) ?? pins.at(0) ?? {};
	return typeof code === 'string' ? code : undefined;
}

export interface PinOfDoor {
	door: string;
	device_id: string;
	pin: string;
}

/**
 * The doors on which another PIN works than `pin`, from the codes on the locks or, if they were not
 * read, from the warnings.
 */
export function otherPins(
	{ grant, methods, devices: all, codes }: GrantRecords,
	pin: string | undefined,
): PinOfDoor[] {
	const devices = all.filter(isLock);
	// During a change of the PIN, its old codes are still on the locks.
	const leaving = pinsOf(methods)
		.filter((ofPin) => !ofPin.some(({ code }) => code === pin))
		.flatMap((ofPin) => ofPin.map(({ code }) => code));
	const warned = [grant, ...methods]
		.flatMap(warningsOf)
		.filter((issue) => codeOfIssue(issue) === 'requested_code_unavailable')
		.filter(({ original_code: original }) => original === pin)
		.map(({ device_id: deviceId, new_code: code }) => ({ deviceId, code }));
	// The codes of a grant do not name its backup codes. Their lock is one that lacks the PIN.
	const replaced = pinReplacedBy(pin, methods);
	const ofReplaced = (codes ?? []).filter(
		({ code }) => replaced !== undefined && code === replaced,
	);
	const isPulled = ({ pulled_backup_access_code_id: id }: WireObject) => typeof id === 'string';
	const isReplaced = (code: WireObject) =>
		ofReplaced.includes(code) &&
		(ofReplaced.length === 1 ||
			(ofReplaced.some(isPulled) ? isPulled(code) : code.status !== 'set'));
	const onLocks = (codes ?? [])
		.filter((code) => code.status !== 'removing' && !isReplaced(code))
		.map(({ device_id: deviceId, code }) => ({ deviceId, code }));
	const byDevice = new Map(
		[...warned, ...onLocks].map(({ deviceId, code }) => [String(deviceId), code]),
	);
	return devices.flatMap((device) => {
		const code = byDevice.get(String(device.device_id));
		return typeof code === 'string' && code !== '' && code !== pin && !leaving.includes(code)
			? [{ door: nameOfDevice(device), device_id: String(device.device_id), pin: code }]
			: [];
	});
}

export const nameOfDevice = (device: WireObject): string =>
	String(device.display_name ?? device.nickname ?? device.device_id);
