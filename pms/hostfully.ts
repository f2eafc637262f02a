import {
	type BookingKind,
	type PmsBooking,
	pmsBooking,
	type PmsDossier,
	type PmsForm,
} from './pmsBooking';

const TYPE: Record<BookingKind, [type: string, status: string]> = {
	confirmed: ['BOOKING', 'BOOKED'],
	ownerStay: ['BOOKING', 'BOOKED'],
	inquiry: ['INQUIRY', 'NEW'],
	cancelled: ['BOOKING', 'CANCELLED'],
	block: ['BLOCK', 'BLOCKED'],
};
const EVENT: Record<BookingKind, string> = {
	confirmed: 'NEW_BOOKING',
	ownerStay: 'NEW_BOOKING',
	inquiry: 'NEW_INQUIRY',
	cancelled: 'BOOKING_CANCELLED',
	block: 'NEW_BLOCKED_DATES',
};

export const hostfully: PmsForm = {
	webhookBody: (booking) => ({
		agency_uid: 'agency',
		event_type: booking.word ?? EVENT[booking.kind],
		property_uid: booking.rooms[0]?.id,
		lead_uid: booking.id,
	}),
	listed: (booking) => {
		const [type, status] = TYPE[booking.kind];
		return {
			uid: booking.id,
			agencyUid: 'agency',
			propertyUid: booking.rooms[0]?.id,
			unitUid: null,
			type,
			status: booking.word ?? status,
			channel: 'AIRBNB',
			source: 'DIRECT_AIRBNB',
			checkInLocalDateTime: `${booking.arrival}T${booking.arrivalTime ?? '15:00'}:00`,
			checkOutLocalDateTime: `${booking.departure}T${booking.departureTime ?? '11:00'}:00`,
			metadata: { updatedUtcDateTime: booking.changedAt.replace('Z', '') },
			guestInformation: {
				firstName: booking.guest.first,
				lastName: booking.guest.last,
				email: booking.guest.email,
				phoneNumber: booking.guest.phone,
			},
		};
	},
};

export const hostfullyOthers = (booking: PmsBooking) => ({
	pinCode: { agency_uid: 'agency', event_type: 'PINCODE_CREATED', lead_uid: booking.id },
	property: { agency_uid: 'agency', event_type: 'UPDATED_PROPERTY', property_uid: 'house' },
	answer: { lead: hostfully.listed(booking) },
});

export const hostfullyDossier: PmsDossier = {
	form: hostfully,
	words: {
		confirmed: [
			'BOOKED',
			'BOOKED_BY_AGENT',
			'BOOKED_BY_CUSTOMER',
			'BOOKED_EXTERNALLY',
			'PAID_IN_FULL',
			'STAY',
		],
		unconfirmed: ['NEW', 'QUOTE_SENT', 'PENDING', 'PENDING_APPROVED', 'ON_HOLD'],
		cancelled: [
			'HOLD_EXPIRED',
			'CLOSED',
			'CLOSED_QUOTE',
			'CLOSED_HOLD',
			'DECLINED',
			'CANCELLED',
			'CANCELLED_BY_TRAVELER',
			'CANCELLED_BY_OWNER',
			'ARCHIVED',
		],
		not_a_stay: ['BLOCKED', 'DUPLICATE', 'IGNORED', 'SAMPLE'],
	},
	whole: {
		pms_status: 'BOOKED',
		guest_language: null,
		room_names: [],
		arrival: '2030-01-29T15:00',
		departure: '2030-01-31T11:00',
		changed_at: '2030-01-02T09:30:00Z',
		channel: 'Airbnb',
	},
	others: { ...hostfullyOthers(pmsBooking()) },
};
