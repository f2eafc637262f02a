import {
	due,
	fullName,
	type PmsBooking,
	pmsBooking,
	type PmsDossier,
	type PmsForm,
} from './pmsBooking';

const WORDS = {
	confirmed: 'Booked',
	ownerStay: 'Booked',
	inquiry: 'Open',
	cancelled: 'Declined',
	block: 'Unavailable',
};

const status = ({ kind, word }: PmsBooking) => word ?? WORDS[kind];

/** A room type is often without a name of its own; then its property has it. */
const roomTypes = ({ rooms }: PmsBooking) =>
	rooms.map((room, index) => ({
		id: 900 + index,
		room_type_id: Number(room.id),
		name: rooms.length > 1 ? room.name : '',
		people: 2,
	}));

/** Only the list has hours. */
const hour = (time?: string) => time && { time: `${time}:00`, initiator: 'Host' };

const propertyName = ({ rooms }: PmsBooking) => (rooms.length > 1 ? 'Harbor House' : rooms[0].name);

/** Lodgify sends days as midnight without an offset, and no time of change. This is one call of a delivery. */
export const lodgify: PmsForm = {
	webhookBody: (booking) => ({
		action: 'booking_change',
		booking: {
			type: 'Booking',
			id: Number(booking.id),
			date_arrival: `${booking.arrival}T00:00:00`,
			date_departure: `${booking.departure}T00:00:00`,
			date_created: '2029-12-01T08:00:00+00:00',
			property_id: 70_001,
			property_name: propertyName(booking),
			status: status(booking),
			room_types: roomTypes(booking),
			source: 'AirbnbIntegration',
			language: booking.guest.language,
			nights: 2,
		},
		guest: {
			uid: booking.guest.key,
			name: fullName(booking),
			email: booking.guest.email,
			phone_number: booking.guest.phone,
		},
		current_order: { id: 8, status: 'Agreed' },
		booking_total_amount: booking.isPaid === undefined ? '0' : '240.50',
		balance_due: String(due(booking, 0)),
	}),
	listed: (booking) => ({
		id: Number(booking.id),
		arrival: booking.arrival,
		departure: booking.departure,
		check_in: hour(booking.arrivalTime),
		check_out: hour(booking.departureTime),
		canceled_at: null,
		property_id: 70_001,
		rooms: booking.rooms.map(({ id }) => ({ room_type_id: Number(id), people: 2, key_code: '' })),
		guest: {
			id: `list-${booking.guest.key}`,
			name: fullName(booking),
			email: booking.guest.email,
			phone: booking.guest.phone,
		},
		language: booking.guest.language,
		status: status(booking),
		source: 'AirbnbIntegration',
		is_deleted: false,
		total_amount: booking.isPaid === undefined ? 0 : 240.5,
		amount_due: due(booking, 0),
	}),
};

/** What comes in: each delivery is an array. */
export const delivery = (...bookings: PmsBooking[]) => bookings.map(lodgify.webhookBody);

export const message = { action: 'guest_message_received', thread_uid: 't-5', message: 'Hello' };
export const rates = { action: 'rate_change', property_id: 70_001 };

export const lodgifyDossier: PmsDossier = {
	form: lodgify,
	words: {
		confirmed: ['Booked'],
		unconfirmed: ['Tentative', 'Open'],
		cancelled: ['Declined'],
		not_a_stay: ['Unavailable'],
		asked: ['Closed'],
	},
	whole: { pms_status: 'Booked', channel: 'Airbnb', room_names: [] },
	inCall: { guest_key: '90210', room_names: ['Harbor Loft'] },
	noStay: { 'a message': message, rates },
	others: { withoutRooms: { ...lodgify.listed(pmsBooking()), rooms: undefined } },
};
