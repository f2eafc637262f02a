import { fullName, inUtc, type PmsBooking, type PmsForm } from './pmsBooking';

const WORDS = {
	confirmed: 'confirmed',
	ownerStay: 'confirmed',
	inquiry: 'inquiry',
	cancelled: 'canceled',
	block: 'blocked',
};

const instants = (booking: PmsBooking) => ({
	...(booking.arrivalTime && { checkIn: inUtc(booking, booking.arrival, booking.arrivalTime) }),
	...(booking.departureTime && {
		checkOut: inUtc(booking, booking.departure, booking.departureTime),
	}),
});

const days = (booking: PmsBooking) => ({
	checkInDateLocalized: booking.arrival,
	checkOutDateLocalized: booking.departure,
});

const status = ({ kind, word }: PmsBooking) => word ?? WORDS[kind];

/** The object of the API and of the webhooks before version 2. */
const reservation = (booking: PmsBooking) => ({
	_id: booking.id,
	accountId: 'account-1',
	status: status(booking),
	listingId: booking.rooms[0].id,
	listing: { _id: booking.rooms[0].id, nickname: booking.rooms[0].name },
	guestId: booking.guest.key,
	guest: {
		_id: booking.guest.key,
		fullName: fullName(booking),
		email: booking.guest.email,
		phone: booking.guest.phone,
	},
	...days(booking),
	...instants(booking),
	confirmationCode: `HM${booking.id}`,
	source: 'airbnb2',
	lastUpdatedAt: booking.changedAt,
});

export const guesty: PmsForm = {
	webhookBody: (booking) => ({
		event: 'reservation.updated',
		reservation: reservation(booking),
	}),
	listed: reservation,
};

/** Version 2 carries neither the guest nor times of day. */
export const version2 = (booking: PmsBooking) => ({
	event: 'reservation.updated.v2',
	publishedAt: booking.changedAt,
	data: {
		reservationId: booking.id,
		status: status(booking),
		unitId: booking.rooms[0].id,
		confirmationCode: `HM${booking.id}`,
		...days(booking),
	},
	meta: { eventId: 'event-1' },
});

export const message = {
	event: 'reservation.messageReceived',
	reservationId: '40771',
	message: {},
};
