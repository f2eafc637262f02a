import { format } from '../format';
import {
	alsoSaid,
	BLOCKED,
	CANCELED,
	CONFIRMED,
	DELETED,
	readWord,
	strictest,
	type Words,
} from '../meaning';

// Source: webhook bodies in the tests of github.com/mmomasters/thekeys (a lock integration) and
// records of the list in code of third parties; the page docs.smoobu.com was seen in part.
// Without an offset, modifiedAt and modified-at are not used.

const WORDS: Words = {
	newReservation: CONFIRMED,
	updateReservation: CONFIRMED,
	cancelReservation: CANCELED,
	deleteReservation: DELETED,
	reservation: CONFIRMED,
	'modification of booking': CONFIRMED,
	cancellation: CANCELED,
};

/** A record of the list has its status in `type`. */
export const smoobu = format({
	value: 'smoobu',
	system: 'Smoobu',
	key: 'id',
	envelope: {
		word: ['action'],
		topic: /^[a-z]+Reservation$/,
		otherTopics: /^[a-z]+(?:[A-Z][a-z]+)+$/,
		record: 'data',
	},
	read: (data, { word }) => {
		if (word === null && !data.has('apartment')) return undefined;
		const said = alsoSaid(WORDS, word);
		return {
			// The action and the type can differ, such as an update whose type is a cancellation.
			...strictest(
				readWord(WORDS, data.text('type') ?? word),
				said && { ...said, pms_status: word },
				data.isSet('is-blocked-booking') && BLOCKED,
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
