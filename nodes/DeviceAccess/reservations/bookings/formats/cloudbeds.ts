import { Body, roomsIn } from '../body';
import { format, roomsDiffer } from '../format';
import {
	alsoSaid,
	knownWord,
	namesOnly,
	nothingDue,
	type PartialBooking,
	readWord,
	strictest,
	unconfirmed,
	type Words,
} from '../booking';

// Source: developers.cloudbeds.com (webhooks-1), Pipedream's components, which spell the members in
// two ways, and github.com/cloudbeds/cloudbeds-api-python and openapi-specs (version 1.3).

const WORDS: Words = {
	confirmed: 'confirmed',
	checked_in: 'confirmed',
	not_confirmed: unconfirmed('The booking is not confirmed'),
	checked_out: 'checkedOut',
	canceled: 'canceled',
	no_show: 'noShow',
};

/** After these, there is no stay. The other events only name the booking. */
const ENDS: Words = { deleted: 'deleted', canceled: 'canceled', cancelled: 'canceled' };

const KEY = ['reservationID', 'reservationId'];
const FIRST_DAY = ['startDate', 'reservationCheckIn'];
const REQUEST =
	'GET /api/v1.3/getReservationsWithRateDetails?reservationID={id}&includeGuestsDetails=true';

/** A call names a reservation. Only lists say which rooms the guest has left. */
export const cloudbeds = format({
	value: 'cloudbeds',
	system: 'Cloudbeds',
	list: 'data',
	key: KEY,
	envelope: {
		word: ['event'],
		topic: /^reservation\/\w+$/,
		otherTopics: /^\w+\/\w+$/,
		record: 'data',
		key: KEY,
	},
	read: (data, { key, word, body }) => {
		if (word === null) return readReservation(data, key);
		const said = strictest(
			readWord(WORDS, body.text('status')),
			knownWord(ENDS, word.split('/')[1] ?? null),
		);
		return namesOnly(key, REQUEST, {
			...said,
			arrival: body.day('startDate'),
			departure: body.day('endDate'),
			// In seconds, with a fraction.
			...(said.status === 'cancelled' && { changed_at: body.sinceEpoch('timestamp', 1000) }),
		});
	},
});

function readReservation(data: Body, key: string): PartialBooking | undefined {
	if (data.text('propertyID', 'propertyId') === null) return undefined;
	if (data.text(...FIRST_DAY, 'status') === null) return undefined;
	// `guestList` has the guests by their IDs.
	const guests = new Body({ all: Object.values(data.value('guestList') ?? {}) }).list('all');
	const guest = guests.find((one) => one.isSet('isMainGuest')) ?? new Body();
	const assigned = data.list('assigned');
	// The list has `rooms`, if the request asks for all rooms: also those that the guest no longer has.
	const all = assigned.length > 0 ? assigned : data.list('rooms');
	const rooms = all.filter(isKept);
	const firstDay = data.day(...FIRST_DAY);
	const departure = data.day('endDate', 'reservationCheckOut');
	const said = readWord(WORDS, data.text('status'));
	const dayOf = (room: Body) => room.day('startDate', 'roomCheckIn') ?? firstDay;
	const hasMoved = all.some((room) => hasStatus(room, 'checked_out') && dayOf(room) === firstDay);
	const [first] = hasMoved ? rooms : [];
	const arrival = first ? dayOf(first) : firstDay;
	// Who is in the next room already does not wait for its hour.
	const isIn = arrival !== firstDay && rooms.every((room) => hasStatus(room, 'in_house'));
	// On the other days of the booking, the room is somebody else's.
	const isShorter = (room: Body) =>
		dayOf(room) !== arrival || (room.day('endDate', 'roomCheckOut') ?? departure) !== departure;
	const booking = {
		...said,
		guest_name: data.text('guestName') ?? guest.joined('guestFirstName', 'guestLastName'),
		guest_email: data.text('guestEmail') ?? guest.text('guestEmail'),
		guest_phone: guest.text('guestCellPhone', 'guestPhone'),
		guest_key: guest.text('guestID') ?? data.text('guestID'),
		...roomsIn(rooms, 'roomID', 'roomName'),
		// Not estimatedArrivalTime, which is what the guest expects.
		arrival: isIn ? `${arrival}T05:00` : arrival,
		departure,
		changed_at: data.instant('dateModified'),
		channel: data.text('source', 'sourceName'),
		is_paid: nothingDue(data.amount('balance')),
	};
	if (said.status === 'confirmed' && rooms.some(isShorter)) throw roomsDiffer(key, booking);
	return booking;
}

const hasStatus = (room: Body, status: string) => room.text('roomStatus') === status;

/** False for a room that was canceled, or that the guest has left. */
const isKept = (room: Body): boolean =>
	alsoSaid({ ...WORDS, ...ENDS }, room.text('roomStatus'))?.status !== 'cancelled';
