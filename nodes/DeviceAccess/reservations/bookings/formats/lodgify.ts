import type { WireObject } from '../../../wire/records';
import type { PartialBooking } from '../booking';
import type { BookingFormat } from '../format';
import {
	alsoSaid,
	cancelled,
	CONFIRMED,
	notAStay,
	readWord,
	strictest,
	unconfirmed,
	type Words,
} from '../meaning';
import {
	hasDate,
	isEmptyAt,
	isSet,
	localTime,
	objectAt,
	objectsAt,
	roomsIn,
	textAt,
	valueAt,
} from '../values';

// Source: the sample events of Pipedream's components for Lodgify; that they come in an array, the
// other events, and the records of the list (GET /v2/reservations/bookings), which alone have hours,
// in code of third parties; 'Unavailable' in a copy of Lodgify's OpenAPI.

const WORDS: Words = {
	Booked: CONFIRMED,
	Tentative: unconfirmed('The booking is tentative'),
	Open: unconfirmed('It is an inquiry'),
	Declined: cancelled('The booking was declined'),
	Unavailable: notAStay('The days are blocked'),
};

/**
 * The webhook sends `[{ action, booking, guest }]`; a record of the list has the guest inside the
 * booking.
 */
export const lodgify: BookingFormat = {
	value: 'lodgify',
	system: 'Lodgify',
	read: (body) => {
		const action = textAt(body, 'action');
		if (action === null) return isBooking(body) ? readBooking(body, body, null) : undefined;
		if (!/^(?:booking|guest_message|rate|availability)_/.test(action)) return undefined;
		if (!action.startsWith('booking_'))
			return notAStay(`The event '${action}' is not about a booking`);
		return isEmptyAt(body, 'booking')
			? notAStay('It is a test delivery')
			: readBooking(
					objectAt(body, 'booking') ?? {},
					body,
					/_status_change_(\w+)$/.exec(action)?.[1] ?? null,
				);
	},
};

/** Without its room types, a record of the list shows by its words that it is from Lodgify. */
const isBooking = (record: WireObject) =>
	textAt(record, 'property_id') !== null &&
	(Array.isArray(valueAt(record, 'room_types') ?? valueAt(record, 'rooms')) ||
		textAt(record, 'date_arrival') !== null ||
		(textAt(record, 'arrival') !== null &&
			alsoSaid(WORDS, textAt(record, 'status')) !== undefined));

/** The status in the booking can be older than the event. */
function readBooking(
	booking: WireObject,
	guest: WireObject,
	event: string | null,
): PartialBooking | undefined {
	const key = textAt(booking, 'id');
	if (key === null) return undefined;
	const roomTypes = valueAt(booking, 'room_types') ?? valueAt(booking, 'rooms');
	const property = roomsIn([booking], ['property_id'], ['property_name']);
	const units = roomsIn(objectsAt({ roomTypes }, 'roomTypes'), ['room_type_id'], ['name']);
	const rooms = units.rooms.length > 0 ? units : property;
	return {
		...strictest(
			readWord(WORDS, textAt(booking, 'status') ?? event),
			alsoSaid(WORDS, event),
			textAt(booking, 'type') === 'ClosedPeriod' && notAStay('It is a closed period'),
			hasDate(booking, 'canceled_at') && cancelled('The booking is canceled'),
			isSet(booking, 'is_deleted') && cancelled('The booking was deleted'),
		),
		reservation_key: key,
		guest_name: textAt(guest, 'guest.name'),
		guest_email: textAt(guest, 'guest.email'),
		guest_phone: textAt(guest, 'guest.phone_number', 'guest.phone'),
		guest_language: textAt(booking, 'language'),
		// The ID in a list is not known to be the same.
		guest_key: textAt(guest, 'guest.uid'),
		...rooms,
		// The name of a room type is often empty. A property with one room has the same name.
		room_names:
			rooms.rooms.length === 1 && !rooms.room_names[0] ? property.room_names : rooms.room_names,
		arrival: localTime(
			textAt(booking, 'date_arrival', 'arrival'),
			valueAt(booking, 'check_in.time'),
		),
		departure: localTime(
			textAt(booking, 'date_departure', 'departure'),
			valueAt(booking, 'check_out.time'),
		),
		channel: textAt(booking, 'source'),
	};
}
