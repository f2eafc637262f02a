import type { WireObject } from '../../../wire/records';
import type { PartialBooking } from '../booking';
import type { BookingFormat } from '../format';
import {
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
	isSet,
	joined,
	localTime,
	objectAt,
	objectsAt,
	roomsIn,
	textAt,
	valueAt,
} from '../values';

// Source: OwnerRez's app for Zapier (github.com/ownerrez/orez-zapier) for bookings and guests. The
// webhook's envelope, the words of `status`, the times of day and `canceled_utc` were seen in
// code of third parties that quote OwnerRez's pages; `updated_utc` in no source.

const CANCELED = cancelled('The booking is canceled');

const WORDS: Words = {
	active: CONFIRMED,
	pending: unconfirmed('The booking is pending'),
	canceled: CANCELED,
	cancelled: CANCELED,
};

const REQUEST = 'GET /v2/bookings/{id}';

/**
 * The webhook sends `{ action, entity_type, entity_id, entity }`; a list has the same objects as
 * `entity`.
 */
export const ownerRez: BookingFormat = {
	value: 'ownerRez',
	system: 'OwnerRez',
	read: (body) => {
		const action = textAt(body, 'action');
		const id = textAt(body, 'id');
		if (action === null)
			return isBooking(body) && id !== null ? readBooking(body, id, false) : undefined;
		if (action === 'webhook_test') return notAStay('It is a test delivery');
		const type = textAt(body, 'entity_type');
		if (action === 'application_authorization_revoked' || (type !== null && type !== 'booking'))
			return notAStay(`The event '${[type, action].join(' ').trim()}' is not about a booking`);
		const key = textAt(body, 'entity_id', 'entity.id');
		if (type !== null && key === null && isEmptyAt(body, 'entity'))
			return notAStay('It is a test delivery');
		if (type === null || key === null) return undefined;
		const entity = objectAt(body, 'entity') ?? {};
		const booking = readBooking(entity, key, action === 'entity_delete');
		return isBooking(entity) ? booking : namesOnly(key, REQUEST, booking);
	},
};

const isBooking = (entity: WireObject) =>
	textAt(entity, 'property_id') !== null &&
	textAt(entity, 'arrival') !== null &&
	(Object.hasOwn(entity, 'is_block') || textAt(entity, 'type') === 'booking');

function readBooking(entity: WireObject, key: string, isDeleted: boolean): PartialBooking {
	const type = textAt(entity, 'type');
	const status = strictest(
		readWord(WORDS, textAt(entity, 'status')),
		// A block has the status of a booking.
		isSet(entity, 'is_block') && notAStay('It is a block'),
		type !== null && type !== 'booking' && notAStay(`It is a ${type}`),
		hasDate(entity, 'canceled_utc') && CANCELED,
		isDeleted && cancelled('The booking was deleted'),
	);
	return {
		...status,
		reservation_key: key,
		guest_name: joined(textAt(entity, 'guest.first_name'), textAt(entity, 'guest.last_name')),
		guest_email: defaultOf(entity, 'guest.email_addresses', 'address'),
		guest_phone: defaultOf(entity, 'guest.phones', 'number'),
		guest_key: textAt(entity, 'guest_id', 'guest.id'),
		...roomsIn([entity], ['property_id'], ['property.name']),
		arrival: localTime(textAt(entity, 'arrival'), valueAt(entity, 'check_in')),
		departure: localTime(textAt(entity, 'departure'), valueAt(entity, 'check_out')),
		changed_at: instantAt(entity, 'updated_utc'),
		channel: textAt(entity, 'listing_site'),
		missing:
			status.status === 'confirmed' && !objectAt(entity, 'guest')
				? [{ what: 'guest', request: REQUEST }]
				: [],
	};
}

/** The guest's default email address or phone number, or the first one. */
function defaultOf(entity: WireObject, list: string, member: string): string | null {
	const entries = objectsAt(entity, list);
	const chosen = entries.find((entry) => isSet(entry, 'is_default')) ?? entries[0];
	return chosen ? textAt(chosen, member) : null;
}
