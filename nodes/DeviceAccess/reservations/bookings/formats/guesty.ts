import { Body, localTime, merged } from '../body';
import { format, requireGuest, roomsDiffer } from '../format';
import {
	cancelled,
	knownWord,
	missingGuest,
	namesOnly,
	readWord,
	strictest,
	unconfirmed,
	type Words,
} from '../booking';

// Source: open-api-docs.guesty.com (webhooks of version 2, reservations-v3, guests-crud), and code of
// third parties for the places of the ID, the records of the search, and times in UTC.

const WORDS: Words = {
	confirmed: 'confirmed',
	inquiry: 'inquiry',
	reserved: unconfirmed('It is an inquiry that holds the dates'),
	awaiting_payment: 'unpaid',
	canceled: 'canceled',
	declined: 'declined',
	expired: 'expired',
	closed: cancelled('The inquiry is closed'),
};

/** The words under `guestStay`. The others say nothing about access. */
const GUEST_STAYS: Words = { checked_out: 'checkedOut', no_show: 'noShow' };

const REQUEST = 'GET /v1/reservations-v3?reservationIds[]={id}';
const GUEST_REQUEST =
	'GET /v1/guests-crud/{guest_key}?fields=fullName email phone preferredLanguage';

/** Calls name a reservation. Requests and the search have no guest: it is added in it or beside it. */
export const guesty = format({
	value: 'guesty',
	system: 'Guesty',
	key: ['reservationId', '_id', 'id'],
	refusal: (body) =>
		body.isEmpty('reservation') && body.has('guest')
			? [
					'Guesty did not answer with the booking that a call named',
					"Nothing was changed: a new guest has no PIN, and access that is there stays, also after a cancellation. The first node of the execution shows the ID. Look at the booking in Guesty. If the night does not bring it, give or end the access with 'Create or update reservation' or 'Delete reservation'.",
				]
			: null,
	envelope: {
		word: ['event', 'eventType'],
		topic: /^reservation[._](?!message)[a-z]/i,
		otherTopics: /^(?:guest|listing|calendar|payments|task)\.|^reservation\.message|\.v2$/,
		record: ['data', 'data.reservation', 'reservation'],
	},
	read: (record, { key, word, body }) => {
		const data = merged(record, new Body({ guest: body.value('guest') }));
		const said = strictest(
			readWord(WORDS, data.text('status')),
			data.hasDate('canceledAt', 'cancelledAt') && 'canceled',
			knownWord(GUEST_STAYS, data.text('guestStay.status')),
		);
		if (word !== null) {
			// An event of Hostaway can have the same name.
			if (data.has('listingMapId')) return undefined;
			return namesOnly(key, REQUEST, {
				...strictest(said, knownWord(WORDS, body.text('data.status'))),
				changed_at: body.instant('publishedAt', 'meta.publishedAt', 'data.publishedAt'),
			});
		}
		if (!Array.isArray(data.value('stay')) || said.pms_status === null) return undefined;
		const segments = data
			.list('stay')
			.sort((one, other) => dayOf(one, 'checkIn').localeCompare(dayOf(other, 'checkIn')));
		// On the other days of the stay, the room is somebody else's.
		const isOther = (segment: Body, index: number) => {
			const before = segments[index - 1] ?? segment;
			return (
				roomOf(segment) !== roomOf(before) ||
				(index > 0 && dayOf(segment, 'checkIn') !== dayOf(before, 'checkOut'))
			);
		};
		const [first = new Body(), last = first] = [segments[0], segments.at(-1)];
		const guest = {
			guest_name: data.text('guest.fullName') ?? data.joined('guest.firstName', 'guest.lastName'),
			guest_email: data.text('guest.email') ?? data.texts('guest.emails')[0] ?? null,
			guest_phone: data.text('guest.phone') ?? data.texts('guest.phones')[0] ?? null,
		};
		const hasGuest = Object.values(guest).some((text) => text !== null);
		const booking = {
			...said,
			...guest,
			guest_language: data.text('guest.preferredLanguage'),
			guest_key: data.text('guestId', 'bookerId'),
			rooms: [roomOf(first) ?? []].flat(),
			arrival: timeOf(merged(first, data), 'checkIn', 'plannedArrivalTime', 'eta'),
			departure: timeOf(merged(last, data), 'checkOut', 'plannedDepartureTime', 'etd'),
			changed_at: data.instant('lastUpdatedAt'),
			channel: data.text('source'),
			conversation_id: data.text('conversationId'),
			missing: missingGuest(said, hasGuest, GUEST_REQUEST),
		};
		requireGuest(booking, data.has('guest.error'), 'Guesty', key);
		if (said.status === 'confirmed' && segments.some(isOther)) throw roomsDiffer(key, booking);
		return booking;
	},
});

/** The unit, or else the listing that has it. */
const roomOf = (segment: Body) =>
	segment.text('unitId', 'listingId', 'unitTypeId', 'parentListingId');

const dayOf = (stay: Body, member: 'checkIn' | 'checkOut') =>
	stay.text(`${member}DateLocalized`) ?? '';

/**
 * The local day, with the hour that is planned for it if there is one. Not the time in UTC: it can be
 * local time with a Z, or the property's default.
 */
function timeOf(stay: Body, member: 'checkIn' | 'checkOut', planned: string, expected: string) {
	const hour = stay.text(planned, expected)?.replace(/^.*T(\d\d:\d\d).*$/, '$1');
	return localTime(dayOf(stay, member), hour ?? null);
}
