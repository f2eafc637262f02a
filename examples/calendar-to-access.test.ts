import type { IDataObject } from 'n8n-workflow';
import { useHotelSandbox } from '../test/support/service/hotelSandbox';
import { startHttpServer, type Answer, type HttpServer } from '../host/process/httpServer';
import { airbnbCalendar } from '../pms/airbnbCalendar';
import { bookingComCalendar } from '../pms/bookingComCalendar';
import { pmsBooking, type PmsBooking } from '../pms/pmsBooking';
import { pmsCalendar } from '../pms/pmsCalendar';
import { vrboCalendar } from '../pms/vrboCalendar';
import { readExample, withOlderAccess } from '../host/n8n/readExample';
import { until } from '../test/support/clock/until';
import { writesOf } from '../test/support/service/reservations';
import { type ExampleRun, useExample } from '../test/support/example/useExample';
import { withShortWaits } from '../test/support/example/withShortWaits';

const service = useHotelSandbox();
const host = useExample('calendar-to-access.json', service, (example) =>
	withOlderAccess(withShortWaits(example)),
);
/** Serves the calendars by their paths. */
let platforms: HttpServer;
let feeds: Record<string, Answer | 'cut'>;

beforeEach(async () => {
	feeds = {};
	platforms = await startHttpServer(({ path }) => feeds[path] ?? { status: 404, body: 'none' });
});
afterEach(async () => await platforms.stop());

interface Row {
	room: string;
	platform: string;
	path: string;
	closed_days?: string;
}
const AIRBNB: Row = { room: 'room-101', platform: 'Airbnb', path: '/airbnb' };
const VRBO: Row = { room: 'room-102', platform: 'Vrbo', path: '/vrbo' };
const BOOKING_COM: Row = {
	room: 'room-102',
	platform: 'Booking.com',
	path: '/booking-com',
	closed_days: 'stay',
};
const BOOKING_SYSTEM: Row = { room: 'room-102', platform: 'Booking system', path: '/pms' };

/** A stay in a month of 2031; its ID is the month. */
const stay = (month: string, changes: Partial<PmsBooking> = {}): PmsBooking =>
	pmsBooking({
		id: month,
		arrival: `2031-${month}-10`,
		departure: `2031-${month}-12`,
		guest: { ...pmsBooking().guest, phone: `+155501048${month}` },
		...changes,
	});
const block = (month: string) => stay(month, { kind: 'block' });
const LIST = '/access_grants/list';
const digitsOf = (month: string) => `48${month}`;

/** Runs the example as it behaves an hour later, with a table of calendars as a host enters it. */
async function runWith(...rows: Row[]): Promise<ExampleRun> {
	host.fill(
		'Calendars',
		rows.map(({ path, closed_days: days = null, ...row }, index) => ({
			...row,
			id: index + 1,
			closed_days: days,
			address: platforms.url + path,
		})),
	);
	return await host.run('Every 15 minutes');
}

const airbnb = (...bookings: PmsBooking[]) =>
	void (feeds['/airbnb'] = { body: airbnbCalendar.feed(...bookings) });
const vrbo = (...bookings: PmsBooking[]) =>
	void (feeds['/vrbo'] = { body: vrboCalendar.feed(...bookings) });
const bookingCom = (...bookings: PmsBooking[]) =>
	void (feeds['/booking-com'] = { body: bookingComCalendar.feed(...bookings) });
const bookingSystem = (...bookings: PmsBooking[]) =>
	void (feeds['/pms'] = { body: pmsCalendar.feed(...bookings) });

const outcomes = (run: ExampleRun) => run.items('Sync many').map(({ json }) => json.outcome);
/** What the host must know now, by the key of the stay or the prefix of the calendar. */
const told = () =>
	Object.fromEntries(
		(host.rows('Stays') ?? [])
			.filter(({ host_message: text }) => text !== '' && text !== null)
			.map(({ stay_key: key, host_message: text }) => [String(key), String(text)]),
	);

/** The access from all calendars: room, start, end and PIN, by key. */
async function access(): Promise<Record<string, IDataObject>> {
	const { items } = await service.run('reservation.getAll', {
		returnAll: true,
		output: 'raw',
		filters: {},
		options: {},
	});
	return Object.fromEntries(
		items.map(({ json: { key_prefix: prefix, reservation_key: key, ...json } }) => {
			const { rooms, starts_at, ends_at, pin } = json;
			return [
				`${String(prefix).replace('calendar-', '')}${String(key)}`,
				{ rooms, starts_at, ends_at, pin },
			];
		}),
	);
}
const keys = async () => Object.keys(await access()).sort();
const airbnbKey = (month: string) => `room-101-airbnb:HM${month}`;
const vrboKey = (month: string) => `room-102-vrbo:vrbo-${month}`;

describe('"Calendar to access"', () => {
	it("gives each stay of each calendar its room at the house's usual times, and blocked days nothing", async () => {
		airbnb(stay('01'), block('02'));
		vrbo(stay('03', { arrivalTime: '16:00', departureTime: '10:00', offset: '+00:00' }));
		bookingCom(stay('02'));
		await runWith(AIRBNB, VRBO, BOOKING_COM);
		const pin = expect.stringMatching(/^\d{4,9}$/);
		expect(await access()).toEqual({
			[airbnbKey('01')]: {
				rooms: ['Room 101'],
				starts_at: '2031-01-10T15:00:00.000Z',
				ends_at: '2031-01-12T11:00:00.000Z',
				pin: digitsOf('01'),
			},
			[vrboKey('03')]: {
				rooms: ['Room 102'],
				starts_at: '2031-03-10T16:00:00.000Z',
				ends_at: '2031-03-12T10:00:00.000Z',
				pin,
			},
			'room-102-bookingcom:02@booking.com': {
				rooms: ['Room 102'],
				starts_at: '2031-02-10T16:00:00.000Z',
				ends_at: '2031-02-12T10:00:00.000Z',
				pin,
			},
		});
	});

	it('follows new dates and a new stay, ends a stay that has vanished, and remembers what the host must know', async () => {
		airbnb(stay('01'), stay('02'));
		vrbo(stay('03'));
		await runWith(AIRBNB, VRBO);
		airbnb(stay('01', { arrival: '2031-01-09' }), stay('04'));
		const run = await runWith(AIRBNB, VRBO);
		expect(outcomes(run)).toEqual(['updated', 'created', 'ended', 'unchanged']);
		expect(await access()).toEqual({
			[airbnbKey('01')]: expect.objectContaining({ starts_at: '2031-01-09T15:00:00.000Z' }),
			[airbnbKey('04')]: expect.objectContaining({ pin: digitsOf('04') }),
			[vrboKey('03')]: expect.anything(),
		});
		expect(told()).toEqual({
			'calendar-room-101-airbnb:HM02': expect.stringContaining('The access has ended'),
		});
		// *Guest messages* forgets canceled stays of a system, and *Something failed* expects no nightly list of calendars.
		for (const { system } of host.rows('Stays')) expect(system).toMatch(/Calendar/);
	});

	it('remembers what the host must know of a calendar before the next one is compared', async () => {
		airbnb(stay('01'), stay('02'));
		vrbo(stay('03'));
		await runWith(AIRBNB, VRBO);
		airbnb(stay('01'));
		const body = vrboCalendar.feed(stay('03'));
		Object.defineProperty(feeds, '/vrbo', {
			get: () => {
				service.sandbox.faults.always('*', { kind: 'outage' });
				return { body };
			},
		});
		await expect(runWith(AIRBNB, VRBO)).rejects.toThrow('Sync many');
		expect(told()).toEqual({
			'calendar-room-101-airbnb:HM02': expect.stringContaining('The access has ended'),
		});
	});

	it('a stay that has another UID is the same stay with its PIN, and stays closed to a guest who has left', async () => {
		const inDays = (count: number) =>
			new Date(Date.now() + count * 86_400_000).toISOString().slice(0, 10);
		const list = (departureInDays: number, uid: string) => {
			const stays = stay('03', { arrival: inDays(-2), departure: inDays(departureInDays) });
			const body = vrboCalendar.feed(stays).replaceAll('UID:', `UID:${uid}`);
			feeds['/vrbo'] = { body };
		};
		const pinsNow = async () => Object.values(await access()).map(({ pin }) => pin);
		list(2, '');
		await runWith(VRBO);
		const pins = await pinsNow();
		list(4, 'new-');
		expect(outcomes(await runWith(VRBO))).toEqual(['updated']);
		expect(await pinsNow()).toEqual(pins);
		// As *Front desk* and *Guest page* record it.
		const left = { left_at: inDays(0) };
		host.fill(
			'Stays',
			host.rows('Stays').map((row) => (row.rooms ? { ...row, ...left } : row)),
		);
		list(1, 'newest-');
		for (let time = 0; time < 2; time++) {
			await runWith(VRBO);
			expect(await keys()).toEqual([]);
		}
	});

	it('gives stays in the calendar of a booking system access with a PIN that is not from the phone number, and remembers where guests can be reached', async () => {
		bookingSystem(stay('01'), stay('02', { kind: 'inquiry' }), block('03'));
		await runWith(BOOKING_SYSTEM);
		const key = 'room-102-bookingsystem:01';
		expect(await access()).toEqual({
			[key]: {
				rooms: ['Room 102'],
				starts_at: '2031-01-10T16:00:00.000Z',
				ends_at: '2031-01-12T10:00:00.000Z',
				pin: expect.not.stringMatching(digitsOf('01')),
			},
		});
		expect(host.rows('Stays')).toContainEqual(
			expect.objectContaining({ stay_key: `calendar-${key}`, guest_email: 'ada@example.com' }),
		);
	});

	describe('a calendar that cannot be read', () => {
		it.each<[string, Answer | 'cut']>([
			['breaks the connection', 'cut'],
			['is a page', { body: '<html>Sign in</html>' }],
			[
				'has an entry without an end',
				{ body: airbnbCalendar.feed(stay('01')).replace(/DTEND.*\r\n/, '') },
			],
		])('that %s ends no stay, and the others are compared', async (_what, answer) => {
			airbnb(stay('01'), stay('02'));
			vrbo(stay('03'), stay('04'));
			await runWith(AIRBNB, VRBO);
			feeds['/airbnb'] = answer;
			vrbo(stay('03'), stay('05'));
			await runWith(AIRBNB, VRBO);
			expect(await keys()).toEqual([
				airbnbKey('01'),
				airbnbKey('02'),
				vrboKey('03'),
				vrboKey('05'),
			]);
			expect(Object.values(told())).not.toEqual([]);
			expect(JSON.stringify(told())).not.toContain(platforms.url);
		});

		it('is read once it is there again', async () => {
			feeds['/airbnb'] = { status: 500 };
			vrbo(stay('03'));
			await runWith(AIRBNB, VRBO);
			expect(told()).toEqual({
				'calendar-1:': expect.stringMatching(/could not be read[^]*What to do: /),
			});
			airbnb(stay('01'));
			await runWith(AIRBNB, VRBO);
			expect([await keys(), told()]).toEqual([[airbnbKey('01'), vrboKey('03')], {}]);
		});
	});

	const hears = async () => {
		await runWith(AIRBNB);
		return await reads();
	};
	const reads = async () => {
		await host.execute('Every 15 minutes', { as: readExample('guest-messages.json') });
		return host.emails().map(({ text }) => text);
	};

	it('ends no stay if the calendar is empty, which the host hears, hears solved, and hears again', async () => {
		airbnb(stay('01'));
		await hears();
		for (let times = 0; times < 2; times++) {
			airbnb();
			expect(await hears()).toEqual([expect.stringMatching(/^room-101 on Airbnb: [^]*empty/)]);
			expect(await keys()).toEqual([airbnbKey('01')]);
			airbnb(stay('01'));
			expect(await hears()).toEqual([expect.stringContaining('Solved')]);
		}
	});

	it('ends no stay of a list that would close many, which the host hears once a day', async () => {
		const all = ['01', '02', '03', '04'].map((month) => stay(month));
		const few = async () => {
			airbnb(stay('04'));
			return await hears();
		};
		airbnb(...all);
		await hears();
		const heard = [expect.stringMatching(/3 bookings would close/)];
		expect([await few(), await few()]).toEqual([heard, []]);
		airbnb(...all);
		await hears();
		const { now } = Date;
		const clock = jest.spyOn(Date, 'now').mockImplementation(() => now() + 25 * 3_600_000);
		try {
			expect([await few(), await few(), (await keys()).length]).toEqual([heard, [], 4]);
		} finally {
			clock.mockRestore();
		}
	});

	it('ends the last stay if the calendar has other entries', async () => {
		airbnb(stay('01'));
		await runWith(AIRBNB);
		airbnb(block('02'));
		await runWith(AIRBNB);
		expect(await keys()).toEqual([]);
	});

	it('the host hears that a stay has ended, and nothing else, although an older execution ends later', async () => {
		vrbo(stay('03'), stay('04'));
		await runWith(VRBO);
		service.sandbox.requests.clear();
		service.sandbox.faults.next(LIST, { kind: 'slow', delayMs: 3_000 });
		const older = runWith(VRBO);
		await until(() => service.sandbox.requests.count(LIST) > 0);
		vrbo(stay('04'));
		expect(outcomes(await runWith(VRBO))).toEqual(['unchanged', 'ended']);
		expect(outcomes(await older)).toEqual(['ignored', 'ignored']);
		expect(await reads()).toEqual([expect.stringContaining('The access has ended')]);
	});

	it('the host hears once that the PIN is no longer the last digits of the phone number', async () => {
		const [arrival, departure] = [2, 4].map((days) =>
			new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10),
		);
		const near = { arrival, departure };
		airbnb(stay('01', near));
		await hears();
		airbnb(stay('01', { ...near, guest: { ...pmsBooking().guest, phone: '+15550109999' } }));
		const heard = [...(await hears()), ...(await hears())];
		expect(heard.filter((text) => text.includes('not the last digits'))).toHaveLength(1);
	});

	it("tells the host's choice for closed days apart for each calendar", async () => {
		bookingCom(stay('01'));
		feeds['/other'] = { body: bookingComCalendar.feed(stay('02')) };
		await runWith(BOOKING_COM, {
			...BOOKING_COM,
			room: 'room-101',
			path: '/other',
			closed_days: 'Block',
		});
		expect(await keys()).toEqual(['room-102-bookingcom:01@booking.com']);
	});

	it('tells the host of a platform that it does not know, and that it is solved', async () => {
		airbnb(stay('01'));
		await runWith({ ...AIRBNB, platform: 'Air BnB.com' }, { ...VRBO, platform: '' });
		expect(writesOf(service)).toEqual([]);
		const wrong = (name: string) => `${name} could not be read[^]*Vrbo or Booking system`;
		expect(told()).toEqual({
			'calendar-1:': expect.stringMatching(wrong('room-101 on Air BnB.com')),
			'calendar-2:': expect.stringMatching(wrong('room-102 on ')),
		});
		vrbo(stay('03'));
		await runWith(AIRBNB, VRBO);
		expect([await keys(), told()]).toEqual([[airbnbKey('01'), vrboKey('03')], {}]);
	});

	it('reads one of two rows with the same platform and nearly the same room, and the host hears which is left out, and that it is solved', async () => {
		airbnb(stay('01'));
		vrbo(stay('03'));
		await runWith({ ...AIRBNB, room: 'Room 101' }, { ...AIRBNB, room: 'Room-101', path: '/vrbo' });
		expect(Object.keys(await access())).toEqual([expect.stringMatching(/HM01$/)]);
		expect(Object.values(told())).toEqual([
			expect.stringMatching(/^Room-101 on Airbnb: [^]*not read[^]*What to do: /),
		]);
		await runWith({ ...AIRBNB, room: 'Room 101' });
		expect(told()).toEqual({});
	});
});
