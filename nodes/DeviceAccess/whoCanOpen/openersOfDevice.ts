import { listCodes } from '../lists/listCodes';
import { listAll } from '../lists/listAllPages';
import { codeOfIssue } from '../operation/output/issueSummary';
import type { SendRequest } from '../transport/request';
import { warningsOf } from '../wire/issues';
import { type WireObject, wireObjectsIn } from '../wire/records';
import {
	aboutGrant,
	grantOfMethod,
	grantsOfDoor,
	type GrantsOfDoor,
	validityOf,
} from './grantsOfDoor';
import { firstText, isValidNow, type Opener, toOpener } from './opener';

/**
 * Who can open a lock. At the door, a PIN opens if the lock has a code with it that is valid; a key
 * opens if it is issued and its grant is valid. A code that is being removed may still open.
 */
export async function openersOfDevice(
	send: SendRequest,
	deviceId: string,
	nowMs: number,
	maxPages?: number,
): Promise<Opener[]> {
	const [ofGrants, managed, unmanaged] = await Promise.all([
		grantsOfDoor(send, { device_id: deviceId }, maxPages),
		listCodes(send, '/access_codes/list', deviceId),
		listCodes(send, '/access_codes/unmanaged/list', deviceId),
	]);
	const { grants, methods, people } = ofGrants;
	const codeByMethod = codesOfMethods(deviceId, ofGrants, managed);
	const codesLeft = () => {
		const ofMethods = new Set(codeByMethod.values());
		return managed.filter((code) => !ofMethods.has(code));
	};
	const grantByCode = await grantsOfCodes(send, grants, codesLeft());
	// A PIN that the service does not show.
	for (const [code, grant] of grantByCode) {
		const method = methods.find(
			(one) =>
				one.mode === 'code' && !codeByMethod.has(one) && grantOfMethod([grant], one) !== undefined,
		);
		if (method) codeByMethod.set(method, code);
	}
	return [
		...methods.flatMap((method) => {
			const grant = grantOfMethod(grants, method);
			return grant ? [ofMethod(method, grant, people, codeByMethod.get(method), nowMs)] : [];
		}),
		...codesLeft().map((code) => ofCode(code, grantByCode.get(code), people, nowMs)),
		...unmanaged.map((code) => ofUnmanagedCode(code, nowMs)),
	];
}

function ofMethod(
	method: WireObject,
	grant: WireObject,
	people: GrantsOfDoor['people'],
	code: WireObject | undefined,
	nowMs: number,
): Opener {
	const validity = validityOf(grant);
	const isWithoutCode = method.mode !== 'code' || isBackup(method);
	return toOpener({
		...aboutGrant(grant, people),
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

function ofCode(
	code: WireObject,
	grant: WireObject | undefined,
	people: GrantsOfDoor['people'],
	nowMs: number,
): Opener {
	return toOpener({
		...(grant ? aboutGrant(grant, people) : { reason: 'access_code', name: firstText(code.name) }),
		...validityOf(code),
		mode: 'code',
		opens_now: opensNow(code, nowMs),
		access_code_id: firstText(code.access_code_id),
	});
}

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
 * the code is set.
 */
function opensNow(code: WireObject, nowMs: number): boolean {
	const isSet = code.status === 'set';
	const validity = { starts_at: isSet ? null : code.starts_at, ends_at: code.ends_at };
	return isOnLock(code) && isValidNow(validity, nowMs);
}

const NOT_ON_LOCK = ['creating', 'deferring_creation'];

function isOnLock(code: WireObject): boolean {
	const mutations = wireObjectsIn(code.pending_mutations).map(codeOfIssue);
	if (mutations.some((mutation) => NOT_ON_LOCK.includes(mutation))) return false;
	return code.status !== 'unset' || code.is_scheduled_on_device === true;
}

/**
 * The code on the lock of each method: the one with its PIN, or with the PIN that the lock has
 * instead (docs/service.md#grants-4). A lock has each PIN once (docs/service.md#calls-10).
 */
function codesOfMethods(
	deviceId: string,
	{ grants, methods }: GrantsOfDoor,
	codes: readonly WireObject[],
): Map<WireObject, WireObject> {
	const byMethod = new Map<WireObject, WireObject>();
	for (const method of methods.filter(({ mode }) => mode === 'code')) {
		const grant = grantOfMethod(grants, method);
		const others = [method, ...(grant ? [grant] : [])]
			.flatMap(warningsOf)
			.filter((issue) => codeOfIssue(issue) === 'requested_code_unavailable')
			.filter((issue) => issue.device_id === deviceId && issue.original_code === method.code)
			.map(({ new_code: code }) => code);
		const pins = others.length > 0 ? others : [method.code];
		const found = codes.find(({ code }) => typeof code === 'string' && pins.includes(code));
		if (found) byMethod.set(method, found);
	}
	return byMethod;
}

/** The grants of codes whose PIN does not show it. A lock without grants has none. */
async function grantsOfCodes(
	send: SendRequest,
	grants: readonly WireObject[],
	codes: readonly WireObject[],
): Promise<Map<WireObject, WireObject>> {
	if (grants.length === 0) return new Map();
	const found = await Promise.all(
		codes.map(async (code) => {
			const [grant] = await listAll(send, {
				endpoint: '/access_grants/list',
				member: 'access_grants',
				parameters: { access_code_id: code.access_code_id },
			});
			return grant === undefined ? [] : [[code, grant] as const];
		}),
	);
	return new Map(found.flat());
}
