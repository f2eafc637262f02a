import { guesty, message, version2 } from '../../../../support/pms/guesty';
import { pmsBooking } from '../../../../support/pms/pmsBooking';
import { readOne, WHOLE_BOOKING } from './readOne';

const read = (body: object) => readOne('guesty', body);

describe('guesty', () => {
	it.each([
		['confirmed', 'confirmed'],
		['checked_in', 'confirmed'],
		['inquiry', 'unconfirmed'],
		['reserved', 'unconfirmed'],
		['awaiting_payment', 'unconfirmed'],
		['canceled', 'cancelled'],
		['declined', 'cancelled'],
		['expired', 'cancelled'],
		['closed', 'cancelled'],
		['blocked', 'not_a_stay'],
	])('reads %s as %s', (word, status) => {
		const booking = pmsBooking({ word });
		expect(read(guesty.webhookBody(booking))).toMatchObject({ pms_status: word, status });
		expect(read(version2(booking))).toMatchObject({ pms_status: word, status });
	});

	const WHOLE = {
		...WHOLE_BOOKING,
		pms_status: 'confirmed',
		guest_language: null,
		guest_key: '90210',
		channel: 'Airbnb',
		changed_at: '2030-01-02T09:30:00Z',
		key_prefix: 'guesty:',
	};

	it.each(['webhookBody', 'listed'] as const)('reads a whole booking: %s', (shape) => {
		expect(read(guesty[shape](pmsBooking()))).toEqual(WHOLE);
	});

	it('reads version 2, and names the request for the guest', () => {
		expect(read(version2(pmsBooking()))).toEqual({
			...WHOLE,
			guest_name: null,
			guest_email: null,
			guest_phone: null,
			guest_key: null,
			room_names: [],
			channel: null,
			missing: [{ what: 'guest', request: 'GET /v1/reservations/{id}' }],
		});
	});

	it.each([
		['data.reservation.id', { reservation: { id: '40771' } }, 'not_a_stay', ['stay']],
		['the ID alone', { reservationId: '40771' }, 'not_a_stay', ['stay']],
		['no unit', { reservationId: '40771', status: 'confirmed' }, 'not_a_stay', ['stay']],
		['a cancellation', { reservationId: '40771', status: 'canceled' }, 'cancelled', []],
	])('reads version 2 with %s', (_what, data, status, missing) => {
		const booking = read({ eventType: 'reservation.updated.v2', data });
		expect(booking).toMatchObject({ reservation_key: '40771', status });
		expect(booking.missing.map(({ what }) => what)).toEqual(missing);
	});

	it('reads instants before planned times', () => {
		const planned = { plannedArrival: '14:00', plannedDeparture: '12:00' };
		const withTimes = pmsBooking({ arrivalTime: '15:00', departureTime: '10:00' });
		expect(read({ ...guesty.listed(withTimes), ...planned })).toMatchObject({
			arrival: '2030-01-29T14:00:00Z',
			departure: '2030-01-31T09:00:00Z',
		});
		expect(read({ ...guesty.listed(pmsBooking()), ...planned })).toMatchObject({
			arrival: '2030-01-29T14:00',
			departure: '2030-01-31T12:00',
		});
	});

	it.each([
		['a message', message],
		['a listing', { event: 'listing.updated', listing: { _id: 'l-1' } }],
	])('is not a stay: %s', (_what, body) => {
		expect(read(body)).toMatchObject({ status: 'not_a_stay', reservation_key: null });
	});
});
