import { guestOf, hostify, record } from '../../../../../host/bookings/systems/hostify';
import { pmsBooking } from '../../../../../host/bookings/systems/pmsBooking';
import { readOne, WHOLE_BOOKING } from './readOne';

const read = (body: object) => readOne('hostify', body);
const BOOKING = pmsBooking();

describe('hostify', () => {
	it.each([
		['accepted', 'confirmed'],
		['extended', 'confirmed'],
		['edited', 'confirmed'],
		['new', 'unconfirmed'],
		['pending', 'unconfirmed'],
		['preapproved', 'unconfirmed'],
		['offer', 'unconfirmed'],
		['inquiry', 'unconfirmed'],
		['awaiting_payment', 'unconfirmed'],
		['denied', 'cancelled'],
		['declined_inq', 'cancelled'],
		['cancelled', 'cancelled'],
		['voided', 'cancelled'],
		['cancelled_by_host', 'cancelled'],
		['cancelled_by_guest', 'cancelled'],
		['no_show', 'cancelled'],
		['retracted', 'cancelled'],
		['withdrawn', 'cancelled'],
		['expired', 'cancelled'],
		['timedout', 'cancelled'],
		['not_possible', 'cancelled'],
		['deleted', 'cancelled'],
	])('reads %s as %s', (word, status) => {
		const booking = read(hostify.listed(pmsBooking({ word })));
		expect(booking).toMatchObject({ pms_status: word, status });
		expect(booking).not.toHaveProperty('unknown_status');
	});

	it('asks the host about a booking that was moved, because the old room and the new one can say so', () => {
		expect(read(hostify.listed(pmsBooking({ word: 'moved' })))).toMatchObject({
			status: 'not_a_stay',
			unknown_status: true,
		});
	});

	it('reads the hours that the host has entered', () => {
		const planned = { arrivalTime: '16:00', departureTime: '14:00' };
		expect(read(hostify.listed(pmsBooking(planned)))).toMatchObject({
			arrival: '2030-01-29T16:00',
			departure: '2030-01-31T14:00',
		});
	});

	it('reads a whole booking with its guest', () => {
		expect(read(hostify.listed(BOOKING))).toEqual({
			...WHOLE_BOOKING,
			pms_status: 'accepted',
			guest_language: null,
			guest_key: '90210',
			room_names: [],
			channel: 'Airbnb',
			key_prefix: 'hostify:',
			stay_key: 'hostify:40771',
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
