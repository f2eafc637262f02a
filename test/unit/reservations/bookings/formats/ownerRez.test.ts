import { event, ownerRez, testDelivery } from '../../../../../host/bookings/systems/ownerRez';
import { pmsBooking } from '../../../../../host/bookings/systems/pmsBooking';
import { readOne, WHOLE_BOOKING } from './readOne';

const read = (body: object) => readOne('ownerRez', body);
const entity = ownerRez.listed(pmsBooking());

describe('ownerRez', () => {
	it.each([
		['active', 'confirmed'],
		['pending', 'unconfirmed'],
		['canceled', 'cancelled'],
		['cancelled', 'cancelled'],
		['confirmed', 'not_a_stay'],
	])('reads %s as %s', (word, status) => {
		expect(read(ownerRez.webhookBody(pmsBooking({ word })))).toMatchObject({
			pms_status: word,
			status,
		});
	});

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

	it.each(['webhookBody', 'listed'] as const)('reads a whole booking: %s', (shape) => {
		expect(read(ownerRez[shape](pmsBooking()))).toEqual({
			...WHOLE_BOOKING,
			pms_status: 'active',
			guest_language: null,
			guest_key: '90210',
			changed_at: '2030-01-02T09:30:00Z',
			channel: 'Airbnb',
			key_prefix: 'ownerRez:',
			stay_key: 'ownerRez:40771',
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
		['a block', ownerRez.webhookBody(pmsBooking({ kind: 'block' })), '40771'],
		['a quote in the list', { ...entity, type: 'quote' }, '40771'],
		['a test delivery', testDelivery, null],
		['a guest', event('entity_update', 'guest', 90_210, { first_name: 'Ada' }), null],
		['the end of the permission', { action: 'application_authorization_revoked' }, null],
	])('is not a stay: %s', (_what, body, key) => {
		const booking = read(body);
		expect(booking).toMatchObject({ status: 'not_a_stay', reservation_key: key });
		expect(booking.reason).toMatch(/\S/);
	});
});
