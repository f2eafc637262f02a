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
import { joined, localTime, objectAt, objectsAt, roomsIn, textAt, valueAt } from '../values';

// Source: OwnerRez's app for Zapier (github.com/ownerrez/orez-zapier) for bookings and guests. The
// webhook's envelope, the words of `status` and the times of day were seen in code of third parties
// that quote OwnerRez's pages.

const WORDS: Words = {
	active: CONFIRMED,
	pending: unconfirmed('The booking is pending'),
	canceled: cancelled('The booking is canceled'),
	cancelled: cancelled('The booking is canceled'),
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
		if (action === null) return isBooking(body) && id !== null ? readBooking(body, id) : undefined;
		if (action === 'webhook_test') return notAStay('It is a test delivery');
		const type = textAt(body, 'entity_type');
		if (action === 'application_authorization_revoked' || (type !== null && type !== 'booking'))
			return notAStay(`The event '${[type, action].join(' ').trim()}' is not about a booking`);
		const key = textAt(body, 'entity_id', 'entity.id');
		if (type === null || key === null) return undefined;
		const booking = readEntity(body, key);
		return action === 'entity_delete'
			? { ...booking, ...cancelled('The booking was deleted'), missing: [] }
			: booking;
	},
};

function readEntity(body: WireObject, key: string): PartialBooking {
	const entity = objectAt(body, 'entity');
	return entity && isBooking(entity) ? readBooking(entity, key) : namesOnly(key, REQUEST);
}

const isBooking = (entity: WireObject) =>
	textAt(entity, 'property_id') !== null &&
	textAt(entity, 'arrival') !== null &&
	(typeof valueAt(entity, 'is_block') === 'boolean' || textAt(entity, 'type') === 'booking');

function readBooking(entity: WireObject, key: string): PartialBooking {
	const status = readStatus(entity);
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
		channel: textAt(entity, 'listing_site'),
		missing:
			status.status === 'confirmed' && !objectAt(entity, 'guest')
				? [{ what: 'guest', request: REQUEST }]
				: [],
	};
}

/** A block has the status of a booking. */
function readStatus(entity: WireObject) {
	const word = readWord(WORDS, textAt(entity, 'status'));
	const type = textAt(entity, 'type');
	if (word.status === 'cancelled') return word;
	if (valueAt(entity, 'is_block') === true) return { ...word, ...notAStay('It is a block') };
	return type === null || type === 'booking' ? word : { ...word, ...notAStay(`It is a ${type}`) };
}

/** The guest's default email address or phone number, or the first one. */
function defaultOf(entity: WireObject, list: string, member: string): string | null {
	const entries = objectsAt(entity, list);
	const chosen = entries.find((entry) => valueAt(entry, 'is_default') === true) ?? entries[0];
	return chosen ? textAt(chosen, member) : null;
}
