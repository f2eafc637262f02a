import type { WireObject } from '../../../wire/records';
import type { PartialBooking } from '../booking';
import type { BookingFormat } from '../format';
import { cancelled, CONFIRMED, notAStay, readWord, type Words } from '../meaning';
import { joined, listOf, localTime, objectAt, roomsIn, textAt, valueAt } from '../values';

// Source: webhook bodies in the tests of github.com/mmomasters/thekeys (a lock integration) and
// records of the list in code of third parties; the page docs.smoobu.com was seen in part.
// modifiedAt and modified-at have no offset: they are not used.

const WORDS: Words = {
	newReservation: CONFIRMED,
	updateReservation: CONFIRMED,
	cancelReservation: cancelled('The booking is canceled'),
	deleteReservation: cancelled('The booking was deleted'),
	reservation: CONFIRMED,
	'modification of booking': CONFIRMED,
	cancellation: cancelled('The booking is canceled'),
};

/**
 * The webhook sends `{ action, user, data }`; a list has the same objects as `data`, with the
 * status in `type`.
 */
export const smoobu: BookingFormat = {
	value: 'smoobu',
	system: 'Smoobu',
	read: (body) => {
		const action = textAt(body, 'action');
		if (action === null) return objectAt(body, 'apartment') && readReservation(body, null);
		if (!/^[a-z]+(?:[A-Z][a-z]+)+$/.test(action)) return undefined;
		return action.endsWith('Reservation')
			? readReservation(objectAt(body, 'data') ?? {}, action)
			: notAStay(`The event '${action}' is not about a booking`);
	},
};

function readReservation(data: WireObject, action: string | null): PartialBooking | undefined {
	const key = textAt(data, 'id');
	if (key === null) return undefined;
	return {
		...readStatus(data, action),
		reservation_key: key,
		guest_name:
			textAt(data, 'guest-name') ?? joined(textAt(data, 'firstname'), textAt(data, 'lastname')),
		guest_email: textAt(data, 'email'),
		guest_phone: textAt(data, 'phone'),
		guest_language: textAt(data, 'language'),
		...roomsIn([data], ['apartment.id'], ['apartment.name']),
		arrival: localTime(textAt(data, 'arrival'), valueAt(data, 'check-in')),
		departure: localTime(textAt(data, 'departure'), valueAt(data, 'check-out')),
		channel: textAt(data, 'channel.name'),
	};
}

/**
 * The action and the type can differ, such as an update whose type is a cancellation: then the
 * booking is canceled.
 */
function readStatus(data: WireObject, action: string | null) {
	const words = listOf(action, textAt(data, 'type')).map((word) => readWord(WORDS, word));
	const word = words.at(-1) ?? readWord(WORDS, null);
	const end = words.find(({ status }) => status === 'cancelled');
	if (end) return end;
	return valueAt(data, 'is-blocked-booking') === true
		? { ...notAStay('It is a block'), pms_status: word.pms_status }
		: word;
}
