import { type PmsBooking, pmsBooking, type PmsDossier, type PmsForm } from './pmsBooking';

const WORDS = {
	confirmed: 'confirmed',
	ownerStay: 'confirmed',
	inquiry: 'inquiry',
	cancelled: 'canceled',
	block: 'blocked',
};

const days = (booking: PmsBooking) => ({
	checkInDateLocalized: booking.arrival,
	checkOutDateLocalized: booking.departure,
});

const status = ({ kind, word }: PmsBooking) => word ?? WORDS[kind];

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

/** A guest as `guests-crud` answers it. */
export const guestOf = ({ guest }: PmsBooking) => ({
	_id: guest.key,
	firstName: guest.first,
	lastName: guest.last,
	fullName: `${guest.first} ${guest.last}`,
	email: guest.email,
	emails: guest.email === '' ? [] : [guest.email],
	phone: guest.phone,
	phones: [guest.phone],
	preferredLanguage: guest.language,
});

/** A record of `GET /v1/reservations-v3`, with one segment for each room and no guest. */
export const version3 = (booking: PmsBooking) => ({
	_id: booking.id,
	accountId: 'account-1',
	bookerId: booking.guest.key,
	platform: 'airbnb2',
	source: 'Airbnb',
	confirmationCode: `HM${booking.id}`,
	status: status(booking),
	stay: booking.rooms.map(({ id }) => ({
		...days(booking),
		guestsCount: 2,
		unitTypeId: `type-of-${id}`,
		unitId: id,
		// Only the time of day counts: the rest is the day in UTC, whatever the property's zone is.
		eta: booking.arrivalTime && `${booking.arrival}T${booking.arrivalTime}:00.000Z`,
		etd: booking.departureTime && `${booking.departure}T${booking.departureTime}:00.000Z`,
	})),
	guestStay: { status: 'not_set' },
	alteredAt: booking.changedAt,
	customFields: [] as unknown[],
});

/**
 * A record of `GET /v1/reservations-v3/search`. Its times in UTC are local ones with a Z, as third parties saw those of some
 * channels.
 */
export const found = (booking: PmsBooking) => ({
	reservationId: booking.id,
	confirmationCode: `HM${booking.id}`,
	status: status(booking),
	source: 'Airbnb',
	guestId: booking.guest.key,
	checkIn: `${booking.arrival}T13:00:00Z`,
	checkOut: `${booking.departure}T09:00:00Z`,
	...days(booking),
	...(booking.arrivalTime && { plannedArrivalTime: booking.arrivalTime }),
	...(booking.departureTime && { plannedDepartureTime: booking.departureTime }),
	lastUpdatedAt: booking.changedAt,
	stay: booking.rooms.map(({ id }) => ({
		listingId: id,
		parentListingId: `type-of-${id}`,
		...days(booking),
	})),
});

export const guesty: PmsForm = {
	webhookBody: version2,
	listed: (booking) => ({ ...found(booking), guest: guestOf(booking) }),
};

export const inAccount = (booking: PmsBooking) => ({
	_id: booking.id,
	record: version3(booking),
	searched: found(booking),
	guest: guestOf(booking),
});

export const message = {
	event: 'reservation.messageReceived',
	reservationId: '40771',
	message: {},
};

export const guestyDossier: PmsDossier = {
	form: guesty,
	words: {
		confirmed: ['confirmed'],
		unconfirmed: ['inquiry', 'reserved', 'awaiting_payment'],
		cancelled: ['canceled', 'declined', 'expired', 'closed'],
		asked: ['blocked'],
	},
	whole: {
		pms_status: 'confirmed',
		room_names: [],
		guest_key: '90210',
		channel: 'Airbnb',
		changed_at: '2030-01-02T09:30:00Z',
	},
	noStay: {
		'a message': message,
		'a listing': { event: 'listing.updated', listing: { _id: 'l-1' } },
		'a listing, version 2': { event: 'listing.updated.v2', data: { listingId: 'l-1' } },
	},
	others: {
		version3: version3(pmsBooking()),
		found: found(pmsBooking()),
		withGuest: { reservation: found(pmsBooking()), guest: guestOf(pmsBooking()) },
		nested: { event: 'reservation.updated', data: { reservation: { _id: '40771' } } },
	},
};
