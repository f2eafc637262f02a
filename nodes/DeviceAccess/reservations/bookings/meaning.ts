import type { Booking, PartialBooking } from './booking';

/** What a word means for the doors, and why if it gives no access. */
export type Meaning = Pick<Booking, 'status' | 'reason'>;

export const CONFIRMED: Meaning = { status: 'confirmed', reason: null };
export const unconfirmed = (reason: string): Meaning => ({ status: 'unconfirmed', reason });
export const cancelled = (reason: string): Meaning => ({ status: 'cancelled', reason });
export const notAStay = (reason: string): Meaning => ({ status: 'not_a_stay', reason });

/**
 * A body that names a booking, and says nothing about it that could give or end access. The request
 * brings the booking: `{id}` stands for the key.
 */
export const namesOnly = (key: string, request: string): PartialBooking => ({
	...notAStay('The body only names the booking'),
	reservation_key: key,
	missing: [{ what: 'stay', request }],
});

/**
 * The statuses of one system with their meanings. The words of one system never mean something for
 * another.
 */
export type Words = Readonly<Record<string, Meaning>>;

/**
 * What the system's own word means. Case, spaces, hyphens and underscores do not matter. An unknown
 * word, and none, change nothing.
 */
export function readWord(
	words: Words,
	word: string | null,
): Pick<Booking, 'status' | 'reason' | 'pms_status'> {
	if (word === null) return { ...notAStay('The booking has no status'), pms_status: null };
	const [, meaning = notAStay(`'${word}' is not a status that this node knows`)] =
		Object.entries(words).find(([known]) => normalize(known) === normalize(word)) ?? [];
	return { ...meaning, pms_status: word };
}

const normalize = (word: string) => word.toLowerCase().replaceAll(/[\s_-]+/g, '');
