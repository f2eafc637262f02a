import { Body, localTime, merged } from '../body';
import type { PartialBooking } from '../booking';
import { type BookingFormat, TEST } from '../format';
import {
	alsoSaid,
	CANCELED,
	cancelled,
	CHECKED_OUT,
	CONFIRMED,
	DECLINED,
	DELETED,
	EXPIRED,
	INQUIRY,
	missingGuest,
	namesOnly,
	NO_SHOW,
	notAStay,
	readWord,
	strictest,
	unconfirmed,
	UNPAID,
	type Words,
} from '../meaning';
import { roomsDiffer } from '../roomsDiffer';

// Source: open-api-docs.guesty.com (reservation-webhooks-migration-guide, webhooks-reservations,
// create-a-reservation, reservation-migration) and copies of its pages on reservations-v3 and
// guests-crud. Where the ID is in a body of version 2, the records of the search, and that times in
// UTC can be those of the property's default, or local ones with a Z, were seen in code of third
// parties.

const WORDS: Words = {
	confirmed: CONFIRMED,
	checked_in: CONFIRMED,
	inquiry: INQUIRY,
	reserved: unconfirmed('It is an inquiry that holds the dates'),
	awaiting_payment: UNPAID,
	canceled: CANCELED,
	declined: DECLINED,
	expired: EXPIRED,
	closed: cancelled('The inquiry is closed'),
};

/** The words under `guestStay`. The others say nothing about access. */
const GUEST_STAYS: Words = { checked_out: CHECKED_OUT, no_show: NO_SHOW };

/** The events after which there is no stay, whatever the status says. */
const ENDS: Words = { canceled: CANCELED, cancelled: CANCELED, deleted: DELETED };

const REQUEST = 'GET /v1/reservations-v3?reservationIds[]={id}';
const GUEST_REQUEST =
	'GET /v1/guests-crud/{guest_key}?fields=fullName email phone preferredLanguage';

const OTHER_EVENTS = /^(?:guest|listing|calendar|payments|task)\.|^reservation\.message|\.v2$/;
const RESERVATION_EVENTS = /^reservation[._](?!message)([a-z]+)/i;

/** What an event says is in one of these places, or in several. */
const PLACES = ['data', 'data.reservation', 'reservation'];

const eventOf = (body: Body) => body.text('event', 'eventType');

/** The guest of a record can be beside `reservation`. */
const recordOf = (body: Body): Body =>
	merged(
		eventOf(body) === null ? body : new Body(),
		...PLACES.map((place) => body.at(place)),
		new Body({ guest: body.value('guest') }),
	);

const keyOf = (body: Body) => recordOf(body).text('reservationId', '_id', 'id');

/**
 * Version 2 sends `{ event, data }` without the guest, the webhooks before it `{ event, reservation
 * }`. Lists and requests have the same objects as `reservation`.
 */
export const guesty: BookingFormat = {
	value: 'guesty',
	system: 'Guesty',
	keyOf,
	read: (body) => {
		const event = eventOf(body);
		const data = recordOf(body);
		const key = keyOf(body);
		if (event === null) return key === null || !isRecord(data) ? undefined : readRecord(data, key);
		// An event of Hostaway can have the same name.
		if (data.has('listingMapId')) return undefined;
		const [, word = null] = RESERVATION_EVENTS.exec(event) ?? [];
		if (word === null && OTHER_EVENTS.test(event))
			return notAStay(`The event '${event}' is not about a booking`);
		if (word !== null && key !== null) return readEvent(body, word, data, key);
		return word !== null && (body.isEmpty('data') || body.isEmpty('reservation'))
			? notAStay(TEST)
			: undefined;
	},
};

/** Only the records of version 3 have their rooms and days under `stay`. */
const isRecord = (data: Body) =>
	data.text('status') !== null &&
	(Array.isArray(data.value('stay')) ||
		(data.text('_id', 'reservationId') !== null && data.text('unitId', 'listingId') !== null));

function readEvent(body: Body, word: string, data: Body, key: string): PartialBooking {
	const end = alsoSaid(ENDS, word);
	const stay = readRecord(data, key);
	const booking = {
		...stay,
		...strictest(
			stay,
			...PLACES.map((place) => alsoSaid(WORDS, body.text(`${place}.status`))),
			end && { ...end, pms_status: word },
		),
		changed_at:
			body.instant('publishedAt', 'meta.publishedAt', 'data.publishedAt') ?? stay.changed_at,
	};
	const isWhole = stay.rooms.length > 0 && stay.arrival !== null && stay.pms_status !== null;
	if (!isWhole || booking.status === 'cancelled') return namesOnly(key, REQUEST, booking);
	return booking.status === 'confirmed' ? booking : { ...booking, missing: [] };
}

function readRecord(data: Body, key: string) {
	const guestStay = data.text('guestStay.status');
	const ended = alsoSaid(GUEST_STAYS, guestStay);
	const said = strictest(
		readWord(WORDS, data.text('status')),
		data.hasDate('canceledAt', 'cancelledAt') && CANCELED,
		ended && { ...ended, pms_status: guestStay },
	);
	const segments = data
		.list('stay')
		.sort((one, other) => dayOf(one, 'checkIn').localeCompare(dayOf(other, 'checkIn')));
	// On the other days of the stay, the room is somebody else's.
	const isOther = (segment: Body, index: number) => {
		const before = segments[index - 1] ?? segment;
		return (
			before !== segment &&
			(roomOf(segment) !== roomOf(before) ||
				dayOf(segment, 'checkIn') !== dayOf(before, 'checkOut'))
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
	return {
		...said,
		reservation_key: key,
		...guest,
		guest_language: data.text('guest.preferredLanguage'),
		guest_key: guestKey,
		...merged(data, new Body({ room: roomOf(first) ?? roomOf(data) })).room('room', [
			'listing.nickname',
			'listing.title',
		]),
		arrival: timeOf(merged(first, data), 'checkIn', 'plannedArrival', 'eta'),
		departure: timeOf(merged(last, data), 'checkOut', 'plannedDeparture', 'etd'),
		changed_at: data.instant('lastUpdatedAt'),
		channel: data.text('source'),
		conversation_id: data.text('conversationId'),
		missing: missingGuest(said, hasGuest, guestKey === null ? REQUEST : GUEST_REQUEST),
	};
}

const dayOf = (segment: Body, member: 'checkIn' | 'checkOut') =>
	segment.text(`${member}DateLocalized`) ?? '';

/** The unit, or else the listing that has it. */
const roomOf = (data: Body) => data.text('unitId', 'listingId', 'unitTypeId', 'parentListingId');

/**
 * The local day, with the hour that is planned for it if there is one. A time in UTC only if there
 * is no local day: it can be local time with a Z, or the property's default.
 */
function timeOf(
	stay: Body,
	member: 'checkIn' | 'checkOut',
	planned: string,
	expected: string,
): string | null {
	const hour = stay.text(planned, `${planned}Time`, expected);
	const day = stay.day(`${member}DateLocalized`);
	return day === null && stay.instant(member) !== null
		? stay.instant(member)
		: localTime(day ?? stay.text(member), hour?.replace(/^.*T(\d\d:\d\d).*$/, '$1') ?? null);
}
