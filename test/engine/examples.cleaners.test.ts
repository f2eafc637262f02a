import { DataDeduplicationService } from 'n8n-core';
import { DateTime } from 'luxon';
import type { IDataObject, INodeExecutionData } from 'n8n-workflow';
import { hotel } from '../../sandbox/fixtures/hotel';
import { byId, useHotelSandbox } from '../support/hotelSandbox';
import { startHttpServer, type HttpServer } from '../support/httpServer';
import { moveTimeTo } from '../support/moveTimeTo';
import { nodeOf, readExample, withOlderAccess } from '../support/readExample';
import { mews } from '../support/pms/mews';
import { pmsBooking, type PmsRoom } from '../support/pms/pmsBooking';
import { vrboCalendar } from '../support/pms/vrboCalendar';
import { runWorkflow, type WorkflowRun } from '../../host/engine/runWorkflow';
import { SeenValues } from '../support/seenValues';
import { skipPauses } from '../support/skipPauses';

const service = useHotelSandbox();
const seen = new SeenValues();
const example = withOlderAccess(readExample('cleaners.json'));
let pms: HttpServer;
let answer: { status: number; body: unknown };

beforeAll(async () => await DataDeduplicationService.init(seen));
beforeEach(async () => {
	skipPauses();
	for (const { id } of example.nodes) seen.remember([], 'workflow-under-test', id);
	pms = await startHttpServer(() => answer);
});
afterEach(async () => {
	await pms.stop();
	jest.useRealTimers();
	jest.restoreAllMocks();
});

const ZONE = 'Europe/Lisbon';
const inDays = (days: number) =>
	new Intl.DateTimeFormat('en-CA', { timeZone: ZONE }).format(Date.now() + days * 86_400_000);
const [YESTERDAY, TOMORROW, IN_TWO_DAYS] = [inDays(-1), inDays(1), inDays(2)];
const CLEANERS: IDataObject[] = [
	{ room: 'room-101', name: 'Cleaner 1', email: 'cleaner-1@example.com' },
	{ room: '', name: 'Cleaner 2', email: 'cleaner-2@example.com' },
];

/** A reservation in the form of Hostaway's list, which *Read bookings* has under **From**. */
const stay = (id: number, changes: IDataObject = {}): IDataObject => ({
	id,
	status: 'new',
	listingMapId: 'room-101',
	arrivalDate: YESTERDAY,
	departureDate: TOMORROW,
	...changes,
});
const LEAVES = stay(1);
const ARRIVES = stay(2, { arrivalDate: TOMORROW, departureDate: inDays(4) });

interface Given {
	cleaners?: IDataObject[];
	/** Rows of the table of cleanings that are done. */
	done?: string[];
	status?: number;
	/** The system chosen in *Read bookings*. */
	from?: string;
}

/** Runs the example with the list of the PMS. Data tables need a complete n8n, so test/e2e runs them. */
async function runWith(
	result: object[],
	{ cleaners = CLEANERS, done = [], status = 200, from = 'hostaway' }: Given = {},
): Promise<WorkflowRun> {
	answer = { status, body: { result } };
	const workflow = structuredClone(example);
	Object.assign(nodeOf(workflow, 'Get the reservations'), {
		waitBetweenTries: 1,
		parameters: { ...nodeOf(workflow, 'Get the reservations').parameters, url: pms.url },
	});
	nodeOf(workflow, 'Read bookings').parameters.from = from;
	const rows = (list: IDataObject[]): INodeExecutionData[] =>
		(list.length > 0 ? list : [{}]).map((json) => ({ json }));
	const pinData = {
		Cleaners: rows(cleaners),
		'Create the table': rows([]),
		'Cleanings done': rows(done.map((cleaning) => ({ cleaning }))),
	};
	service.sandbox.requests.clear();
	return await runWorkflow(workflow, {
		credentials: service.credentials,
		pinData,
		startNode: 'Every hour',
	});
}

/** Opens the form by the link in a message, as a cleaner does. */
async function reportDone(cleaning: unknown): Promise<WorkflowRun> {
	const workflow = { ...example, pinData: { 'Record it as done': [{ json: {} }] } };
	return await runWorkflow(workflow, {
		credentials: service.credentials,
		startNode: 'Room is done',
		startItems: [{ json: { cleaning } as IDataObject }],
	});
}

const outcomes = (run: WorkflowRun) =>
	run.items('Apply changes').map(({ json: { reservation_key: key, outcome } }) => [key, outcome]);
const sent = (run: WorkflowRun) => run.items('Send to the cleaner').map(({ json }) => json);
const told = (run: WorkflowRun) => run.items('Send it to yourself').map(({ json }) => json.text);
const writes = () =>
	service.paths().filter((path) => /create|update|delete|request_access_methods/.test(path));
const hours = (json: IDataObject = {}) =>
	[json.starts_at, json.ends_at].map((time) =>
		new Intl.DateTimeFormat('en-GB', {
			timeZone: String(json.time_zone ?? 'UTC'),
			hour: '2-digit',
			minute: '2-digit',
		}).format(new Date(String(time))),
	);
const made = (run: WorkflowRun, key: string) =>
	run
		.items('Apply changes')
		.map(({ json }) => json)
		.find(({ reservation_key: own }) => own === key);

describe('"Cleaners"', () => {
	it('gives the cleaner a PIN from check-out to the next check-in and says so once; a second execution changes nothing', async () => {
		const run = await runWith([LEAVES, ARRIVES]);
		const cleaning = made(run, '1 room-101');
		expect([run.error(), run.status, outcomes(run)]).toEqual([
			undefined,
			'success',
			[
				['1 room-101', 'created'],
				['2 room-101', 'nothing_to_end'],
			],
		]);
		expect(hours(cleaning)).toEqual(['11:00', '15:00']);
		expect(sent(run)).toMatchObject([
			{
				to: 'cleaner-1@example.com',
				text: expect.stringMatching(
					new RegExp(
						`Your PIN: ${String(cleaning?.pin)}\\n[^]*\\?cleaning=${String(cleaning?.access_grant_id)}$`,
					),
				),
			},
		]);

		const again = await runWith([LEAVES, ARRIVES]);
		expect([writes(), sent(again), told(again)]).toEqual([[], [], []]);
	});

	it('gives access until the evening if nobody arrives, and uses the hours in Settings if the room has none', async () => {
		const run = await runWith([
			LEAVES,
			stay(3, { listingMapId: 'room-102' }),
			stay(4, { departureDate: IN_TWO_DAYS }),
		]);
		expect([
			hours(made(run, '1 room-101')),
			hours(made(run, '3 room-102')),
			made(run, '4 room-101')?.outcome,
		]).toEqual([['11:00', '20:00'], ['11:00', '20:00'], 'nothing_to_end']);
		expect(sent(run).map(({ to }) => to)).toEqual([
			'cleaner-1@example.com',
			'cleaner-2@example.com',
		]);
	});

	it('follows the hours of the bookings themselves', async () => {
		const late = { ...LEAVES, checkOutTime: 14 };
		const run = await runWith([late, { ...ARRIVES, checkInTime: 17 }]);
		expect(hours(made(run, '1 room-101'))).toEqual(['14:00', '17:00']);
	});

	it.each(['cancelled', 'inquiry', 'awaitingPayment', 'unknown'])(
		'does not end before a next booking that is %s',
		async (status) => {
			const run = await runWith([LEAVES, { ...ARRIVES, status }]);
			expect([hours(made(run, '1 room-101')), told(run)]).toEqual([['11:00', '20:00'], []]);
		},
	);

	it.each([
		['cancelled', 'ended'],
		['awaitingPayment', 'ended'],
		['unknown', 'ignored'],
	])('a booking that becomes %s: the access is %s', async (status, outcome) => {
		await runWith([LEAVES]);
		expect(outcomes(await runWith([{ ...LEAVES, status }]))).toEqual([['1 room-101', outcome]]);
	});

	it('says which booking cannot be read, once, and ends no access because of it', async () => {
		await runWith([LEAVES, ARRIVES]);
		const list = [
			{ id: 1, status: 'new', rooms: 'room-101' },
			stay(3, { listingMapId: 'room-102' }),
		];
		const run = await runWith(list);
		expect([outcomes(run), writes().filter((path) => path.includes('delete'))]).toEqual([
			[
				[undefined, undefined],
				['3 room-102', 'created'],
				[null, 'failed'],
			],
			[],
		]);
		expect(told(run).join('\n')).toMatch(
			/A reservation \(1\) cannot be read: This is not a booking from Hostaway \(ID '1'\)\n.*Split Out/,
		);
		expect(told(run).join('\n')).not.toContain('Reservation Key');
		expect(told(await runWith(list))).toEqual([]);
	});

	it('says which booking names no room, if it arrives or leaves soon', async () => {
		const calendar = (id: string, days: number) =>
			vrboCalendar.listed(pmsBooking({ id, arrival: inDays(days - 3), departure: inDays(days) }));
		const run = await runWith([calendar('1', 1), calendar('2', 30)], { from: 'vrboCalendar' });
		expect([told(run), writes()]).toEqual([['The reservation vrbo-1 names no room.'], []]);
	});

	it('gives access to each room of a reservation', async () => {
		const reservationUnit = ['room-101', 'room-102'].map((listingUnitId) => ({ listingUnitId }));
		const run = await runWith([stay(1, { reservationUnit })]);
		expect(outcomes(run)).toEqual([
			['1 room-101', 'created'],
			['1 room-102', 'created'],
		]);
	});

	it('follows a later check-out with the same PIN, and ends access with a canceled or a longer stay', async () => {
		const first = await runWith([LEAVES, ARRIVES]);
		const late = await runWith([{ ...LEAVES, checkOutTime: 13 }, ARRIVES]);
		expect([outcomes(late)[0], hours(made(late, '1 room-101')), sent(late).length]).toEqual([
			['1 room-101', 'updated'],
			['13:00', '15:00'],
			1,
		]);
		expect(made(late, '1 room-101')?.pin).toBe(made(first, '1 room-101')?.pin);

		const canceled = await runWith([{ ...LEAVES, status: 'cancelled' }, ARRIVES]);
		expect([outcomes(canceled)[0], sent(canceled)]).toEqual([
			['1 room-101', 'ended'],
			[
				expect.objectContaining({
					to: 'cleaner-1@example.com',
					subject: 'Canceled: the cleaning of Room 101',
				}),
			],
		]);
		await runWith([LEAVES]);
		expect(outcomes(await runWith([{ ...LEAVES, departureDate: IN_TWO_DAYS }]))).toEqual([
			['1 room-101', 'ended'],
		]);
	});

	it('ends access with a reservation that the list no longer has, and changes nothing if the list is empty or missing', async () => {
		await runWith([LEAVES, ARRIVES]);
		for (const [list, status] of [
			[[], 200],
			[[], 500],
		] as const) {
			await runWith([...list], { status });
			expect(writes()).toEqual([]);
		}
		const gone = await runWith([ARRIVES]);
		expect([outcomes(gone), sent(gone)]).toEqual([
			[
				['2 room-101', 'nothing_to_end'],
				['1 room-101', 'ended'],
			],
			[expect.objectContaining({ to: 'you@example.com' })],
		]);
	});

	it('says nothing to the cleaner when the access of a cleaning that is over ends', async () => {
		await runWith([LEAVES]);
		moveTimeTo(Date.now() + 2 * 86_400_000);
		const run = await runWith([LEAVES]);
		expect([outcomes(run), sent(run)]).toEqual([[['1 room-101', 'ended']], []]);
	});

	it('tells the cleaner when a later check-out is taken back', async () => {
		await runWith([LEAVES, ARRIVES]);
		await runWith([{ ...LEAVES, checkOutTime: 13 }, ARRIVES]);
		const back = await runWith([LEAVES, ARRIVES]);
		expect([outcomes(back)[0], sent(back)]).toEqual([
			['1 room-101', 'updated'],
			[expect.objectContaining({ text: expect.stringMatching(/ 11:00\sAM until /) })],
		]);
		expect(sent(await runWith([LEAVES, ARRIVES]))).toEqual([]);
	});

	it('finds the cleaner of a room whose number is a number in the table', async () => {
		await service.run('space.upsert', {
			spaceKey: '4711',
			name: 'Loft',
			deviceIds: { device: [{ deviceId: byId(hotel.devices.spa) }] },
			timeZone: ZONE,
			additionalFields: {},
			options: {},
		});
		const run = await runWith([stay(1, { listingMapId: 4711 })], {
			cleaners: [
				{ room: 4711, name: 'Cleaner 1', email: 'cleaner-1@example.com' },
				{ room: null, name: 'Cleaner 2', email: 'cleaner-2@example.com' },
			],
		});
		expect(sent(run).map(({ to }) => to)).toEqual(['cleaner-1@example.com']);
	});

	it('reads times in UTC as the time of the room, also if that is another day', async () => {
		await service.run('space.upsert', {
			spaceKey: 'room-101',
			name: '',
			deviceIds: {},
			timeZone: 'Pacific/Auckland',
			additionalFields: {},
			options: {},
		});
		const day = new Intl.DateTimeFormat('en-CA', { timeZone: 'Pacific/Auckland' }).format(
			Date.now() + 86_400_000,
		);
		const inRoom = {
			rooms: [{ id: 'room-101', name: 'Room 101' }] as [PmsRoom],
			offset: DateTime.fromISO(day, { zone: 'Pacific/Auckland' }).toFormat('ZZ'),
		};
		const run = await runWith(
			[
				pmsBooking({
					...inRoom,
					id: '1',
					arrival: YESTERDAY,
					departure: day,
					departureTime: '12:00',
				}),
				pmsBooking({
					...inRoom,
					id: '2',
					arrival: day,
					departure: inDays(5),
					arrivalTime: '16:00',
				}),
			].map(mews.listed),
			{ from: 'mews' },
		);
		expect([made(run, '1 room-101')?.outcome, hours(made(run, '1 room-101')), told(run)]).toEqual([
			'created',
			['12:00', '16:00'],
			[],
		]);
	});

	it('gives another cleaner another PIN', async () => {
		const first = await runWith([LEAVES]);
		const second = await runWith([LEAVES], {
			cleaners: [{ room: 'room-101', name: 'Cleaner 3', email: 'cleaner-3@example.com' }],
		});
		expect(sent(second)).toMatchObject([{ to: 'cleaner-3@example.com' }]);
		expect(made(second, '1 room-101')?.access_grant_id).not.toBe(
			made(first, '1 room-101')?.access_grant_id,
		);
	});

	it('gives no access and tells you once if there is no time to clean or no cleaner', async () => {
		const list = [
			LEAVES,
			stay(2, { arrivalDate: TOMORROW, checkInTime: 10, departureDate: inDays(4) }),
			stay(3, { listingMapId: 'room-102' }),
		];
		const given = { cleaners: CLEANERS.slice(0, 1) };
		const run = await runWith(list, given);
		expect([writes(), told(run)]).toEqual([
			[],
			[expect.stringMatching(/Nobody can clean room-101: [^]*no cleaner for room-102/)],
		]);
		expect(told(await runWith(list, given))).toEqual([]);
	});

	it('tells you again another day if a room still has no cleaner', async () => {
		const given = { cleaners: CLEANERS.slice(0, 1) };
		const NO_CLEANER = ['The data table Cleaners has no cleaner for room-102.'];
		expect(told(await runWith([stay(3, { listingMapId: 'room-102' })], given))).toEqual(NO_CLEANER);
		moveTimeTo(Date.now() + 86_400_000);
		expect(
			told(
				await runWith([stay(4, { listingMapId: 'room-102', departureDate: IN_TWO_DAYS })], given),
			),
		).toEqual(NO_CLEANER);
	});

	it('tells you once a day that the service refuses the key', async () => {
		service.sandbox.faults.always('/access_grants/list', { kind: 'unauthorized' });
		expect([told(await runWith([LEAVES])), told(await runWith([LEAVES]))]).toEqual([
			[expect.stringMatching(/The API key was not accepted[^]*Request ID: /)],
			[],
		]);
	});

	it('ignores an unknown status, and tells you about a room that does not exist', async () => {
		await runWith([LEAVES]);
		const run = await runWith([
			{ ...LEAVES, status: 'awaiting' },
			stay(5, { listingMapId: 'room-999' }),
		]);
		expect([outcomes(run)[0], writes(), told(run)]).toEqual([
			['1 room-101', 'ignored'],
			[],
			[expect.stringContaining("'room-999'")],
		]);
	});
});

describe('the form of "Cleaners"', () => {
	it('ends the access, and the next execution does not give it again', async () => {
		const id = made(await runWith([LEAVES]), '1 room-101')?.access_grant_id;
		const done = await reportDone(id);
		expect([done.items('Finished cleaning'), done.items('End the access')]).toMatchObject([
			[{ json: { cleaning: '1 room-101' } }],
			[{ json: { outcome: 'ended' } }],
		]);

		const next = await runWith([LEAVES], { done: ['1 room-101'] });
		expect([outcomes(next), sent(next), told(next)]).toEqual([
			[['1 room-101', 'nothing_to_end']],
			[],
			[],
		]);
	});

	it('leaves it to the next execution if the service cannot be reached, and tells you', async () => {
		const id = made(await runWith([LEAVES]), '1 room-101')?.access_grant_id;
		service.sandbox.faults.always('/access_grants/delete', { kind: 'unauthorized' });
		expect(told(await reportDone(id))).toHaveLength(1);
		service.sandbox.faults.clear();
		const next = await runWith([LEAVES], { done: ['1 room-101'] });
		expect([outcomes(next), sent(next)]).toEqual([[['1 room-101', 'ended']], []]);
	});

	it('ends only access for cleanings', async () => {
		const { items } = await service.run('reservation.upsert', {
			reservationKey: '7',
			guestName: 'Guest 7',
			rooms: { __rl: true, mode: 'key', value: 'room-101' },
			arrival: '2031-01-10',
			departure: '2031-01-12',
		});
		service.sandbox.requests.clear();
		const run = await reportDone(items[0]?.json.access_grant_id);
		expect([run.status, run.runsOf('Record it as done'), writes()]).toEqual(['success', [], []]);
		expect(told(await reportDone('not an ID'))).toHaveLength(1);
	});
});
