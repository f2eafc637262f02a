import { fullName, type PmsBooking, type PmsForm } from './pmsBooking';

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
