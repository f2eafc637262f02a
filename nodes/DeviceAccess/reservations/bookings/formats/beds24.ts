import type { WireObject } from '../../../wire/records';
import type { PartialBooking } from '../booking';
import type { BookingFormat } from '../format';
import { cancelled, CONFIRMED, notAStay, readWord, unconfirmed, type Words } from '../meaning';
import { joined, objectAt, textAt, toDay, toInstant } from '../values';

// Source: Beds24's contract of its API, version 2 (apiV2.yaml, stored in
// github.com/jverneuer/beds24-mcp), "Webhooks - bookings" and GET /bookings; the body of its
// inventory webhook on wiki.beds24.com (Web_Hooks). The guest's name and contacts are not in the
// contract: they were seen in webhook bodies.

const WORDS: Words = {
	confirmed: CONFIRMED,
	new: CONFIRMED,
	request: unconfirmed('It is a request'),
	inquiry: unconfirmed('It is an inquiry'),
	black: notAStay('It is a block'),
	cancelled: cancelled('The booking is canceled'),
};

/**
 * The words under `subStatus` that take a confirmed booking back. The others say nothing about
 * access.
 */
const TAKEN_BACK: Words = {
	cancelledByGuest: cancelled('The guest canceled the booking'),
	cancelledByHost: cancelled('The host canceled the booking'),
	noShow: cancelled('The guest did not arrive'),
	nonPayment: unconfirmed('The payment is missing'),
	waitlist: unconfirmed('The guest is on the waiting list'),
};

/**
 * The webhook sends `{ timeStamp, booking, infoItems, … }`; a list has the same objects as
 * `booking`.
 */
export const beds24: BookingFormat = {
	value: 'beds24',
	system: 'Beds24',
	read: (body) => {
		const action = textAt(body, 'action');
		if (action === null) return readBooking(objectAt(body, 'booking') ?? body);
		return textAt(body, 'roomId') !== null && textAt(body, 'propId') !== null
			? notAStay(`The event '${action}' is not about a booking`)
			: undefined;
	},
};

function readBooking(booking: WireObject): PartialBooking | undefined {
	const key = textAt(booking, 'id');
	const roomId = textAt(booking, 'roomId');
	if (key === null || roomId === null || textAt(booking, 'arrival') === null) return undefined;
	return {
		...readStatus(booking),
		reservation_key: key,
		guest_name: joined(textAt(booking, 'firstName'), textAt(booking, 'lastName')),
		guest_email: textAt(booking, 'email'),
		guest_phone: textAt(booking, 'mobile', 'phone'),
		guest_language: textAt(booking, 'lang'),
		rooms: unitsOf(booking, roomId),
		// arrivalTime is when the guest thinks to arrive, not when the room is theirs.
		arrival: toDay(textAt(booking, 'arrival')),
		departure: toDay(textAt(booking, 'departure')),
		changed_at: toInstant(textAt(booking, 'modifiedTime')),
		channel: textAt(booking, 'channel'),
		group_key: textAt(booking, 'bookingGroup.master', 'masterId'),
	};
}

/**
 * Units are numbered within their room. Unit 1, often the only one, has the room's ID, and unit 2
 * of room 512 is '512-2'. A booking that has no unit yet (0) has no room, because the ID alone
 * would open unit 1.
 */
function unitsOf(booking: WireObject, roomId: string): string[] {
	const unit = textAt(booking, 'unitId');
	if (unit === '0') return [];
	return [unit === null || unit === '1' ? roomId : `${roomId}-${unit}`];
}

function readStatus(booking: WireObject) {
	const word = readWord(WORDS, textAt(booking, 'status'));
	const subStatus = readWord(TAKEN_BACK, textAt(booking, 'subStatus'));
	return word.status === 'confirmed' && subStatus.status !== 'not_a_stay'
		? { ...subStatus, pms_status: word.pms_status }
		: word;
}
