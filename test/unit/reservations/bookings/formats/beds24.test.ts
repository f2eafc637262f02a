import { beds24 } from '../../../../../pms/beds24';
import { pmsBooking } from '../../../../../pms/pmsBooking';
import { readOne } from './readOne';

const read = (body: object) => readOne('beds24', body);

describe('beds24', () => {
	it.each([
		['none', 'confirmed'],
		['actionRequired', 'confirmed'],
		['nonPayment', 'unconfirmed'],
		['waitlist', 'unconfirmed'],
		['noShow', 'cancelled'],
		['cancelledByGuest', 'cancelled'],
		['cancelledByHost', 'cancelled'],
	])('reads a confirmed booking with the sub-status %s as %s', (subStatus, status) => {
		const body = { ...beds24.listed(pmsBooking()), subStatus };
		expect(read(body)).toMatchObject({ pms_status: 'confirmed', status });
	});

	it('does not open for a canceled booking with a sub-status of its own', () => {
		const body = { ...beds24.listed(pmsBooking({ kind: 'cancelled' })), subStatus: 'nonPayment' };
		expect(read(body).status).toBe('cancelled');
	});

	it('reads the PIN and the ID of its info item, in the booking or beside it', () => {
		const infoItems = [
			{ id: 1, code: 'NOTE', text: 'x' },
			{ id: 2, code: 'ACCESS_CODE', text: '4812' },
		];
		const known = { door_code: '4812', door_code_id: 2 };
		expect(read({ ...beds24.listed(pmsBooking()), infoItems })).toMatchObject(known);
		expect(read({ ...beds24.webhookBody(pmsBooking()), infoItems })).toMatchObject(known);
	});

	it.each(['1', null, 0])('reads a booking of %j units', (roomQty) => {
		expect(read({ ...beds24.listed(pmsBooking()), roomQty }).rooms).toEqual(['512']);
	});

	it.each([2, '3'])('refuses a booking of %j units, which names only one', (roomQty) => {
		for (const unitId of [0, 1, null]) {
			const record = { ...beds24.listed(pmsBooking()), unitId, roomQty };
			expect(() => read(record)).toThrow(/units[^]*\(ID '40771', Ada Example, .*2030-01-29/);
			expect(() => read({ booking: record })).toThrow(/units/);
			expect(read({ ...record, status: 'cancelled' }).status).toBe('cancelled');
		}
	});

	it.each([
		[0, []],
		[1, ['512']],
		[2, ['512-2']],
		[null, ['512']],
	])('unit %j of room 512 is %j, because units are numbered within their room', (unitId, rooms) => {
		const listed = beds24.listed(pmsBooking({ rooms: [{ id: '512', name: '' }] }));
		expect(read({ ...listed, unitId }).rooms).toEqual(rooms);
	});

	it.each([
		['in a list', { bookingGroup: { master: 40_700, ids: [40_700, 40_771] }, masterId: null }],
		['without the group', { masterId: 40_700 }],
	])('reads the booking that several rooms belong to: %s', (_where, group) => {
		expect(read({ ...beds24.listed(pmsBooking()), ...group }).group_key).toBe('40700');
	});
});
