import { guestOf, hostify, record } from '../../../../../pms/hostify';
import { pmsBooking } from '../../../../../pms/pmsBooking';
import { readOne } from './readOne';

const read = (body: object) => readOne('hostify', body);
const BOOKING = pmsBooking();

describe('hostify', () => {
	it('reads the hours that the host has entered', () => {
		const planned = { arrivalTime: '16:00', departureTime: '14:00' };
		expect(read(hostify.listed(pmsBooking(planned)))).toMatchObject({
			arrival: '2030-01-29T16:00',
			departure: '2030-01-31T14:00',
		});
	});

	it('reads when the booking was changed', () => {
		expect(read({ ...record(BOOKING), updated_at: '2030-01-02T09:30:00Z' }).changed_at).toBe(
			'2030-01-02T09:30:00Z',
		);
	});

	it('names the request for the guest of a record of the list', () => {
		expect(read(record(BOOKING))).toMatchObject({
			status: 'confirmed',
			guest_name: null,
			missing: [{ what: 'guest', request: 'GET /guests/{guest_key}' }],
		});
	});

	it('reads no booking whose guest could not be had', () => {
		expect(() =>
			read({ reservation: record(BOOKING), guest: { error: 'The request failed' } }),
		).toThrow(expect.objectContaining({ reservationKey: '40771' }) as Error);
		expect(read({ reservation: record(BOOKING), guest: guestOf(BOOKING) }).missing).toEqual([]);
		const canceled = { ...record(BOOKING), status: 'cancelled_by_guest' };
		expect(read({ reservation: canceled, guest: { error: 'The request failed' } })).toMatchObject({
			status: 'cancelled',
			reservation_key: '40771',
		});
	});
});
