import type { StayKey } from '../stays/stay';

/** The parts of the key of our grants. */
export interface GrantKey extends StayKey {
	/**
	 * 1 for the first grant. Each room change that needs a new grant adds 1, because a key may be
	 * used only once.
	 */
	part: number;
	/**
	 * True if a person changed the PIN, so that the PIN that was entered before no longer applies.
	 */
	isPinChanged?: true;
}

const GUEST = /:guest-(\d+)$/;
const PART = /:part-(\d+)$/;

/** Parts above this number have a changed PIN. So the key still ends like any other. */
const PIN_CHANGED_FROM = 100;

/** The `access_grant_key` of our grants: prefix, reservation key, guest and part. */
export function toGrantKey({
	prefix,
	reservationKey,
	guestNumber,
	part,
	isPinChanged,
}: GrantKey): string {
	const number = isPinChanged ? PIN_CHANGED_FROM + part : part;
	return [
		`${prefix}${reservationKey}`,
		guestNumber > 1 ? `:guest-${guestNumber}` : '',
		number > 1 ? `:part-${number}` : '',
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
	const [guestAndKey, number] = takeNumber(key.slice(prefix.length), PART);
	const [reservationKey, guestNumber] = takeNumber(guestAndKey, GUEST);
	if (reservationKey === '') return undefined;
	const stay = { prefix, reservationKey, guestNumber };
	return number > PIN_CHANGED_FROM
		? { ...stay, part: number - PIN_CHANGED_FROM, isPinChanged: true }
		: { ...stay, part: number };
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
