import { InvalidParameterError } from '../../../errors/errors';
import type { WireObject } from '../../../wire/records';
import type { PartialBooking } from '../booking';
import type { BookingFormat } from '../format';
import {
	alsoSaid,
	cancelled,
	CONFIRMED,
	notAStay,
	readWord,
	strictest,
	unconfirmed,
	type Words,
} from '../meaning';
import { hasDate, isEmptyAt, joined, objectAt, textAt, toDay, toInstant } from '../values';

// Source: Beds24's contract of its API, version 2 (apiV2.yaml, stored in
// github.com/jverneuer/beds24-mcp), "Webhooks - bookings" and GET /bookings; the body of its
// inventory webhook on wiki.beds24.com (Web_Hooks). The guest's name and contacts are not in the
// contract: they were seen in webhook bodies.

const CANCELED = cancelled('The booking is canceled');

const WORDS: Words = {
	confirmed: CONFIRMED,
	new: CONFIRMED,
	request: unconfirmed('It is a request'),
	inquiry: unconfirmed('It is an inquiry'),
	black: notAStay('It is a block'),
	cancelled: CANCELED,
};

/** The words under `subStatus` that take a booking back. The others say nothing about access. */
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
		if (action === null)
			return isEmptyAt(body, 'booking')
				? notAStay('It is a test delivery')
				: readBooking(objectAt(body, 'booking') ?? body);
		return textAt(body, 'roomId') !== null && textAt(body, 'propId') !== null
			? notAStay(`The event '${action}' is not about a booking`)
			: undefined;
	},
};

function readBooking(booking: WireObject): PartialBooking | undefined {
	const key = textAt(booking, 'id');
	const roomId = textAt(booking, 'roomId');
	if (key === null || roomId === null) return undefined;
	if (textAt(booking, 'arrival', 'status') === null) return undefined;
	const said = strictest(
		readWord(WORDS, textAt(booking, 'status')),
		alsoSaid(TAKEN_BACK, textAt(booking, 'subStatus')),
		hasDate(booking, 'cancelTime') && CANCELED,
	);
	if (said.status === 'confirmed') requireOneUnit(booking, key);
	return {
		...said,
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

/** Throws InvalidParameterError for a booking of several units: it names only one of them. */
function requireOneUnit(booking: WireObject, key: string): void {
	const count = Number(textAt(booking, 'roomQty') ?? 1);
	if (!(count > 1)) return;
	throw new InvalidParameterError(
		`This booking has ${count} units, and Beds24 names only one of them (ID '${key}')`,
		"Nothing was changed. Give the guest access to each unit with 'Create or update reservation', or split the booking in Beds24 into one for each unit.",
		'several_units',
	);
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
