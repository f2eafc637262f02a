import { pmsBooking } from '../../../../../pms/pmsBooking';
import { removed, uplisting, withUnit } from '../../../../../pms/uplisting';
import { readOne } from './readOne';

const read = (body: object) => readOne('uplisting', body);

describe('uplisting', () => {
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
