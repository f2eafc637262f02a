import type { Booking, BookingStatus, PartialBooking } from './booking';

/** What a word means for the doors, and why if it gives no access. */
export type Meaning = Pick<Booking, 'status' | 'reason' | 'unknown_status'>;

const meaning = (status: BookingStatus, reason: string | null): Meaning => ({
	status,
	reason,
	unknown_status: false,
});
export const CONFIRMED = meaning('confirmed', null);
export const unconfirmed = (reason: string): Meaning => meaning('unconfirmed', reason);
export const cancelled = (reason: string): Meaning => meaning('cancelled', reason);
export const notAStay = (reason: string): Meaning => meaning('not_a_stay', reason);

export const INQUIRY = unconfirmed('It is an inquiry');
export const REQUEST = unconfirmed('It is a request that nobody has answered yet');
export const TENTATIVE = unconfirmed('The booking is tentative');
export const UNPAID = unconfirmed('The payment is missing');
export const CANCELED = cancelled('The booking is canceled');
export const CHECKED_OUT = cancelled('The guest has checked out');
export const DECLINED = cancelled('The request was declined');
export const DELETED = cancelled('The booking was deleted');
export const EXPIRED = cancelled('The request has expired');
export const NO_SHOW = cancelled('The guest did not arrive');
export const BLOCKED = notAStay('The days are blocked');

/**
 * A body that names a booking without its whole stay: what it says about it gives no access, but can
 * end it. The request brings the booking: `{id}` stands for the key, `{group_key}` for that member.
 */
export const namesOnly = (
	key: string,
	request: string,
	said: Partial<PartialBooking> = {},
): PartialBooking => ({
	...said,
	...(said.status === 'cancelled'
		? { status: said.status, missing: [] }
		: { ...notAStay('The body only names the booking'), missing: [{ what: 'stay', request }] }),
	reservation_key: key,
});

/** The request that brings the guest, if the guest of a stay is not there. */
export const missingGuest = (
	{ status }: Meaning,
	isThere: boolean,
	request: string,
): Booking['missing'] => (status === 'confirmed' && !isThere ? [{ what: 'guest', request }] : []);

/**
 * The statuses of one system with their meanings. The words of one system never mean something for
 * another.
 */
export type Words = Readonly<Record<string, Meaning>>;

/**
 * What the system's own word means. Case, spaces, hyphens and underscores do not matter. An unknown
 * word, and none, change nothing.
 */
export function readWord(words: Words, word: string | null): ReadWord {
	if (word === null) return { ...notAStay('The booking has no status'), pms_status: null };
	const said = alsoSaid(words, word) ?? {
		...notAStay(`'${word}' is not a status that this node knows`),
		unknown_status: true,
	};
	return { ...said, pms_status: word };
}

/** A word with its meaning. */
export type ReadWord = Meaning & Pick<Booking, 'pms_status'>;

/**
 * What another word of the body means, beside that of its status. Undefined for an unknown word, and
 * for none: it says nothing.
 */
export const alsoSaid = (words: Words, word: string | null): Meaning | undefined =>
	word === null
		? undefined
		: Object.entries(words).find(([known]) => normalize(known) === normalize(word))?.[1];

const BY_STRICTNESS = ['confirmed', 'unconfirmed', 'unknown', 'not_a_stay', 'cancelled'];
const strictness = ({ status, unknown_status: isUnknown }: Meaning) =>
	BY_STRICTNESS.indexOf(isUnknown ? 'unknown' : status);

/**
 * The meaning of a body that says several things: the one that closes the door counts. A block stays
 * a block until it is canceled.
 */
export const strictest = (
	word: ReadWord,
	...others: ReadonlyArray<(Meaning & Partial<ReadWord>) | false | undefined>
): ReadWord =>
	others.reduce<ReadWord>(
		(closed, other) =>
			other && strictness(other) > strictness(closed) ? { ...closed, ...other } : closed,
		word,
	);

/** Case, spaces, hyphens and underscores do not matter. */
export const normalize = (word: string) => word.toLowerCase().replaceAll(/[\s_-]+/g, '');
