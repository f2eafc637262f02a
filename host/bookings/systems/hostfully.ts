import { type BookingKind, type PmsBooking, type PmsForm } from './pmsBooking';

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
