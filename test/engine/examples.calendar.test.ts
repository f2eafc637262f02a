import { DataDeduplicationService } from 'n8n-core';
import { useHotelSandbox } from '../support/hotelSandbox';
import { startHttpServer, type HttpServer } from '../support/httpServer';
import { moveTimeTo } from '../support/moveTimeTo';
import { nodeOf, readExample, withOlderAccess, withSetting } from '../support/readExample';
import { runWorkflow, type WorkflowRun } from '../../host/engine/runWorkflow';
import { SeenValues } from '../support/seenValues';
import { skipPauses } from '../support/skipPauses';

const service = useHotelSandbox();
const seen = new SeenValues();
let platform: HttpServer;
let answer: { status: number; body: string };

beforeAll(async () => await DataDeduplicationService.init(seen));
beforeEach(async () => {
	skipPauses();
	seen.remember([], 'workflow-under-test');
	platform = await startHttpServer(() => answer);
});
afterEach(async () => {
	await platform.stop();
	jest.useRealTimers();
	jest.restoreAllMocks();
});

const entry = (...lines: string[]) => [
	'BEGIN:VEVENT',
	'DTSTAMP:20300101T000000Z',
	...lines,
	'END:VEVENT',
];
/** A stay as Airbnb writes it: only days, the day of departure as the end, long lines folded. */
const stay = (uid: string, from: string, to: string, digits = '4817') =>
	entry(
		`DTEND;VALUE=DATE:${to}`,
		`DTSTART;VALUE=DATE:${from}`,
		`UID:${uid}`,
		'DESCRIPTION:Reservation URL: https://www.example.com/hosting/reservations/de',
		` tails/HM1\\nPhone Number (Last 4 Digits): ${digits}`,
		'SUMMARY:Reserved',
	);
const BLOCK = entry(
	'DTEND;VALUE=DATE:20310220',
	'DTSTART;VALUE=DATE:20310210',
	'UID:block',
	'SUMMARY:Airbnb (Not available)',
);
const calendar = (...entries: string[][]) =>
	[
		'BEGIN:VCALENDAR',
		'PRODID:-//Test//EN',
		'VERSION:2.0',
		...entries.flat(),
		'END:VCALENDAR',
		'',
	].join('\r\n');
const STAY = stay('one@example.com', '20310131', '20310202');
const OTHERS = [
	stay('two@example.com', '20310301', '20310303', '4818'),
	stay('three@example.com', '20310401', '20310403', '4819'),
	stay('four@example.com', '20310501', '20310503', '4820'),
];

/** Runs the example with a calendar, or with another answer of the platform. */
async function runWith(body: string, status = 200): Promise<WorkflowRun> {
	answer = { status, body };
	const example = structuredClone(withOlderAccess(readExample('calendar-to-access.json')));
	const request = nodeOf(example, 'Get the calendar');
	request.parameters.url = `${platform.url}/room.ics`;
	request.waitBetweenTries = 1;
	return await runWorkflow(withSetting(example, 'Reservation', 'room', 'room-101'), {
		credentials: service.credentials,
	});
}
const outcomes = (run: WorkflowRun) => run.items('Apply changes').map(({ json }) => json.outcome);
const told = (run: WorkflowRun) => run.items('Send it to yourself').map(({ json }) => json);
const writes = () =>
	service.paths().filter((path) => /create|update|delete|request_access_methods/.test(path));

/** The access from the calendar, as the service has it. */
async function access() {
	const { items } = await service.run('reservation.getAll', {
		returnAll: true,
		filters: {},
		options: { keyPrefix: 'calendar-room-101:' },
	});
	return items.map(({ json: { reservation_key, starts_at, ends_at, pin, guest_name } }) => ({
		reservation_key,
		starts_at,
		ends_at,
		pin,
		guest_name,
	}));
}

describe('"Calendar to access"', () => {
	it("gives each Airbnb stay access at the house's usual times, with the digits of the phone, and ignores blocked days", async () => {
		const run = await runWith(calendar(STAY, BLOCK));
		expect([run.status, outcomes(run), told(run)]).toEqual(['success', ['created'], []]);
		expect(await access()).toEqual([
			{
				reservation_key: 'one@example.com',
				starts_at: '2031-01-31T15:00:00.000Z',
				ends_at: '2031-02-02T11:00:00.000Z',
				pin: '4817',
				guest_name: 'Guest',
			},
		]);
	});

	it('takes the times and the name from Vrbo, and ignores its blocked days', async () => {
		await runWith(
			calendar(
				entry(
					'UID:v1',
					'DTSTART:20310301T150000Z',
					'DTEND:20310305T100000Z',
					'SUMMARY:Reserved - Guest 7',
				),
				entry(
					'UID:v2',
					'DTSTART;VALUE=DATE:20310401',
					'DTEND;VALUE=DATE:20310405',
					'SUMMARY:Blocked',
				),
			),
		);
		expect(await access()).toEqual([
			{
				reservation_key: 'v1',
				starts_at: '2031-03-01T15:00:00.000Z',
				ends_at: '2031-03-05T10:00:00.000Z',
				pin: expect.stringMatching(/^\d{4,9}$/),
				guest_name: 'Guest 7',
			},
		]);
	});

	it('writes nothing when nothing has changed, follows new dates, and ends a stay that has vanished', async () => {
		await runWith(calendar(STAY, ...OTHERS));
		service.sandbox.requests.clear();
		await runWith(calendar(STAY, ...OTHERS));
		expect(writes()).toEqual([]);
		const run = await runWith(
			calendar(stay('one@example.com', '20310130', '20310202'), ...OTHERS.slice(1)),
		);
		expect(outcomes(run)).toEqual(['updated', 'unchanged', 'unchanged', 'ended']);
		expect(run.items('Apply changes').at(-1)?.json.reservation_key).toBe('two@example.com');
		expect(service.sandbox.requests.count('/access_grants/delete')).toBe(1);
	});

	it.each<[string, string, number]>([
		['empty', calendar(), 200],
		['without stays', calendar(BLOCK), 200],
		['no calendar', '<html>Sign in</html>', 200],
		['no text at all', '', 200],
		['not there', 'not found', 404],
	])('changes nothing when the calendar is %s', async (_what, body, status) => {
		await runWith(calendar(STAY, ...OTHERS));
		service.sandbox.requests.clear();
		await runWith(body, status);
		expect([writes(), (await access()).length]).toEqual([[], 4]);
	});

	it('removes nothing if more is missing than allowed, and tells the host once', async () => {
		await runWith(calendar(STAY, ...OTHERS));
		const cut = await runWith(calendar(STAY));
		expect([outcomes(cut), told(cut)]).toEqual([
			['unchanged', 'failed'],
			[
				{
					subject: 'Check the calendar of room-101',
					text: expect.stringMatching(/3 reservations are missing[^]*What to do: /),
				},
			],
		]);
		expect([told(await runWith(calendar(STAY))), (await access()).length]).toEqual([[], 4]);
	});

	it('tells the host once which PIN a guest has if it is not the last digits of the phone', async () => {
		const entries = calendar(
			STAY,
			entry(
				'UID:v1',
				'DTSTART:20310301T150000Z',
				'DTEND:20310305T100000Z',
				'SUMMARY:Reserved - Guest 7',
			),
		);
		const run = await runWith(entries);
		const pin = (await access()).find(({ reservation_key: key }) => key === 'v1')?.pin;
		expect(told(run)).toMatchObject([
			{ text: expect.stringContaining(`The PIN is ${String(pin)}. Send it to the guest.`) },
		]);
		expect(told(await runWith(entries))).toEqual([]);
	});

	it('tells the host about a new stay without repeating the PINs of the others', async () => {
		const vrbo = (uid: string, month: string) =>
			entry(
				`UID:${uid}`,
				`DTSTART:2031${month}01T150000Z`,
				`DTEND:2031${month}05T100000Z`,
				'SUMMARY:Reserved - Guest 7',
			);
		await runWith(calendar(vrbo('v1', '03')));
		const [message, ...others] = told(await runWith(calendar(vrbo('v1', '03'), vrbo('v2', '04'))));
		expect([message?.text, others]).toEqual([
			expect.stringMatching(/^Reservation v2: [\s\S]*The PIN is \d+\. Send it to the guest\.$/),
			[],
		]);
	});

	it('tells the host again if more is missing than allowed another day', async () => {
		const tellOf = async (...entries: string[][]) =>
			told(await runWith(calendar(STAY, ...entries))).map(({ text }) => text);
		expect([await tellOf(...OTHERS), await tellOf(), await tellOf(...OTHERS)]).toEqual([
			[],
			[expect.stringMatching(/^3 reservations are missing/)],
			[],
		]);
		moveTimeTo(Date.now() + 86_400_000);
		expect(await tellOf()).toEqual([expect.stringMatching(/^3 reservations are missing/)]);
	});

	it('tells the host when the service cannot be reached, once a day', async () => {
		service.sandbox.faults.always('*', { kind: 'unauthorized' });
		const outage = async () => told(await runWith(calendar(STAY, ...OTHERS)));
		expect(await outage()).toMatchObject([
			{ text: expect.stringMatching(/^The API key was not accepted[^]*Request ID: /) },
		]);
		expect(await outage()).toEqual([]);
		moveTimeTo(Date.now() + 86_400_000);
		expect(await outage()).toHaveLength(1);
	});
});
