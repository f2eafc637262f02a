import { type Body, merged } from '../body';
import { format } from '../format';
import {
	alsoSaid,
	CANCELED,
	CHECKED_OUT,
	CONFIRMED,
	DELETED,
	namesOnly,
	NO_SHOW,
	readWord,
	strictest,
	TENTATIVE,
	type Words,
} from '../meaning';

// Source: apaleo's guide to its webhooks (apaleo.dev, webhooks-payload) and its own n8n node
// (github.com/apaleo/n8n-nodes-apaleo), which passes on the body with `_metadata`. The record and
// its statuses are those of github.com/omniboost/go-apaleo, a client of the API. 'Tentative' was seen
// in no source.

const WORDS: Words = {
	Confirmed: CONFIRMED,
	InHouse: CONFIRMED,
	Tentative: TENTATIVE,
	CheckedOut: CHECKED_OUT,
	Canceled: CANCELED,
	NoShow: NO_SHOW,
};

/** The events after which there is no stay. The others only name the booking. */
const ENDS: Words = {
	'checked-out': CHECKED_OUT,
	canceled: CANCELED,
	deleted: DELETED,
	'set-to-no-show': NO_SHOW,
};

/** The sources write topics with and without a capital letter. */
export const apaleo = format({
	value: 'apaleo',
	system: 'apaleo',
	key: ['entityId', 'id'],
	envelope: {
		word: ['topic', 'type'],
		topic: /^reservation \S/i,
		otherTopics: /^\S+ \S+$/,
		record: 'data',
	},
	read: (data, { key, word, body }) => {
		// Somebody can have put the reservation into the event.
		const record = word === null ? data : merged(data, body);
		const event = body.text('type');
		const end = word === null ? undefined : alsoSaid(ENDS, event);
		const said = strictest(
			readWord(WORDS, record.text('status')),
			record.hasDate('cancellationTime') && CANCELED,
			record.hasDate('noShowTime') && NO_SHOW,
			end && { ...end, pms_status: event },
		);
		if (isReservation(record)) return { ...readReservation(record), ...said };
		if (word === null) return undefined;
		return namesOnly(key, 'GET /booking/v1/reservations/{id}?expand=booker', {
			...said,
			...(said.status === 'cancelled' && { changed_at: body.sinceEpoch('timestamp') }),
		});
	},
});

/** Those of OwnerRez also have a `property`, beside its ID. */
const isReservation = (data: Body) =>
	data.text('property.id') !== null &&
	!data.has('property_id') &&
	(data.text('status') !== null ||
		(data.text('arrival') !== null && data.text('unit.id') !== null));

function readReservation(data: Body) {
	// Who booked can be an agency, so its data never completes that of the guest.
	const guest =
		[data.at('primaryGuest'), data.at('booker')].find(
			(person) => person.text('lastName', 'firstName') !== null,
		) ?? data.at('primaryGuest');
	return {
		group_key: data.text('bookingId'),
		guest_name: guest.joined('firstName', 'lastName'),
		guest_email: guest.text('email'),
		guest_phone: guest.text('phone'),
		guest_language: guest.text('preferredLanguage'),
		// Not the units of the time slices: after a change of room, each is the guest's only on some
		// days.
		...data.at('unit').room('id', 'name'),
		arrival: data.earliest('arrival', 'checkInTime') ?? data.day('arrival'),
		departure: data.instant('departure') ?? data.day('departure'),
		changed_at: data.instant('modified'),
		channel: data.text('source', 'channelCode'),
	};
}
