import type { WireObject } from '../../../wire/records';
import type { PartialBooking } from '../booking';
import type { BookingFormat } from '../format';
import {
	alsoSaid,
	cancelled,
	CONFIRMED,
	namesOnly,
	notAStay,
	readWord,
	strictest,
	unconfirmed,
	type Words,
} from '../meaning';
import {
	earliest,
	fromMilliseconds,
	hasDate,
	isEmptyAt,
	joined,
	merged,
	objectAt,
	roomsIn,
	textAt,
	toDay,
	toInstant,
	valueAt,
} from '../values';

// Source: apaleo's guide to its webhooks (apaleo.dev, webhooks-payload) and its own n8n node
// (github.com/apaleo/n8n-nodes-apaleo), which passes on the body with `_metadata`. The record and
// its statuses are those of github.com/omniboost/go-apaleo, a client of the API. 'Tentative' was seen
// in no source.

const CANCELED = cancelled('The booking is canceled');
const NO_SHOW = cancelled('The guest did not arrive');

const WORDS: Words = {
	Confirmed: CONFIRMED,
	InHouse: CONFIRMED,
	Tentative: unconfirmed('The booking is tentative'),
	CheckedOut: cancelled('The guest has checked out'),
	Canceled: CANCELED,
	NoShow: NO_SHOW,
};

/** The events after which there is no stay. The others only name the booking. */
const ENDS: Words = {
	'checked-out': cancelled('The guest has checked out'),
	canceled: CANCELED,
	deleted: cancelled('The booking was deleted'),
	'set-to-no-show': NO_SHOW,
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
	if (key === null) return isEmptyAt(body, 'data') ? notAStay('It is a test delivery') : undefined;
	const end = alsoSaid(ENDS, type);
	// Somebody can have put the reservation into the event.
	const record = merged(objectAt(body, 'data'), body, { id: key });
	const booking = readReservation(record);
	const said = strictest(readStatus(record), end && { ...end, pms_status: type });
	if (booking) return { ...booking, ...said };
	return namesOnly(key, 'GET /booking/v1/reservations/{id}?expand=booker', {
		...said,
		...(said.status === 'cancelled' && {
			changed_at: fromMilliseconds(valueAt(body, 'timestamp')),
		}),
	});
}

/** The sources write topics with and without a capital letter. */
const isTopic = (topic: string, name: string) => topic.toLowerCase() === name;

function readReservation(data: WireObject): PartialBooking | undefined {
	const key = textAt(data, 'id');
	if (key === null || !isReservation(data)) return undefined;
	// Who booked can be an agency, so its data never completes that of the guest.
	const guest =
		[objectAt(data, 'primaryGuest'), objectAt(data, 'booker')].find(
			(person) => person && textAt(person, 'lastName', 'firstName') !== null,
		) ?? {};
	const arrival = textAt(data, 'arrival');
	const departure = textAt(data, 'departure');
	return {
		...readStatus(data),
		reservation_key: key,
		group_key: textAt(data, 'bookingId'),
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

const readStatus = (data: WireObject) =>
	strictest(
		readWord(WORDS, textAt(data, 'status')),
		hasDate(data, 'cancellationTime') && CANCELED,
		hasDate(data, 'noShowTime') && NO_SHOW,
	);

/** Those of OwnerRez also have a `property`, beside its ID. */
const isReservation = (data: WireObject) =>
	textAt(data, 'property.id') !== null &&
	!Object.hasOwn(data, 'property_id') &&
	(textAt(data, 'status') !== null || (textAt(data, 'arrival') !== null && objectAt(data, 'unit')));
