import type { StayKey } from '../stays/stay';

/** The parts of the key of our grants. */
export interface GrantKey extends StayKey {
	/**
	 * 1 for the first grant. Each room change that needs a new grant adds 1, because a key may be
	 * used only once.
	 */
	part: number;
}

const GUEST = /:guest-(\d+)$/;
const PART = /:part-(\d+)$/;

/** The `access_grant_key` of our grants: prefix, reservation key, guest and part. */
export function toGrantKey({ prefix, reservationKey, guestNumber, part }: GrantKey): string {
	return [
		`${prefix}${reservationKey}`,
		guestNumber > 1 ? `:guest-${guestNumber}` : '',
		part > 1 ? `:part-${part}` : '',
	].join('');
}

/**
 * Most keys of people that may have been made for one guest of a reservation: one for each guest it
 * passed to.
 */
const MOST_OWN_KEYS = 3;

/** The keys of people that may have been made for this reservation and guest. */
export const ownKeysOf = (stay: StayKey): string[] =>
	Array.from({ length: MOST_OWN_KEYS }, (_, index) => toGrantKey({ ...stay, part: index + 1 }));

/** Reads the key of a grant. Undefined for a grant that is not ours. */
export function readGrantKey(prefix: string, key: unknown): GrantKey | undefined {
	if (typeof key !== 'string' || !key.startsWith(prefix) || key.length === prefix.length)
		return undefined;
	const [guestAndKey, part] = takeNumber(key.slice(prefix.length), PART);
	const [reservationKey, guestNumber] = takeNumber(guestAndKey, GUEST);
	return reservationKey === '' ? undefined : { prefix, reservationKey, guestNumber, part };
}

/** True for the key of a grant of this guest, whatever its part. */
export function isKeyOfGuest(stay: StayKey, key: unknown): boolean {
	const read = readGrantKey(stay.prefix, key);
	return read?.reservationKey === stay.reservationKey && read.guestNumber === stay.guestNumber;
}

function takeNumber(text: string, ending: RegExp): [rest: string, number: number] {
	const found = ending.exec(text);
	return found ? [text.slice(0, found.index), Number(found[1])] : [text, 1];
}
