import type { PartialBooking } from '../booking';
import { Body, localTime } from '../body';
import type { BookingFormat } from '../format';
import {
	alsoSaid,
	BLOCKED,
	CANCELED,
	cancelled,
	CONFIRMED,
	DECLINED,
	DELETED,
	INQUIRY,
	namesOnly,
	notAStay,
	readWord,
	REQUEST,
	strictest,
	unconfirmed,
	type Words,
} from '../meaning';

// Source: Hostfully's pages about its webhooks and its leads (dev.hostfully.com: webhooks-1,
// leads-flow, lead-management-instructions, createlead, and the changelog of August 2025). The
// members of a lead, and the statuses BOOKED, CLOSED, DECLINED and PENDING_APPROVED, were seen in
// code of third parties that read the API's version 3.2.

const CLOSED = cancelled('The inquiry is closed');
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
	PENDING: REQUEST,
	PENDING_APPROVED: unconfirmed('The booking is not confirmed'),
	ON_HOLD: unconfirmed('The days are on hold'),
	HOLD_EXPIRED: cancelled('The hold has expired'),
	CLOSED,
	CLOSED_QUOTE: CLOSED,
	CLOSED_HOLD: CLOSED,
	DECLINED,
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
 * inquiry or the end of a hold, which can arrive late, is no reason to end access. BOOKING_UPDATED
 * is sent for inquiries too.
 */
const EVENTS: Words = {
	BOOKING_CANCELLED: CANCELED,
	LEAD_SOFT_DELETED: DELETED,
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
	keyOf: (body) => body.text('lead_uid', 'lead.uid', 'uid'),
	read: (body) => {
		const event = body.text('event_type');
		if (event === null) return readLead(body.has('lead') ? body.at('lead') : body);
		return body.has('agency_uid') ? readEvent(body, event) : undefined;
	},
};

function readEvent(body: Body, event: string): PartialBooking {
	const key = body.text('lead_uid');
	if (key !== null && NAMES_A_BOOKING.includes(event))
		return namesOnly(key, 'GET /api/v3.3/leads/{id}', body.room('property_uid'));
	return key !== null && Object.hasOwn(EVENTS, event)
		? { ...readWord(EVENTS, event), reservation_key: key }
		: notAStay(`The event '${event}' is not about a booking`);
}

function readLead(lead: Body): PartialBooking | undefined {
	const key = lead.text('uid');
	if (key === null || !lead.has('propertyUid') || lead.text('status') === null) return undefined;
	return {
		// A lead is a booking, an inquiry or a block, whatever its status says.
		...strictest(readWord(WORDS, lead.text('status')), alsoSaid(TYPES, lead.text('type'))),
		reservation_key: key,
		guest_name: lead.joined('guestInformation.firstName', 'guestInformation.lastName'),
		guest_email: lead.text('guestInformation.email'),
		guest_phone: lead.text('guestInformation.phoneNumber'),
		...lead.room(['unitUid', 'propertyUid']),
		arrival: localTimeOf(lead.text('checkInLocalDateTime', 'checkInLocalDate')),
		departure: localTimeOf(lead.text('checkOutLocalDateTime', 'checkOutLocalDate')),
		changed_at: inUtc(lead.text('metadata.updatedUtcDateTime')),
		channel: lead.text('channel', 'source'),
	};
}

/** `2030-01-31T15:00:00`, with T or a space. */
const localTimeOf = (time: string | null) => localTime(time, time?.split(/[T ]/)[1] ?? null);

/** Hostfully writes a time in UTC without the Z. */
const inUtc = (time: string | null) => new Body({ time, utc: `${time}Z` }).instant('time', 'utc');
