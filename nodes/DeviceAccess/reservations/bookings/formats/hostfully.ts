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
import { joined, localTime, objectAt, roomsIn, textAt, toInstant } from '../values';

// Source: Hostfully's pages about its webhooks and its leads (dev.hostfully.com: webhooks-1,
// leads-flow, lead-management-instructions, createlead, and the changelog of August 2025). The members of a lead, and the statuses
// BOOKED, CLOSED, DECLINED and PENDING_APPROVED, were seen in code of third parties that read the
// API's version 3.2.

const INQUIRY = unconfirmed('It is an inquiry');
const CANCELED = cancelled('The booking is canceled');
const CLOSED = cancelled('The inquiry is closed');
const BLOCKED = notAStay('The days are blocked');
const IGNORED = notAStay('Hostfully ignores it');

const WORDS: Words = {
	BOOKED: CONFIRMED,
	BOOKED_BY_AGENT: CONFIRMED,
	BOOKED_BY_CUSTOMER: CONFIRMED,
	BOOKED_EXTERNALLY: CONFIRMED,
	PAID_IN_FULL: CONFIRMED,
	STAY: CONFIRMED,
	NEW: INQUIRY,
	QUOTE_SENT: INQUIRY,
	PENDING: unconfirmed('It is a request that nobody has answered yet'),
	PENDING_APPROVED: unconfirmed('The booking is not confirmed'),
	ON_HOLD: unconfirmed('The days are on hold'),
	HOLD_EXPIRED: cancelled('The hold has expired'),
	CLOSED,
	CLOSED_QUOTE: CLOSED,
	CLOSED_HOLD: CLOSED,
	DECLINED: cancelled('The request was declined'),
	CANCELLED: CANCELED,
	CANCELLED_BY_TRAVELER: CANCELED,
	CANCELLED_BY_OWNER: CANCELED,
	ARCHIVED: cancelled('The stay is over'),
	BLOCKED,
	DUPLICATE: IGNORED,
	IGNORED,
	SAMPLE: IGNORED,
};

/** The words under `type` that are no booking. */
const TYPES: Words = { INQUIRY, BOOKING_REQUEST: INQUIRY, BLOCK: BLOCKED };

/**
 * The events about a lead, whose IDs stay the same when an inquiry becomes a booking. So an
 * inquiry or the end of a hold, which can arrive late, is no reason to end access. BOOKING_UPDATED is sent for inquiries
 * too.
 */
const EVENTS: Words = {
	BOOKING_CANCELLED: CANCELED,
	LEAD_SOFT_DELETED: cancelled('The booking was deleted'),
	NEW_INQUIRY: notAStay('It is an inquiry'),
	NEW_BOOKING_REQUEST: notAStay('It is a request that nobody has answered yet'),
	NEW_HOLD: notAStay('The days are on hold'),
	HOLD_CANCELLED: notAStay('The days are no longer on hold'),
	NEW_BLOCKED_DATES: BLOCKED,
	BLOCK_DELETED: notAStay('The days are no longer blocked'),
};
const NAMES_A_BOOKING = [
	'NEW_BOOKING',
	'BOOKING_UPDATED',
	'UNIT_CHANGED',
	'LEAD_DATES_CHANGED',
	'LEAD_PROPERTY_CHANGED',
];

/**
 * The webhook sends `{ agency_uid, event_type, property_uid, lead_uid }`; the request brings the
 * lead.
 */
export const hostfully: BookingFormat = {
	value: 'hostfully',
	system: 'Hostfully',
	read: (body) => {
		const event = textAt(body, 'event_type');
		if (event === null) return readLead(objectAt(body, 'lead') ?? body);
		return textAt(body, 'agency_uid') === null ? undefined : readEvent(body, event);
	},
};

function readEvent(body: WireObject, event: string): PartialBooking {
	const key = textAt(body, 'lead_uid');
	if (key !== null && NAMES_A_BOOKING.includes(event))
		return namesOnly(key, 'GET /api/v3.3/leads/{id}', roomsIn([body], ['property_uid'], []));
	return key !== null && Object.hasOwn(EVENTS, event)
		? { ...readWord(EVENTS, event), reservation_key: key }
		: notAStay(`The event '${event}' is not about a booking`);
}

function readLead(data: WireObject): PartialBooking | undefined {
	const key = textAt(data, 'uid');
	if (key === null || textAt(data, 'propertyUid') === null || textAt(data, 'status') === null)
		return undefined;
	return {
		// A lead is a booking, an inquiry or a block, whatever its status says.
		...strictest(readWord(WORDS, textAt(data, 'status')), alsoSaid(TYPES, textAt(data, 'type'))),
		reservation_key: key,
		guest_name: joined(
			textAt(data, 'guestInformation.firstName'),
			textAt(data, 'guestInformation.lastName'),
		),
		guest_email: textAt(data, 'guestInformation.email'),
		guest_phone: textAt(data, 'guestInformation.phoneNumber'),
		...roomsIn([data], ['unitUid', 'propertyUid'], []),
		arrival: localTimeOf(textAt(data, 'checkInLocalDateTime', 'checkInLocalDate')),
		departure: localTimeOf(textAt(data, 'checkOutLocalDateTime', 'checkOutLocalDate')),
		changed_at: inUtc(textAt(data, 'metadata.updatedUtcDateTime')),
		channel: textAt(data, 'channel', 'source'),
	};
}

/** `2030-01-31T15:00:00`, with T or a space. */
const localTimeOf = (time: string | null) => localTime(time, time?.split(/[T ]/)[1]);

/** Hostfully writes a time in UTC without the Z. */
const inUtc = (time: string | null) =>
	time === null ? null : (toInstant(time) ?? toInstant(`${time}Z`));
