import {
	bookingReaders,
	readBooking,
} from '../../../../../nodes/DeviceAccess/reservations/bookings/readBooking';
import { answer, hostex, refusal } from '../../../../../pms/hostex';
import { pmsBooking } from '../../../../../pms/pmsBooking';
import { readOne } from './readOne';

const read = (body: object) => readOne('hostex', body);
const BOOKING = pmsBooking();

describe('hostex', () => {
	it('reads a stay that was canceled, whatever its word is', () => {
		const record = { ...hostex.listed(BOOKING), cancelled_at: '2030-01-02T09:30:00+00:00' };
		expect(read(record).status).toBe('cancelled');
	});

	it('reads each stay of an answer, and fails if Hostex has refused it, which it says with a code', () => {
		const keys = (body: object) =>
			readBooking('hostex', { headers: {}, body }).map(({ reservation_key: key }) => key);
		expect(keys(answer(BOOKING, pmsBooking({ id: '40772' })))).toEqual(['40771', '40772']);
		for (const code of [0, 200])
			expect(keys({ ...answer(BOOKING), error_code: code })).toEqual(['40771']);
		expect(keys(answer())).toEqual([]);
		expect(() => keys(refusal)).toThrow('Unauthorized (401)');
	});

	it('reads the other stays of an answer if one cannot be read, and names that one', () => {
		const { data, ...rest } = answer(BOOKING, pmsBooking({ id: '40772' }));
		const damaged = { ...data.reservations[0], check_in_date: 'soon' };
		const body = { ...rest, data: { reservations: [damaged, data.reservations[1]] } };
		const [first, second] = bookingReaders('hostex', { headers: {}, body });
		expect(first).toThrow(expect.objectContaining({ reservationKey: '40771' }) as Error);
		expect(second?.()).toMatchObject([{ reservation_key: '40772' }]);
	});
});
