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
import {
	earliest,
	fromMilliseconds,
	joined,
	objectAt,
	roomsIn,
	textAt,
	toDay,
	toInstant,
	valueAt,
} from '../values';

// Source: apaleo's guide to its webhooks (apaleo.dev, webhooks-payload) and its own n8n node
// (github.com/apaleo/n8n-nodes-apaleo), which passes on the body with `_metadata`. The record and
// its statuses are those of github.com/omniboost/go-apaleo, a client of the API; 'Tentative' was
// seen in no source.

const WORDS: Words = {
	Confirmed: CONFIRMED,
	InHouse: CONFIRMED,
	Tentative: unconfirmed('The booking is tentative'),
	CheckedOut: cancelled('The guest has checked out'),
	Canceled: cancelled('The booking is canceled'),
	NoShow: cancelled('The guest did not arrive'),
};

/** The events after which there is no stay. The others only name the booking. */
const ENDS: Words = {
	'checked-out': cancelled('The guest has checked out'),
	canceled: cancelled('The booking is canceled'),
	deleted: cancelled('The booking was deleted'),
	'set-to-no-show': cancelled('The guest did not arrive'),
};

/**
 * The webhook sends `{ topic, type, data: { entityId } }`; the request brings the reservation, a
 * list has the same objects.
 */
export const apaleo: BookingFormat = {
	value: 'apaleo',
	system: 'apaleo',
	read: (body) => {
		const topic = textAt(body, 'topic');
		const type = textAt(body, 'type');
		return topic === null || type === null ? readReservation(body) : readEvent(body, topic, type);
	},
};

function readEvent(body: WireObject, topic: string, type: string): PartialBooking | undefined {
	if (isTopic(topic, 'system') && type === 'healthcheck') return notAStay('It is a health check');
	if (textAt(body, 'accountId') === null) return undefined;
	if (!isTopic(topic, 'reservation'))
		return notAStay(`The event '${topic}/${type}' is not about a stay`);
	const key = textAt(body, 'data.entityId');
	if (key === null) return undefined;
	const end = readWord(ENDS, type);
	return end.status === 'cancelled'
		? { ...end, reservation_key: key, changed_at: fromMilliseconds(valueAt(body, 'timestamp')) }
		: namesOnly(key, 'GET /booking/v1/reservations/{id}?expand=booker');
}

/** The sources write topics with and without a capital letter. */
const isTopic = (topic: string, name: string) => topic.toLowerCase() === name;

function readReservation(data: WireObject): PartialBooking | undefined {
	const key = textAt(data, 'id');
	const groupKey = textAt(data, 'bookingId');
	if (key === null || groupKey === null || textAt(data, 'property.id') === null) return undefined;
	// Who booked can be an agency, so its data never completes that of the guest.
	const guest =
		[objectAt(data, 'primaryGuest'), objectAt(data, 'booker')].find(
			(person) => person && textAt(person, 'lastName', 'firstName') !== null,
		) ?? {};
	const arrival = textAt(data, 'arrival');
	const departure = textAt(data, 'departure');
	return {
		...readWord(WORDS, textAt(data, 'status')),
		reservation_key: key,
		group_key: groupKey,
		guest_name: joined(textAt(guest, 'firstName'), textAt(guest, 'lastName')),
		guest_email: textAt(guest, 'email'),
		guest_phone: textAt(guest, 'phone'),
		guest_language: textAt(guest, 'preferredLanguage'),
		// Not the units of the time slices: after a change of room, each is the guest's only on some
		// days.
		...roomsIn([objectAt(data, 'unit') ?? {}], ['id'], ['name']),
		arrival: earliest(toInstant(arrival), toInstant(textAt(data, 'checkInTime'))) ?? toDay(arrival),
		departure: toInstant(departure) ?? toDay(departure),
		changed_at: toInstant(textAt(data, 'modified')),
		channel: textAt(data, 'source', 'channelCode'),
	};
}
