import { byNewest, type Grant } from '../grants/grant';
import { hasPinOnSameDoor } from './pin';
import { isAnotherGuest } from './person';
import { isInHouse, isSameSpaces, type Wanted, type Situation } from './situation';

/** What is wanted of this grant now: a guest in the house keeps what would be missed. */
export function wantedOfCurrent(situation: Situation, current: Grant): Wanted {
	const { wanted, nowMs } = situation;
	const { spaceIds, placeNames, doorIds } = current;
	return withMethodsInUse(
		locksToWaitFor(situation, current).length > 0
			? { ...wanted, spaceIds, placeNames, doorIds }
			: wanted,
		current,
		nowMs,
	);
}

/** The grant that is kept, if any, and what is wanted of it. */
export function accessToKeep({
	wanted,
	grants,
	ownKeys,
	nowMs,
}: Pick<Situation, 'wanted' | 'grants' | 'ownKeys' | 'nowMs'>): {
	wanted: Wanted;
	current?: Grant;
	isOfAnother: boolean;
} {
	const others = grants.filter((grant) => isAnotherGuest(wanted.guest, grant, ownKeys));
	const own = grants.filter((grant) => !others.includes(grant));
	const current = chooseCurrent(wanted, own);
	if (current) return { wanted: withKnownName(wanted, current), current, isOfAnother: false };
	const inHouse = chooseCurrent(
		wanted,
		others.filter((grant) => isInHouse(wanted, grant, nowMs)),
	);
	// Somebody sleeps in that room, so nothing is taken away from them.
	return inHouse
		? { wanted: ofGuestInHouse(wanted, inHouse), current: inHouse, isOfAnother: true }
		: { wanted, isOfAnother: false };
}

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
	{ offlineLocks = [] }: Pick<Situation, 'offlineLocks'>,
	{ doorIds }: Grant,
): string[] => offlineLocks.flatMap(({ id, name }) => (doorIds.includes(id) ? [] : [name]));

/**
 * The locks that must answer before a guest in the house changes rooms: a door that stays cannot
 * have the PIN of the old access and that of the new one, so the old one would end first.
 */
export const locksToWaitFor = (situation: Situation, current: Grant): string[] => {
	const { wanted, nowMs } = situation;
	return !isSameSpaces(current, wanted) &&
		isInHouse(wanted, current, nowMs) &&
		hasPinOnSameDoor(wanted, [current], current.pin)
		? newOfflineLocks(situation, current)
		: [];
};

/** In the house, nothing is taken away, so the methods that the guest has are wanted too. */
function withMethodsInUse(wanted: Wanted, current: Grant, nowMs: number): Wanted {
	if (!isInHouse(wanted, current, nowMs)) return wanted;
	const modes = [...new Set([...wanted.modes, ...modesOf(current)])];
	return { ...wanted, modes, pin: wanted.modes.includes('code') ? wanted.pin : undefined };
}

export const modesOf = ({ methods }: Grant): string[] => [
	...new Set(methods.map(({ mode }) => mode)),
];
