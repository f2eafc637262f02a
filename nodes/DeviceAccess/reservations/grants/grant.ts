import { codeOfIssue } from '../../operation/output/shapeRecord';
import { isConnectionLost, seriousErrors, warningsOf } from '../../wire/issues';
import { isLock, isSetOnLock } from '../../wire/locks';
import { deviceName, firstText, idsIn, type WireObject } from '../../wire/records';
import { MOST_KEPT_MINUTES, type StayKey, stayKeyOf, stayKeyOfGrant } from '../stays/stay';
import { keyPrefixOf } from '../bookings/format';
import { FORMATS } from '../bookings/formats';
import { DEFAULT_PREFIX, PREFIX_OF_OTHERS } from '../stays/readStay';

/** What a function reads of a grant, ours or not. */
export type Records<Names extends keyof Grant = never> = Pick<Grant, 'record' | Names> & {
	methods: readonly WireObject[];
};

export interface Method extends WireObject {
	access_method_id: string;
	mode: string;
	code?: string | null;
}

export interface GrantKey extends StayKey {
	/** Grants that a stay has at the same time differ in it: a key may be used only once. */
	part: number;
}

export interface Grant {
	id: string;
	key: GrantKey;
	name: string | null;
	startsAt: string;
	endsAt: string | null;
	spaceIds: readonly string[];
	placeNames: readonly string[];
	/** All rooms that its doors are in, such as those behind a front door. */
	spaceIdsOfDoors: readonly string[];
	/** Oldest first, without those that are being deleted. */
	methods: readonly Method[];
	/** The PIN that works, if the service shows it. */
	pin?: string;
	/** All PINs that were ever requested for this grant. The service may have chosen others. */
	requestedCodes: readonly string[];
	createdAtMs: number;
	hasErrors: boolean;
	record: WireObject;
	person?: WireObject;
	spaces: readonly WireObject[];
	devices: readonly WireObject[];
	/** Also those of other grants. */
	accounts: readonly WireObject[];
	entrances: readonly WireObject[];
	/** Names, if read, of the doors that none of its PINs, cards and keys opens. */
	closedDoors?: readonly string[];
	/** On the locks, if read. */
	codes?: readonly WireObject[];
}

/**
 * How long the service may take to make methods. After that, the node requests those of a new grant
 * again, and others count as deleted.
 */
export const MAKING_MS = 10 * 60_000;

export function isRunning(
	{ startsAt, endsAt }: { startsAt: string; endsAt: string | null },
	nowMs: number,
): boolean {
	return Date.parse(startsAt) <= nowMs && !isOver({ endsAt }, nowMs);
}

export const isOver = ({ endsAt }: { endsAt: string | null }, nowMs: number): boolean =>
	endsAt !== null && Date.parse(endsAt) <= nowMs;

export const hasEnded = ({ ends_at: endsAt }: WireObject, nowMs: number): boolean =>
	isOver({ endsAt: firstText(endsAt) }, nowMs);

/** The name of a grant is the guest's, or the reservation's key if the guest had none. */
export function guestNameOf({
	name,
	key,
	person,
}: Pick<Grant, 'name' | 'key' | 'person'>): string | undefined {
	return firstText(name === key.reservationKey ? null : name, person?.full_name) ?? undefined;
}

/** The newest can have a lower part, because a key is used again once it is free. */
export const byNewest = (
	a: Pick<Grant, 'createdAtMs' | 'key'>,
	b: Pick<Grant, 'createdAtMs' | 'key'>,
): number => b.createdAtMs - a.createdAtMs || b.key.part - a.key.part;

export const newestOf = <One extends Pick<Grant, 'createdAtMs' | 'key'>>(
	grants: readonly One[],
): One | undefined => [...grants].sort(byNewest).at(0);

/** What ends so soon can be what the guest has moved out of. */
export const LEAVING_MS = MOST_KEPT_MINUTES * 60_000;

export const endsBefore = (
	{ endsAt: a }: Pick<Grant, 'endsAt'>,
	{ endsAt: b }: Pick<Grant, 'endsAt'>,
): boolean => a !== null && (b === null || Date.parse(a) < Date.parse(b));

/**
 * What a stay that has several opens: the newest, but not what ends soon while another one ends
 * later. Of a guest who has moved out and back in, that is the newest.
 */
export function accessOfStay<One extends Pick<Grant, 'createdAtMs' | 'key' | 'endsAt'>>(
	all: readonly One[],
	nowMs: number,
): One | undefined {
	const isLeft = (one: One) =>
		isOver(one, nowMs + LEAVING_MS) && all.some((other) => endsBefore(one, other));
	return newestOf(all.filter((one) => !isLeft(one)));
}

export const isBeingDeleted = (record: WireObject): boolean =>
	warningsOf(record).some((issue) => codeOfIssue(issue) === 'being_deleted');

export const idOfPlace = ({
	device_id: deviceId,
	acs_entrance_id: entranceId,
}: WireObject): string => String(deviceId ?? entranceId);

export const nameOfDevice = (device: WireObject): string =>
	deviceName(device) ?? String(device.device_id);

export const locksOf = ({ devices }: Pick<Grant, 'devices'>): WireObject[] =>
	devices.filter(isLock);

export const doorsOf = (grant: Pick<Grant, 'devices' | 'entrances'>): WireObject[] => [
	...locksOf(grant),
	...grant.entrances,
];

export const isOnline = ({ properties }: WireObject): boolean =>
	(properties as WireObject | undefined)?.online !== false;

export function isOnlyOffline(lock: WireObject): boolean {
	const errors = seriousErrors(lock.errors);
	return errors.every(isConnectionLost) && (!isOnline(lock) || errors.length > 0);
}

/** True if the door opens, online or not. Undefined if the codes were not read, or do not tell. */
export function hasPins(
	{ device_id: id }: WireObject,
	codes: readonly WireObject[] = [],
): boolean | undefined {
	const found = codes
		.filter(({ device_id: deviceId, status }) => deviceId === id && status !== 'removing')
		.map(isSetOnLock);
	return found.length === 0 || found.includes(undefined) ? undefined : !found.includes(false);
}

export const canOpen = (lock: WireObject, codes: readonly WireObject[] = []): boolean =>
	isOnline(lock) || hasPins(lock, codes) === true;

const PART = /:part-(\d+)$/;

/** Such as `reservation:1042:part-2`. */
export const toGrantKey = (key: GrantKey): string =>
	`${stayKeyOf(key)}${key.part > 1 ? `:part-${key.part}` : ''}`;

/** One for each guest to whom a reservation passed. */
const MOST_OWN_KEYS = 3;

/** The keys of people that may have been made for this stay. */
export const ownKeysOf = (stay: StayKey): string[] =>
	Array.from({ length: MOST_OWN_KEYS }, (_, index) => toGrantKey({ ...stay, part: index + 1 }));

/** Undefined for a grant that is not ours. */
export function readGrantKey(prefix: string, key: unknown): GrantKey | undefined {
	if (typeof key !== 'string' || !key.startsWith(prefix) || key.length === prefix.length)
		return undefined;
	const own = key.slice(prefix.length);
	const part = PART.exec(own);
	const reservationKey = part ? own.slice(0, part.index) : own;
	return reservationKey === ''
		? undefined
		: { prefix, reservationKey, part: part ? Number(part[1]) : 1 };
}

export const isKeyOfStay = ({ prefix, reservationKey }: StayKey, key: unknown): boolean =>
	readGrantKey(prefix, key)?.reservationKey === reservationKey;

const NAMES_OF_SYSTEMS = [DEFAULT_PREFIX, ...FORMATS.map(keyPrefixOf)]
	.map((prefix) => prefix.slice(0, -1))
	.join('|');

/**
 * Of a system, of its second account, such as `hostaway-2:`, and of the examples 'Front desk', 'OPERA
 * room key' and, for each calendar, 'Calendar to access'.
 */
const KNOWN_PREFIX = new RegExp(
	`^(?:(?:${NAMES_OF_SYSTEMS})(?:-[^:]+)?|desk|opera|calendar-[^:]+):`,
);

/** Undefined for a prefix that is neither the user's own nor known. */
export function readKnownKey(grantKey: unknown, ownPrefix?: string): GrantKey | undefined {
	const [known] = KNOWN_PREFIX.exec(String(grantKey)) ?? [];
	return [ownPrefix, known]
		.flatMap((prefix) => (prefix === undefined ? [] : readGrantKey(prefix, grantKey)))
		.find((key) => key !== undefined);
}

/**
 * Ours, or made by something else for a reservation and a room. Undefined for other access, such as
 * that of staff.
 */
export function readStayKey(grant: WireObject, ownPrefix?: string): GrantKey | undefined {
	const { access_grant_key: grantKey, customer_key: customerKey, space_ids: spaceIds } = grant;
	const known = readKnownKey(grantKey, ownPrefix);
	if (known) return known;
	const [prefix = ''] = ANY_PREFIX.exec(String(grantKey)) ?? [];
	if (isPrefixOfStaff(prefix) || idsIn(spaceIds).length === 0) return undefined;
	const ofReservation = firstText(grant.reservation_key);
	const own = prefix === '' ? undefined : readGrantKey(prefix, grantKey);
	if (own && [own.reservationKey, stayKeyOf(own)].includes(ofReservation ?? '')) return own;
	const reservationKey = ofReservation ?? (firstText(customerKey) && firstText(grantKey));
	return reservationKey === null
		? undefined
		: { prefix: PREFIX_OF_OTHERS, reservationKey, part: 1, isOthers: true };
}

/** By its reservation key, or by the rest of its `stay_key`. */
export function isMadeByOthers(grant: WireObject, reservationKey: string): boolean {
	const key = readStayKey(grant);
	if (!key?.isOthers) return false;
	const ofOne = stayKeyOfGrant(key, grant.access_grant_id);
	return [stayKeyOf(key), ofOne].includes(stayKeyOf({ ...key, reservationKey }));
}

/** Its prefixes, known or not, if it is access of a reservation with this key. */
function prefixesOf(grant: WireObject, reservationKey: string): string[] {
	const { access_grant_key: grantKey } = grant;
	const [prefix = ''] = ANY_PREFIX.exec(String(grantKey)) ?? [];
	const canBeOurs = prefix !== '' && !isPrefixOfStaff(prefix);
	return [
		...(canBeOurs && isKeyOfStay({ prefix, reservationKey }, grantKey) ? [prefix] : []),
		...(isMadeByOthers(grant, reservationKey) ? [PREFIX_OF_OTHERS] : []),
	];
}

const ANY_PREFIX = /^[^:]+:/;

/**
 * Of the examples 'Cleaners', 'Arrivals at risk', 'A PIN for one entry', 'Cleaning tasks' and 'Office
 * week', or ones that begin like them: no stays, also where the doors need the key of a reservation.
 */
const PREFIX_OF_STAFF = /^(?:cleaning|spare|once|task|office)\b/;

export const isPrefixOfStaff = (prefix: string): boolean => PREFIX_OF_STAFF.test(prefix);

/**
 * True for access of another system that is a guest's stay. Staff have no key of a reservation
 * (docs/service.md#grants-11).
 */
export const isStayOfOtherSystem = (grantKey: string, hasReservation: boolean): boolean =>
	!isPrefixOfStaff(grantKey) && (hasReservation || readKnownKey(grantKey) !== undefined);

/**
 * Undefined if no other system has a reservation with this key. It can be another guest's, so the
 * node does nothing to it unless the user enters its prefix.
 */
export function otherPrefixAdvice(
	{ prefix, reservationKey }: StayKey,
	grants: readonly WireObject[],
): { reason: string; remedy: string } | undefined {
	const others = new Set(
		grants
			.flatMap((grant) => (isBeingDeleted(grant) ? [] : prefixesOf(grant, reservationKey)))
			.filter((other) => other !== prefix),
	);
	if (others.size === 0) return undefined;
	const names = [...others].map((other) => `'${other}'`).join(' or ');
	return {
		reason: `A reservation with this key has access with the key prefix ${names}`,
		remedy:
			others.size === 1 && others.has(PREFIX_OF_OTHERS)
				? 'Something else made this access. If this is the reservation, change it where the access was made.'
				: "If this is the reservation, add 'Key Prefix' under Options, and enter that prefix.",
	};
}

/** If a reservation has no access. */
export function adviceOnPrefix(stay: StayKey, grants: readonly WireObject[]): string {
	const { reason, remedy } = otherPrefixAdvice(stay, grants) ?? {};
	return reason === undefined
		? "It was never created, or it has ended. Check the key, and 'Key Prefix' under Options."
		: `${reason}. ${remedy}`;
}
