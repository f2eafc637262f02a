import { pmsBooking } from '../../../../../host/bookings/systems/pmsBooking';
import { message, rates, smoobu } from '../../../../../host/bookings/systems/smoobu';
import { readOne, WHOLE_BOOKING } from './readOne';

const read = (body: object) => readOne('smoobu', body);

const delivery = (action: string, data: object = smoobu.listed(pmsBooking())) => ({
	action,
	user: 77,
	data,
});

describe('smoobu', () => {
	it.each([
		['reservation', 'confirmed'],
		['modification of booking', 'confirmed'],
		['cancellation', 'cancelled'],
		['waitlist', 'not_a_stay'],
	])('reads %s as %s', (word, status) => {
		expect(read(smoobu.listed(pmsBooking({ word })))).toMatchObject({ pms_status: word, status });
	});

	it.each([
		['newReservation', 'confirmed'],
		['updateReservation', 'confirmed'],
		['cancelReservation', 'cancelled'],
		['deleteReservation', 'cancelled'],
	])('reads %s as %s', (action, status) => {
		expect(read(delivery(action))).toMatchObject({ reservation_key: '40771', status });
	});

	it('reads an action without a type', () => {
		const { type, ...data } = smoobu.listed(pmsBooking()) as { type?: string };
		expect(type).toBe('reservation');
		expect(read(delivery('newReservation', data))).toMatchObject({
			status: 'confirmed',
			pms_status: 'newReservation',
		});
	});

	it('reads a deletion that only names the booking', () => {
		expect(read(delivery('deleteReservation', { id: 40_771 }))).toMatchObject({
			status: 'cancelled',
			reservation_key: '40771',
		});
	});

	it.each(['webhookBody', 'listed'] as const)('reads a whole booking: %s', (shape) => {
		expect(read(smoobu[shape](pmsBooking()))).toEqual({
			...WHOLE_BOOKING,
			pms_status: 'reservation',
			channel: 'Direct booking',
			key_prefix: 'smoobu:',
			stay_key: 'smoobu:40771',
		});
	});

	it('joins the names if there is no full one', () => {
		expect(read({ ...smoobu.listed(pmsBooking()), 'guest-name': '' }).guest_name).toBe(
			'Ada Example',
		);
	});

	it.each([
		['a block', smoobu.webhookBody(pmsBooking({ kind: 'block' }))],
		['a message', message],
		['rates', rates],
	])('is not a stay: %s', (_what, body) => {
		expect(read(body).status).toBe('not_a_stay');
	});
});
