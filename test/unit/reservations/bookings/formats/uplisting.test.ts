import { pmsBooking } from '../../../../../host/bookings/systems/pmsBooking';
import { removed, uplisting, withUnit } from '../../../../../host/bookings/systems/uplisting';
import { readOne, WHOLE_BOOKING } from './readOne';

const read = (body: object) => readOne('uplisting', body);

describe('uplisting', () => {
	it.each([
		['confirmed', 'confirmed'],
		['needs_check_in', 'confirmed'],
		['checked_in', 'confirmed'],
		['needs_check_out', 'confirmed'],
		['checked_out', 'cancelled'],
		['cancelled', 'cancelled'],
		['canceled', 'cancelled'],
		['pending', 'not_a_stay'],
	])('reads %s as %s', (word, status) => {
		expect(read(uplisting.webhookBody(pmsBooking({ word })))).toMatchObject({
			pms_status: word,
			status,
		});
	});

	it('reads a whole booking', () => {
		expect(read(uplisting.webhookBody(pmsBooking()))).toEqual({
			...WHOLE_BOOKING,
			pms_status: 'confirmed',
			guest_language: null,
			channel: 'Airbnb',
			changed_at: '2030-01-02T09:30:00Z',
			key_prefix: 'uplisting:',
			stay_key: 'uplisting:40771',
		});
	});

	it('reads the unit, not its property', () => {
		expect(read(withUnit(pmsBooking()))).toMatchObject({
			rooms: ['512'],
			room_names: ['Harbor Loft'],
		});
	});

	it('reads a booking that was removed as canceled, also without a status and a guest', () => {
		expect(read(removed(pmsBooking()))).toMatchObject({
			status: 'cancelled',
			reservation_key: '40771',
			guest_name: null,
		});
	});

	it.each([
		{ id: 40_771, reason: 'destroyed' },
		{ id: '40771', reason: 'Destroyed' },
		{ id: 40_771, property_id: 512, reason: 'destroyed' },
		{ id: 40_771, reason: 'the guest canceled' },
	])('reads a removal that only has the ID: %j', (body) => {
		expect(read(body)).toMatchObject({
			status: 'cancelled',
			pms_status: body.reason,
			reservation_key: '40771',
			missing: [],
		});
	});

	it('uses the preferred name if there is no other', () => {
		const body = { ...uplisting.webhookBody(pmsBooking()), guest_name: null };
		expect(read(body).guest_name).toBe('Ada');
	});
});
