import { fullName, type PmsBooking, type PmsForm } from './pmsBooking';

const WORDS = {
	confirmed: 'new',
	ownerStay: 'ownerStay',
	inquiry: 'inquiry',
	cancelled: 'cancelled',
	block: 'ownerStay',
};

const hour = (time?: string) => (time === undefined ? null : Number(time.slice(0, 2)));

/** Several rooms are the units of one listing. Hostaway writes whole hours only, and no time zone. */
function reservation(booking: PmsBooking) {
	const { id, kind, word, guest, rooms } = booking;
	const [room] = rooms;
	const isMultiUnit = rooms.length > 1;
	return {
		id: Number(id),
		hostawayReservationId: Number(id),
		listingMapId: isMultiUnit ? 70_001 : Number(room.id),
		listingName: isMultiUnit ? 'Harbor House' : room.name,
		channelId: 2018,
		channelName: 'airbnbOfficial',
		reservationId: `thread-${id}`,
		guestName: fullName(booking),
		guestFirstName: guest.first,
		guestLastName: guest.last,
		guestEmail: guest.email,
		phone: guest.phone,
		guestLocale: guest.language,
		arrivalDate: booking.arrival,
		departureDate: booking.departure,
		isDatesUnspecified: 0,
		checkInTime: hour(booking.arrivalTime),
		checkOutTime: hour(booking.departureTime),
		previousArrivalDate: null,
		status: word ?? WORDS[kind],
		cancellationDate: kind === 'cancelled' ? booking.changedAt.slice(0, 10) : null,
		latestActivityOn: booking.changedAt.replace('T', ' ').replace('Z', ''),
		isPaid: booking.isPaid ?? null,
		doorCode: null,
		doorCodeVendor: null,
		doorCodeInstruction: null,
		reservationUnit: isMultiUnit
			? rooms.map((unit, index) => ({
					id: 900 + index,
					reservationId: Number(id),
					listingUnitId: Number(unit.id),
					guestName: fullName(booking),
				}))
			: [],
	};
}

export const hostaway: PmsForm = {
	webhookBody: (booking) => ({ event: 'reservation.updated', data: reservation(booking) }),
	listed: reservation,
};

export const testDelivery = { event: 'reservation.created', data: 'test' };
export const message = {
	event: 'message.received',
	data: { id: 5, conversationId: 6, reservationId: 40_771, body: 'Hello', isIncoming: 1 },
};
