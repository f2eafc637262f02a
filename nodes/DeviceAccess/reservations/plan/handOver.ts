import { type Grant, newestOf } from '../grants/grant';
import { countOfPinRequests, wasLeftToService, wasPinRequested } from '../grants/requests';
import { codesOf, isDoorShared, ofSameGuest, pinOf, unlessOthersKnow } from './pinOfGuest';
import { type Action, awaiting, type Memo, type Situation, waitedFor } from './situation';
import { isInHouse, isSameSpaces, type Wanted } from './wanted';

/** A door that stays cannot have the guest's PIN twice, so the new access gets it after the old one. */
export interface HandOver {
	pin: string;
	/** Access that gets its end only after the PIN was handed over. */
	old: readonly Grant[];
	/** That with the PIN on a door that stays. */
	holders: readonly Grant[];
}

export function handOverOf(situation: Situation, current: Grant, memo: Memo): HandOver | undefined {
	const { wanted, grants, ownKeys } = situation;
	const others = ofSameGuest(wanted, grants, ownKeys).filter(({ id }) => id !== current.id);
	const old = olderRooms(wanted, others);
	if (!old || memo.isPinRefused || !wanted.modes.includes('code')) return undefined;
	const pin = unlessOthersKnow(situation, pinOf(wanted, old, memo));
	if (pin === undefined || pin === current.pin || current.requestedCodes.includes(pin))
		return undefined;
	const holders = others.filter((grant) => grant.pin === pin && isDoorShared(wanted, grant));
	const isOff = codesOf(old).length === 0 && wasPinRequested(old);
	return holders.length > 0 || (isOff && current.requestedCodes.length === 0)
		? { pin, old: [old, ...holders], holders }
		: undefined;
}

/** The newest access to other rooms of the guest that shares a door with the wanted ones. */
function olderRooms(wanted: Wanted, others: readonly Grant[]): Grant | undefined {
	const old = newestOf(others.filter((grant) => !isSameSpaces(grant, wanted)));
	return old && isDoorShared(wanted, old) ? old : undefined;
}

/** True if the guest's PIN is off the old access, and nobody knows it anymore. */
export function isPinLost(situation: Situation, current: Grant): boolean {
	const { wanted, grants, ownKeys } = situation;
	const others = grants.filter(({ id }) => id !== current.id);
	const old = olderRooms(wanted, ofSameGuest(wanted, others, ownKeys));
	return (
		old !== undefined &&
		wanted.modes.includes('code') &&
		codesOf(old).length === 0 &&
		wasLeftToService(old) &&
		current.requestedCodes.length === 0
	);
}

/**
 * The PIN that the service chose for the new access shows that this works. With a guest in the house,
 * only once the new access is ready.
 */
export function nextOfHandOver(
	wanted: Wanted,
	current: Grant,
	{ old, pin, holders }: HandOver,
	memo: Memo,
	nowMs: number,
): Action | undefined {
	const { id } = current;
	const [holder] = holders;
	if (holder) {
		const isGuestInHouse = holders.some((grant) => isInHouse(wanted, grant, nowMs));
		const what = isGuestInHouse ? 'ready' : 'made';
		const isThere = what === 'made' && (current.hasErrors || codesOf(current).length > 0);
		const hasCome = isThere || waitedFor(memo, what, [current]);
		if (hasCome === undefined) return awaiting(what, [current]);
		return hasCome
			? {
					do: 'deleteMethods',
					id: holder.id,
					methodIds: codesOf(holder),
					...(isGuestInHouse ? { interrupts: true as const } : {}),
				}
			: undefined;
	}
	const leaving = old.find(
		(grant) => isLeaving(grant) && waitedFor(memo, 'off', [grant]) === undefined,
	);
	if (leaving) return awaiting('off', [leaving]);
	const chosen = codesOf(current);
	return chosen.length > 0
		? { do: 'deleteMethods', id, methodIds: chosen }
		: { do: 'addMethods', id, modes: ['code'], pin };
}

/** True if the PIN was taken off both before it was requested again: that request looks open. */
export const isPinOff = (situation: Situation, current: Grant): boolean =>
	isPinLost(situation, current) &&
	codesOf(current).length === 0 &&
	countOfPinRequests(current) === 1;

/** True if the service is still removing methods of this grant. */
const isLeaving = ({ methods, records }: Grant): boolean => {
	const { access_method_ids: ids } = records.grant;
	return Array.isArray(ids) && ids.length > methods.length;
};
