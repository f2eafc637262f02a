import { byNewest, type Grant } from '../grants/grant';
import { correctionOf, isAnotherGuest } from './person';
import { type Found, isInHouse, isSameSpaces, type Situation, type Wanted } from './situation';

/** What was found means this: which access to keep, what is wanted of it, and what of its person. */
export function observed(found: Found): Situation {
	const { wanted: order, current, isOfAnother } = accessToKeep(found);
	const correction = correctionOf(found, order.guest, current?.person);
	if (!current) return { ...found, current, wanted: order, isOfAnother, waitsFor: [], correction };
	const waitsFor = locksToWaitFor(found, order, current);
	const { spaceIds, placeNames, doorIds } = current;
	const wanted = withMethodsInUse(
		waitsFor.length > 0 ? { ...order, spaceIds, placeNames, doorIds } : order,
		current,
		found.nowMs,
	);
	return { ...found, current, wanted, isOfAnother, waitsFor, correction };
}

/** The grant that is kept, if any, and what the order says of it. */
export function accessToKeep(
	found: Pick<Found, 'order' | 'grants' | 'ownKeys' | 'ownId' | 'nowMs'>,
): {
	wanted: Wanted;
	current?: Grant;
	isOfAnother: boolean;
} {
	const { order, grants, nowMs } = found;
	const own = ofSameGuest({ ...found, wanted: order }, grants);
	const current = chooseCurrent(order, own);
	if (current) return { wanted: withKnownName(order, current), current, isOfAnother: false };
	const inHouse = chooseCurrent(
		order,
		grants.filter((grant) => isInHouse(order, grant, nowMs)),
	);
	// Somebody sleeps in that room, so nothing is taken away from them.
	return inHouse
		? { wanted: ofGuestInHouse(order, inHouse), current: inHouse, isOfAnother: true }
		: { wanted: order, isOfAnother: false };
}

/** Those that are the guest's. */
export const ofSameGuest = (
	{ wanted, ownKeys, ownId }: Pick<Situation, 'wanted' | 'ownKeys' | 'ownId'>,
	grants: readonly Grant[],
): Grant[] =>
	grants.filter((grant) => grant.id === ownId || !isAnotherGuest(wanted.guest, grant, ownKeys));

/** A booking without a name says nothing about the name that is known. */
const withKnownName = (wanted: Wanted, { name }: Grant): Wanted =>
	wanted.guest.name === undefined && name !== null ? { ...wanted, name } : wanted;

/**
 * Another guest's access, during the stay: follows rooms and dates, and keeps the guest's name,
 * person and PIN.
 */
const ofGuestInHouse = (wanted: Wanted, inHouse: Grant): Wanted => ({
	...wanted,
	name: inHouse.name ?? wanted.name,
	guest: { unusable: [] },
	pin: undefined,
});

/**
 * Chooses the grant with the wanted rooms, or the newest, and one with a PIN or key before one that
 * has none. There are several grants during a room change.
 */
export function chooseCurrent<Candidate extends Grant>(
	wanted: Pick<Wanted, 'spaceIds'>,
	grants: readonly Candidate[],
): Candidate | undefined {
	const newestFirst = [...grants].sort(byNewest);
	const fitting = newestFirst.filter((grant) => isSameSpaces(grant, wanted));
	return fitting.find(({ methods }) => methods.length > 0) ?? fitting[0] ?? newestFirst[0];
}

/** The locks of the new rooms that are offline. */
export const newOfflineLocks = (
	{ offlineLocks = [] }: Pick<Found, 'offlineLocks'>,
	{ doorIds }: Grant,
): string[] => offlineLocks.flatMap(({ id, name }) => (doorIds.includes(id) ? [] : [name]));

/**
 * A door that stays cannot have the PIN of the old access and that of the new one, so the old one
 * would end before these locks answer.
 */
const locksToWaitFor = (found: Found, order: Wanted, current: Grant): string[] =>
	!isSameSpaces(current, order) &&
	isInHouse(order, current, found.nowMs) &&
	hasPinOnSameDoor(order, [current], current.pin)
		? newOfflineLocks(found, current)
		: [];

/** In the house, nothing is taken away, so the methods that the guest has are wanted too. */
function withMethodsInUse(wanted: Wanted, current: Grant, nowMs: number): Wanted {
	if (!isInHouse(wanted, current, nowMs)) return wanted;
	const modes = [...new Set([...wanted.modes, ...modesOf(current)])];
	return { ...wanted, modes, pin: wanted.modes.includes('code') ? wanted.pin : undefined };
}

export const modesOf = ({ methods }: Grant): string[] => [
	...new Set(methods.map(({ mode }) => mode)),
];

export const isDoorShared = ({ doorIds }: Wanted, grant: Grant): boolean =>
	grant.doorIds.some((id) => doorIds.includes(id));

export const hasPinOnSameDoor = (
	wanted: Wanted,
	grants: readonly Grant[],
	pin: string | undefined,
): boolean =>
	pin !== undefined &&
	wanted.modes.includes('code') &&
	grants.some((grant) => grant.pin === pin && isDoorShared(wanted, grant));
