import type { WireObject } from '../../../wire/records';
import type { MissingPart, PartialBooking } from '../booking';
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
import {
	hasDate,
	instantAt,
	isEmptyAt,
	joined,
	localTime,
	merged,
	objectAt,
	roomsIn,
	textAt,
	toInstant,
	valueAt,
} from '../values';

// Source: open-api-docs.guesty.com (reservation-webhooks-migration-guide, webhooks-reservations,
// create-a-reservation). Where the ID is in a body of version 2, and that UTC times come before
// planned times, was seen in code of third parties. canceledAt was seen in no source.

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

const REQUEST = 'GET /v1/reservations/{id}';

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
 * }`. A list has the same objects as `reservation`.
 */
export const guesty: BookingFormat = {
	value: 'guesty',
	system: 'Guesty',
	read: (body) => {
		const event = textAt(body, 'event', 'eventType');
		if (event === null) return readRecord(body);
		if (!isFromGuesty(body, event)) return undefined;
		const [, word = null] = RESERVATION_EVENTS.exec(event) ?? [];
		if (word !== null) return readEvent(body, word);
		return OTHER_EVENTS.test(event)
			? notAStay(`The event '${event}' is not about a booking`)
			: undefined;
	},
};

function readRecord(data: WireObject): PartialBooking | undefined {
	const key = textAt(data, '_id');
	const isReservation =
		textAt(data, 'status') !== null && textAt(data, 'unitId', 'listingId') !== null;
	return isReservation && key !== null ? toBooking(data, key) : undefined;
}

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
	const word = strictest(
		readWord(WORDS, textAt(data, 'status')),
		hasDate(data, 'canceledAt', 'cancelledAt') && CANCELED,
	);
	const guest = {
		guest_name:
			textAt(data, 'guest.fullName') ??
			joined(textAt(data, 'guest.firstName'), textAt(data, 'guest.lastName')),
		guest_email: textAt(data, 'guest.email'),
		guest_phone: textAt(data, 'guest.phone'),
	};
	const hasGuest = Object.values(guest).some((text) => text !== null);
	const missing: MissingPart[] =
		word.status === 'confirmed' && !hasGuest ? [{ what: 'guest', request: REQUEST }] : [];
	return {
		...word,
		reservation_key: key,
		...guest,
		guest_key: textAt(data, 'guestId', 'guest._id'),
		...roomsIn([data], ['unitId', 'listingId'], ['listing.nickname', 'listing.title']),
		arrival: timeOf(data, 'checkIn', 'plannedArrival'),
		departure: timeOf(data, 'checkOut', 'plannedDeparture'),
		changed_at: instantAt(data, 'lastUpdatedAt'),
		channel: textAt(data, 'source'),
		missing,
	};
}

/** An instant, or a day with the hour that is planned. */
const timeOf = (data: WireObject, member: 'checkIn' | 'checkOut', planned: string) =>
	toInstant(textAt(data, member)) ??
	localTime(textAt(data, `${member}DateLocalized`, member), valueAt(data, planned));
