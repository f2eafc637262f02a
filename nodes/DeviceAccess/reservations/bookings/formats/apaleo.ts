import { type Body, merged } from '../body';
import { format } from '../format';
import { knownWord, namesOnly, readWord, strictest, type Words } from '../booking';

// Source: apaleo.dev (webhooks-payload), github.com/apaleo/n8n-nodes-apaleo and omniboost/go-apaleo.

const WORDS: Words = {
	Confirmed: 'confirmed',
	InHouse: 'confirmed',
	// Seen in no source.
	Tentative: 'tentative',
	CheckedOut: 'checkedOut',
	Canceled: 'canceled',
	NoShow: 'noShow',
};

/** After these, there is no stay. The other events only name the booking. */
const ENDS: Words = {
	'checked-out': 'checkedOut',
	canceled: 'canceled',
	deleted: 'deleted',
	'set-to-no-show': 'noShow',
};

/** The sources write topics with and without a capital letter. */
export const apaleo = format({
	value: 'apaleo',
	system: 'apaleo',
	list: 'reservations',
	hasEmptyPages: true,
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
		const said = strictest(
			readWord(WORDS, record.text('status')),
			record.hasDate('cancellationTime') && 'canceled',
			record.hasDate('noShowTime') && 'noShow',
			knownWord(ENDS, word === null ? null : body.text('type')),
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
	const hasGuest = data.text('primaryGuest.lastName', 'primaryGuest.firstName') !== null;
	const isBooker = !hasGuest && data.text('booker.lastName', 'booker.firstName') !== null;
	const guest = data.at(isBooker ? 'booker' : 'primaryGuest');
	return {
		group_key: data.text('bookingId'),
		guest_name: guest.joined('firstName', 'lastName'),
		guest_email: guest.text('email'),
		guest_phone: guest.text('phone'),
		guest_language: guest.text('preferredLanguage'),
		// Not those of the time slices: after a change of room, each is the guest's only on some days.
		...data.at('unit').room('id', 'name'),
		arrival: data.earliest('arrival', 'checkInTime') ?? data.day('arrival'),
		departure: data.instant('departure') ?? data.day('departure'),
		changed_at: data.instant('modified'),
		channel: data.text('source', 'channelCode'),
	};
}
