import { pmsBooking } from '../../../../../pms/pmsBooking';
import { record } from '../../../../../pms/wuBookZak';
import { readOne } from './readOne';

const read = (body: object) => readOne('wuBookZak', body);
const BOOKING = pmsBooking();

describe('wuBookZak', () => {
	it('reads a record of the list and the answer for one booking, and names the request for the guest', () => {
		for (const body of [record(BOOKING), { data: record(BOOKING) }])
			expect(read(body)).toMatchObject({
				status: 'confirmed',
				reservation_key: '40771',
				guest_name: null,
				missing: [{ what: 'guest', request: 'POST /kp/customers/fetch_one id={guest_key}' }],
			});
	});

	it('gives no access to rooms that have other days, or to days in another form', () => {
		const { rooms, ...others } = record({
			...BOOKING,
			rooms: [BOOKING.rooms[0], BOOKING.rooms[0]],
		});
		const [first, second] = rooms;
		for (const days of [{ dfrom: '28/01/2030' }, { dto: '30/01/2030' }]) {
			const differ = { ...others, rooms: [first, { ...second, ...days }] };
			expect(() => read(differ)).toThrow(
				expect.objectContaining({ reservationKey: '40771' }) as Error,
			);
			expect(read({ ...differ, status: 'cancelled' }).status).toBe('cancelled');
		}
		expect(read({ ...others, rooms: [{ ...first, dfrom: '2030-29-01' }] }).arrival).toBeNull();
	});

	it('reads a day that has an hour', () => {
		const [room] = record(BOOKING).rooms;
		for (const hour of ['', ' 00:00:00', ' 14:00:00']) {
			const days = { ...room, dfrom: `29/01/2030${hour}`, dto: `31/01/2030${hour}` };
			expect(read({ ...record(BOOKING), rooms: [days] })).toMatchObject({
				arrival: '2030-01-29',
				departure: '2030-01-31',
			});
		}
	});

	it('fails if ZaK has refused the request', () => {
		expect(() => read({ error: { code: 401, message: 'Unauthorized' } })).toThrow('Unauthorized');
	});

	it('reads no booking whose guest could not be had', () => {
		const failed = { guest: { error: { code: 1 } } };
		expect(() => read({ reservation: record(BOOKING), ...failed })).toThrow(
			expect.objectContaining({ reservationKey: '40771' }) as Error,
		);
		const canceled = { ...record(BOOKING), status: 'cancelled' };
		expect(read({ reservation: canceled, ...failed }).status).toBe('cancelled');
	});
});
