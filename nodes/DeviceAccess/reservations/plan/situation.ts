import { accessOfStay, byNewest, type Grant, isOver, isRunning } from '../grants/grant';
import { modesOf } from '../grants/readiness';
import type { Guest, RequestedPin } from '../stays/stay';
import type { WireObject } from '../../wire/records';
import type { Problem } from '../stays/problems';
import { type GrantPerson, isSameGuest } from './person';

/** The access that the booking asks for. Times are ISO 8601 in UTC. */
export interface Booked {
	guest: Guest;
	/** That of the guest, or else the reservation's key. */
	name: string;
	startsAt: string;
	endsAt: string;
	spaceIds: readonly string[];
	placeNames: readonly string[];
	modes: readonly string[];
	pin?: RequestedPin;
}

export const isSameSpaces = (
	{ spaceIds: a }: Pick<Booked, 'spaceIds'>,
	{ spaceIds: b }: Pick<Booked, 'spaceIds'>,
): boolean => new Set(a).size === new Set(b).size && a.every((id) => b.includes(id));

/**
 * Two starts in the past count as the same, because the service may have set one to the time of
 * creation.
 */
export function isSameStart(
	{ startsAt }: Booked,
	grant: Pick<Grant, 'startsAt'>,
	nowMs: number,
): boolean {
	return (
		isSameTime(startsAt, grant.startsAt) ||
		(Date.parse(startsAt) <= nowMs && Date.parse(grant.startsAt) <= nowMs)
	);
}

export const isSameTime = (a: string, b: string | null): boolean =>
	a === (b ?? '') || Date.parse(a) === Date.parse(b ?? '');

/** A stay that moved to a later day is no longer running, even if its old times include now. */
export const isInHouse = (wanted: Booked, grant: Grant, nowMs: number) =>
	isRunning(wanted, nowMs) && isRunning(grant, nowMs);

export interface Found {
	booked: Booked;
	/** All ours of this reservation and guest. */
	grants: readonly Grant[];
	/** The keys of people that were made for this reservation and guest. */
	ownKeys: readonly string[];
	/** How long a guest in the house can still open the old rooms once the new ones are ready. */
	keepOldRoomsMs: number;
	/** The access that this execution created for the guest, whatever name the service gave it. */
	createdId?: string;
	nowMs: number;
}

export interface Situation extends Found {
	/** With the wanted rooms, or else what the stay opens: what is changed or replaced. */
	current?: Grant;
	/** What is booked, and what a guest in the house would miss without it. */
	wanted: Booked;
	/** True if it is that of another guest, who is in the house. */
	isOfAnother: boolean;
}

export function toSituation(found: Found): Situation {
	const { booked, grants, nowMs } = found;
	// Not what has ended: the service may refuse to give it another end.
	const open = grants.filter((grant) => !isOver(grant, nowMs));
	const own = chooseCurrent(booked, ofSameGuest({ ...found, wanted: booked }, open), nowMs);
	const inHouse = open.filter((grant) => isInHouse(booked, grant, nowMs));
	// Somebody sleeps in that room, so nothing is taken away from them.
	const current = own ?? chooseCurrent(booked, inHouse, nowMs);
	if (!current) return { ...found, current, wanted: booked, isOfAnother: false };
	const wanted = own ? withKnownName(booked, own) : ofGuestInHouse(booked, current);
	return {
		...found,
		current,
		wanted: withMethodsInUse(wanted, current, nowMs),
		isOfAnother: own === undefined,
	};
}

export const ofSameGuest = (
	{ wanted, createdId }: Pick<Situation, 'wanted' | 'createdId'>,
	grants: readonly Grant[],
): Grant[] => grants.filter((grant) => grant.id === createdId || isSameGuest(wanted.guest, grant));

/** A booking without a name says nothing about the name that is known. */
export const withKnownName = (wanted: Booked, { name }: Grant): Booked =>
	wanted.guest.name === undefined && name !== null ? { ...wanted, name } : wanted;

/**
 * During the stay, another guest's access follows rooms and dates, and keeps the guest's name,
 * person and PIN.
 */
const ofGuestInHouse = (wanted: Booked, inHouse: Grant): Booked => ({
	...wanted,
	name: inHouse.name ?? wanted.name,
	guest: { unusable: [] },
	pin: undefined,
});

/**
 * The one with the wanted rooms, one with a PIN or key before one that has none, or else what the stay
 * opens.
 */
export function chooseCurrent<Candidate extends Grant>(
	wanted: Pick<Booked, 'spaceIds'>,
	grants: readonly Candidate[],
	nowMs: number,
): Candidate | undefined {
	const fitting = [...grants].sort(byNewest).filter((grant) => isSameSpaces(grant, wanted));
	return (
		fitting.find(({ methods }) => methods.length > 0) ?? fitting[0] ?? accessOfStay(grants, nowMs)
	);
}

/**
 * In the house, nothing is taken away, so the methods that the guest has are wanted too. Other rooms
 * may not take a card or key that nobody booked for them.
 */
function withMethodsInUse(wanted: Booked, current: Grant, nowMs: number): Booked {
	if (!isInHouse(wanted, current, nowMs)) return wanted;
	const isSame = isSameSpaces(current, wanted);
	const inUse = modesOf(current).filter((mode) => isSame || mode === 'code');
	const modes = [...new Set([...wanted.modes, ...inUse])];
	return { ...wanted, modes, pin: wanted.modes.includes('code') ? wanted.pin : undefined };
}

export interface Memo {
	isPinRefused?: true;
	/** Whether the reservation's own key is sent, if the service refused the other way. */
	sendsReservationKey?: boolean;
	usedParts: readonly number[];
	/** Of new access that the service last refused with a 409 that names no reason. */
	conflictOfPart?: number;
	/** The person of new access, if the service has one with the key of the stay or the guest. */
	person?: WireObject;
	/** Keys of the stay that people have who are other guests. */
	usedPersonKeys: readonly string[];
	/** The service refused new access with the contacts of the booking. */
	areContactsRefused?: boolean;
	/** IDs of access that must be gone before other access gets its PIN or place. */
	toEndFirst: readonly string[];
	/** That access as it was, once it has ended. */
	endedFirst: readonly Grant[];
	/** Why new access was refused. */
	failure?: { error: unknown };
	/** Whether what was awaited came. Awaited again only after a change. */
	came: Readonly<Partial<Record<Awaited, boolean>>>;
	problems: readonly Problem[];
	hasChanged: boolean;
}

export const NOTHING_LEARNED: Memo = {
	usedParts: [],
	usedPersonKeys: [],
	toEndFirst: [],
	endedFirst: [],
	came: {},
	problems: [],
	hasChanged: false,
};

export interface NewAccess extends Pick<Booked, 'startsAt' | 'spaceIds' | 'modes'> {
	name?: string;
	endsAt: string | null;
	person: GrantPerson;
	/** Undefined if the service chooses. */
	pin?: string;
	part: number;
}

export type Action =
	| { do: 'create'; access: NewAccess }
	| { do: 'update'; id: string; name?: string; startsAt?: string; endsAt?: string }
	| { do: 'addMethods'; id: string; modes: readonly string[]; pin?: string }
	| { do: 'deleteMethods'; id: string; methodIds: readonly string[] }
	/** `isFirst`: before other access gets its PIN. */
	| { do: 'end'; id: string; isFirst?: true }
	/** The old access of a guest in the house ends by itself, some time after the new one is ready. */
	| { do: 'endSoon'; id: string }
	| { do: 'await'; what: 'ready' | 'set'; id: string }
	/** What had to end first. */
	| { do: 'await'; what: 'gone' }
	| { do: 'fail'; error: unknown };

/** `set`: the newest PIN, on all its locks. */
export type Awaited = 'ready' | 'set' | 'gone';
