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

	it('ends the access of the booking that a webhook names as canceled', () => {
		expect(read(hostfully.webhookBody(pmsBooking({ kind: 'cancelled' })))).toMatchObject({
			reservation_key: '40771',
			status: 'cancelled',
			missing: [],
		});
	});

	it('ends the access of a booking that was deleted', () => {
		expect(read(hostfully.webhookBody(pmsBooking({ word: 'LEAD_SOFT_DELETED' })))).toMatchObject({
			reservation_key: '40771',
			status: 'cancelled',
			missing: [],
		});
	});

	it.each([
		'NEW_BOOKING',
		'BOOKING_UPDATED',
		'UNIT_CHANGED',
		'LEAD_DATES_CHANGED',
		'LEAD_PROPERTY_CHANGED',
		// They can arrive when the lead is a booking.
		'NEW_INQUIRY',
		'NEW_BOOKING_REQUEST',
		'NEW_HOLD',
		'HOLD_CANCELLED',
		'NEW_BLOCKED_DATES',
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
