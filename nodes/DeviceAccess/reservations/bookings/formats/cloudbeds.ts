import { Body, roomsIn } from '../body';
import type { PartialBooking } from '../booking';
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
	unconfirmed,
	type Words,
} from '../meaning';
import { roomsDiffer } from '../roomsDiffer';

// Source: Cloudbeds' page about its webhooks (developers.cloudbeds.com, webhooks-1), the events in
// Pipedream's components, which spell the members in two ways, and Cloudbeds' own client of its API
// (github.com/cloudbeds/cloudbeds-api-python, version 1.3). Without a time zone, dateModified
// is not used, and estimatedArrivalTime, which is what the guest expects, never is.

const WORDS: Words = {
	confirmed: CONFIRMED,
	checked_in: CONFIRMED,
	not_confirmed: unconfirmed('The booking is not confirmed'),
	checked_out: CHECKED_OUT,
	canceled: CANCELED,
	no_show: NO_SHOW,
};

/** The events after which there is no stay. The others only name the booking. */
const ENDS: Words = { deleted: DELETED, canceled: CANCELED, cancelled: CANCELED };

const RESERVATION = ['reservationID', 'reservationId'];
const FIRST_DAY = ['startDate', 'reservationCheckIn'];

/** A call names a reservation. Only lists say which rooms the guest has left. */
export const cloudbeds = format({
	value: 'cloudbeds',
	system: 'Cloudbeds',
	key: RESERVATION,
	envelope: {
		word: ['event'],
		topic: /^reservation\/\w+$/,
		otherTopics: /^\w+\/\w+$/,
		record: 'data',
		list: 'data',
		key: RESERVATION,
	},
	read: (data, { key, word, body }) =>
		word === null ? readReservation(data, key) : readEvent(body, key, word),
});

function readEvent(body: Body, key: string, event: string): PartialBooking {
	const [, word = null] = event.split('/');
	const end = alsoSaid(ENDS, word);
	const said = strictest(readWord(WORDS, body.text('status')), end && { ...end, pms_status: word });
	return namesOnly(
		key,
		'GET /api/v1.3/getReservationsWithRateDetails?reservationID={id}&includeGuestsDetails=true',
		{
			...said,
			arrival: body.day('startDate'),
			departure: body.day('endDate'),
			// In seconds, with a fraction.
			...(said.status === 'cancelled' && { changed_at: body.sinceEpoch('timestamp', 1000) }),
		},
	);
}

function readReservation(data: Body, key: string): PartialBooking | undefined {
	if (data.text('propertyID', 'propertyId') === null) return undefined;
	if (data.text(...FIRST_DAY, 'status') === null) return undefined;
	const guest = mainGuest(data);
	const assigned = data.list('assigned');
	// The list has `rooms`, if the request asks for all rooms: also those that the guest no longer has.
	const rooms = (assigned.length > 0 ? assigned : data.list('rooms')).filter(isKept);
	const arrival = data.day(...FIRST_DAY);
	const departure = data.day('endDate', 'reservationCheckOut');
	const said = readWord(WORDS, data.text('status'));
	// On the other days of the booking, the room is somebody else's.
	const isShorter = (room: Body) =>
		(room.day('startDate', 'roomCheckIn') ?? arrival) !== arrival ||
		(room.day('endDate', 'roomCheckOut') ?? departure) !== departure;
	if (said.status === 'confirmed' && rooms.some(isShorter)) throw roomsDiffer(key);
	return {
		...said,
		guest_name: data.text('guestName') ?? guest.joined('guestFirstName', 'guestLastName'),
		guest_email: data.text('guestEmail') ?? guest.text('guestEmail'),
		guest_phone: guest.text('guestCellPhone', 'guestPhone'),
		guest_key: guest.text('guestID') ?? data.text('guestID'),
		...roomsIn(rooms, 'roomID', 'roomName'),
		arrival,
		departure,
		changed_at: data.instant('dateModified'),
		channel: data.text('source', 'sourceName'),
	};
}

/** False for a room that was canceled, or that the guest has left. The words are those of bookings. */
const isKept = (room: Body): boolean =>
	![WORDS, ENDS].some((words) => alsoSaid(words, room.text('roomStatus'))?.status === 'cancelled');

/** `guestList` has the guests by their IDs. */
function mainGuest(data: Body): Body {
	const guests = new Body({ all: Object.values(data.value('guestList') ?? {}) }).list('all');
	return guests.find((guest) => guest.isSet('isMainGuest')) ?? new Body();
}
