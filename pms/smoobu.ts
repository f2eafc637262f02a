import { fullName, type PmsBooking, type PmsDossier, type PmsForm } from './pmsBooking';

const isCancelled = ({ kind }: PmsBooking) => kind === 'cancelled';

/** Smoobu has one apartment for each booking, and neither inquiries nor owner's stays of their own. */
const reservation = (booking: PmsBooking) => ({
	id: Number(booking.id),
	'reference-id': `REF${booking.id}`,
	type: booking.word ?? (isCancelled(booking) ? 'cancellation' : 'reservation'),
	arrival: booking.arrival,
	departure: booking.departure,
	'created-at': '2029-12-01 08:00',
	apartment: { id: Number(booking.rooms[0].id), name: booking.rooms[0].name },
	channel: { id: 13, name: 'Direct booking' },
	'guest-name': fullName(booking),
	firstname: booking.guest.first,
	lastname: booking.guest.last,
	email: booking.guest.email,
	phone: booking.guest.phone,
	language: booking.guest.language,
	'check-in': booking.arrivalTime ?? '',
	'check-out': booking.departureTime ?? '',
	notice: '',
	'is-blocked-booking': booking.kind === 'block',
});

const localTimestamp = ({ changedAt }: PmsBooking) => changedAt.replace('T', ' ').replace('Z', '');

export const smoobu: PmsForm = {
	webhookBody: (booking) => ({
		action: isCancelled(booking) ? 'cancelReservation' : 'updateReservation',
		user: 77,
		data: { ...reservation(booking), modifiedAt: localTimestamp(booking) },
	}),
	listed: (booking) => ({ ...reservation(booking), 'modified-at': localTimestamp(booking) }),
};

export const message = { action: 'newMessage', user: 77, data: { id: 5, message: 'Hello' } };
export const rates = { action: 'updateRates', user: 77, data: { 512: { '2030-01-29': 90 } } };

export const smoobuDossier: PmsDossier = {
	form: smoobu,
	words: {
		confirmed: ['reservation', 'modification of booking'],
		cancelled: ['cancellation'],
		asked: ['waitlist'],
	},
	whole: { pms_status: 'reservation', channel: 'Direct booking' },
	inCall: {},
	noStay: { 'a message': message, rates },
};
