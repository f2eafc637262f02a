import { InvalidParameterError } from '../../errors/errors';

/** What the key of one of our grants says. */
export interface GrantKey {
	reservationKey: string;
	/** 1 is the guest who booked. */
	guestNumber: number;
	/** 1 for the first grant; a change of rooms that cannot keep the grant counts up, because a key may be used once only. */
	part: number;
}

const GUEST = /:guest-(\d+)$/;
const PART = /:part-(\d+)$/;

/** The `access_grant_key` of a grant of ours: prefix, reservation key, and what tells several grants apart. */
export function toGrantKey(prefix: string, { reservationKey, guestNumber, part }: GrantKey): string {
	return `${prefix}${reservationKey}${guestNumber > 1 ? `:guest-${guestNumber}` : ''}${part > 1 ? `:part-${part}` : ''}`;
}

/** Reads a grant's key; undefined for a grant that is not ours. */
export function readGrantKey(prefix: string, key: unknown): GrantKey | undefined {
	if (typeof key !== 'string' || !key.startsWith(prefix) || key.length === prefix.length) return undefined;
	const [guestAndKey, part] = takeNumber(key.slice(prefix.length), PART);
	const [reservationKey, guestNumber] = takeNumber(guestAndKey, GUEST);
	return reservationKey === '' ? undefined : { reservationKey, guestNumber, part };
}

/** The key as the property management system has it. Throws InvalidParameterError for an empty one and one that ends like ours. */
export function requireReservationKey(value: unknown): string {
	const key = typeof value === 'string' || typeof value === 'number' ? String(value).trim() : '';
	if (key === '') throw new InvalidParameterError("'Reservation Key' is empty", 'Map the booking number of your property management system to it.');
	if (GUEST.test(key) || PART.test(key)) {
		throw new InvalidParameterError("'Reservation Key' must not end with ':guest-' or ':part-' and a number", 'This package uses these endings itself.');
	}
	return key;
}

function takeNumber(text: string, ending: RegExp): [rest: string, number: number] {
	const found = ending.exec(text);
	return found ? [text.slice(0, found.index), Number(found[1])] : [text, 1];
}
