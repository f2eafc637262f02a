import {
	type BookingKind,
	due,
	fullName,
	type PmsBooking,
	pmsBooking,
	type PmsDossier,
	type PmsForm,
} from './pmsBooking';

const STATUS: Record<BookingKind, string> = {
	confirmed: 'confirmed',
	ownerStay: 'confirmed',
	inquiry: 'not_confirmed',
	cancelled: 'canceled',
	block: 'confirmed',
};

const wordOf = (booking: PmsBooking) => booking.word ?? STATUS[booking.kind];
const timestamp = ({ changedAt }: PmsBooking) => Date.parse(changedAt) / 1000;

export const cloudbeds: PmsForm = {
	webhookBody: (booking) => ({
		version: '1.0',
		timestamp: timestamp(booking),
		event: 'reservation/status_changed',
		propertyID: 7,
		propertyID_str: '7',
		reservationID: booking.id,
		status: wordOf(booking),
	}),
	listed: (booking) => ({
		propertyID: '7',
		reservationID: booking.id,
		dateModified: '2030-01-02 10:30:00',
		estimatedArrivalTime: '22:00',
		source: 'Airbnb',
		status: wordOf(booking),
		balance: due(booking, undefined),
		startDate: booking.arrival,
		endDate: booking.departure,
		guestName: fullName(booking),
		guestEmail: booking.guest.email,
		guestList: {
			'1': { guestID: '1', guestFirstName: 'Other', isMainGuest: false },
			[booking.guest.key]: {
				guestID: booking.guest.key,
				guestFirstName: booking.guest.first,
				guestLastName: booking.guest.last,
				guestEmail: booking.guest.email,
				guestPhone: '',
				guestCellPhone: booking.guest.phone,
				isMainGuest: true,
			},
		},
		assigned: booking.rooms.map(({ id, name }) => ({
			roomID: id,
			roomName: name,
			startDate: booking.arrival,
			endDate: booking.departure,
		})),
		unassigned: [],
	}),
};

/** A room from which the guest has checked out before the others. */
export const LEFT_ROOM = { roomID: '7-98', roomName: 'Cellar', roomStatus: 'checked_out' };

/** A record of getReservationsWithRateDetails. Its days and rooms have other names than those of getReservation. */
export const withRates = (booking: PmsBooking) => rated(cloudbeds.listed(booking) as Reservation);

export interface Reservation {
	startDate: string;
	endDate: string;
	guestEmail?: string;
	assigned?: Array<{ startDate: string; endDate: string }>;
	guestList?: object;
	unassigned?: object[];
	reservationID?: string;
	[member: string]: unknown;
}
export const rated = ({
	startDate,
	endDate,
	guestEmail: _,
	assigned = [],
	...one
}: Reservation) => ({
	...one,
	reservationCheckIn: startDate,
	reservationCheckOut: endDate,
	rooms: assigned.map(({ startDate: from, endDate: until, ...room }) => ({
		...room,
		roomCheckIn: from,
		roomCheckOut: until,
		roomStatus: 'not_checked_in',
	})),
});

export const cloudbedsOthers = (booking: PmsBooking) => ({
	/** Some events spell the members in another way. */
	deleted: {
		version: '1.0',
		timestamp: timestamp(booking) + 0.25,
		event: 'reservation/deleted',
		propertyId: 7,
		propertyId_str: '7',
		reservationId: booking.id,
	},
	datesChanged: {
		version: '1.0',
		timestamp: timestamp(booking),
		event: 'reservation/dates_changed',
		propertyId: 7,
		reservationId: booking.id,
		startDate: booking.arrival,
		endDate: booking.departure,
		subReservations: [{ id: `${booking.id}-1`, startDate: booking.arrival }],
	},
	guest: { version: '1.0', event: 'guest/created', propertyID: 7, guestID: booking.guest.key },
	/** The answer of getReservation. */
	answer: { success: true, data: cloudbeds.listed(booking) },
});

export const cloudbedsDossier: PmsDossier = {
	form: cloudbeds,
	words: {
		confirmed: ['confirmed', 'checked_in'],
		unconfirmed: ['not_confirmed'],
		cancelled: ['checked_out', 'canceled', 'no_show'],
	},
	whole: { pms_status: 'confirmed', guest_language: null, guest_key: '90210', channel: 'Airbnb' },
	others: { ...cloudbedsOthers(pmsBooking()) },
};
