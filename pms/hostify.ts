import { fullName, type PmsBooking, pmsBooking, type PmsDossier, type PmsForm } from './pmsBooking';

const WORDS = {
	confirmed: 'accepted',
	ownerStay: 'accepted',
	inquiry: 'inquiry',
	cancelled: 'cancelled',
	block: 'moved',
};

export const record = (booking: PmsBooking) => ({
	id: Number(booking.id),
	channel_reservation_id: null,
	listing_id: Number(booking.rooms[0].id),
	parent_listing_id: null,
	guest_id: Number(booking.guest.key),
	status: booking.word ?? WORDS[booking.kind],
	status_code: 1,
	source: 'Airbnb',
	confirmation_code: `HM${booking.id}`,
	checkIn: booking.arrival,
	checkOut: booking.departure,
	planned_arrival: booking.arrivalTime ?? null,
	planned_departure: booking.departureTime ?? null,
	confirmed_at: '2029-12-01 08:00',
	nights: 2,
	guests: 2,
	updated_at: '2029-12-01 08:00:00',
	created_at: '2029-12-01 08:00:00',
	is_manual: false,
});

export const guestOf = (booking: PmsBooking) => ({
	id: Number(booking.guest.key),
	name: fullName(booking),
	email: booking.guest.email,
	phone: booking.guest.phone,
	languages: [booking.guest.language],
});

const withGuest = (booking: PmsBooking) => ({
	reservation: record(booking),
	guest: guestOf(booking),
});

/** Hostify's calls are messages of another service, which nothing here reads. */
export const hostify: PmsForm = { webhookBody: withGuest, listed: withGuest };

export const inAccount = (booking: PmsBooking) => ({ id: booking.id, ...withGuest(booking) });

export const hostifyDossier: PmsDossier = {
	form: hostify,
	words: {
		confirmed: ['accepted', 'extended', 'edited'],
		unconfirmed: ['new', 'pending', 'preapproved', 'offer', 'inquiry', 'awaiting_payment'],
		cancelled: [
			'denied',
			'declined_inq',
			'cancelled',
			'voided',
			'cancelled_by_host',
			'cancelled_by_guest',
			'no_show',
			'retracted',
			'withdrawn',
			'expired',
			'timedout',
			'not_possible',
			'deleted',
		],
		// The old room and the new one can say that it was moved.
		asked: ['moved'],
	},
	whole: {
		pms_status: 'accepted',
		guest_language: null,
		guest_key: '90210',
		room_names: [],
		channel: 'Airbnb',
	},
	others: { withoutGuest: record(pmsBooking()) },
};
