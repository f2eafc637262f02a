import {
	type BookingKind,
	type PmsBooking,
	pmsBooking,
	type PmsDossier,
	type PmsForm,
	withOffset,
} from './pmsBooking';

const STATUS: Record<BookingKind, string> = {
	confirmed: 'Confirmed',
	ownerStay: 'Confirmed',
	inquiry: 'Tentative',
	cancelled: 'Canceled',
	block: 'Confirmed',
};

/** One room of a booking is a reservation of its own. */
const reservationId = ({ id }: PmsBooking) => `AP${id}-1`;

const eventOf = (booking: PmsBooking, topic: string, type: string) => ({
	topic,
	type,
	id: `event-${booking.id}`,
	accountId: 'ACCT',
	propertyId: 'MUC',
	timestamp: Date.parse(booking.changedAt),
	clientId: 'client',
	subjectId: 'subject',
	data: { entityId: reservationId(booking) },
});

export const apaleo: PmsForm = {
	webhookBody: (booking) =>
		eventOf(
			booking,
			'reservation',
			booking.word ?? (booking.kind === 'cancelled' ? 'canceled' : 'changed'),
		),
	listed: (booking) => ({
		id: reservationId(booking),
		bookingId: `AP${booking.id}`,
		status: booking.word ?? STATUS[booking.kind],
		property: { id: 'MUC', code: 'MUC', name: 'Example Hotel' },
		unitGroup: { id: 'MUC-DBL', name: 'Double' },
		unit: booking.rooms[0],
		arrival: withOffset(booking, booking.arrival, booking.arrivalTime ?? '15:00'),
		departure: withOffset(booking, booking.departure, booking.departureTime ?? '11:00'),
		created: booking.changedAt,
		modified: booking.changedAt,
		channelCode: 'BookingCom',
		source: 'Booking.com',
		primaryGuest: {
			firstName: booking.guest.first,
			lastName: booking.guest.last,
			email: booking.guest.email,
			phone: booking.guest.phone,
			preferredLanguage: booking.guest.language,
		},
		booker: { lastName: 'Example Travel', email: 'travel@example.com' },
	}),
};

export const apaleoOthers = (booking: PmsBooking) => ({
	healthCheck: {
		topic: 'system',
		type: 'healthcheck',
		propertyIds: ['MUC'],
		timestamp: Date.parse(booking.changedAt),
	},
	folio: eventOf(booking, 'folio', 'created'),
	/** What the trigger of apaleo's own n8n node passes on. */
	fromTrigger: {
		...apaleo.webhookBody(booking),
		_metadata: { source: 'apaleo-webhook', headers: { host: 'example.com' }, query: {} },
	},
});

export const apaleoDossier: PmsDossier = {
	form: apaleo,
	words: {
		confirmed: ['Confirmed', 'InHouse'],
		unconfirmed: ['Tentative'],
		cancelled: ['CheckedOut', 'Canceled', 'NoShow'],
	},
	whole: {
		reservation_key: 'AP40771-1',
		pms_status: 'Confirmed',
		arrival: '2030-01-29T15:00:00+01:00',
		departure: '2030-01-31T11:00:00+01:00',
		changed_at: '2030-01-02T09:30:00Z',
		channel: 'Booking.com',
		group_key: 'AP40771',
	},
	others: {
		...apaleoOthers(pmsBooking()),
		withoutBooking: { ...apaleo.listed(pmsBooking()), bookingId: undefined },
	},
};
