import {
	type PmsBooking,
	pmsBooking,
	type PmsDossier,
	type PmsForm,
	withOffset,
} from './pmsBooking';

const CATEGORIES = {
	confirmed: 'accepted',
	ownerStay: 'accepted',
	inquiry: 'request',
	cancelled: 'cancelled',
	block: 'unknown',
};

function reservation(booking: PmsBooking) {
	const { id, kind, word, guest, rooms, arrival, departure, arrivalTime, departureTime } = booking;
	const current = { category: word ?? CATEGORIES[kind], sub_category: null };
	return {
		id,
		platform: 'airbnb',
		platform_id: `HM${id}`,
		code: `HM${id}`,
		booking_date: '2029-12-01T08:00:00Z',
		arrival_date: withOffset(booking, arrival, '00:00'),
		departure_date: withOffset(booking, departure, '00:00'),
		check_in: arrivalTime === undefined ? null : withOffset(booking, arrival, arrivalTime),
		check_out: departureTime === undefined ? null : withOffset(booking, departure, departureTime),
		status: 'booking',
		reservation_status: { current, history: [{ ...current, changed_at: booking.changedAt }] },
		stay_type: kind === 'ownerStay' ? 'owner' : 'guest',
		guests: { total: 2, adult_count: 2, child_count: 0, infant_count: 0, pet_count: 0 },
		guest: {
			id: guest.key,
			first_name: guest.first,
			last_name: guest.last,
			email: guest.email,
			phone_numbers: [guest.phone],
			language: guest.language,
		},
		properties: rooms.map((room) => ({ ...room, timezone: booking.offset.replace(':', '') })),
		listings: rooms.map((room) => ({ platform: 'airbnb', platform_id: `L${room.id}` })),
	};
}

const envelope = (action: string, data: object, triggers?: unknown) => ({
	id: '7c1f0000-0000-4000-8000-000000000001',
	action,
	...(triggers !== undefined && { triggers }),
	data,
	created: '2030-01-02T09:30:00Z',
	version: 'v2',
});

export const hospitable: PmsForm = {
	webhookBody: (booking) => ({
		...envelope('reservation.changed', reservation(booking), ['dates_changed']),
		created: booking.changedAt,
	}),
	listed: reservation,
};

/** Hospitable sends a whole reservation as its test. */
export const testDelivery = (booking: PmsBooking) =>
	envelope('reservation.created', reservation(booking), ['test']);
export const message = envelope('message.created', {
	id: 5,
	body: 'Hello',
	reservation_id: '40771',
});

export const hospitableDossier: PmsDossier = {
	form: hospitable,
	words: {},
	whole: { pms_status: 'accepted', channel: 'Airbnb' },
	inCall: { changed_at: '2030-01-02T09:30:00Z' },
	noStay: { 'a test delivery': testDelivery(pmsBooking()), 'a message': message },
};
