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

	const WHOLE_V2 = {
		status: 'confirmed',
		unitId: '512',
		checkInDateLocalized: '2030-01-29',
		checkOutDateLocalized: '2030-01-31',
	};

	it.each([
		['_id', { ...WHOLE_V2, reservation: { _id: '40771' } }],
		['id', { ...WHOLE_V2, reservation: { id: 40_771, status: null } }],
		['reservationId', { reservationId: '40771', reservation: WHOLE_V2 }],
		[
			'both',
			{ reservationId: '40771', status: 'confirmed', reservation: { ...WHOLE_V2, _id: '1' } },
		],
	])('reads version 2 whose members are in data and in data.reservation: %s', (_what, data) => {
		expect(read({ event: 'reservation.created.v2', data })).toMatchObject({
			reservation_key: '40771',
			status: 'confirmed',
			rooms: ['512'],
			arrival: '2030-01-29',
			departure: '2030-01-31',
			missing: [{ what: 'guest' }],
		});
	});

	it.each([
		[{ data: { reservation: { _id: '40771' } } }],
		[{ data: { reservationId: '40771', status: 'confirmed' } }],
		[{ reservation: { _id: '40771', status: 'confirmed' } }],
	])('needs the booking if an event of any version only names it: %j', (body) => {
		expect(read({ event: 'reservation.updated', ...body })).toMatchObject({
			reservation_key: '40771',
			status: 'not_a_stay',
			missing: [{ what: 'stay' }],
		});
	});

	it('names the request for the guest if a body only has the ID', () => {
		const listed = { ...guesty.listed(pmsBooking()), guest: undefined };
		for (const body of [listed, { event: 'reservation.new', reservation: listed }])
			expect(read(body)).toMatchObject({
				status: 'confirmed',
				guest_key: '90210',
				missing: [{ what: 'guest', request: 'GET /v1/reservations/{id}' }],
			});
	});

	it('reads a plain day', () => {
		const { checkInDateLocalized, checkOutDateLocalized, ...listed } = guesty.listed(
			pmsBooking(),
		) as Record<string, unknown>;
		const days = { checkIn: checkInDateLocalized, checkOut: checkOutDateLocalized };
		expect(read({ ...listed, ...days })).toMatchObject({
			arrival: '2030-01-29',
			departure: '2030-01-31',
		});
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
		['a listing, version 2', { event: 'listing.updated.v2', data: { listingId: 'l-1' } }],
	])('is not a stay: %s', (_what, body) => {
		expect(read(body)).toMatchObject({ status: 'not_a_stay', reservation_key: null });
	});
});
