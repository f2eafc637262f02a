import { readBooking } from '../../../../../nodes/DeviceAccess/reservations/bookings/readBooking';
import { delivery, lodgify } from '../../../../../pms/lodgify';
import { pmsBooking } from '../../../../../pms/pmsBooking';
import { readOne } from './readOne';

const read = (body: object) => readOne('lodgify', body);

describe('lodgify', () => {
	it('reads a closed period, which has the status of a booking, as no stay', () => {
		const record = { ...lodgify.listed(pmsBooking()), type: 'ClosedPeriod' };
		expect(read(record).status).toBe('not_a_stay');
	});

	it.each([
		['2030-01-02T09:30:00+00:00', 'cancelled'],
		[null, 'confirmed'],
		['', 'confirmed'],
	])('reads a record that was canceled at %j as %s', (time, status) => {
		const record = { ...lodgify.listed(pmsBooking()), canceled_at: time };
		expect(read(record).status).toBe(status);
	});

	it('reads the hours of the list, each for itself', () => {
		const hours = { arrivalTime: '16:00', departureTime: '14:00' };
		expect(read(lodgify.listed(pmsBooking(hours)))).toMatchObject({
			arrival: '2030-01-29T16:00',
			departure: '2030-01-31T14:00',
		});
		expect(read(lodgify.listed(pmsBooking({ departureTime: '14:00' })))).toMatchObject({
			arrival: '2030-01-29',
			departure: '2030-01-31T14:00',
		});
		expect(read(lodgify.webhookBody(pmsBooking(hours)))).toMatchObject({
			arrival: '2030-01-29',
			departure: '2030-01-31',
		});
	});

	it('reads each call of a delivery', () => {
		const [one, other] = [pmsBooking(), pmsBooking({ id: '40772' })];
		expect(
			readBooking('lodgify', { headers: {}, body: delivery(one, other) }).map(
				({ reservation_key: key, status }) => [key, status],
			),
		).toEqual([
			['40771', 'confirmed'],
			['40772', 'confirmed'],
		]);
	});

	it('reads every room type with its name', () => {
		const booking = pmsBooking({
			rooms: [
				{ id: '611', name: 'A' },
				{ id: '612', name: 'B' },
			],
		});
		expect(read(lodgify.webhookBody(booking))).toMatchObject({
			rooms: ['611', '612'],
			room_names: ['A', 'B'],
		});
	});

	it('reads the property if there is no room type', () => {
		const named = { ...lodgify.listed(pmsBooking()), property_name: 'Harbor Loft' };
		expect(read({ ...named, rooms: [] })).toMatchObject({
			rooms: ['70001'],
			room_names: ['Harbor Loft'],
		});
	});

	it('reads the property if a body does not know room types', () => {
		const { rooms, ...listed } = lodgify.listed(pmsBooking()) as Record<string, unknown>;
		const { booking, ...body } = lodgify.webhookBody(pmsBooking()) as { booking: object };
		expect(rooms).toHaveLength(1);
		const named = { ...listed, property_name: 'Harbor Loft' };
		for (const one of [named, { ...body, booking: { ...booking, room_types: undefined } }])
			expect(read(one)).toMatchObject({
				status: 'confirmed',
				rooms: ['70001'],
				room_names: ['Harbor Loft'],
			});
	});

	it('reads the status of an event whose booking has none', () => {
		const body = { action: 'booking_status_change_declined', booking: { id: 40_771 } };
		expect(read(body)).toMatchObject({ status: 'cancelled', pms_status: 'declined' });
	});
});
