import { event, ownerRez } from '../../../../../pms/ownerRez';
import { pmsBooking } from '../../../../../pms/pmsBooking';
import { readOne } from './readOne';

const read = (body: object) => readOne('ownerRez', body);
const entity = ownerRez.listed(pmsBooking());

describe('ownerRez', () => {
	it.each([
		['entity_create', 'confirmed'],
		['entity_insert', 'confirmed'],
		['entity_update', 'confirmed'],
		['entity_delete', 'cancelled'],
	])('reads %s of an active booking as %s', (action, status) => {
		expect(read(event(action, 'booking', 40_771, entity)).status).toBe(status);
	});

	it.each([
		['entity_update', 'not_a_stay', [{ what: 'stay', request: 'GET /v2/bookings/{id}' }]],
		['entity_delete', 'cancelled', []],
	])('reads %s that only names the booking as %s', (action, status, missing) => {
		expect(read(event(action, 'booking', 40_771))).toMatchObject({
			reservation_key: '40771',
			status,
			missing,
		});
	});

	it('reads times and the guest of a record that does not say whether it is a block', () => {
		const { guest } = entity as { guest: object };
		const changes = {
			type: 'booking',
			check_in: '16:30',
			check_out: '10:30',
			is_block: undefined,
			guest_id: undefined,
			guest: { ...guest, id: 90_211 },
		};
		expect(read({ ...entity, ...changes })).toMatchObject({
			status: 'confirmed',
			guest_key: '90211',
			arrival: '2030-01-29T16:30',
			departure: '2030-01-31T10:30',
		});
	});

	it('names the request for a guest that is not in the body', () => {
		const booking = read({ ...entity, guest: undefined });
		expect(booking).toMatchObject({ status: 'confirmed', guest_name: null, guest_key: '90210' });
		expect(booking.missing).toEqual([{ what: 'guest', request: 'GET /v2/bookings/{id}' }]);
	});

	it.each([
		['a block', ownerRez.webhookBody(pmsBooking({ kind: 'block' }))],
		['a quote in the list', { ...entity, type: 'quote' }],
	])('is not a stay: %s', (_what, body) => {
		const booking = read(body);
		expect(booking).toMatchObject({ status: 'not_a_stay', reservation_key: '40771' });
		expect(booking.reason).toMatch(/\S/);
	});
});
