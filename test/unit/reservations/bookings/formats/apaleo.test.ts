import { apaleo, apaleoOthers } from '../../../../../pms/apaleo';
import { pmsBooking } from '../../../../../pms/pmsBooking';
import { readOne } from './readOne';

const read = (body: object) => readOne('apaleo', body);
const BOOKING = pmsBooking();

describe('Bookings of apaleo', () => {
	it.each(['checked-out', 'set-to-no-show'])(
		'ends the access of the booking that a webhook names as %s',
		(word) => {
			expect(read(apaleo.webhookBody(pmsBooking({ word })))).toMatchObject({
				reservation_key: 'AP40771-1',
				status: 'cancelled',
				pms_status: word,
				changed_at: '2030-01-02T09:30:00.000Z',
				missing: [],
			});
		},
	);

	it('reads a topic with a capital letter', () => {
		const body = { ...apaleo.webhookBody(pmsBooking({ word: 'canceled' })), topic: 'Reservation' };
		expect(read(body).status).toBe('cancelled');
	});

	it.each(Object.entries(apaleoOthers(BOOKING)))('takes %s, and nothing changes', (_name, body) => {
		expect(read(body)).toMatchObject({ status: 'not_a_stay' });
	});

	it('reads what the trigger of apaleo passes on like the webhook', () => {
		expect(read(apaleoOthers(BOOKING).fromTrigger)).toEqual(read(apaleo.webhookBody(BOOKING)));
	});

	it('names who booked only if the guest has no name, and never mixes the two', () => {
		const record = { ...apaleo.listed(BOOKING), primaryGuest: { lastName: 'Guest' } };
		expect(read(record)).toMatchObject({ guest_name: 'Guest', guest_email: null });
		expect(read({ ...record, primaryGuest: { email: 'guest@example.com' } })).toMatchObject({
			guest_name: 'Example Travel',
			guest_email: 'travel@example.com',
		});
	});

	it('begins with the check-in of a guest who came early', () => {
		const record = apaleo.listed(BOOKING);
		expect(read({ ...record, checkInTime: '2030-01-29T12:00:00Z' })).toMatchObject({
			arrival: '2030-01-29T12:00:00Z',
		});
		expect(read({ ...record, checkInTime: '2030-01-29T20:00:00Z' })).toMatchObject({
			arrival: '2030-01-29T15:00:00+01:00',
		});
	});

	it.each([
		['no booking', { bookingId: undefined }, 'confirmed'],
		['no arrival', { bookingId: undefined, arrival: undefined, unit: null }, 'confirmed'],
		['no status', { bookingId: undefined, status: undefined }, 'not_a_stay'],
	])('reads a reservation with %s', (_what, changes, status) => {
		const record = { ...apaleo.listed(BOOKING), ...changes };
		expect(read(record)).toMatchObject({ reservation_key: 'AP40771-1', status, group_key: null });
	});

	it('reads a reservation without a unit, and one with days only', () => {
		const record = { ...apaleo.listed(BOOKING), unit: null, arrival: '2030-01-29' };
		expect(read(record)).toMatchObject({ rooms: [], room_names: [], arrival: '2030-01-29' });
	});
});
