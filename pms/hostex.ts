import { fullName, type PmsBooking, pmsBooking, type PmsDossier, type PmsForm } from './pmsBooking';

const WORDS = {
	confirmed: 'accepted',
	ownerStay: 'accepted',
	inquiry: 'wait_accept',
	cancelled: 'cancelled',
	block: 'denied',
};

const reservationCode = ({ id }: PmsBooking) => `0-${id}-abcdef`;

/** A call only names a stay. */
export const hostex: PmsForm = {
	webhookBody: (booking) => ({
		event: 'reservation_updated',
		property_id: Number(booking.rooms[0].id),
		reservation_code: reservationCode(booking),
		stay_code: booking.id,
		timestamp: booking.changedAt,
	}),
	listed: (booking) => ({
		reservation_code: reservationCode(booking),
		stay_code: booking.id,
		property_id: Number(booking.rooms[0].id),
		channel_type: 'airbnb',
		channel_id: `HM${booking.id}`,
		listing_id: '89501',
		status: booking.word ?? WORDS[booking.kind],
		check_in_date: booking.arrival,
		check_out_date: booking.departure,
		guest_name: fullName(booking),
		guest_email: booking.guest.email,
		guest_phone: booking.guest.phone,
		number_of_guests: 2,
		booked_at: '2029-12-01T08:00:00+00:00',
		cancelled_at: null,
	}),
};

export const answer = (...bookings: PmsBooking[]) => ({
	request_id: 'request-1',
	error_code: 200,
	error_msg: 'Done.',
	data: { reservations: bookings.map(hostex.listed) },
});

export const refusal = { request_id: 'request-2', error_code: 401, error_msg: 'Unauthorized' };
export const message = { event: 'message_created', conversation_id: 'c-1', timestamp: 1 };

export const hostexDossier: PmsDossier = {
	form: hostex,
	words: {
		confirmed: ['accepted'],
		unconfirmed: ['wait_accept', 'wait_pay'],
		cancelled: ['cancelled', 'denied', 'timeout'],
	},
	whole: {
		pms_status: 'accepted',
		guest_language: null,
		room_names: [],
		channel: 'Airbnb',
		group_key: '0-40771-abcdef',
	},
	noStay: { 'a message': message },
	others: { answer: answer(pmsBooking()) },
};
