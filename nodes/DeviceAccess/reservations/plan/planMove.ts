import { type Grant, newestOf } from '../grants/grant';
import { wasLeftToService, wasPinRequested } from '../grants/requests';
import { editing } from './planMethods';
import { pinToKeep } from './planPin';
import type { Situation } from './situation';
import type { Step } from './step';
import { isInHouse, isSameSpaces, type Wanted } from './wanted';

/**
 * Changes the rooms. Some services do so at once, so while a lock of the new rooms is offline, a
 * guest in the house gets access of its own to them, beside the old one.
 */
export function moving(situation: Situation, current: Grant): Step[] {
	const { wanted, nowMs } = situation;
	const otherwise = replacing(situation, current);
	if (isInHouse(wanted, current, nowMs) && newOfflineLocks(situation, current).length > 0)
		return otherwise;
	return [
		{
			do: 'move',
			grantId: current.id,
			then: editing(wanted, current, { nowMs, pin: pinToKeep(wanted, current) }),
			otherwise,
		},
	];
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
		hasPinOnSameDoor(wanted, [current], pinToKeep(wanted, current))
		? newOfflineLocks(situation, current)
		: [];
};

/**
 * Replaces the grant, for services that cannot move it. The new access is made first. Its PIN is one
 * that the service chooses, if a door that stays still has the guest's.
 */
function replacing({ wanted, nowMs }: Situation, current: Grant): Step[] {
	const pin = pinToKeep(wanted, current);
	const create = {
		do: 'create' as const,
		person: { user_identity_id: String(current.records.grant.user_identity_id) },
		modes: wanted.modes,
	};
	return hasPinOnSameDoor(wanted, [current], pin)
		? [create, ...handingOver(wanted, [current], pin, nowMs)]
		: [{ ...create, pin }, ...ending(wanted, [current], nowMs)];
}

/** The new access gets the guest's PIN once the old access is off the locks. */
export const handingOver = (
	wanted: Wanted,
	old: readonly Grant[],
	pin: string | undefined,
	nowMs: number,
	grantId?: string,
): Step[] => [
	{
		do: 'handOverPin',
		from: old.map(({ id }) => id),
		pin,
		isGuestInHouse: old.some((grant) => isInHouse(wanted, grant, nowMs)),
		...(grantId === undefined ? {} : { grantId }),
	},
];

/**
 * The guest's PIN, if a change of rooms was interrupted before it was requested for the new access.
 * No `pin` if it is off the old access, and nobody knows it anymore.
 */
export function pinToHandOver(
	wanted: Wanted,
	current: Grant,
	earlier: readonly Grant[],
): { pin?: string } | undefined {
	const old = newestOf(earlier.filter((grant) => !isSameSpaces(grant, wanted)));
	if (!old || !wanted.modes.includes('code') || !isDoorShared(wanted, old)) return undefined;
	if (old.methods.some(({ mode }) => mode === 'code')) {
		const pin = pinToKeep(wanted, old);
		const isMissing =
			pin !== undefined && pin !== current.pin && !current.requestedCodes.includes(pin);
		return isMissing && old.pin === pin ? { pin } : undefined;
	}
	return wasPinRequested(old) && current.requestedCodes.length === 0
		? { pin: wasLeftToService(old) ? undefined : old.requestedCodes.at(-1) }
		: undefined;
}

const isDoorShared = ({ doorIds }: Wanted, grant: Grant): boolean =>
	grant.doorIds.some((id) => doorIds.includes(id));

export function hasPinOnSameDoor(
	wanted: Wanted,
	old: readonly Grant[],
	pin: string | undefined,
): boolean {
	return (
		pin !== undefined &&
		wanted.modes.includes('code') &&
		old.some((grant) => grant.pin === pin && isDoorShared(wanted, grant))
	);
}

/** Ends access that is no longer wanted. During the stay, only once the wanted access is ready. */
export const ending = (
	wanted: Wanted,
	old: readonly Grant[],
	nowMs: number,
	readyId?: string,
): Step[] =>
	old.map((grant): Step =>
		isInHouse(wanted, grant, nowMs)
			? { do: 'endWhenReady', grantId: grant.id, ...(readyId === undefined ? {} : { readyId }) }
			: { do: 'end', grantId: grant.id },
	);
