import { InvalidParameterError } from '../../../errors/errors';
import { Body, localTime, merged } from '../body';
import { format, roomsDiffer } from '../format';
import {
	alsoSaid,
	cancelled,
	knownWord,
	missingGuest,
	namesOnly,
	type PartialBooking,
	readWord,
	strictest,
	unconfirmed,
	type Words,
} from '../booking';

// Source: open-api-docs.guesty.com, copies of its pages on reservations-v3 and guests-crud, and code
// of third parties for the places of the ID, the records of the search, and times in UTC.

const WORDS: Words = {
	confirmed: 'confirmed',
	checked_in: 'confirmed',
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

/** The events after which there is no stay, whatever the status says. */
const ENDS: Words = { canceled: 'canceled', cancelled: 'canceled', deleted: 'deleted' };

const REQUEST = 'GET /v1/reservations-v3?reservationIds[]={id}';
const GUEST_REQUEST =
	'GET /v1/guests-crud/{guest_key}?fields=fullName email phone preferredLanguage';

/** What an event says is in one of these places, or in several. */
const PLACES = ['data', 'data.reservation', 'reservation'];

/**
 * Version 2 sends `{ event, data }` without the guest, the webhooks before it `{ event, reservation
 * }`. Lists and requests have the same objects as `reservation`, with the guest in it or beside it.
 */
export const guesty = format({
	value: 'guesty',
	system: 'Guesty',
	key: ['reservationId', '_id', 'id'],
	envelope: {
		word: ['event', 'eventType'],
		topic: /^reservation[._](?!message)[a-z]/i,
		otherTopics: /^(?:guest|listing|calendar|payments|task)\.|^reservation\.message|\.v2$/,
		record: PLACES,
	},
	read: (record, { key, word, body }) => {
		const data = merged(record, new Body({ guest: body.value('guest') }));
		if (word === null && !isRecord(data)) return undefined;
		if (data.has('guest.error')) throw guestNotRead(key);
		if (word === null) return readRecord(data, key);
		// An event of Hostaway can have the same name.
		return data.has('listingMapId') ? undefined : readEvent(body, word, data, key);
	},
});

/** n8n passes on the error of a request that failed. Access without its guest would lose the name. */
const guestNotRead = (key: string) =>
	new InvalidParameterError(
		`The guest of this booking could not be read from Guesty (ID '${key}')`,
		'Nothing was changed. Check the guest in Guesty.',
		undefined,
		key,
	);

/** Only the records of version 3 have their rooms and days under `stay`. */
const isRecord = (data: Body) =>
	data.text('status') !== null &&
	(Array.isArray(data.value('stay')) ||
		(data.text('_id', 'reservationId') !== null && data.text('unitId', 'listingId') !== null));

function readEvent(body: Body, event: string, data: Body, key: string): PartialBooking {
	const stay = readRecord(data, key);
	const booking = {
		...stay,
		...strictest(
			stay,
			...PLACES.map((place) => alsoSaid(WORDS, body.text(`${place}.status`))),
			knownWord(ENDS, event.split(/[._]/)[1] ?? null),
		),
		changed_at:
			body.instant('publishedAt', 'meta.publishedAt', 'data.publishedAt') ?? stay.changed_at,
	};
	const isWhole = stay.rooms.length > 0 && stay.arrival !== null && stay.pms_status !== null;
	if (!isWhole || booking.status === 'cancelled') return namesOnly(key, REQUEST, booking);
	return booking.status === 'confirmed' ? booking : { ...booking, missing: [] };
}

function readRecord(data: Body, key: string) {
	const said = strictest(
		readWord(WORDS, data.text('status')),
		data.hasDate('canceledAt', 'cancelledAt') && 'canceled',
		knownWord(GUEST_STAYS, data.text('guestStay.status')),
	);
	const day = (segment: Body, member: string) => segment.text(`${member}DateLocalized`) ?? '';
	const segments = data
		.list('stay')
		.sort((one, other) => day(one, 'checkIn').localeCompare(day(other, 'checkIn')));
	// On the other days of the stay, the room is somebody else's.
	const isOther = (segment: Body, index: number) => {
		const before = segments[index - 1];
		return (
			before !== undefined &&
			(roomOf(segment) !== roomOf(before) || day(segment, 'checkIn') !== day(before, 'checkOut'))
		);
	};
	if (said.status === 'confirmed' && segments.some(isOther)) throw roomsDiffer(key);
	const [first = new Body(), last = first] = [segments[0], segments.at(-1)];
	const guest = {
		guest_name: data.text('guest.fullName') ?? data.joined('guest.firstName', 'guest.lastName'),
		guest_email: data.text('guest.email') ?? data.texts('guest.emails')[0] ?? null,
		guest_phone: data.text('guest.phone') ?? data.texts('guest.phones')[0] ?? null,
	};
	const guestKey = data.text('guestId', 'bookerId', 'guest._id');
	const hasGuest = Object.values(guest).some((text) => text !== null);
	const room = new Body({ id: roomOf(first) ?? roomOf(data) });
	return {
		...said,
		reservation_key: key,
		...guest,
		guest_language: data.text('guest.preferredLanguage'),
		guest_key: guestKey,
		...merged(data, room).room('id', ['listing.nickname', 'listing.title']),
		arrival: timeOf(merged(first, data), 'checkIn', 'plannedArrival', 'eta'),
		departure: timeOf(merged(last, data), 'checkOut', 'plannedDeparture', 'etd'),
		changed_at: data.instant('lastUpdatedAt'),
		channel: data.text('source'),
		conversation_id: data.text('conversationId'),
		missing: missingGuest(said, hasGuest, guestKey === null ? REQUEST : GUEST_REQUEST),
	};
}

/** The unit, or else the listing that has it. */
const roomOf = (data: Body) => data.text('unitId', 'listingId', 'unitTypeId', 'parentListingId');

/**
 * The local day, with the hour that is planned for it if there is one. A time in UTC only if there
 * is no local day: it can be local time with a Z, or the property's default.
 */
function timeOf(stay: Body, member: string, planned: string, expected: string): string | null {
	const hour = stay.text(planned, `${planned}Time`, expected);
	const day = stay.day(`${member}DateLocalized`);
	return day === null && stay.instant(member) !== null
		? stay.instant(member)
		: localTime(day ?? stay.text(member), hour?.replace(/^.*T(\d\d:\d\d).*$/, '$1') ?? null);
}
