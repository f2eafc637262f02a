import { pmsBooking } from '../../../../../pms/pmsBooking';
import { smoobu } from '../../../../../pms/smoobu';
import { readOne } from './readOne';

const read = (body: object) => readOne('smoobu', body);

const delivery = (action: string, data: object = smoobu.listed(pmsBooking())) => ({
	action,
	user: 77,
	data,
});

describe('smoobu', () => {
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

	it('joins the names if there is no full one', () => {
		expect(read({ ...smoobu.listed(pmsBooking()), 'guest-name': '' }).guest_name).toBe(
			'Ada Example',
		);
	});

	it('reads a block as no stay', () => {
		const block = smoobu.webhookBody(pmsBooking({ kind: 'block' }));
		expect(read(block).status).toBe('not_a_stay');
	});
});
