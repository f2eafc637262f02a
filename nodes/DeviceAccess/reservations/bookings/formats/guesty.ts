import type { WireObject } from '../../../wire/records';
import type { PartialBooking } from '../booking';
import type { BookingFormat } from '../format';
import {
	alsoSaid,
	cancelled,
	CONFIRMED,
	namesOnly,
	notAStay,
	readWord,
	strictest,
	unconfirmed,
	type Words,
} from '../meaning';
import { roomsDiffer } from '../roomsDiffer';
import {
	hasDate,
	instantAt,
	isEmptyAt,
	joined,
	listOf,
	localTime,
	merged,
	objectAt,
	objectsAt,
	roomsIn,
	textAt,
	toDay,
	toInstant,
	toText,
	valueAt,
} from '../values';

// Source: open-api-docs.guesty.com (reservation-webhooks-migration-guide, webhooks-reservations,
// create-a-reservation, reservation-migration) and copies of its pages on reservations-v3 and
// guests-crud. Where the ID is in a body of version 2, the records of the search, and that times in
// UTC can be those of the property's default, or local ones with a Z, were seen in code of third
// parties.

const CANCELED = cancelled('The booking is canceled');

const WORDS: Words = {
	confirmed: CONFIRMED,
	checked_in: CONFIRMED,
	inquiry: unconfirmed('It is an inquiry'),
	reserved: unconfirmed('It is an inquiry that holds the dates'),
	awaiting_payment: unconfirmed('The payment is missing'),
	canceled: CANCELED,
	declined: cancelled('The request was declined'),
	expired: cancelled('The request has expired'),
	closed: cancelled('The inquiry is closed'),
};

/** The words under `guestStay`. The others say nothing about access. */
const GUEST_STAYS: Words = {
	checked_out: cancelled('The guest has checked out'),
	no_show: cancelled('The guest did not arrive'),
};

const REQUEST = 'GET /v1/reservations-v3?reservationIds[]={id}';
const GUEST_REQUEST =
	'GET /v1/guests-crud/{guest_key}?fields=fullName email phone preferredLanguage';

/** The events after which there is no stay, whatever the status says. */
const ENDS: Words = {
	canceled: CANCELED,
	cancelled: CANCELED,
	deleted: cancelled('The booking was deleted'),
};

const OTHER_EVENTS = /^(?:guest|listing|calendar|payments|task)\.|^reservation\.message|\.v2$/;
const RESERVATION_EVENTS = /^reservation[._](?!message)([a-z]+)/i;

/** What Hostaway, whose events have similar names, never sends. All that it says is under `data`. */
const MARKS = ['reservation', 'meta.eventId', '_id', 'data._id', 'data.reservation', 'data.unitId'];

/** True if an event does not show that it is from Hostaway. */
export const isFromGuesty = (body: WireObject, event: string): boolean =>
	!Object.hasOwn(body, 'data') ||
	event.endsWith('.v2') ||
	MARKS.some((path) => valueAt(body, path) !== undefined) ||
	(RESERVATION_EVENTS.test(event) &&
		textAt(body, 'data.reservationId') !== null &&
		textAt(body, 'data.listingMapId', 'data.conversationId') === null);

/**
 * Version 2 sends `{ event, data }` without the guest, the webhooks before it `{ event, reservation
 * }`. Lists and requests have the same objects as `reservation`. The guest of one can be in `guest`
 * beside it.
 */
export const guesty: BookingFormat = {
	value: 'guesty',
	system: 'Guesty',
	read: (body) => {
		const event = textAt(body, 'event', 'eventType');
		if (event === null)
			return readRecord(
				merged(objectAt(body, 'reservation') ?? body, { guest: objectAt(body, 'guest') }),
			);
		if (!isFromGuesty(body, event)) return undefined;
		const [, word = null] = RESERVATION_EVENTS.exec(event) ?? [];
		if (word !== null) return readEvent(body, word);
		return OTHER_EVENTS.test(event)
			? notAStay(`The event '${event}' is not about a booking`)
			: undefined;
	},
};

/** Only the records of version 3 have their rooms and days under `stay`. */
function readRecord(data: WireObject): PartialBooking | undefined {
	const key = textAt(data, '_id', 'reservationId', ...(hasStay(data) ? ['id'] : []));
	const isReservation =
		textAt(data, 'status') !== null &&
		(hasStay(data) || textAt(data, 'unitId', 'listingId') !== null);
	return isReservation && key !== null ? toBooking(data, key) : undefined;
}

const hasStay = (data: WireObject) => Array.isArray(valueAt(data, 'stay'));

/** What an event says is in one of three places, or in several. */
function readEvent(body: WireObject, event: string): PartialBooking | undefined {
	const places = ['data', 'data.reservation', 'reservation'].map((path) => objectAt(body, path));
	const data = merged(...places);
	const key = textAt(data, 'reservationId', '_id', 'id');
	if (key === null)
		return isEmptyAt(body, 'data') || isEmptyAt(body, 'reservation')
			? notAStay('It is a test delivery')
			: undefined;
	const end = alsoSaid(ENDS, event);
	const stay = toBooking(data, key);
	const booking = {
		...stay,
		...strictest(
			stay,
			...places.map((place) => place && alsoSaid(WORDS, textAt(place, 'status'))),
			end && { ...end, pms_status: event },
		),
		changed_at:
			instantAt(body, 'publishedAt', 'meta.publishedAt', 'data.publishedAt') ??
			instantAt(data, 'lastUpdatedAt'),
	};
	const { rooms = [], arrival, pms_status: word } = booking;
	const isWhole = rooms.length > 0 && arrival !== null && word !== null;
	if (!isWhole || booking.status === 'cancelled') return namesOnly(key, REQUEST, booking);
	return booking.status === 'confirmed' ? booking : { ...booking, missing: [] };
}

function toBooking(data: WireObject, key: string) {
	const guestStay = textAt(data, 'guestStay.status');
	const ended = alsoSaid(GUEST_STAYS, guestStay);
	const word = strictest(
		readWord(WORDS, textAt(data, 'status')),
		hasDate(data, 'canceledAt', 'cancelledAt') && CANCELED,
		ended && { ...ended, pms_status: guestStay },
	);
	const segments = segmentsOf(data);
	if (word.status === 'confirmed') requireOneRoom(segments, key);
	const guest = {
		guest_name:
			textAt(data, 'guest.fullName') ??
			joined(textAt(data, 'guest.firstName'), textAt(data, 'guest.lastName')),
		guest_email: textAt(data, 'guest.email') ?? firstAt(data, 'guest.emails'),
		guest_phone: textAt(data, 'guest.phone') ?? firstAt(data, 'guest.phones'),
	};
	const guestKey = textAt(data, 'guestId', 'bookerId', 'guest._id');
	const hasGuest = Object.values(guest).some((text) => text !== null);
	return {
		...word,
		reservation_key: key,
		...guest,
		guest_language: textAt(data, 'guest.preferredLanguage'),
		guest_key: guestKey,
		...roomsIn(
			[{ ...data, room: roomOf(segments[0] ?? {}) ?? roomOf(data) }],
			['room'],
			['listing.nickname', 'listing.title'],
		),
		arrival: timeOf(data, segments[0], 'checkIn', 'plannedArrival', 'eta'),
		departure: timeOf(data, segments.at(-1), 'checkOut', 'plannedDeparture', 'etd'),
		changed_at: instantAt(data, 'lastUpdatedAt'),
		channel: textAt(data, 'source'),
		missing:
			word.status === 'confirmed' && !hasGuest
				? [{ what: 'guest' as const, request: guestKey === null ? REQUEST : GUEST_REQUEST }]
				: [],
	};
}

const DAYS = { checkIn: 'checkInDateLocalized', checkOut: 'checkOutDateLocalized' } as const;

/** The parts of a stay in the order of their days: a guest who changes rooms has one for each. */
const segmentsOf = (data: WireObject): WireObject[] =>
	objectsAt(data, 'stay').sort((one, other) =>
		(textAt(one, DAYS.checkIn) ?? '').localeCompare(textAt(other, DAYS.checkIn) ?? ''),
	);

/** The unit, or else the listing that has it. */
const roomOf = (data: WireObject): string | null =>
	textAt(data, 'unitId', 'listingId', 'unitTypeId', 'parentListingId');

/** Throws InvalidParameterError if a room is the guest's only on some days of the stay. */
function requireOneRoom(segments: readonly WireObject[], key: string): void {
	const isOther = (segment: WireObject, index: number) => {
		const before = segments[index - 1];
		return (
			before !== undefined &&
			(roomOf(segment) !== roomOf(before) ||
				textAt(segment, DAYS.checkIn) !== textAt(before, DAYS.checkOut))
		);
	};
	if (segments.some(isOther)) throw roomsDiffer(key);
}

/** The first text of a list. */
function firstAt(data: WireObject, path: string): string | null {
	const list = valueAt(data, path);
	return Array.isArray(list) ? (listOf(...list.map(toText))[0] ?? null) : null;
}

/**
 * The local day, with the hour that is planned for it if there is one. A time in UTC only if there
 * is no local day: it can be local time with a Z, or the property's default.
 */
function timeOf(
	data: WireObject,
	segment: WireObject | undefined,
	member: 'checkIn' | 'checkOut',
	planned: 'plannedArrival' | 'plannedDeparture',
	expected: 'eta' | 'etd',
): string | null {
	const places = [data, segment].filter((place) => place !== undefined);
	const textOf = (...members: string[]) =>
		listOf(...places.map((place) => textAt(place, ...members)))[0] ?? null;
	const hour = textOf(planned, `${planned}Time`, expected);
	const day = toDay(textOf(DAYS[member]));
	const time = textOf(member);
	return day === null
		? (toInstant(time) ?? localTime(time, hour))
		: localTime(day, hour?.replace(/^.*T(\d\d:\d\d).*$/, '$1'));
}
