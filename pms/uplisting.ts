import { fullName, type PmsBooking, pmsBooking, type PmsDossier, type PmsForm } from './pmsBooking';

const WORDS = {
	confirmed: 'confirmed',
	ownerStay: 'confirmed',
	inquiry: 'pending',
	cancelled: 'cancelled',
	block: 'blocked',
};

const seconds = (time?: string) => (time === undefined ? null : `${time}:00`);

export const uplistingBooking = (from: PmsBooking) => ({
	id: Number(from.id),
	status: from.word ?? WORDS[from.kind],
	property_id: Number(from.rooms[0].id),
	property_name: from.rooms[0].name,
	mutli_unit_id: null as number | null,
	mutli_unit_name: null as string | null,
	check_in: from.arrival,
	check_out: from.departure,
	arrival_time: seconds(from.arrivalTime),
	departure_time: seconds(from.departureTime),
	guest_name: fullName(from),
	preferred_guest_name: from.guest.first,
	guest_email: from.guest.email,
	guest_phone: from.guest.phone,
	channel: 'airbnb_official',
	external_reservation_id: `HM${from.id}`,
	booked_at: '2029-12-01T08:00:00Z',
	timestamp: from.changedAt,
});

/** The webhook sends the booking itself. */
export const uplisting: PmsForm = { webhookBody: uplistingBooking, listed: uplistingBooking };

/** A booking with a unit of its own. */
export const withUnit = (from: PmsBooking) => ({
	...uplistingBooking(from),
	property_id: 70_001,
	property_name: 'Harbor House',
	mutli_unit_id: Number(from.rooms[0].id),
	mutli_unit_name: from.rooms[0].name,
});

const LEFT_OUT = ['status', 'guest_name', 'preferred_guest_name', 'guest_email', 'guest_phone'];

export const removed = (from: PmsBooking) => ({
	...Object.fromEntries(
		Object.entries(uplistingBooking(from)).filter(([name]) => !LEFT_OUT.includes(name)),
	),
	reason: 'destroyed',
});

export const uplistingDossier: PmsDossier = {
	form: uplisting,
	words: {
		confirmed: ['confirmed', 'needs_check_in', 'checked_in', 'needs_check_out'],
		cancelled: ['checked_out', 'cancelled', 'canceled'],
		asked: ['pending'],
	},
	whole: {
		pms_status: 'confirmed',
		guest_language: null,
		channel: 'Airbnb',
		changed_at: '2030-01-02T09:30:00Z',
	},
	inCall: {},
	others: {
		withUnit: withUnit(pmsBooking()),
		removed: removed(pmsBooking()),
		removedId: { id: 40_771, reason: 'destroyed' },
	},
};
