import { listCodes } from '../lists/getRecord';
import { codeOfIssue } from '../operation/output/shapeRecord';
import type { SendRequest } from '../transport/request';
import { isLock, isOnLock, warningsOf } from '../wire/issues';
import { isWireObject, type WireObject, wireObjectsIn } from '../wire/records';
import { firstText } from '../wire/values';
import {
	type DoorReading,
	grantOfMethod,
	grantsOfDoor,
	type GrantsOfDoor,
	pinsOnLock,
	validityOf,
} from './grantsOfDoor';
import { isValidNow, type Opener, toOpener } from './opener';

/**
 * Who can open a lock. At the door, a PIN opens if the lock has a code with it that is valid; a key
 * opens if it is issued and its grant is valid. A code that is being removed may still open.
 */
export async function openersOfDevice(
	send: SendRequest,
	deviceId: string,
	reading: DoorReading,
): Promise<Opener[]> {
	const { nowMs } = reading;
	const [ofGrants, managed, unmanaged] = await Promise.all([
		grantsOfDoor(send, { device_id: deviceId }, reading),
		listCodes(send, '/access_codes/list', deviceId),
		listCodes(send, '/access_codes/unmanaged/list', deviceId),
	]);
	const { grants, methods, devices, about } = ofGrants;
	// A grant for a room names all devices in it.
	const device = devices.find(({ device_id: id }) => id === deviceId);
	if (device && !isLock(device)) return [];
	const codeByMethod = codesOfMethods(deviceId, ofGrants, managed);
	const ofMethods = new Set(codeByMethod.values());
	return [
		...methods.flatMap((method) => {
			const grant = grantOfMethod(grants, method);
			return grant ? [ofMethod(method, grant, about, codeByMethod.get(method), nowMs)] : [];
		}),
		...managed.filter((code) => !ofMethods.has(code)).map((code) => ofCode(code, nowMs)),
		...unmanaged.filter(canBeOnLock).map((code) => ofUnmanagedCode(code, nowMs)),
	];
}

function ofMethod(
	method: WireObject,
	grant: WireObject,
	about: GrantsOfDoor['about'],
	code: WireObject | undefined,
	nowMs: number,
): Opener {
	const validity = validityOf(grant);
	const isWithoutCode = method.mode !== 'code' || isBackup(method);
	return toOpener({
		...about(grant),
		...validity,
		mode: firstText(method.mode),
		opens_now: code
			? opensNow(code, nowMs)
			: isWithoutCode && method.is_issued === true && isValidNow(validity, nowMs),
		access_method_id: firstText(method.access_method_id),
		access_code_id: firstText(code?.access_code_id),
	});
}

/** True for the PIN of a backup code, which no list has (docs/service.md#lists-8). */
const isBackup = (method: WireObject) =>
	warningsOf(method).some((issue) => codeOfIssue(issue) === 'pulled_backup_access_code');

const ofCode = (code: WireObject, nowMs: number): Opener =>
	toOpener({
		reason: 'access_code',
		name: firstText(code.name),
		...validityOf(code),
		mode: 'code',
		opens_now: opensNow(code, nowMs),
		access_code_id: firstText(code.access_code_id),
	});

/** An unmanaged code that is not set comes back to its lock only if it has a start. */
const canBeOnLock = ({ status, starts_at: start }: WireObject): boolean =>
	status !== 'unset' || firstText(start) !== null;

const ofUnmanagedCode = (code: WireObject, nowMs: number): Opener =>
	toOpener({
		reason: 'unmanaged_access_code',
		name: firstText(code.name),
		...validityOf(code),
		mode: 'code',
		opens_now: code.status !== 'unset' && isValidNow(code, nowMs),
		access_code_id: firstText(code.access_code_id),
	});

/**
 * Whether the lock opens for a managed code now. A lock that has a code opens for it from its
 * start, and until a change of it or its removal is done. A lock without schedules opens as soon as
 * the code is set, and until it is removed.
 */
function opensNow(code: WireObject, nowMs: number): boolean {
	const validity = {
		starts_at: code.status === 'set' ? null : code.starts_at,
		ends_at: code.status === 'removing' ? null : code.ends_at,
	};
	const before = wireObjectsIn(code.pending_mutations)
		.filter((mutation) => codeOfIssue(mutation) === 'updating_time_frame')
		.flatMap(({ from }) => (isWireObject(from) ? [{ ...validity, ends_at: from.ends_at }] : []));
	return isOnLock(code) && [validity, ...before].some((one) => isValidNow(one, nowMs));
}

/**
 * The code on the lock of each method. A lock has each PIN once (docs/service.md#calls-10). A code
 * whose PIN the service hides is an opener of its own.
 */
function codesOfMethods(
	deviceId: string,
	{ grants, methods }: GrantsOfDoor,
	codes: readonly WireObject[],
): Map<WireObject, WireObject> {
	const byMethod = new Map<WireObject, WireObject>();
	for (const method of methods.filter(({ mode }) => mode === 'code')) {
		const grant = grantOfMethod(grants, method);
		// Without its grant, the method is no opener: its code is one.
		if (!grant) continue;
		const pins = pinsOnLock(deviceId, method, grant);
		const found = codes.find(({ code }) => typeof code === 'string' && pins.includes(code));
		if (found) byMethod.set(method, found);
	}
	return byMethod;
}
