/**
 * What a booking means for the doors. `unconfirmed`: it may still become a stay. `not_a_stay`: a
 * block, a message, a test delivery, or a word that its system is not known to use.
 */
export type BookingStatus = 'confirmed' | 'unconfirmed' | 'cancelled' | 'not_a_stay';

/** What a body does not carry, and the request to its system that brings it. */
export interface MissingPart {
	what: 'guest' | 'stay';
	request: string;
}

/** The fields of the output item. */
export interface Booking {
	/** Null only if the body is about no booking. */
	reservation_key: string | null;
	status: BookingStatus;
	reason: string | null;
	pms_status: string | null;
	/** Only if the system is not known to use that word. The status is then `not_a_stay`. */
	unknown_status?: boolean;
	guest_name: string | null;
	guest_email: string | null;
	guest_phone: string | null;
	guest_language: string | null;
	guest_key: string | null;
	/** IDs of the units or listings, the most exact that the body has. */
	rooms: string[];
	/** Their names, in the same order. */
	room_names: string[];
	/** A day, a local time without an offset, or an instant with its offset. */
	arrival: string | null;
	departure: string | null;
	/** With an offset. */
	changed_at: string | null;
	channel: string | null;
	/** The PIN in the system's record of the booking. */
	door_code: string | null;
	/** The record that has this PIN, if the system changes it by its own ID. */
	door_code_id?: number | string;
	/** What the system's interface for messages needs, if it is not the ID of the booking. */
	conversation_id: string | null;
	/** True if nothing is left to pay. Null if the system does not say it. */
	is_paid: boolean | null;
	/** The booking that several rooms belong to. */
	group_key: string | null;
	/** Starts the keys of this system's grants, so that no system touches the stays of another. */
	key_prefix: string;
	/** Identifies the stay across systems. Null if the body is about no booking. */
	stay_key: string | null;
	missing: MissingPart[];
}

export type PartialBooking = Pick<Booking, 'status'> &
	Partial<Omit<Booking, 'key_prefix' | 'stay_key'>>;

export type Meaning = Pick<Booking, 'status' | 'reason' | 'unknown_status'>;

const meaning = (status: BookingStatus, reason: string | null): Meaning => ({
	status,
	reason,
	unknown_status: false,
});
export const unconfirmed = (reason: string): Meaning => meaning('unconfirmed', reason);
export const cancelled = (reason: string): Meaning => meaning('cancelled', reason);
export const notAStay = (reason: string): Meaning => meaning('not_a_stay', reason);

export const otherEvent = (event: string | null): Meaning =>
	notAStay(`The event '${event}' is not about a booking`);

const COMMON = {
	confirmed: meaning('confirmed', null),
	inquiry: unconfirmed('It is an inquiry'),
	request: unconfirmed('It is a request that nobody has answered yet'),
	tentative: unconfirmed('The booking is tentative'),
	unpaid: unconfirmed('The payment is missing'),
	canceled: cancelled('The booking is canceled'),
	checkedOut: cancelled('The guest has checked out'),
	declined: cancelled('The request was declined'),
	deleted: cancelled('The booking was deleted'),
	expired: cancelled('The request has expired'),
	noShow: cancelled('The guest did not arrive'),
	blocked: notAStay('The days are blocked'),
};

/** A meaning by its name, if several systems know it. */
export type Said = keyof typeof COMMON | Meaning;

const meant = <Own extends Meaning>(said: keyof typeof COMMON | Own) =>
	typeof said === 'string' ? COMMON[said] : said;

/** They never mean something for another system. */
export type Words = Readonly<Record<string, Said>>;

export type ReadWord = Meaning & Pick<Booking, 'pms_status'>;

/** An unknown word, and none, change nothing. */
export function readWord(words: Words, word: string | null): ReadWord {
	if (word === null) return { ...notAStay('The booking has no status'), pms_status: null };
	const unknown = notAStay(`'${word}' is not a status that this node knows`);
	return knownWord(words, word) ?? { ...unknown, unknown_status: true, pms_status: word };
}

/** Can decide instead of the status. Undefined if the word is unknown. */
export function knownWord(words: Words, word: string | null): ReadWord | undefined {
	const said = alsoSaid(words, word);
	return said && { ...said, pms_status: word };
}

/** What a word means beside that of the status, which is shown in any case. */
export function alsoSaid(words: Words, word: string | null): Meaning | undefined {
	const [, said] =
		Object.entries(words).find(([known]) => normalize(known) === normalize(word ?? '')) ?? [];
	return said && meant(said);
}

const BY_STRICTNESS = ['confirmed', 'unconfirmed', 'unknown', 'not_a_stay', 'cancelled'];
const strictness = ({ status, unknown_status: isUnknown }: Meaning) =>
	BY_STRICTNESS.indexOf(isUnknown ? 'unknown' : status);

/** The meaning that closes the door counts. A block stays a block until it is canceled. */
export const strictest = (
	word: ReadWord,
	...others: ReadonlyArray<Said | ReadWord | false | undefined>
): ReadWord =>
	others.reduce<ReadWord>((closed, said) => {
		const other = said ? meant<Meaning & Partial<ReadWord>>(said) : closed;
		return strictness(other) > strictness(closed) ? { ...closed, ...other } : closed;
	}, word);

/** Case, spaces, hyphens and underscores do not matter. */
export const normalize = (word: string) => word.toLowerCase().replaceAll(/[\s_-]+/g, '');

/**
 * What the body says gives no access, but can end it. In the request, `{id}` stands for the key,
 * and `{group_key}` for that member.
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

/** A price of 0 is that of a booking that came without one, such as from a calendar. */
export const nothingDue = (due: number | null, price: number | null = null): boolean | null =>
	due === null || price === 0 ? null : due <= 0;

export const missingGuest = (
	{ status }: Meaning,
	isThere: boolean,
	request: string,
): Booking['missing'] => (status === 'confirmed' && !isThere ? [{ what: 'guest', request }] : []);
