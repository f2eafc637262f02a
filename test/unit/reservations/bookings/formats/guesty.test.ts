import {
	found,
	guestOf,
	guesty,
	guestyDossier,
	version2,
	version3,
} from '../../../../../pms/guesty';
import { pmsBooking } from '../../../../../pms/pmsBooking';
import { readOne, WHOLE_BOOKING } from './readOne';

const read = (body: object) => readOne('guesty', body);

describe('guesty', () => {
	it.each(Object.entries(guestyDossier.words))(
		'reads an event of version 2 as the name of a booking, unless its word is %s',
		(meaning, words) => {
			for (const word of words)
				expect(read(version2(pmsBooking({ word })))).toMatchObject({
					pms_status: word,
					status: meaning === 'cancelled' ? meaning : 'not_a_stay',
				});
		},
	);

	const WHOLE = {
		...WHOLE_BOOKING,
		pms_status: 'confirmed',
		room_names: [],
		guest_key: '90210',
		channel: 'Airbnb',
		changed_at: '2030-01-02T09:30:00Z',
		key_prefix: 'guesty:',
		stay_key: 'guesty:40771',
	};

	it.each([
		[{ data: { reservation: { _id: '40771' } } }],
		[{ data: { reservation: { id: 40_771, status: null } } }],
		[{ data: { reservationId: '40771', reservation: { status: 'confirmed', _id: '1' } } }],
	])('finds the ID that an event names: %j', (body) => {
		expect(read({ event: 'reservation.updated.v2', ...body })).toMatchObject({
			reservation_key: '40771',
			status: 'not_a_stay',
			missing: [{ what: 'stay' }],
		});
	});

	it('refuses a record without a stay, of the requests that Guesty ends', () => {
		const record = { ...found(pmsBooking()) };
		Reflect.deleteProperty(record, 'stay');
		expect(() => read({ ...record, listingId: '512' })).toThrow('not a booking from Guesty');
	});

	describe('version 3', () => {
		const V3 = { ...WHOLE, changed_at: null };
		const withStay = (...stay: object[]) => ({ ...version3(pmsBooking()), stay });
		const [SEGMENT = {}] = version3(pmsBooking()).stay;
		const segment = (changes: object) => ({ ...SEGMENT, ...changes });

		it('reads a record of a request, and one of the search, with the guest in it or beside it', () => {
			const guest = guestOf(pmsBooking());
			const record = version3(pmsBooking());
			const searched = found(pmsBooking());
			for (const body of [
				{ ...record, guest },
				{ reservation: record, guest },
			])
				expect(read(body)).toEqual(V3);
			for (const body of [
				{ ...searched, guest },
				{ reservation: searched, guest },
			])
				expect(read(body)).toEqual({ ...V3, changed_at: '2030-01-02T09:30:00Z' });
		});

		it('finds the key under any of its names', () => {
			const { _id: id, ...record } = version3(pmsBooking());
			for (const named of [{ _id: id }, { reservationId: id }, { id }])
				expect(read({ ...record, ...named })).toMatchObject({ reservation_key: '40771' });
		});

		it('reads the first address and phone number of a list', () => {
			const guest = { emails: ['', 'a@example.com'], phones: ['+15550100123'], email: null };
			expect(read({ ...version3(pmsBooking()), guest })).toMatchObject({
				guest_email: 'a@example.com',
				guest_phone: '+15550100123',
				missing: [],
			});
		});

		it('names the request for the guest', () => {
			for (const body of [version3(pmsBooking()), found(pmsBooking())])
				expect(read(body)).toMatchObject({
					status: 'confirmed',
					guest_key: '90210',
					missing: [{ what: 'guest', request: expect.stringContaining('guests-crud/{guest_key}') }],
				});
		});

		it.each([
			['checked_in', 'confirmed', 'confirmed'],
			['checked_out', 'cancelled', 'checked_out'],
			['no_show', 'cancelled', 'no_show'],
		])('reads a confirmed stay whose guest is %s as %s', (word, status, pmsStatus) => {
			const record = { ...version3(pmsBooking()), guestStay: { status: word } };
			expect(read(record)).toMatchObject({ status, pms_status: pmsStatus });
			expect(read({ ...found(pmsBooking()), guestStay: { status: word } })).toMatchObject({
				status,
			});
		});

		it.each([
			['its unit', { unitId: '1', unitTypeId: '2' }, '1'],
			['its type without a unit', { unitId: null, unitTypeId: '2' }, '2'],
			['its listing', { unitId: undefined, unitTypeId: undefined, listingId: '3' }, '3'],
			[
				'the listing above',
				{ unitId: undefined, unitTypeId: undefined, listingId: null, parentListingId: '4' },
				'4',
			],
		])('reads the room of a segment: %s', (_what, changes, room) => {
			expect(read(withStay(segment(changes))).rooms).toEqual([room]);
		});

		it('reads segments of one room that follow each other as one stay', () => {
			const segments = [
				['2030-01-29', '2030-01-30'],
				['2030-01-30', '2030-01-31'],
				['2030-01-31', '2030-02-02'],
			].map(([checkInDateLocalized, checkOutDateLocalized]) =>
				segment({ checkInDateLocalized, checkOutDateLocalized }),
			);
			for (const stay of [segments, [...segments].reverse()])
				expect(read(withStay(...stay))).toMatchObject({
					rooms: ['512'],
					arrival: '2030-01-29',
					departure: '2030-02-02',
				});
		});

		it.each<[string, object]>([
			['another room', { unitId: '513' }],
			['another listing of the search', { unitId: undefined, listingId: '9' }],
			['days between them', { checkInDateLocalized: '2030-02-05' }],
			['the same days', { checkInDateLocalized: '2030-01-29', unitId: '513' }],
		])('refuses segments with %s, unless the booking gives no access', (_what, changes) => {
			const other = segment({
				checkInDateLocalized: '2030-01-31',
				checkOutDateLocalized: '2030-02-07',
				...changes,
			});
			const record = withStay(SEGMENT, other);
			expect(() => read(record)).toThrow(
				expect.objectContaining({ type: 'rooms_differ' }) as Error,
			);
			expect(read({ ...record, status: 'canceled' }).status).toBe('cancelled');
		});
	});

	describe('times', () => {
		const hours = { arrivalTime: '16:00', departureTime: '14:00' };

		it.each<[string, object]>([
			['a record of a request', version3(pmsBooking(hours))],
			['a record of the search', found(pmsBooking(hours))],
		])('are the local day and the hour that is planned, not times in UTC: %s', (_what, record) => {
			const utc = { checkIn: '2030-01-29T09:00:00Z', checkOut: '2030-01-31T09:00:00Z' };
			expect(read({ ...record, ...utc })).toMatchObject({
				arrival: '2030-01-29T16:00',
				departure: '2030-01-31T14:00',
			});
		});

		it.each([
			['2030-01-30T01:00:00.000Z', '2030-01-29'],
			['2030-01-29T01:00:00.000Z', '2030-01-29'],
			['2030-01-29T06:00:00.000Z', '2030-01-29T06:00'],
		])(
			'an arrival after midnight is in the night after the day of the booking, when the room is open: %s',
			(eta, arrival) => {
				const [segment] = version3(pmsBooking()).stay;
				const stay = [{ ...segment, eta, etd: '2030-01-31T04:00:00.000Z' }];
				const booking = read({ ...version3(pmsBooking()), stay });
				expect([booking.arrival, booking.departure]).toEqual([arrival, '2030-01-31T04:00']);
			},
		);
	});

	it('fails if the request for the guest failed, and joins a name in two parts', () => {
		const found = guesty.listed(pmsBooking());
		expect(() => read({ ...found, guest: { error: 'The request failed' } })).toThrow('40771');
		expect(
			read({ ...found, status: 'canceled', guest: { error: 'The request failed' } }),
		).toMatchObject({ status: 'cancelled', reservation_key: '40771' });
		expect(read({ ...found, guest: { firstName: 'Ada', lastName: 'Example' } })).toMatchObject({
			guest_name: 'Ada Example',
		});
	});
});
