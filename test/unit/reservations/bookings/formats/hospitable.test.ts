import { hospitable } from '../../../../../pms/hospitable';
import { pmsBooking } from '../../../../../pms/pmsBooking';
import { readOne } from './readOne';

const read = (body: object) => readOne('hospitable', body);

const withStatus = (category: string, subCategory: string | null) => ({
	...hospitable.listed(pmsBooking()),
	reservation_status: { current: { category, sub_category: subCategory }, history: [] },
});

describe('hospitable', () => {
	it.each([
		['accepted', null, 'confirmed'],
		['request', 'pending verification', 'unconfirmed'],
		['request', 'withdrawn', 'cancelled'],
		['checkpoint', 'checkpoint', 'unconfirmed'],
		['checkpoint', 'voided', 'cancelled'],
		['not accepted', 'declined', 'cancelled'],
		['not accepted', 'expired', 'cancelled'],
		['cancelled', null, 'cancelled'],
		['unknown', null, 'not_a_stay'],
	])('reads %s, %s as %s', (category, subCategory, status) => {
		expect(read(withStatus(category, subCategory))).toMatchObject({ pms_status: category, status });
	});

	it('reads the day of arrival if the check-in time is none', () => {
		const body = { ...hospitable.listed(pmsBooking()), check_in: 'not-a-time' };
		expect(read(body).arrival).toBe('2030-01-29');
	});

	it('names the request for what the token may not read', () => {
		const { guest, properties, listings, ...rest } = hospitable.listed(pmsBooking()) as Record<
			string,
			unknown
		>;
		expect([guest, properties, listings]).not.toContain(undefined);
		expect(read(rest)).toMatchObject({
			status: 'confirmed',
			rooms: [],
			missing: [{ what: 'guest' }, { what: 'stay' }],
		});
	});

	it.each([
		['a guest without a surname', { first_name: 'Ada' }, 'Ada'],
		['no guest', null, null],
	])('reads %s', (_what, guest, name) => {
		const body = { ...hospitable.listed(pmsBooking()), guest };
		expect(read(body)).toMatchObject({ guest_name: name, guest_phone: null, missing: [] });
	});

	it('reads the listings if there are no properties', () => {
		const body = { ...hospitable.listed(pmsBooking()), properties: [] };
		expect(read(body)).toMatchObject({ rooms: ['L512'], room_names: [] });
	});
});
