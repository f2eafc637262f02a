import { Body, localTime } from '../body';
import type { BookingFormat } from '../format';
import {
	alsoSaid,
	cancelled,
	knownWord,
	namesOnly,
	notAStay,
	otherEvent,
	type PartialBooking,
	readWord,
	strictest,
	unconfirmed,
	type Words,
} from '../booking';

// Source: dev.hostfully.com (webhooks-1, leads-flow, lead-management-instructions, createlead, the
// changelog of August 2025), and code of third parties for the members of a lead and the statuses
// BOOKED, CLOSED, DECLINED and PENDING_APPROVED.

const CLOSED = cancelled('The inquiry is closed');
const IGNORED = notAStay('Hostfully ignores it');

const WORDS: Words = {
	BOOKED: 'confirmed',
	BOOKED_BY_AGENT: 'confirmed',
	BOOKED_BY_CUSTOMER: 'confirmed',
	BOOKED_EXTERNALLY: 'confirmed',
	PAID_IN_FULL: 'confirmed',
	STAY: 'confirmed',
	NEW: 'inquiry',
	QUOTE_SENT: 'inquiry',
	PENDING: 'request',
	PENDING_APPROVED: unconfirmed('The booking is not confirmed'),
	ON_HOLD: unconfirmed('The days are on hold'),
	HOLD_EXPIRED: cancelled('The hold has expired'),
	CLOSED,
	CLOSED_QUOTE: CLOSED,
	CLOSED_HOLD: CLOSED,
	DECLINED: 'declined',
	CANCELLED: 'canceled',
	CANCELLED_BY_TRAVELER: 'canceled',
	CANCELLED_BY_OWNER: 'canceled',
	ARCHIVED: cancelled('The stay is over'),
	BLOCKED: 'blocked',
	DUPLICATE: IGNORED,
	IGNORED,
	SAMPLE: IGNORED,
};

/** The words under `type` that are no booking. */
const TYPES: Words = { INQUIRY: 'inquiry', BOOKING_REQUEST: 'inquiry', BLOCK: 'blocked' };

/** The events after which there is no stay. The others only name the lead. */
const ENDS: Words = { BOOKING_CANCELLED: 'canceled', LEAD_SOFT_DELETED: 'deleted' };

/**
 * The webhook sends `{ agency_uid, event_type, property_uid, lead_uid }`; the request brings the
 * lead.
 */
export const hostfully: BookingFormat = {
	value: 'hostfully',
	system: 'Hostfully',
	list: 'leads',
	keyOf: (body) => body.text('lead_uid') ?? leadIn(body).text('uid'),
	read: (body) => {
		const event = body.text('event_type');
		if (event === null) return readLead(leadIn(body));
		if (!body.has('agency_uid')) return undefined;
		const key = body.text('lead_uid');
		return key === null || /^PIN_?CODE/.test(event)
			? otherEvent(event)
			: namesOnly(key, 'GET /api/v3.3/leads/{id}', knownWord(ENDS, event));
	},
};

/** An answer has one under `lead`, and a list has several. */
const leadIn = (body: Body): Body =>
	body.has('lead') ? body.at('lead') : (body.list('leads')[0] ?? body);

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
		is_paid: lead.text('status') === 'PAID_IN_FULL' ? true : null,
	};
}

/** `2030-01-31T15:00:00`, with T or a space. */
const localTimeOf = (time: string | null) => localTime(time, time?.split(/[T ]/)[1] ?? null);

/** Hostfully writes a time in UTC without the Z. */
const inUtc = (time: string | null) => new Body({ time, utc: `${time}Z` }).instant('time', 'utc');
