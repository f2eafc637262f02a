import { type PmsBooking, pmsBooking, type PmsDossier, type PmsForm } from './pmsBooking';

const WORDS = {
	confirmed: 'CONFIRMED',
	ownerStay: 'OWNER',
	inquiry: 'INFORMATION_REQUEST',
	cancelled: 'CANCELLED',
	block: 'UNAVAILABLE',
};

const record = (booking: PmsBooking) => ({
	id: booking.id,
	reference: `A203-${booking.id}`,
	status: booking.word ?? WORDS[booking.kind],
	creationDate: '2029-12-01T08:00:00Z',
	updatedAt: booking.changedAt,
	accommodation: { id: booking.rooms[0].id },
	stayDates: { arrival: booking.arrival, departure: booking.departure },
	checkInTime: booking.arrivalTime,
	checkOutTime: booking.departureTime,
	occupancy: { adults: 2, children: [] },
	salesChannel: { name: 'Airbnb' },
	customer: {
		id: booking.guest.key,
		name: booking.guest.first,
		surnames: [booking.guest.last],
		contact: {
			phones: [{ number: booking.guest.phone }],
			emails: [{ address: booking.guest.email }],
		},
	},
});

/** Avantio sends no calls that are known: both are answers to requests. */
export const avantio: PmsForm = {
	webhookBody: (booking) => ({ data: record(booking) }),
	listed: record,
};

export type AvantioBooking = ReturnType<typeof record>;

export const listedOnly = ({ id, reference, status, stayDates, updatedAt }: AvantioBooking) => ({
	id,
	reference,
	status,
	stayDates,
	updatedAt,
});

export const minimal = (booking: PmsBooking) => {
	const { id, reference, status, accommodation } = record(booking);
	return { id, reference, status, accommodation };
};

export const avantioDossier: PmsDossier = {
	form: avantio,
	words: {
		confirmed: ['CONFIRMED', 'OWNER', 'UNPAID'],
		unconfirmed: ['UNDER_REQUEST', 'INFORMATION_REQUEST'],
		not_a_stay: ['UNAVAILABLE'],
		cancelled: ['CANCELLED', 'CANCELLED_BY_OWNER'],
	},
	whole: {
		pms_status: 'CONFIRMED',
		guest_language: null,
		guest_key: '90210',
		room_names: [],
		changed_at: '2030-01-02T09:30:00Z',
		channel: 'Airbnb',
	},
	inCall: {},
	others: { minimal: minimal(pmsBooking()) },
};
