import { isWireObject, type WireObject, wireObjectsIn } from '../../../wire/records';
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
import { roomsDiffer } from '../roomsDiffer';
import {
	fromMilliseconds,
	instantAt,
	isSet,
	joined,
	objectAt,
	objectsAt,
	roomsIn,
	textAt,
	toDay,
	valueAt,
} from '../values';

// Source: Cloudbeds' page about its webhooks (developers.cloudbeds.com, webhooks-1), the events in
// Pipedream's components, which spell the members in two ways, and Cloudbeds' own client of its API
// (github.com/cloudbeds/cloudbeds-api-python, version 1.3). Without a time zone, dateModified
// is not used, and estimatedArrivalTime, which is what the guest expects, never is.

const WORDS: Words = {
	confirmed: CONFIRMED,
	checked_in: CONFIRMED,
	not_confirmed: unconfirmed('The booking is not confirmed'),
	checked_out: cancelled('The guest has checked out'),
	canceled: cancelled('The booking is canceled'),
	no_show: cancelled('The guest did not arrive'),
};

/** The events after which there is no stay. The others only name the booking. */
const ENDS: Words = {
	deleted: cancelled('The booking was deleted'),
	canceled: cancelled('The booking is canceled'),
	cancelled: cancelled('The booking is canceled'),
};

const PROPERTY = ['propertyID', 'propertyId', 'propertyID_str', 'propertyId_str'];
const RESERVATION = ['reservationID', 'reservationId'];
const FIRST_DAY = ['startDate', 'reservationCheckIn'];

/**
 * The webhook sends `{ event, reservationID, propertyID }`; the requests answer `{ success, data }`,
 * where `data` is one reservation, or a list of them. Only lists say which rooms the guest has left.
 */
export const cloudbeds: BookingFormat = {
	value: 'cloudbeds',
	system: 'Cloudbeds',
	read: (body) => {
		const event = textAt(body, 'event');
		if (event !== null) return readEvent(body, event);
		const data = valueAt(body, 'data');
		if (!Array.isArray(data)) return readReservation(objectAt(body, 'data') ?? body);
		const bookings = data.map((one) => (isWireObject(one) ? readReservation(one) : undefined));
		const isReadable = bookings.length > 0 && bookings.every((booking) => booking !== undefined);
		return isReadable ? bookings : undefined;
	},
};

function readEvent(body: WireObject, event: string): PartialBooking | undefined {
	const key = textAt(body, ...RESERVATION);
	if (!/^\w+\/\w+$/.test(event) || (key ?? textAt(body, ...PROPERTY)) === null) return undefined;
	if (key === null || !event.startsWith('reservation/'))
		return notAStay(`The event '${event}' is not about a booking`);
	const word = textAt(body, 'status');
	const eventWord = event.slice('reservation/'.length);
	const end = alsoSaid(ENDS, eventWord);
	const said = strictest(readWord(WORDS, word), end && { ...end, pms_status: eventWord });
	return namesOnly(
		key,
		'GET /api/v1.3/getReservationsWithRateDetails?reservationID={id}&includeGuestsDetails=true',
		{
			...said,
			arrival: toDay(textAt(body, 'startDate')),
			departure: toDay(textAt(body, 'endDate')),
			...(said.status === 'cancelled' && { changed_at: timeOf(body) }),
		},
	);
}

/** In seconds, with a fraction. */
function timeOf(body: WireObject): string | null {
	return fromMilliseconds(valueAt(body, 'timestamp'), 1000);
}

function readReservation(data: WireObject): PartialBooking | undefined {
	const key = textAt(data, ...RESERVATION);
	if (key === null || textAt(data, ...PROPERTY) === null) return undefined;
	if (textAt(data, ...FIRST_DAY, 'status') === null) return undefined;
	const guest = mainGuest(data);
	const assigned = objectsAt(data, 'assigned');
	// The list has `rooms`, if the request asks for all rooms: also those that the guest no longer has.
	const rooms = (assigned.length > 0 ? assigned : objectsAt(data, 'rooms')).filter(
		(room) => !isGivenUp(room),
	);
	const arrival = toDay(textAt(data, ...FIRST_DAY));
	const departure = toDay(textAt(data, 'endDate', 'reservationCheckOut'));
	const said = readWord(WORDS, textAt(data, 'status'));
	if (said.status === 'confirmed') requireSameDays(rooms, key, arrival, departure);
	return {
		...said,
		reservation_key: key,
		guest_name:
			textAt(data, 'guestName') ??
			joined(textAt(guest, 'guestFirstName'), textAt(guest, 'guestLastName')),
		guest_email: textAt(data, 'guestEmail') ?? textAt(guest, 'guestEmail'),
		guest_phone: textAt(guest, 'guestCellPhone', 'guestPhone'),
		guest_key: textAt(guest, 'guestID') ?? textAt(data, 'guestID'),
		...roomsIn(rooms, ['roomID'], ['roomName']),
		arrival,
		departure,
		changed_at: instantAt(data, 'dateModified'),
		channel: textAt(data, 'source', 'sourceName'),
	};
}

/** True for a room that was canceled, or that the guest has left. The words are those of bookings. */
const isGivenUp = (room: WireObject): boolean =>
	[WORDS, ENDS].some(
		(words) => alsoSaid(words, textAt(room, 'roomStatus'))?.status === 'cancelled',
	);

/**
 * Throws InvalidParameterError if a room is the guest's only on some days of the booking: on the
 * others, it is somebody else's.
 */
function requireSameDays(
	rooms: readonly WireObject[],
	key: string,
	arrival: string | null,
	departure: string | null,
): void {
	const isShorter = (room: WireObject) => {
		const from = toDay(textAt(room, 'startDate', 'roomCheckIn'));
		const until = toDay(textAt(room, 'endDate', 'roomCheckOut'));
		return (from !== null && from !== arrival) || (until !== null && until !== departure);
	};
	if (rooms.some(isShorter)) throw roomsDiffer(key);
}

/** `guestList` has the guests by their IDs. */
function mainGuest(data: WireObject): WireObject {
	const guests = valueAt(data, 'guestList');
	const list =
		Array.isArray(guests) || isWireObject(guests) ? wireObjectsIn(Object.values(guests)) : [];
	return list.find((guest) => isSet(guest, 'isMainGuest')) ?? {};
}
