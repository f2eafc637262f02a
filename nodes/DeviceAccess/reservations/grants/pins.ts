import { codeOfIssue } from '../../operation/output/shapeRecord';
import { warningsOf } from '../../wire/issues';
import { isLock, isSetOnLock } from '../../wire/locks';
import { idsIn, type WireObject, wireObjectsIn } from '../../wire/records';
import { type Grant, MAKING_MS, nameOfDevice, type Records } from './grant';

/**
 * Oldest first, each PIN with its methods: a backup code that one lock uses instead is a method of
 * its own (docs/service.md#grants-7).
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

/** A PIN with its backup codes, or a card or key. */
export interface Held {
	mode: string;
	methodIds: readonly string[];
	isIssued: boolean;
	/** IDs of the locks that have the PIN, and of those that do not yet, if the codes were read. */
	onLocks: readonly string[];
	notOnLocks: readonly string[];
	/** False if no request has made it, as far as the service tells. */
	isRequested: boolean;
	/** Requested after the access was made, such as by hand. */
	isLater: boolean;
}

/** What an access has, in the order in which it was requested. */
export function pinAndMethods({ record, methods, codes = [], createdAtMs }: Grant): Held[] {
	const requests = wireObjectsIn(record.requested_access_methods);
	const isUnknown = hasUnknownBackup({ record, methods });
	const isTold = requests.some(({ created_access_method_ids: ids }) => idsIn(ids).length > 0);
	const groups = [
		...pinsOf(methods),
		...methods.filter(({ mode }) => mode !== 'code').map((method) => [method]),
	];
	return groups
		.map((group) => {
			const methodIds = group.map(({ access_method_id: id }) => String(id));
			const place = requests.findIndex(({ created_access_method_ids: ids }) =>
				idsIn(ids).some((id) => methodIds.includes(id)),
			);
			const ofPin = codes.filter(
				({ code, status }) => status !== 'removing' && group.some((one) => one.code === code),
			);
			const locksThat = (has: boolean) =>
				ofPin.filter((code) => isSetOnLock(code) === has).map(({ device_id: id }) => String(id));
			const hasBackup = group.length > 1;
			const held: Held = {
				mode: String(group[0]?.mode),
				methodIds,
				isIssued: group.some((method) => method.is_issued === true),
				onLocks: locksThat(true),
				notOnLocks: hasBackup ? [] : locksThat(false),
				isRequested: place >= 0 || !isTold || isUnknown,
				isLater:
					Date.parse(String(requests[place]?.created_at)) > createdAtMs + MOST_MS_OF_CREATION,
			};
			return { held, place };
		})
		.sort((a, b) => a.place - b.place)
		.map(({ held }) => held);
}

/** A request with the access itself can have its own time. */
const MOST_MS_OF_CREATION = 30_000;

const pinsHeld = (grant: Grant): Held[] =>
	pinAndMethods(grant).filter(({ mode, isRequested }) => mode === 'code' && isRequested);

/** True while the access has several PINs, or one more is still being made. */
export const isPinChanging = (grant: Grant, nowMs: number): boolean =>
	!hasUnknownBackup(grant) && mayHaveOldPin(grant, nowMs);

/** Also true if one of the PINs can be the backup code of another. */
export const mayHaveOldPin = (grant: Grant, nowMs: number): boolean =>
	pinsHeld(grant).length + pinsBeingMade(grant, nowMs) > 1;

export const isPinSet = (grant: Grant, nowMs: number): boolean =>
	isNewestSet(pinsHeld(grant)) && pinsBeingMade(grant, nowMs) === 0;

/** A PIN can be issued before it is on the locks that an older one opens. */
function isNewestSet(pins: readonly Held[]): boolean {
	const newest = pins.at(-1);
	return (
		newest?.isIssued === true &&
		!pins.slice(0, -1).some(({ onLocks }) => onLocks.some((id) => newest.notOnLocks.includes(id)))
	);
}

const pinsBeingMade = (grant: Grant, nowMs: number): number =>
	requestsOf(grant.record, 'code').filter(
		(request) =>
			isUnfulfilled(request) &&
			!isDone(request, grant, nowMs) &&
			!(grant.hasErrors && hasErrorSince([request], grant)),
	).length;

/** Not every service says what a request has made. */
const isUnfulfilled = ({ created_access_method_ids: ids }: WireObject) =>
	Array.isArray(ids) && ids.length === 0;

/** Of several PINs, the methods of those older than the newest one, once that is set. */
export function olderPins(grant: Grant): string[] {
	const pins = pinsHeld(grant);
	return !hasUnknownBackup(grant) && isNewestSet(pins)
		? pins.slice(0, -1).flatMap(({ methodIds }) => methodIds)
		: [];
}

/**
 * One that does not name its PIN looks like a PIN of its own, so nothing is deleted meanwhile. What a
 * request has made alone is one: where a PIN opens a single lock, the backup code takes its place.
 */
const hasUnknownBackup = ({ record, methods }: Pick<Grant, 'record' | 'methods'>): boolean =>
	methods.some((method) => {
		const isAlone = wireObjectsIn(record.requested_access_methods)
			.map(({ created_access_method_ids: ids }) => idsIn(ids))
			.some((ids) => ids.length === 1 && ids[0] === method.access_method_id);
		return !isAlone && warningsOf(method).some(isUnknownBackup);
	});

const isUnknownBackup = (issue: WireObject): boolean =>
	codeOfIssue(issue) === 'pulled_backup_access_code' &&
	issue.original_access_method_id === undefined;

export const backupPins = (methods: readonly WireObject[]): string[] =>
	methods.flatMap((method) =>
		originOf(method) !== undefined && typeof method.code === 'string' ? [method.code] : [],
	);

/** True if single locks have another PIN, or can have: the makers of some choose it. */
export const hasSeveralPins = ({ record, methods, devices }: Records<'devices'>): boolean =>
	backupPins(methods).length > 0 ||
	devices.some(choosesPin) ||
	[record, ...methods]
		.flatMap(warningsOf)
		.some((issue) => codeOfIssue(issue) === 'requested_code_unavailable');

const choosesPin = ({ properties }: WireObject) =>
	wireObjectsIn((properties as WireObject | undefined)?.code_constraints).some(
		({ constraint_type: type }) => type === 'cannot_specify_pin_code',
	);

const originOf = (method: WireObject) =>
	warningsOf(method).find((issue) => codeOfIssue(issue) === 'pulled_backup_access_code')
		?.original_access_method_id;

/** During a change, the old PIN until the new one is set. */
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

/** Of doors on which another PIN works: from the codes on the locks, or else from the warnings. */
export function otherPins(
	{ record, methods, devices: all, codes }: Records<'devices' | 'codes'>,
	pin: string | undefined,
): PinOfDoor[] {
	const devices = all.filter(isLock);
	const warned = replacementsOf({ record, methods }, [pin]).map(
		({ device_id: deviceId, new_code: code }) => ({ deviceId, code }),
	);
	// During a change of the PIN, the codes of the other one are on the locks too.
	const ofOther = pinsOf(methods)
		.filter((ofPin) => !ofPin.some(({ code }) => code === pin))
		.flatMap((ofPin) => ofPin.map(({ code }) => code));
	const leaving = codesInUse({ record, methods }, ofOther);
	// The lock then uses its backup code, which the codes of a grant do not name.
	const isReplaced = ({ pulled_backup_access_code_id: id }: WireObject) => typeof id === 'string';
	const onLocks = (codes ?? [])
		.filter((code) => code.status !== 'removing' && !isReplaced(code))
		.map(({ device_id: deviceId, code }) => ({ deviceId, code }))
		.filter(({ code }) => !leaving.includes(code));
	const byDevice = new Map(
		[...warned, ...onLocks].map(({ deviceId, code }) => [String(deviceId), code]),
	);
	return devices.flatMap((device) => {
		const code = byDevice.get(String(device.device_id));
		return typeof code === 'string' && code !== '' && code !== pin
			? [{ door: nameOfDevice(device), device_id: String(device.device_id), pin: code }]
			: [];
	});
}

/** What locks have in place of these PINs, as the service says. */
const replacementsOf = ({ record, methods }: Records, pins: readonly unknown[]): WireObject[] =>
	[record, ...methods]
		.flatMap(warningsOf)
		.filter(
			(issue) =>
				codeOfIssue(issue) === 'requested_code_unavailable' && pins.includes(issue.original_code),
		);

/** These PINs, and what locks have in their place. */
export const codesInUse = (records: Records, pins: readonly unknown[]): unknown[] => [
	...pins,
	...replacementsOf(records, pins).map(({ new_code: code }) => code),
];

export const pinOnLock = (
	deviceId: unknown,
	{ code }: WireObject,
	{ record, methods }: Records,
): unknown =>
	typeof code === 'string'
		? (otherPins({ record, methods, devices: [{ device_id: deviceId }] }, code)[0]?.pin ?? code)
		: undefined;

export const workingPins = (grant: Grant): string[] => [
	...(grant.pin === undefined ? [] : [grant.pin]),
	...otherPins(grant, grant.pin).map((ofDoor) => ofDoor.pin),
];

/** Also those that a change has not set or removed yet. */
export const allPinsOf = (grant: Grant): string[] => [
	...grant.methods.flatMap(({ code }) => code ?? []),
	...workingPins(grant),
];

const requestsOf = (grant: WireObject, mode: string): WireObject[] =>
	wireObjectsIn(grant.requested_access_methods).filter((request) => request.mode === mode);

export const isOpen = ({ created_access_method_ids: ids }: WireObject): boolean =>
	!Array.isArray(ids) || ids.length === 0;

/**
 * True for a mode that nobody requested, or whose methods were deleted since. A lock may never have
 * what was requested, so a request counts even if nothing came of it, except for digits that were
 * refused. One that the service seems to have lost is repeated once, and a PIN some times more: each
 * Change PIN is a request too, and looks like a lost one if what it made was deleted.
 */
export function lacksMode(mode: string, grant: Grant, nowMs: number): boolean {
	if (grant.methods.some((method) => method.mode === mode)) return false;
	const open = requestsOf(grant.record, mode).filter(isOpen);
	if (open.length === 0) return true;
	if (mode === 'code' && isPinRefused(grant, nowMs)) return true;
	const isLost = open.every((request) => isDone(request, grant, nowMs));
	return !grant.hasErrors && isLost && open.length <= (mode === 'code' ? MOST_LOST_PINS : 1);
}

const MOST_LOST_PINS = 4;

/**
 * True once the service makes nothing of a request any more: long ago, or when it has made what was
 * requested later. What it had made was then deleted.
 */
const isDone = (request: WireObject, grant: Grant, nowMs: number): boolean =>
	isLongAgo([request], grant, nowMs) ||
	wireObjectsIn(grant.record.requested_access_methods).some(
		(other) =>
			!isOpen(other) &&
			Date.parse(String(other.created_at)) > Date.parse(String(request.created_at)),
	);

/**
 * True if the service made none of the PINs, and each was requested with digits. It then chooses.
 */
export function isPinRefused(grant: Grant, nowMs: number): boolean {
	if (grant.methods.some(({ mode }) => mode === 'code')) return false;
	const open = requestsOf(grant.record, 'code').filter(isOpen);
	if (open.length === 0 || open.some(({ code }) => typeof code !== 'string')) return false;
	return isLongAgo(open, grant, nowMs) || hasErrorSince(open, grant);
}

/** Somebody else may have the digits on a lock that takes PINs and has none. */
export function lacksPinOnLock({ methods, record, devices }: Grant): boolean {
	const last = requestsOf(record, 'code').at(-1);
	if (
		typeof last?.code !== 'string' ||
		isUnfulfilled(last) ||
		!methods.some(({ mode }) => mode === 'code')
	)
		return false;
	const missing = wireObjectsIn(record.errors).flatMap(({ missing_device_ids: ids }) =>
		Array.isArray(ids) ? (ids as unknown[]) : [],
	);
	return devices.some((device) => missing.includes(device.device_id) && takesPins(device));
}

export const wasPinRequested = ({ record }: Grant): boolean =>
	requestsOf(record, 'code').length > 0;

/** Undefined if the PIN was left to the service. */
export const lastDigits = ({ record }: Grant): string | undefined =>
	digitsOf(requestsOf(record, 'code').at(-1));

/** The digits that the service has not made a PIN of yet. */
export function pinBeingMade({ record }: Grant): string | undefined {
	const last = requestsOf(record, 'code').at(-1);
	return last && isUnfulfilled(last) ? digitsOf(last) : undefined;
}

const digitsOf = (request: WireObject | undefined): string | undefined =>
	typeof request?.code === 'string' ? request.code : undefined;

const takesPins = ({ capabilities_supported: capabilities }: WireObject): boolean =>
	!Array.isArray(capabilities) || capabilities.includes('access_code');

const isLongAgo = (requests: readonly WireObject[], grant: Grant, nowMs: number): boolean =>
	nowMs - requestedAtMs(requests, grant) >= MAKING_MS;

/** Where other methods are missing too, the error may be about them. */
function hasErrorSince(requests: readonly WireObject[], grant: Grant): boolean {
	const others = wireObjectsIn(grant.record.requested_access_methods).filter(
		(request) => request.mode !== 'code' && isOpen(request),
	);
	const lastMs = requestedAtMs(requests, grant);
	return (
		others.length === 0 &&
		wireObjectsIn(grant.record.errors).some(
			({ created_at: at }) => !(Date.parse(String(at)) < lastMs),
		)
	);
}

const requestedAtMs = (requests: readonly WireObject[], { createdAtMs }: Grant): number => {
	const times = requests.map(({ created_at: at }) => Date.parse(String(at)));
	return Math.max(createdAtMs, ...times.filter((ms) => !Number.isNaN(ms)));
};
