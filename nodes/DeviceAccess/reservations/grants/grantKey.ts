import { InvalidParameterError } from '../../errors/errors';

/** The parts of the key of our grants. */
export interface GrantKey {
	reservationKey: string;
	/** 1 is the guest who booked. */
	guestNumber: number;
	/** 1 for the first grant. Each room change that needs a new grant adds 1, because a key may be used only once. */
	part: number;
}

const GUEST = /:guest-(\d+)$/;
const PART = /:part-(\d+)$/;

/** The `access_grant_key` of our grants: prefix, reservation key, guest and part. */
export function toGrantKey(
	prefix: string,
	{ reservationKey, guestNumber, part }: GrantKey,
): string {
	return `${prefix}${reservationKey}${guestNumber > 1 ? `:guest-${guestNumber}` : ''}${part > 1 ? `:part-${part}` : ''}`;
}

/** Reads the key of a grant. Undefined for a grant that is not ours. */
export function readGrantKey(prefix: string, key: unknown): GrantKey | undefined {
	if (typeof key !== 'string' || !key.startsWith(prefix) || key.length === prefix.length)
		return undefined;
	const [guestAndKey, part] = takeNumber(key.slice(prefix.length), PART);
	const [reservationKey, guestNumber] = takeNumber(guestAndKey, GUEST);
	return reservationKey === '' ? undefined : { reservationKey, guestNumber, part };
}

/** The reservation's key in the property management system. Throws InvalidParameterError if it is empty or ends like our grant keys. */
export function requireReservationKey(value: unknown): string {
	const key = typeof value === 'string' || typeof value === 'number' ? String(value).trim() : '';
	if (key === '')
		throw new InvalidParameterError(
			"'Reservation Key' is empty",
			'Map the booking number from your property management system.',
		);
	if (GUEST.test(key) || PART.test(key)) {
		throw new InvalidParameterError(
			"'Reservation Key' must not end with ':guest-' or ':part-' and a number",
			'The node reserves these endings for its own keys.',
		);
	}
	return key;
}

function takeNumber(text: string, ending: RegExp): [rest: string, number: number] {
	const found = ending.exec(text);
	return found ? [text.slice(0, found.index), Number(found[1])] : [text, 1];
}
