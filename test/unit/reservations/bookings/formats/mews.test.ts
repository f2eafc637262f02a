import { readBooking } from '../../../../../nodes/DeviceAccess/reservations/bookings/readBooking';
import type { WireObject } from '../../../../../nodes/DeviceAccess/wire/records';
import { mews, mewsOthers } from '../../../../../pms/mews';
import { pmsBooking } from '../../../../../pms/pmsBooking';
import { readOne } from './readOne';

const readAll = (body: object) => readBooking('mews', body as WireObject);
const read = (body: object) => readOne('mews', body);
const BOOKING = pmsBooking();
const STAY = {
	what: 'stay',
	request: 'POST /api/connector/v1/reservations/getAll/2023-06-06 {"ReservationIds":["{id}"]}',
};
const GUEST = {
	what: 'guest',
	request: 'POST /api/connector/v1/customers/getAll {"CustomerIds":["{guest_key}"]}',
};

describe('Bookings of Mews', () => {
	it('reads the PIN from its own active token of the reservation, not from those of other locks', () => {
		const token = {
			Id: 'own',
			ServiceOrderId: BOOKING.id,
			SerialNumber: 'Device Access',
			Value: '4812',
			IsActive: true,
		};
		const others = [
			{ ...token, Id: 'ended', IsActive: false, Value: '1' },
			{ ...token, Id: 'other lock', SerialNumber: null, Value: '2' },
			{ ...token, Id: 'other stay', ServiceOrderId: '1', Value: '3' },
		];
		const withTokens = (ResourceAccessTokens: object[]) =>
			read({ ...mewsOthers(BOOKING).withGuests, ResourceAccessTokens });
		expect(withTokens([...others, token])).toMatchObject({
			door_code: '4812',
			door_code_id: 'own',
		});
		expect(withTokens(others)).toMatchObject({ door_code: null });
		expect(withTokens(others)).not.toHaveProperty('door_code_id');
	});

	it('reads each event of a message, of which only those about a reservation need its record', () => {
		expect(
			readAll(mewsOthers(BOOKING).severalEvents).map((booking) => ({
				key: booking.reservation_key,
				status: booking.status,
				missing: booking.missing,
			})),
		).toEqual([
			{ key: '40771', status: 'not_a_stay', missing: [STAY] },
			{ key: null, status: 'not_a_stay', missing: [] },
			{ key: null, status: 'not_a_stay', missing: [] },
		]);
	});

	it('finds no booking in a message without events, and in an answer without reservations', () => {
		expect(readAll({ EnterpriseId: 'enterprise', Events: [] })).toEqual([]);
		expect(readAll({ Reservations: [], Cursor: null })).toEqual([]);
	});

	it('takes the guest from the customers beside the reservations, if it is among them', () => {
		const { withGuests } = mewsOthers(BOOKING);
		expect(read(withGuests)).toMatchObject({
			guest_name: 'Ada Example',
			guest_email: 'ada@example.com',
			guest_phone: '+15550100123',
			guest_language: 'en',
			guest_key: '90210',
			missing: [],
		});
		const Customers = [{ ...withGuests.Customers[0], Id: 'another' }];
		expect(read({ ...withGuests, Customers })).toMatchObject({
			guest_name: null,
			guest_email: null,
			missing: [GUEST],
		});
	});

	it('reads a reservation of the version before', () => {
		expect(read(mewsOthers(BOOKING).oldRecord)).toMatchObject({
			reservation_key: '40771',
			status: 'confirmed',
			guest_key: '90210',
			rooms: ['512'],
			arrival: '2030-01-29T14:00:00Z',
			departure: '2030-01-31T10:00:00Z',
			channel: 'Channel',
		});
	});

	it('begins with the check-in of a guest who came early', () => {
		const record = mews.listed(BOOKING);
		expect(read({ ...record, ActualStartUtc: '2030-01-29T12:00:00Z' })).toMatchObject({
			arrival: '2030-01-29T12:00:00Z',
		});
		expect(read({ ...record, ActualStartUtc: '2030-01-29T20:00:00Z' })).toMatchObject({
			arrival: '2030-01-29T14:00:00Z',
		});
	});

	it('takes no company for a guest, and no category for a room', () => {
		const record = { ...mews.listed(BOOKING), AccountType: 'Company', AssignedResourceId: null };
		expect(read(record)).toMatchObject({ guest_key: null, missing: [], rooms: [] });
	});
});
