import { format } from '../format';
import { knownWord, readWord, strictest, type Words } from '../booking';

// Source: webhook bodies in the tests of github.com/mmomasters/thekeys, records of the list in code of
// third parties, and a part of docs.smoobu.com.

const WORDS: Words = {
	newReservation: 'confirmed',
	updateReservation: 'confirmed',
	cancelReservation: 'canceled',
	deleteReservation: 'deleted',
	reservation: 'confirmed',
	'modification of booking': 'confirmed',
	cancellation: 'canceled',
};

/** A record of the list has its status in `type`. */
export const smoobu = format({
	value: 'smoobu',
	system: 'Smoobu',
	list: 'bookings',
	key: 'id',
	envelope: {
		word: ['action'],
		topic: /^[a-z]+Reservation$/,
		otherTopics: /^[a-z]+(?:[A-Z][a-z]+)+$/,
		record: 'data',
	},
	read: (data, { word }) => {
		if (word === null && !data.has('apartment')) return undefined;
		return {
			// The action and the type can differ, such as an update whose type is a cancellation.
			...strictest(
				readWord(WORDS, data.text('type') ?? word),
				knownWord(WORDS, word),
				data.isSet('is-blocked-booking') && 'blocked',
			),
			guest_name: data.text('guest-name') ?? data.joined('firstname', 'lastname'),
			guest_email: data.text('email'),
			guest_phone: data.text('phone'),
			guest_language: data.text('language'),
			...data.room('apartment.id', 'apartment.name'),
			arrival: data.local('arrival', 'check-in'),
			departure: data.local('departure', 'check-out'),
			changed_at: data.instant('modifiedAt', 'modified-at'),
			channel: data.text('channel.name'),
		};
	},
});
