import { fullName, type PmsBooking, type PmsDossier, type PmsForm } from './pmsBooking';

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

export const hostawayDossier: PmsDossier = {
	form: hostaway,
	words: {
		confirmed: ['new', 'modified', 'confirmed', 'ownerStay'],
		unconfirmed: [
			'pending',
			'unconfirmed',
			'awaitingPayment',
			'awaitingGuestVerification',
			'inquiry',
			'inquiryPreapproved',
		],
		cancelled: [
			'inquiryDenied',
			'inquiryTimedout',
			'inquiryNotPossible',
			'cancelled',
			'declined',
			'expired',
		],
		not_a_stay: ['unknown'],
	},
	whole: { pms_status: 'new', channel: 'Airbnb' },
	inCall: {},
	noStay: {
		'a test delivery': testDelivery,
		'a message': message,
		'an event that is new': { event: 'listing.updated', accountId: 10_450, data: { id: 9 } },
		'an event that is like one of Guesty': { event: 'calendar.updated', data: { id: 9 } },
		'an event with a list': { event: 'task created', data: [{ id: 9 }] },
	},
};
