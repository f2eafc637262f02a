import { avantio, type AvantioBooking, listedOnly, minimal } from '../../../../../pms/avantio';
import { pmsBooking } from '../../../../../pms/pmsBooking';
import { readOne } from './readOne';

const read = (body: object) => readOne('avantio', body);
const BOOKING = pmsBooking();

describe('avantio', () => {
	it('reads the times of a booking, and all surnames', () => {
		const record = avantio.listed(pmsBooking({ arrivalTime: '15:00', departureTime: '10:00' }));
		const customer = { name: 'Ana', surnames: ['García', 'López'] };
		expect(read({ ...record, customer })).toMatchObject({
			guest_name: 'Ana García López',
			guest_email: null,
			guest_phone: null,
			arrival: '2030-01-29T15:00',
			departure: '2030-01-31T10:00',
		});
	});

	it('reads an email address that stands alone', () => {
		const customer = { name: 'Ada', contact: { emails: ['ada@example.com'] } };
		expect(read({ ...avantio.listed(BOOKING), customer })).toMatchObject({
			guest_email: 'ada@example.com',
		});
	});

	it('names the request for a guest of whom there is only the ID', () => {
		expect(read({ ...avantio.listed(BOOKING), customer: { id: '90210' } })).toMatchObject({
			status: 'confirmed',
			guest_key: '90210',
			missing: [{ what: 'guest', request: 'GET /pms/v2/customers/{guest_key}' }],
		});
	});

	describe.each([
		['CONFIRMED', 'not_a_stay', [{ what: 'stay', request: 'GET /pms/v2/bookings/{id}' }]],
		['CANCELLED', 'cancelled', []],
	])('a record with the word %s is %s', (word, status, missing) => {
		const booking = pmsBooking({ word });
		it.each([
			['of the list, which has no rooms', listedOnly(avantio.listed(booking) as AvantioBooking)],
			['without its days', minimal(booking)],
		])('if it is one %s', (_, record) => {
			expect(read(record)).toMatchObject({ reservation_key: '40771', status, missing });
		});
	});
});
