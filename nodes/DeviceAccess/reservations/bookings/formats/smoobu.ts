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
	type Words,
} from '../meaning';
import {
	instantAt,
	isEmptyAt,
	isSet,
	joined,
	localTime,
	objectAt,
	roomsIn,
	textAt,
	valueAt,
} from '../values';

// Source: webhook bodies in the tests of github.com/mmomasters/thekeys (a lock integration) and
// records of the list in code of third parties; the page docs.smoobu.com was seen in part.
// Without an offset, modifiedAt and modified-at are not used.

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
		if (!action.endsWith('Reservation'))
			return notAStay(`The event '${action}' is not about a booking`);
		return isEmptyAt(body, 'data')
			? notAStay('It is a test delivery')
			: readReservation(objectAt(body, 'data') ?? {}, action);
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
		changed_at: instantAt(data, 'modifiedAt', 'modified-at'),
		channel: textAt(data, 'channel.name'),
	};
}

/**
 * The action and the type can differ, such as an update whose type is a cancellation: then the
 * booking is canceled.
 */
function readStatus(data: WireObject, action: string | null) {
	const said = alsoSaid(WORDS, action);
	return strictest(
		readWord(WORDS, textAt(data, 'type') ?? action),
		said && { ...said, pms_status: action },
		isSet(data, 'is-blocked-booking') && notAStay('It is a block'),
	);
}
