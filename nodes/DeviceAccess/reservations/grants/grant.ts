import { codeOfIssue } from '../../operation/output/shapeRecord';
import {
	isConnectionLost,
	isLock,
	isSetOnLock,
	seriousErrors,
	warningsOf,
} from '../../wire/issues';
import { type WireObject, wireObjectsIn } from '../../wire/records';
import type { StayKey } from '../stays/stay';

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
	/** Grants that one guest has at the same time differ in it: a key may be used only once. */
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
	doorIds: readonly string[];
	/** Oldest first, without those that are being deleted. */
	methods: readonly Method[];
	/** The PIN that works, if the service shows it. */
	pin?: string;
	/** More than 1 while a change of the PIN is not finished. */
	pinCount: number;
	/** All PINs that were ever requested for this grant. The service may have chosen others. */
	requestedCodes: readonly string[];
	createdAtMs: number;
	hasErrors: boolean;
	record: WireObject;
	person?: WireObject;
	spaces: readonly WireObject[];
	devices: readonly WireObject[];
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

export const isBeingMade = (
	{ methods, hasErrors, createdAtMs, record }: Grant,
	nowMs: number,
): boolean =>
	methods.length === 0 &&
	!hasErrors &&
	wireObjectsIn(record.requested_access_methods).length > 0 &&
	nowMs - createdAtMs < MAKING_MS;

export function isRunning(
	{ startsAt, endsAt }: { startsAt: string; endsAt: string | null },
	nowMs: number,
): boolean {
	return Date.parse(startsAt) <= nowMs && !isOver({ endsAt }, nowMs);
}

export const isOver = ({ endsAt }: { endsAt: string | null }, nowMs: number): boolean =>
	endsAt !== null && Date.parse(endsAt) <= nowMs;

/** The newest can have a lower part, because a key is used again once it is free. */
export const byNewest = (
	a: Pick<Grant, 'createdAtMs' | 'key'>,
	b: Pick<Grant, 'createdAtMs' | 'key'>,
): number => b.createdAtMs - a.createdAtMs || b.key.part - a.key.part;

export const newestOf = (grants: readonly Grant[]): Grant | undefined =>
	[...grants].sort(byNewest).at(0);

export const isBeingDeleted = (record: WireObject): boolean =>
	warningsOf(record).some((issue) => codeOfIssue(issue) === 'being_deleted');

export const idOfPlace = ({
	device_id: deviceId,
	acs_entrance_id: entranceId,
}: WireObject): string => String(deviceId ?? entranceId);

export const nameOfDevice = (device: WireObject): string =>
	String(device.display_name ?? device.nickname ?? device.device_id);

export const locksOf = ({ devices }: Pick<Grant, 'devices'>): WireObject[] =>
	devices.filter(isLock);

export const doorsOf = (grant: Pick<Grant, 'devices' | 'entrances'>): WireObject[] => [
	...locksOf(grant),
	...grant.entrances,
];

const isOnline = ({ properties }: WireObject): boolean =>
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
