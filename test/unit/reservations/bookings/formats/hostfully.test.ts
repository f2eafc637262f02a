import { hostfully, hostfullyOthers } from '../../../../../pms/hostfully';
import { pmsBooking } from '../../../../../pms/pmsBooking';
import { readOne } from './readOne';

const read = (body: object) => readOne('hostfully', body);
const BOOKING = pmsBooking();
const MISSING = [{ what: 'stay', request: 'GET /api/v3.3/leads/{id}' }];

describe('Bookings of Hostfully', () => {
	it('reads an answer like the lead in it', () => {
		expect(read(hostfullyOthers(BOOKING).answer)).toEqual(read(hostfully.listed(BOOKING)));
	});

	it.each([
		['inquiry', 'unconfirmed'],
		['block', 'not_a_stay'],
	] as const)('reads an %s as %s, whatever its status says', (kind, status) => {
		expect(read(hostfully.listed(pmsBooking({ kind, word: 'BOOKED' })))).toMatchObject({ status });
	});

	it.each(['BOOKING_CANCELLED', 'LEAD_SOFT_DELETED'])('ends the access after %s', (word) => {
		expect(read(hostfully.webhookBody(pmsBooking({ word })))).toMatchObject({
			reservation_key: '40771',
			status: 'cancelled',
			missing: [],
		});
	});

	it.each([
		'BOOKING_UPDATED',
		// They can arrive when the lead is a booking.
		'HOLD_CANCELLED',
		'BLOCK_DELETED',
	])('needs the lead after the event %s', (word) => {
		expect(read(hostfully.webhookBody(pmsBooking({ word })))).toMatchObject({
			reservation_key: '40771',
			status: 'not_a_stay',
			missing: MISSING,
		});
	});

	it('changes nothing after an event about something else', () => {
		const { pinCode, property } = hostfullyOthers(BOOKING);
		for (const body of [pinCode, property])
			expect(read(body)).toMatchObject({ status: 'not_a_stay', reservation_key: null });
	});

	it('reads the unit, a day without a time, and a time after a space', () => {
		const record = {
			...hostfully.listed(BOOKING),
			unitUid: 'unit',
			checkInLocalDateTime: null,
			checkInLocalDate: '2030-01-29',
			checkOutLocalDateTime: '2030-01-31 10:30:00',
			metadata: { updatedUtcDateTime: 'yesterday' },
		};
		expect(read(record)).toMatchObject({
			rooms: ['unit'],
			arrival: '2030-01-29',
			departure: '2030-01-31T10:30',
			changed_at: null,
		});
	});
});
