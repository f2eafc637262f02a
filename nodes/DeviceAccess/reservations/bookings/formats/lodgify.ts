import type { WireObject } from '../../../wire/records';
import type { PartialBooking } from '../booking';
import type { BookingFormat } from '../format';
import { cancelled, CONFIRMED, notAStay, readWord, unconfirmed, type Words } from '../meaning';
import { objectAt, objectsAt, roomsIn, textAt, toDay, valueAt } from '../values';

// Source: the sample events of Pipedream's components for Lodgify; the other events and the records
// of the list (GET /v2/reservations/bookings) in code of third parties. There are no check-in
// times.

const DECLINED = cancelled('The booking was declined');

const WORDS: Words = {
	Booked: CONFIRMED,
	Tentative: unconfirmed('The booking is tentative'),
	Open: unconfirmed('It is an inquiry'),
	Declined: DECLINED,
};

/**
 * The webhook sends `{ action, booking, guest }`; a record of the list has the guest inside the
 * booking.
 */
export const lodgify: BookingFormat = {
	value: 'lodgify',
	system: 'Lodgify',
	read: (body) => {
		const action = textAt(body, 'action');
		if (action === null) return readBooking(body, body);
		if (!/^(?:booking|guest_message|rate|availability)_/.test(action)) return undefined;
		if (!action.startsWith('booking_'))
			return notAStay(`The event '${action}' is not about a booking`);
		const booking = readBooking(objectAt(body, 'booking') ?? {}, body);
		// The status can be older than the event.
		return booking && action === 'booking_status_change_declined'
			? { ...booking, ...DECLINED }
			: booking;
	},
};

function readBooking(booking: WireObject, guest: WireObject): PartialBooking | undefined {
	const key = textAt(booking, 'id');
	const roomTypes = valueAt(booking, 'room_types') ?? valueAt(booking, 'rooms');
	if (key === null || textAt(booking, 'property_id') === null || !Array.isArray(roomTypes))
		return undefined;
	const property = roomsIn([booking], ['property_id'], ['property_name']);
	const units = roomsIn(objectsAt({ roomTypes }, 'roomTypes'), ['room_type_id'], ['name']);
	const rooms = units.rooms.length > 0 ? units : property;
	return {
		...readStatus(booking),
		reservation_key: key,
		guest_name: textAt(guest, 'guest.name'),
		guest_email: textAt(guest, 'guest.email'),
		guest_phone: textAt(guest, 'guest.phone_number', 'guest.phone'),
		guest_language: textAt(booking, 'language'),
		guest_key: textAt(guest, 'guest.uid', 'guest.id'),
		...rooms,
		// The name of a room type is often empty. A property with one room has the same name.
		room_names:
			rooms.rooms.length === 1 && !rooms.room_names[0] ? property.room_names : rooms.room_names,
		arrival: toDay(textAt(booking, 'date_arrival', 'arrival')),
		departure: toDay(textAt(booking, 'date_departure', 'departure')),
		channel: textAt(booking, 'source'),
	};
}

function readStatus(booking: WireObject) {
	const word = readWord(WORDS, textAt(booking, 'status'));
	return valueAt(booking, 'is_deleted') === true
		? { ...word, ...cancelled('The booking was deleted') }
		: word;
}
