import { type PmsBooking, pmsBooking, type PmsDossier, type PmsForm } from './pmsBooking';

const WORDS = {
	confirmed: 'confirmed',
	ownerStay: 'confirmed',
	inquiry: 'option',
	cancelled: 'cancelled',
	block: 'closed',
};

/** A day such as `31/01/2030`, in some records with an hour. */
const dayOf = ({ id }: PmsBooking, day: string) =>
	day.split('-').reverse().join('/') + (Number(id) % 2 === 0 ? '' : ' 00:00:00');

export const record = (booking: PmsBooking) => ({
	id: Number(booking.id),
	id_human: `A-${booking.id}`,
	status: booking.word ?? WORDS[booking.kind],
	booker: Number(booking.guest.key),
	origin: { channel: 'Booking.com' },
	created: '01/12/2029 08:00:00',
	rooms: booking.rooms.map(({ id }, index) => ({
		id_zak_room: Number(id),
		id_zak_reservation_room: index + 1,
		door_code: null,
		id_zak_room_type: 77,
		dfrom: dayOf(booking, booking.arrival),
		dto: dayOf(booking, booking.departure),
		occupancy: { adults: 2, teens: 0, children: 0, babies: 0 },
		customers: [{ id: Number(booking.guest.key), checkin: null, checkout: null }],
	})),
});

export const customer = ({ guest }: PmsBooking) => ({
	data: {
		id: Number(guest.key),
		main_info: { name: guest.first, surname: guest.last },
		contacts: { email: guest.email, phone: guest.phone },
	},
});

const withGuest = (booking: PmsBooking) => ({
	reservation: record(booking),
	guest: customer(booking),
});

/** Nothing here reads the calls of WuBook ZaK, which only name a booking. */
export const wuBookZak: PmsForm = { webhookBody: withGuest, listed: withGuest };

export const inAccount = (booking: PmsBooking) => ({ id: booking.id, ...withGuest(booking) });

export const wuBookZakDossier: PmsDossier = {
	form: wuBookZak,
	words: { confirmed: ['confirmed'], cancelled: ['cancelled'], asked: ['option'] },
	whole: {
		pms_status: 'confirmed',
		guest_language: null,
		guest_key: '90210',
		room_names: [],
		channel: 'Booking.com',
	},
	others: { withoutGuest: record(pmsBooking()), answer: { data: record(pmsBooking()) } },
};
