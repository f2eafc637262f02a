import { type Grant } from '../grants/grant';
import { isAnotherGuest } from './person';
import { pinsKnownTo, pinToKeep } from './planPin';
import type { Memo, Situation } from './situation';
import type { Wanted } from './wanted';

export const ofSameGuest = (
	{ guest }: Wanted,
	grants: readonly Grant[],
	ownKeys: readonly string[],
): Grant[] => grants.filter((grant) => !isAnotherGuest(guest, grant, ownKeys));

/** The PIN that the guest knows, as far as the service or this execution does. */
export const pinOf = (wanted: Wanted, grant: Grant, memo: Memo): string | undefined =>
	grant.pin ?? memo.pins.get(grant.id) ?? pinToKeep(wanted, grant);

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

/** Undefined for a PIN that another guest of the stay may know. */
export function unlessOthersKnow(
	{ wanted, grants, ownKeys }: Situation,
	pin: string | undefined,
): string | undefined {
	const own = ofSameGuest(wanted, grants, ownKeys);
	const known = pinsKnownTo(grants.filter((grant) => !own.includes(grant)));
	return pin !== undefined && known.includes(pin) ? undefined : pin;
}

export const codesOf = ({ methods }: Grant): string[] =>
	methods.filter(({ mode }) => mode === 'code').map(({ id }) => id);
