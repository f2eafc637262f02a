import { execFileSync } from 'node:child_process';
import { join } from 'node:path';
import { readBooking } from '../../../../../nodes/DeviceAccess/reservations/bookings/readBooking';
import type { WireObject } from '../../../../../nodes/DeviceAccess/wire/records';
import { airbnbCalendar } from '../../../../../pms/airbnbCalendar';
import { bookingComCalendar } from '../../../../../pms/bookingComCalendar';
import { extracted, feedOf } from '../../../../../pms/iCal';
import { pmsBooking } from '../../../../../pms/pmsBooking';
import { pmsCalendar } from '../../../../../pms/pmsCalendar';
import { vrboCalendar } from '../../../../../pms/vrboCalendar';

const readAll = (from: string, item: object, options?: WireObject) =>
	readBooking(from, item as WireObject, options);
const read = (from: string, item: object, options?: WireObject) => readAll(from, item, options)[0];
const BOOKING = pmsBooking();
const CALENDARS = { airbnbCalendar, bookingComCalendar, vrboCalendar };
const NO_DETAILS = {
	reason: null,
	guest_name: null,
	guest_email: null,
	guest_phone: null,
	guest_language: null,
	guest_key: null,
	rooms: [],
	room_names: [],
	changed_at: null,
	door_code: null,
	conversation_id: null,
	is_paid: null,
	group_key: null,
	missing: [],
};
const DAYS = { arrival: '2030-01-29', departure: '2030-01-31' };

describe('Bookings of calendars', () => {
	it('reads a stay on Airbnb, with the last digits of the phone number', () => {
		expect(read('airbnbCalendar', airbnbCalendar.listed(BOOKING))).toEqual({
			...NO_DETAILS,
			...DAYS,
			reservation_key: 'HM40771',
			status: 'confirmed',
			pms_status: 'Reserved',
			guest_phone: '0123',
			channel: 'Airbnb',
			key_prefix: 'airbnbCalendar:',
			stay_key: 'airbnbCalendar:HM40771',
		});
	});

	it('knows a stay on Airbnb by the code of the reservation, or else by its UID', () => {
		const { description, ...entry } = airbnbCalendar.listed(BOOKING) as { description: string };
		const keyOf = (changes: object) =>
			read('airbnbCalendar', { ...entry, ...changes })?.reservation_key;
		expect(keyOf({ description, uid: 'another@airbnb.com' })).toBe('HM40771');
		const elsewhere = 'https://www.airbnb.de/hosting/reservations/details/HMABC123XY?c=1\nPhone';
		expect(keyOf({ description: elsewhere })).toBe('HMABC123XY');
		expect(keyOf({})).toBe('1418fb94e984-40771@airbnb.com');
	});

	it('reads a stay on Vrbo, with the name', () => {
		expect(read('vrboCalendar', vrboCalendar.listed(BOOKING))).toEqual({
			...NO_DETAILS,
			...DAYS,
			reservation_key: 'vrbo-40771',
			status: 'confirmed',
			pms_status: 'Reserved',
			guest_name: 'Ada Example',
			channel: 'Vrbo',
			key_prefix: 'vrboCalendar:',
			stay_key: 'vrboCalendar:vrbo-40771',
		});
	});

	it('reads the times of a calendar that has times', () => {
		const times = pmsBooking({ arrivalTime: '16:00', departureTime: '10:30' });
		expect(read('vrboCalendar', vrboCalendar.listed(times))).toMatchObject({
			arrival: '2030-01-29T15:00:00.000Z',
			departure: '2030-01-31T09:30:00.000Z',
		});
	});

	it.each([
		['stay', 'confirmed'],
		['block', 'not_a_stay'],
		[undefined, 'not_a_stay'],
		['toString', 'not_a_stay'],
	])('reads a closed day on Booking.com, which the host calls %s, as %s', (closedDays, status) => {
		for (const word of ['CLOSED - Not available', 'CLOSED – Not available'])
			expect(
				read('bookingComCalendar', bookingComCalendar.listed(pmsBooking({ word })), { closedDays }),
			).toMatchObject({
				...DAYS,
				reservation_key: '40771@booking.com',
				status,
				pms_status: word,
				channel: 'Booking.com',
			});
	});

	it.each(Object.entries(CALENDARS))(
		'%s: a blocked day and unknown words are no stay, and a canceled entry is canceled',
		(from, calendar) => {
			const status = (item: object) => read(from, item)?.status;
			expect(status(calendar.listed(pmsBooking({ kind: 'block' })))).toBe('not_a_stay');
			expect(status(calendar.listed(pmsBooking({ word: 'Vacation' })))).toBe('not_a_stay');
			expect(status(calendar.listed(pmsBooking({ kind: 'cancelled' })))).toBe('cancelled');
		},
	);

	it.each(Object.entries(CALENDARS))(
		'%s: reads all entries of the item that Extract From File gives, also if there is none',
		(from, calendar) => {
			const feed = calendar.feed(BOOKING, pmsBooking({ id: '40772' }));
			const keys = readAll(from, extracted(feed)).map(({ reservation_key: key }) => key);
			expect(keys).toEqual([
				expect.stringContaining('40771') as string,
				expect.stringContaining('40772') as string,
			]);
			expect(readAll(from, extracted(feedOf('-//Test//EN')))).toEqual([]);
		},
	);

	it.each([
		['as text', { data: airbnbCalendar.feed(BOOKING) }],
		['as the body of a webhook', { headers: {}, body: airbnbCalendar.feed(BOOKING) }],
		['as a file', {}],
	])('says how to read a calendar that comes %s', (_how, item) => {
		expect(() => read('airbnbCalendar', item)).toThrow(
			expect.objectContaining({
				code: 'INVALID_PARAMETER',
				advice: expect.stringContaining("'Extract From File'") as string,
			}) as Error,
		);
	});

	// Only a process of its own has another time zone. In Chile, clocks skip midnight on 2030-09-08.
	it.each(['America/Santiago', 'Pacific/Kiritimati'])(
		'reads the days that the calendar says if n8n runs in %s',
		(zone) => {
			const days = ['2030-01-31', '2030-03-31', '2030-09-08', '2030-12-31'];
			const script = `
				const { airbnbCalendar } = require('./pms/airbnbCalendar');
				const { pmsBooking } = require('./pms/pmsBooking');
				const { readBooking } = require('./nodes/DeviceAccess/reservations/bookings/readBooking');
				const days = ${JSON.stringify(days)};
				const items = days.map((day) => airbnbCalendar.listed(pmsBooking({ arrival: day })));
				const read = (all) => all.map((one) => readBooking('airbnbCalendar', one)[0].arrival);
				console.log(JSON.stringify([read(items), read(JSON.parse(JSON.stringify(items)))]));
			`;
			const output = execFileSync(process.execPath, ['--import', 'tsx', '--eval', script], {
				cwd: join(__dirname, '../../../../..'),
				env: { ...process.env, TZ: zone },
				encoding: 'utf8',
			});
			expect(JSON.parse(output)).toEqual([days, days]);
		},
	);
});

describe("Bookings of a booking system's calendar", () => {
	const entry = (summary: string, description?: string) => ({
		...pmsCalendar.listed(BOOKING),
		uid: 'uid-1',
		summary,
		description,
	});
	const readEntry = (summary: string, description?: string, options?: WireObject) =>
		read('pmsCalendar', entry(summary, description), options);

	it('have the lines of the description and the name', () => {
		expect(read('pmsCalendar', pmsCalendar.listed(BOOKING))).toEqual({
			...NO_DETAILS,
			...DAYS,
			reservation_key: '40771',
			status: 'confirmed',
			pms_status: 'Ada Example',
			guest_name: 'Ada Example',
			guest_email: 'ada@example.com',
			guest_phone: '+15550100123',
			channel: 'Airbnb',
			key_prefix: 'pmsCalendar:',
			stay_key: 'pmsCalendar:40771',
		});
	});

	it.each<[string, string | undefined, object]>([
		['Reservation', 'Guest-Name: Bo Lee\nPHONE NUMBER:+15550100124', { guest_name: 'Bo Lee' }],
		['Reserved (Booking.com)', 'Booking ID: 7', { guest_name: null, status: 'confirmed' }],
		['Reserved: Bo Lee', 'Booking ID: 7', { guest_name: 'Reserved: Bo Lee' }],
		['Bo Lee', 'Confirmation code:  AB-1  \r\nNights: 2', { reservation_key: 'AB-1' }],
		['Bo Lee', 'E-Mail: bo@example.com', { reservation_key: 'uid-1', status: 'confirmed' }],
		[
			'Bo Lee',
			'Booking ID: 7\\nEmail: bo@example.com\\, Bo',
			{ guest_email: 'bo@example.com, Bo' },
		],
		[
			'Bo Lee',
			'Nights: 2\nEmail:',
			{ status: 'not_a_stay', unknown_status: true, pms_status: null, reason: /'Bo Lee'/ },
		],
		['Blocked By Guesty', 'Booking ID: 7', { status: 'not_a_stay', reason: /blocked/ }],
		['Bo Lee (pending)', 'Booking ID: 7', { status: 'unconfirmed' }],
		['Canceled: Bo Lee', 'Booking ID: 7', { status: 'cancelled' }],
		['Bo Lee', 'Booking ID: 7\nBooking Status: Pending', { status: 'unconfirmed' }],
		['Bo Lee', 'Booking ID: 7\nStatus: Checked in', { status: 'confirmed' }],
		['Bo Lee', 'Booking ID: 7\nStatus: No-show', { status: 'cancelled' }],
		['Bo Lee', 'Booking ID: 7\nStatus: Not confirmed', { status: 'unconfirmed' }],
		[
			'Bo Lee',
			'Booking ID: 7\nStatus: Archived',
			{ status: 'not_a_stay', unknown_status: true, pms_status: 'Archived' },
		],
		['Bo Lee', 'Reservation Number: R-8', { reservation_key: 'R-8', status: 'confirmed' }],
		['Bo Lee', 'Tel: +15550100124', { guest_phone: '+15550100124', status: 'confirmed' }],
	])(
		'are read from %j and %j',
		(summary, description, { reason, ...expected }: { reason?: RegExp }) => {
			const booking = readEntry(summary, description);
			expect(booking).toMatchObject(expected);
			if (reason) expect(booking?.reason).toMatch(reason);
		},
	);

	it.each([
		'Booking.com - 2 guests',
		'Geschlossen - Nicht verfügbar',
		'Occupé / indisponible',
		'Huéspedes: 2',
		'Chiusa, non disponibile',
		'Hóspede confirmado',
		'Bezet: niet beschikbaar',
	])('have no name if the summary is %j', (summary) => {
		expect(readEntry(summary, 'Booking ID: 7')).toMatchObject({ guest_name: null });
		expect(readEntry(`${summary}: Noë`, 'Booking ID: 7')?.guest_name).toContain('Noë');
	});

	it.each([
		['stay', 'confirmed'],
		['block', 'not_a_stay'],
	])('are what the host says if nothing else says it: %s', (closedDays, status) => {
		expect(readEntry('Bo Lee', undefined, { closedDays })).toMatchObject({ status });
		expect(readEntry('Blocked', undefined, { closedDays })).toMatchObject({ status: 'not_a_stay' });
	});

	it('can have the ID of a platform', () => {
		const passedOn = { ...entry('Bo Lee', 'Booking ID: 7'), uid: '1418fb94e984@airbnb.com' };
		expect(read('pmsCalendar', passedOn)).toMatchObject({
			reservation_key: '7',
			status: 'confirmed',
		});
	});

	it('are not those of a platform', () => {
		for (const form of Object.values(CALENDARS))
			expect(() => read('pmsCalendar', form.listed(BOOKING))).toThrow('not a booking from');
	});
});
