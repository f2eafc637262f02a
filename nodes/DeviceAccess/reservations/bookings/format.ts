import { InvalidParameterError } from '../../errors/errors';
import { oneLine } from '../../wire/records';
import { Body, merged } from './body';
import { notAStay, otherEvent, type PartialBooking } from './booking';

export interface HostKnowledge {
	/** What a closed day in Booking.com's calendar is: `stay` or `block`. */
	closedDays?: unknown;
}

type Read = PartialBooking | PartialBooking[] | undefined;

export interface BookingFormat {
	/** Stored in workflows, and the beginning of `key_prefix`. */
	value: string;
	system: string;
	/** True if the system can give a stay another key, and nothing else says which stay it is. */
	canChangeKeys?: true;
	/** What to pass on, if it is neither the item of the Webhook node nor a record of a list. */
	input?: string;
	/** Where an answer of the system has the records of its list. */
	list?: string;
	/** True if a page without records has no body. */
	hasEmptyPages?: true;
	/** For a system that refuses with the status of a success: why a body is a refusal, and what to do. */
	refusal?: (body: Body) => string | [why: string, remedy: string] | null;
	/** The booking that a body names, also if nothing else in it can be read. */
	keyOf: (body: Body) => string | null;
	/**
	 * Reads a body that the system sends, or a record of its list. Undefined if the system sends no
	 * such body. Several bookings if the body is about several.
	 */
	read: (body: Body, host: HostKnowledge) => Read;
}

/** What most systems send around a record of their list when something happens to it. */
interface Envelope {
	/** Only a body of the webhook says what happened. */
	word?: string[];
	/** The words about a booking; none without it. */
	topic?: RegExp;
	/** About something else. Any other word is that of another system. */
	otherTopics?: RegExp;
	/** The member with the record, or those with parts of it. */
	record?: string | string[];
	/** Beside the record, for systems that can leave it out. */
	key?: string | string[];
	/** True for a test delivery. One whose record is empty counts as one, too. */
	isTest?: (body: Body) => boolean;
}

interface Delivery {
	key: string;
	/** The word of the envelope; null for a record of the list. */
	word: string | null;
	body: Body;
}

export function format({
	key,
	envelope = {},
	read,
	...named
}: Pick<BookingFormat, 'value' | 'system' | 'list' | 'hasEmptyPages' | 'refusal'> & {
	key: string | string[];
	envelope?: Envelope;
	read: (record: Body, delivery: Delivery) => PartialBooking | undefined;
}): BookingFormat {
	const { list } = named;
	const listIn = (body: Body) =>
		wordOf(body) === null && list !== undefined && Array.isArray(body.value(list))
			? body.list(list)
			: undefined;
	const places = [envelope.record ?? []].flat();
	const wordOf = (body: Body) => body.joined(...(envelope.word ?? []));
	const recordOf = (body: Body) =>
		places.some((place) => wordOf(body) !== null || body.has(place))
			? merged(...places.map((place) => body.at(place)))
			: body;
	const keyIn = (body: Body, record: Body) =>
		body.text(...[envelope.key ?? []].flat()) ?? record.text(...[key].flat());
	const readOne = (body: Body, record: Body, word: string | null) => {
		const own = keyIn(body, record);
		const booking = own === null ? undefined : read(record, { key: own, word, body });
		return booking && { reservation_key: own, ...booking };
	};
	return {
		...named,
		keyOf: (body) => {
			const [record] = listIn(body) ?? [recordOf(body)];
			return record ? keyIn(record === body ? body : record, record) : null;
		},
		read: (body) => {
			const word = wordOf(body);
			const listed = listIn(body);
			if (listed) {
				// What stands beside the list, such as the guests, is about all of its records.
				const beside = (record: Body) => new Body({ ...body.record, ...record.record });
				const bookings = listed.flatMap((record) => readOne(beside(record), record, null) ?? []);
				return bookings.length > 0 && bookings.length === listed.length ? bookings : undefined;
			}
			const isAbout = word === null || envelope.topic?.test(word) === true;
			if (envelope.isTest?.(body)) return notAStay(TEST);
			if (!isAbout && envelope.otherTopics?.test(word) !== true) return undefined;
			const record = recordOf(body);
			const isHollow = places.some((place) => body.isEmpty(place));
			if (isHollow && keyIn(body, record) === null) return notAStay(TEST);
			if (!isAbout) return otherEvent(word);
			return readOne(body, record, word);
		},
	};
}

const TEST = 'It is a test delivery';

/** So that a person knows whose stay a refusal is about. */
export const inWords = (
	key: string,
	{ guest_name: name, rooms = [], room_names: names = [], arrival, departure }: PartialBooking,
): string =>
	[
		`ID '${key}'`,
		oneLine(name ?? ''),
		(names.length > 0 ? names : rooms).join(' and '),
		[arrival, departure].filter(Boolean).join(' to '),
	]
		.filter(Boolean)
		.join(', ');

/** The rooms are the guest's only on some of the days: on the others, they are somebody else's. */
export const roomsDiffer = (key: string, booking: PartialBooking): InvalidParameterError =>
	new InvalidParameterError(
		`The rooms of this booking have different days (${inWords(key, booking)})`,
		"The node gives all rooms of a booking for the same days, so nothing was changed. Give the guest access to each room with 'Create or update reservation', with a reservation key of its own.",
		'rooms_differ',
		key,
	);

/**
 * Throws if the request for the guest failed, whose error n8n passes on: access without its guest
 * would lose the name. To end it takes no guest.
 */
export function requireGuest(
	booking: PartialBooking,
	hasFailed: boolean,
	system: string,
	key: string,
): void {
	if (booking.status !== 'confirmed' || !hasFailed) return;
	throw new InvalidParameterError(
		`The guest of this booking could not be read from ${system} (${inWords(key, booking)})`,
		`Nothing was changed. Check the guest in ${system}.`,
		undefined,
		key,
	);
}

export const keyPrefixOf = ({ value }: Pick<BookingFormat, 'value'>): string => `${value}:`;
