import { Body } from '../body';
import { format } from '../format';
import {
	missingGuest,
	namesOnly,
	notAStay,
	readWord,
	strictest,
	unconfirmed,
	type Words,
} from '../booking';

// Source: github.com/ownerrez/orez-zapier for bookings and guests; copies of api.ownerrez.com/help/v2
// and code of third parties that quotes it for the rest.

const WORDS: Words = {
	active: 'confirmed',
	pending: unconfirmed('The booking is pending'),
	canceled: 'canceled',
	cancelled: 'canceled',
};

const REQUEST = 'GET /v2/bookings/{id}';

export const ownerRez = format({
	value: 'ownerRez',
	system: 'OwnerRez',
	list: 'items',
	key: 'id',
	envelope: {
		word: ['entity_type', 'action'],
		topic: /^booking entity_/,
		otherTopics: /^(?:\w+ entity|application)_/,
		record: 'entity',
		key: 'entity_id',
		isTest: (body) => body.text('action') === 'webhook_test',
	},
	read: (entity, { key, word }) => {
		const type = entity.text('type');
		const isWhole =
			entity.text('property_id') !== null &&
			entity.text('arrival') !== null &&
			(entity.has('is_block') || type === 'booking');
		if (word === null && !isWhole) return undefined;
		const said = strictest(
			readWord(WORDS, entity.text('status')),
			// A block has the status of a booking.
			entity.isSet('is_block') && 'blocked',
			type !== null && type !== 'booking' && notAStay(`It is a ${type}`),
			entity.hasDate('canceled_utc') && 'canceled',
			word === 'booking entity_delete' && 'deleted',
		);
		if (!isWhole) return namesOnly(key, REQUEST, said);
		return {
			...said,
			guest_name: entity.joined('guest.first_name', 'guest.last_name'),
			guest_email: defaultOf(entity.list('guest.email_addresses')).text('address'),
			guest_phone: defaultOf(entity.list('guest.phones')).text('number'),
			guest_key: entity.text('guest_id', 'guest.id'),
			...entity.room('property_id', 'property.name'),
			arrival: entity.local('arrival', 'check_in'),
			departure: entity.local('departure', 'check_out'),
			changed_at: entity.instant('updated_utc'),
			channel: entity.text('listing_site'),
			missing: missingGuest(said, entity.has('guest'), REQUEST),
		};
	},
});

const defaultOf = (entries: Body[]): Body =>
	entries.find((entry) => entry.isSet('is_default')) ?? entries[0] ?? new Body();
