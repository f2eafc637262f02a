import { type PmsBooking, type PmsDossier, type PmsForm } from './pmsBooking';

const WORDS = {
	confirmed: 'confirmed',
	ownerStay: 'confirmed',
	inquiry: 'inquiry',
	cancelled: 'cancelled',
	block: 'black',
};

/** Room `512-2` is unit 2 of room 512. Several rooms are several bookings of one group. */
function record(booking: PmsBooking) {
	const [roomId, unitId = '1'] = booking.rooms[0].id.split('-');
	const { guest } = booking;
	return {
		id: Number(booking.id),
		bookingGroup: null,
		masterId: null,
		propertyId: 70_001,
		roomId: Number(roomId),
		unitId: Number(unitId),
		roomQty: 1,
		status: booking.word ?? WORDS[booking.kind],
		subStatus: 'none',
		arrival: booking.arrival,
		departure: booking.departure,
		arrivalTime: '22:00',
		title: '',
		firstName: guest.first,
		lastName: guest.last,
		email: guest.email,
		phone: guest.phone,
		mobile: '',
		lang: guest.language,
		channel: 'airbnb',
		apiReference: `HM${booking.id}`,
		bookingTime: '2029-12-01T08:00:00Z',
		modifiedTime: booking.changedAt,
		cancelTime: booking.kind === 'cancelled' ? booking.changedAt : null,
	};
}

export const beds24: PmsForm = {
	webhookBody: (booking) => ({
		timeStamp: booking.changedAt,
		booking: record(booking),
		infoItems: [],
		invoiceItems: [],
		messages: [],
		retries: 0,
	}),
	listed: record,
};

/** A record or a call whose booking has no unit yet. */
export const withoutUnit = (body: object): object =>
	'booking' in body
		? { ...body, booking: withoutUnit(body.booking as object) }
		: { ...body, unitId: 0 };

export const inventory = { action: 'SYNC_ROOM', roomId: '512', propId: '70001', ownerId: '3' };

export const beds24Dossier: PmsDossier = {
	form: beds24,
	words: {
		confirmed: ['confirmed', 'new'],
		unconfirmed: ['request', 'inquiry'],
		not_a_stay: ['black'],
		asked: ['modify'],
		cancelled: ['cancelled'],
	},
	whole: {
		pms_status: 'confirmed',
		room_names: [],
		channel: 'Airbnb',
		changed_at: '2030-01-02T09:30:00Z',
	},
	inCall: {},
	noStay: { 'a change of the inventory': inventory },
};
