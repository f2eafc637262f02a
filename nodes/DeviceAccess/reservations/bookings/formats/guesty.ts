import type { WireObject } from '../../../wire/records';
import type { PartialBooking } from '../booking';
import type { BookingFormat } from '../format';
import {
	cancelled,
	CONFIRMED,
	namesOnly,
	notAStay,
	readWord,
	unconfirmed,
	type Words,
} from '../meaning';
import { joined, localTime, objectAt, roomsIn, textAt, toInstant, valueAt } from '../values';

// Source: open-api-docs.guesty.com (reservation-webhooks-migration-guide, webhooks-reservations,
// create-a-reservation). Where the ID is in a body of version 2, and that UTC times come before
// planned times, was seen in code of third parties.

const WORDS: Words = {
	confirmed: CONFIRMED,
	checked_in: CONFIRMED,
	inquiry: unconfirmed('It is an inquiry'),
	reserved: unconfirmed('It is an inquiry that holds the dates'),
	awaiting_payment: unconfirmed('The payment is missing'),
	canceled: cancelled('The booking is canceled'),
	declined: cancelled('The request was declined'),
	expired: cancelled('The request has expired'),
	closed: cancelled('The inquiry is closed'),
};

const REQUEST = 'GET /v1/reservations/{id}';

const OTHER_EVENTS = /^(?:guest|listing|calendar|payments|task)\.|^reservation\.message/;

/** IDs are numbers at Hostaway, whose events have similar names, and never at Guesty. */
const NEVER_NUMBERS = ['accountId', 'data.accountId', 'data.listingMapId'];

/**
 * Version 2 sends `{ event, data }` without the guest, the webhooks before it `{ event, reservation
 * }`. A list has the same objects as `reservation`.
 */
export const guesty: BookingFormat = {
	value: 'guesty',
	system: 'Guesty',
	read: (body) => {
		const event = textAt(body, 'event', 'eventType');
		if (event === null) return textAt(body, '_id') === null ? undefined : readReservation(body);
		if (OTHER_EVENTS.test(event))
			return NEVER_NUMBERS.some((path) => typeof valueAt(body, path) === 'number')
				? undefined
				: notAStay(`The event '${event}' is not about a booking`);
		return /^reservation\.\w+\.v2$/.test(event)
			? readVersion2(body)
			: readReservation(objectAt(body, 'reservation') ?? {});
	},
};

function readVersion2(body: WireObject): PartialBooking | undefined {
	const data = objectAt(body, 'data.reservation') ?? objectAt(body, 'data') ?? {};
	const key = textAt(data, 'reservationId', 'id', '_id');
	if (key === null) return undefined;
	const booking = toBooking(data, key);
	const isWhole = (booking.rooms ?? []).length > 0 && booking.arrival !== null;
	return {
		...booking,
		...(booking.status !== 'cancelled' && !isWhole && namesOnly(key, REQUEST)),
		...(booking.status === 'confirmed' &&
			isWhole &&
			booking.guest_name === null && { missing: [{ what: 'guest', request: REQUEST }] }),
		changed_at: toInstant(textAt(body, 'publishedAt', 'meta.publishedAt', 'data.publishedAt')),
	};
}

function readReservation(data: WireObject): PartialBooking | undefined {
	const key = textAt(data, '_id');
	const isReservation =
		textAt(data, 'status') !== null && textAt(data, 'unitId', 'listingId') !== null;
	return isReservation && key !== null ? toBooking(data, key) : undefined;
}

const toBooking = (data: WireObject, key: string): PartialBooking => ({
	...readWord(WORDS, textAt(data, 'status')),
	reservation_key: key,
	guest_name:
		textAt(data, 'guest.fullName') ??
		joined(textAt(data, 'guest.firstName'), textAt(data, 'guest.lastName')),
	guest_email: textAt(data, 'guest.email'),
	guest_phone: textAt(data, 'guest.phone'),
	guest_key: textAt(data, 'guestId', 'guest._id'),
	...roomsIn([data], ['unitId', 'listingId'], ['listing.nickname', 'listing.title']),
	arrival:
		toInstant(textAt(data, 'checkIn')) ??
		localTime(textAt(data, 'checkInDateLocalized'), valueAt(data, 'plannedArrival')),
	departure:
		toInstant(textAt(data, 'checkOut')) ??
		localTime(textAt(data, 'checkOutDateLocalized'), valueAt(data, 'plannedDeparture')),
	changed_at: toInstant(textAt(data, 'lastUpdatedAt')),
	channel: textAt(data, 'source'),
});
