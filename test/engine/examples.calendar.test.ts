import { DataDeduplicationService } from 'n8n-core';
import type { IDataObject } from 'n8n-workflow';
import { hotel } from '../../sandbox/fixtures/hotel';
import { runWorkflow, type WorkflowRun } from '../../host/engine/runWorkflow';
import { byId, useHotelSandbox } from '../support/hotelSandbox';
import { startHttpServer, type Answer, type HttpServer } from '../support/httpServer';
import { moveTimeTo } from '../support/moveTimeTo';
import { airbnbCalendar } from '../support/pms/airbnbCalendar';
import { bookingComCalendar } from '../support/pms/bookingComCalendar';
import { pmsBooking, type PmsBooking } from '../support/pms/pmsBooking';
import { vrboCalendar } from '../support/pms/vrboCalendar';
import { nodeOf, readExample, withOlderAccess } from '../support/readExample';
import { pinsOnLocks, writesOf } from '../support/reservations';
import { SeenValues } from '../support/seenValues';
import { skipPauses } from '../support/skipPauses';

const service = useHotelSandbox();
const seen = new SeenValues();
/** Serves the calendars by their paths. */
let platforms: HttpServer;
let feeds: Record<string, Answer | 'cut'>;

beforeAll(async () => await DataDeduplicationService.init(seen));
beforeEach(async () => {
	skipPauses();
	seen.remember([], 'workflow-under-test');
	feeds = {};
	platforms = await startHttpServer(({ path }) => feeds[path] ?? { status: 404, body: 'none' });
});
afterEach(async () => {
	await platforms.stop();
	jest.useRealTimers();
	jest.restoreAllMocks();
});

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
const digitsOf = (month: string) => `48${month}`;

/** Runs the example as it behaves an hour later, with a table of calendars as a host enters it. */
async function runWith(...rows: Row[]): Promise<WorkflowRun> {
	const example = structuredClone(withOlderAccess(readExample('calendar-to-access.json')));
	const calendars = rows.map(({ path, ...row }) => ({ ...row, address: platforms.url + path }));
	nodeOf(example, 'Calendars').parameters.jsonOutput = JSON.stringify({ calendars });
	nodeOf(example, 'Get the calendar').waitBetweenTries = 1;
	const run = await runWorkflow(example, { credentials: service.credentials });
	expect(run.error()).toBeUndefined();
	return run;
}

const airbnb = (...bookings: PmsBooking[]) =>
	void (feeds['/airbnb'] = { body: airbnbCalendar.feed(...bookings) });
const vrbo = (...bookings: PmsBooking[]) =>
	void (feeds['/vrbo'] = { body: vrboCalendar.feed(...bookings) });
const bookingCom = (...bookings: PmsBooking[]) =>
	void (feeds['/booking-com'] = { body: bookingComCalendar.feed(...bookings) });

const outcomes = (run: WorkflowRun) => run.items('Sync many').map(({ json }) => json.outcome);
/** The texts of the emails; one execution sends at most one. */
const told = (run: WorkflowRun) =>
	run.items('Send it to yourself').map(({ json }) => String(json.text));

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
	it('has at most 16 nodes and three notes', () => {
		const notes = readExample('calendar-to-access.json').nodes.filter(({ type }) =>
			type.endsWith('.stickyNote'),
		);
		expect(notes).toHaveLength(3);
		expect(readExample('calendar-to-access.json').nodes.length).toBeLessThanOrEqual(16 + 3);
	});

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

	it('finds a room by the name of its space too', async () => {
		airbnb(stay('01'));
		await runWith({ ...AIRBNB, room: 'Room 101' });
		expect(Object.values(await access())).toMatchObject([{ rooms: ['Room 101'] }]);
	});

	it('writes nothing and sends nothing when nothing has changed', async () => {
		airbnb(stay('01'), block('02'));
		vrbo(stay('03'));
		await runWith(AIRBNB, VRBO);
		service.sandbox.requests.clear();
		const run = await runWith(AIRBNB, VRBO);
		expect([writesOf(service), told(run)]).toEqual([[], []]);
	});

	it('follows new dates and a new stay, ends a stay that has vanished, and says so once', async () => {
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
		expect(told(run)).toEqual([
			expect.stringMatching(
				/^room-101 on Airbnb\nStay from Feb 10, 2031 to Feb 12, 2031: [^]*ended/,
			),
		]);
		expect(told(await runWith(AIRBNB, VRBO))).toEqual([]);
	});

	describe('a stay that has another UID', () => {
		/** The calendars of the platforms, with `-new` in each UID. */
		const withNewIds = (feed: string) => ({
			body: feed.replaceAll(/UID:(1418fb94e984-|vrbo-)?/g, '$&new-'),
		});
		const extended = (month: string, changes: Partial<PmsBooking> = {}) =>
			stay(month, { departure: `2031-${month}-14`, ...changes });
		const pinsBefore = async () => Object.values(await access()).map(({ pin }) => pin);

		it.each<[string, Row, (...stays: PmsBooking[]) => string]>([
			['Airbnb', AIRBNB, airbnbCalendar.feed],
			['Vrbo', VRBO, vrboCalendar.feed],
			['Booking.com', BOOKING_COM, bookingComCalendar.feed],
		])('is the same stay, with its PIN, in every later list: %s', async (_what, row, feed) => {
			feeds[row.path] = { body: feed(stay('01'), stay('02')) };
			await runWith(row);
			const pins = await pinsBefore();
			feeds[row.path] = withNewIds(feed(extended('01'), stay('02')));
			expect(outcomes(await runWith(row)).sort()).toEqual(['unchanged', 'updated']);
			expect(Object.values(await access())).toMatchObject([
				{ pin: pins[0], ends_at: expect.stringContaining('2031-01-14') },
				{ pin: pins[1], ends_at: expect.stringContaining('2031-02-12') },
			]);
			service.sandbox.requests.clear();
			const again = await runWith(row);
			expect([outcomes(again), writesOf(service), told(again)]).toEqual([
				['unchanged', 'unchanged'],
				[],
				[],
			]);
			feeds[row.path] = withNewIds(feed(stay('02')));
			expect(outcomes(await runWith(row)).sort()).toEqual(['ended', 'unchanged']);
		});

		it.each<[string, () => void]>([
			[
				'from another day on',
				() => vrbo(stay('03'), stay('04', { arrival: '2031-03-20', departure: '2031-03-22' })),
			],
			[
				'beside the one with the old UID',
				() => vrbo(stay('03'), stay('04', { arrival: '2031-03-10' })),
			],
			[
				'of another guest',
				() =>
					vrbo(
						stay('04', {
							arrival: '2031-03-10',
							departure: '2031-03-12',
							guest: { ...pmsBooking().guest, first: 'Bo' },
						}),
					),
			],
		])('is another stay if it is one %s', async (_what, change) => {
			vrbo(stay('03'));
			await runWith(VRBO);
			change();
			expect(outcomes(await runWith(VRBO))).toContain('created');
			expect(await keys()).toContain(vrboKey('04'));
		});
	});

	describe('a calendar that cannot be read', () => {
		it.each<[string, Answer | 'cut']>([
			['is not there', { status: 404, body: 'not found' }],
			['breaks the connection', 'cut'],
			['is a page', { body: '<html>Sign in</html>' }],
			['is blank', { body: '' }],
			['is of another platform', { body: vrboCalendar.feed(stay('03')) }],
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
			const run = await runWith(AIRBNB, VRBO);
			expect(await keys()).toEqual([
				airbnbKey('01'),
				airbnbKey('02'),
				vrboKey('03'),
				vrboKey('05'),
			]);
			expect(told(run)).toEqual([
				expect.stringMatching(/^room-101 on Airbnb\n[^]*\nroom-102 on Vrbo\n/),
			]);
			expect(told(run).join('')).not.toContain(platforms.url);
			expect(told(await runWith(AIRBNB, VRBO))).toEqual([]);
			moveTimeTo(Date.now() + 86_400_000);
			expect(told(await runWith(AIRBNB, VRBO))).toHaveLength(1);
		});

		it('is read once it is there again', async () => {
			feeds['/airbnb'] = { status: 500 };
			vrbo();
			await runWith(AIRBNB, VRBO);
			airbnb(stay('01'));
			await runWith(AIRBNB, VRBO);
			expect(await keys()).toEqual([airbnbKey('01')]);
		});
	});

	it('ends no stay if the calendar is empty, and names what is missing', async () => {
		airbnb(stay('01'));
		expect(told(await runWith(AIRBNB))).toEqual([]);
		airbnb();
		const run = await runWith(AIRBNB);
		expect(await keys()).toEqual([airbnbKey('01')]);
		expect(told(run)).toEqual([expect.stringContaining('Jan 10, 2031 to Jan 12, 2031')]);
	});

	it('says nothing about an empty calendar without access', async () => {
		airbnb();
		expect(told(await runWith(AIRBNB))).toEqual([]);
	});

	it('ends the last stay if the calendar has other entries', async () => {
		airbnb(stay('01'));
		await runWith(AIRBNB);
		airbnb(block('02'));
		await runWith(AIRBNB);
		expect(await keys()).toEqual([]);
	});

	it('ends none if more is missing than allowed, and tells the host once a day', async () => {
		airbnb(stay('01'), stay('02'), stay('03'), stay('04'));
		await runWith(AIRBNB);
		airbnb(stay('01'));
		const run = await runWith(AIRBNB);
		expect([told(run), (await keys()).length]).toEqual([
			[expect.stringMatching(/3 reservations are missing[^]*Feb 10[^]*Mar 10[^]*Apr 10/)],
			4,
		]);
		expect(told(await runWith(AIRBNB))).toEqual([]);
		moveTimeTo(Date.now() + 86_400_000);
		expect(told(await runWith(AIRBNB))).toHaveLength(1);
	});

	describe('entries that are no stays', () => {
		it.each<[string, Row, () => void]>([
			['blocks', AIRBNB, () => airbnb(block('01'), block('02'))],
			['a word that is not known', AIRBNB, () => airbnb(stay('01', { word: 'Booked' }))],
			[
				'closed days that are blocks',
				{ ...BOOKING_COM, closed_days: 'block' },
				() => bookingCom(stay('01')),
			],
			[
				'closed days without a choice',
				{ ...BOOKING_COM, closed_days: undefined },
				() => bookingCom(stay('01')),
			],
		])('that are all of %s are told once a month, and change nothing', async (_what, row, feed) => {
			feed();
			const run = await runWith(row);
			expect([told(run), writesOf(service)]).toEqual([
				[expect.stringMatching(/no stay[^]*\nWhat to do: /)],
				[],
			]);
			expect(told(await runWith(row))).toEqual([]);
			moveTimeTo(Date.now() + 31 * 86_400_000);
			expect(told(await runWith(row))).toHaveLength(1);
		});

		it('are told beside stays if their word is not known', async () => {
			airbnb(stay('01'), stay('02', { word: 'Booked' }));
			const run = await runWith(AIRBNB);
			expect([outcomes(run), told(run)]).toEqual([
				['created', 'ignored'],
				[expect.stringContaining("'Booked'")],
			]);
		});
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

	describe('the PIN', () => {
		it('that is on the lock is in the message once, if it is not the digits of the phone', async () => {
			airbnb(stay('01'));
			vrbo(stay('03'));
			const run = await runWith(AIRBNB, VRBO);
			const [pin = ''] = (await pinsOnLocks(service))['Room 102'] ?? [];
			expect(told(run)).toEqual([
				expect.stringMatching(
					new RegExp(
						`^room-102 on Vrbo\\nStay from Mar 10, 2031 to Mar 12, 2031, Ada Example\\nPIN: ${pin}\\n`,
					),
				),
			]);
			vrbo(stay('03'), stay('04'));
			const later = told(await runWith(AIRBNB, VRBO)).join('');
			expect(later).toContain('Stay from Apr 10');
			expect(later).not.toContain('Mar 10');
		});

		it('is told for an Airbnb stay whose digits the lock cannot take', async () => {
			await service.run('accessCode.create', {
				deviceId: byId(hotel.devices.room101),
				code: digitsOf('01'),
			});
			airbnb(stay('01'));
			const run = await runWith(AIRBNB);
			const onLock = (await pinsOnLocks(service))['Room 101'] ?? [];
			expect(onLock).not.toEqual([digitsOf('01')]);
			expect(told(run)).toEqual([expect.stringContaining(`: ${onLock.join()}\n`)]);
		});

		it('of each door is told if the doors of a stay have different ones', async () => {
			airbnb(stay('01'));
			const both = { ...AIRBNB, room: 'room-101, room-102' };
			await runWith(both);
			await service.run('accessCode.create', {
				deviceId: byId(hotel.devices.room102),
				code: digitsOf('02'),
			});
			airbnb(stay('01'), stay('02'));
			const text = told(await runWith(both)).join('');
			const onLocks = Object.values(await pinsOnLocks(service)).flat();
			const others = onLocks.filter((pin) => pin !== digitsOf('01') && pin !== digitsOf('02'));
			expect(others).not.toEqual([]);
			expect(others.filter((pin) => !text.includes(pin))).toEqual([]);
		});
	});

	describe('a double booking', () => {
		const OTHER: Row = { ...VRBO, room: 'room-101' };

		const GRACE = { ...pmsBooking().guest, first: 'Grace' };

		it('of two calendars is told once for each stay, with the PIN of the stay', async () => {
			airbnb(stay('01'), stay('02'));
			vrbo(stay('03', { arrival: '2031-01-11', departure: '2031-01-13' }));
			const first = told(await runWith(AIRBNB, OTHER)).join('');
			expect(first).toMatch(
				/^room-101 on Vrbo\nStay from Jan 11[^]*PIN: \d+[^]*HM01' of another guest[^]*What to do: /,
			);
			expect(first).not.toContain('Feb 10');
			expect(told(await runWith(AIRBNB, OTHER))).toEqual([
				expect.stringMatching(/^room-101 on Airbnb\nStay from Jan 10[^]*vrbo-03' of another guest/),
			]);
			expect(told(await runWith(AIRBNB, OTHER))).toEqual([]);
		});

		it('of one calendar is told for both stays', async () => {
			vrbo(
				stay('03'),
				stay('04', { arrival: '2031-03-11', departure: '2031-03-14', guest: GRACE }),
			);
			const texts = [...told(await runWith(VRBO)), ...told(await runWith(VRBO))].join('\n');
			expect(texts).toMatch(/Stay from Mar 10[^]*both guests can open it/);
			expect(texts).toMatch(/Stay from Mar 11[^]*both guests can open it/);
		});

		it('is not told of stays that only follow each other', async () => {
			airbnb(stay('01'));
			vrbo(stay('03', { arrival: '2031-01-12', departure: '2031-01-14' }));
			await runWith(AIRBNB, OTHER);
			expect(told(await runWith(AIRBNB, OTHER)).join()).not.toContain('both guests');
		});
	});

	describe('a row of the table', () => {
		it.each<[string, Row[]]>([
			['a room that has no space', [{ ...AIRBNB, room: 'room-999' }]],
			['no room', [{ ...AIRBNB, room: '' }]],
			['another platform', [{ ...AIRBNB, platform: 'Elsewhere' }]],
			['the room and platform of another row', [AIRBNB, { ...AIRBNB, path: '/vrbo' }]],
		])('with %s changes nothing and is told, and the others are compared', async (_what, rows) => {
			airbnb(stay('01'));
			vrbo(stay('03'));
			const run = await runWith(...rows, VRBO);
			expect(await keys()).toEqual([vrboKey('03')]);
			expect(told(run)).toEqual([expect.stringMatching(/ on (Airbnb|Elsewhere)\n\S/)]);
		});
	});

	it('tells the host when the service cannot be reached, once a day', async () => {
		airbnb(stay('01'));
		service.sandbox.faults.always('*', { kind: 'unauthorized' });
		expect(told(await runWith(AIRBNB))).toEqual([
			expect.stringMatching(/\nThe API key was not accepted[^]*Request ID: /),
		]);
		expect(told(await runWith(AIRBNB))).toEqual([]);
		moveTimeTo(Date.now() + 86_400_000);
		expect(told(await runWith(AIRBNB))).toHaveLength(1);
	});
});
