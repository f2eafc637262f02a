import { DataDeduplicationService } from 'n8n-core';
import type { IDataObject, INodeExecutionData, INodeParameters } from 'n8n-workflow';
import { waitFor } from '../../host/process/waitFor';
import { hotel } from '../../sandbox/fixtures/hotel';
import { useHotelSandbox } from '../support/hotelSandbox';
import { startHttpServer, type HttpServer } from '../support/httpServer';
import { nodeOf, readExample, withOlderAccess } from '../support/readExample';
import { runWorkflow, type WorkflowRun } from '../../host/engine/runWorkflow';
import { SeenValues } from '../support/seenValues';
import { skipPauses } from '../support/skipPauses';

const service = useHotelSandbox();
let pms: HttpServer;
/** What the PMS answers, one after the other; it repeats the last. */
let answers: Array<{ status: number; body: unknown }>;

const seen = new SeenValues();
beforeAll(async () => await DataDeduplicationService.init(seen));
beforeEach(async () => {
	skipPauses();
	seen.remember([], 'workflow-under-test');
	pms = await startHttpServer(
		() => (answers.length > 1 ? answers.shift() : answers[0]) ?? { status: 404 },
	);
});
afterEach(async () => {
	await pms.stop();
	jest.restoreAllMocks();
});

const booking = (id: number, changes: IDataObject = {}): IDataObject => ({
	id,
	status: 'confirmed',
	guestName: `Guest ${id}`,
	guestEmail: `guest-${id}@example.com`,
	phone: null,
	listingMapId: 'room-101',
	arrivalDate: `2031-01-${10 + 2 * (id % 10)}`,
	departureDate: `2031-01-${12 + 2 * (id % 10)}`,
	...changes,
});
const TEN = Array.from({ length: 10 }, (_, index) => booking(101 + index));

const EXAMPLE = withOlderAccess(readExample('nightly-sync.json'));

/** Runs the example with the list of the PMS, and the list after the answer; `approval` is the answer of a person, undefined before it. */
async function runWith(
	result: IDataObject[],
	approval?: 'Yes' | 'No',
	status = 200,
	later = result,
	nightly = EXAMPLE,
): Promise<WorkflowRun> {
	answers = [result, later].map((list) => ({ status, body: { status: 'success', result: list } }));
	const example = structuredClone(nightly);
	const request = nodeOf(example, 'Get the reservations');
	request.parameters.url = `${pms.url}/v1/reservations`;
	request.waitBetweenTries = 1;
	const answered: INodeExecutionData[] = [{ json: { 'Apply these changes?': approval ?? '' } }];
	return await runWorkflow(example, {
		credentials: service.credentials,
		...(approval && { pinData: { 'Wait for approval': answered } }),
	});
}
const outcomes = (run: WorkflowRun, node: string) =>
	run.items(node).map(({ json: { reservation_key: key, outcome } }) => [key, outcome]);
const writes = () =>
	service.paths().filter((path) => /create|update|delete|request_access_methods/.test(path));
const grantsOf = (key: string) =>
	[...service.sandbox.state.workspaces.values()].flatMap(({ access }) =>
		access.accessGrants.entries
			.map(({ record }) => record)
			.filter(({ access_grant_key: own }) => own === `reservation:${key}`),
	);
/** The messages to guests and to the host. */
const sent = (run: WorkflowRun) => run.items('Send it').map(({ json }) => json);
const table = (run: WorkflowRun) => String(run.items('Write the table')[0]?.json.table);

describe('"Nightly sync"', () => {
	it('sends a table of what would change with a link to answer, and changes nothing while nobody has answered', async () => {
		const run = await runWith([booking(101), booking(102, { status: 'awaiting' })]);
		expect([run.status, writes()]).toEqual(['waiting', []]);
		expect(run.items('Send the table')).toMatchObject([
			{
				json: {
					subject: 'Nightly sync: 1 change to approve, 1 problem',
					text: expect.stringMatching(/http\S+form-waiting/),
				},
			},
		]);
		expect(table(run)).toMatch(
			/<td>102<\/td><td>Guest 102<\/td><td>nothing would change<\/td><td>[^<]*'awaiting'[^]*<td>101<\/td><td>Guest 101<\/td><td>would get access<\/td><td>Rooms: - → Room 101<br>From: - → January 12, 2031, 3:00\sPM<br>To: /,
		);
		expect(pms.requests[0]?.query.departureStartDate).toMatch(/^\d{4}-\d\d-\d\d$/);
	});

	it('shows a name as it is, not as HTML', async () => {
		await runWith([booking(101)], 'Yes');
		const run = await runWith([booking(101, { guestName: 'Guest <7> & <b>Co</b>' })]);
		expect(table(run)).toContain('Guest 101 → Guest &lt;7> &amp; &lt;b>Co&lt;/b>');
		expect(table(run)).not.toMatch(/<(?!\/?(table|tr|th|td|br)>)/);
	});

	it('does what the table says once it is approved, and nothing else', async () => {
		await runWith(TEN, 'Yes');
		service.sandbox.requests.clear();
		const changed = [
			booking(101, { departureDate: '2031-01-13' }),
			booking(102, { listingMapId: 'room-102' }),
			booking(103, { status: 'cancelled' }),
			...TEN.slice(3, 9),
			booking(111),
		];
		const run = await runWith(changed, 'Yes');
		const planned = outcomes(run, 'Keep changes');
		expect(planned).toEqual([
			['101', 'updated'],
			['102', 'moved'],
			['103', 'ended'],
			['111', 'created'],
			['110', 'ended'],
		]);
		expect(outcomes(run, 'Apply changes').filter(([, outcome]) => outcome !== 'unchanged')).toEqual(
			planned,
		);
		expect([run.status, run.items('Message to yourself')]).toEqual(['success', []]);
		expect(sent(run).map(({ to }) => to)).toEqual(
			[101, 102, 111].map((id) => `guest-${id}@example.com`),
		);
	});

	it('applies what the PMS has after the answer, not what it had before it', async () => {
		await runWith([booking(101), booking(102)], 'Yes');
		const rooms = { __rl: true, mode: 'key', value: 'room-101' } as const;
		await service.run('reservation.upsert', {
			reservationKey: '111',
			status: 'confirmed',
			guestName: 'Guest 111',
			guestContact: '',
			rooms,
			arrival: '2031-01-12',
			departure: '2031-01-14',
			options: {},
		});
		await runWith([booking(101, { departureDate: '2031-01-13' }), booking(102)], 'Yes', 200, [
			booking(101, { status: 'cancelled' }),
			booking(102),
			booking(111),
		]);
		const { items } = await service.run('reservation.getAll', { returnAll: true, filters: {} });
		expect(items.map(({ json }) => json.reservation_key).sort()).toEqual(['102', '111']);
	});

	it('sends each guest with a new PIN, other rooms or other times one message, and nothing to the others', async () => {
		const two = [booking(111), booking(112, { listingMapId: 'room-102' })];
		expect(sent(await runWith(two, 'Yes'))).toEqual([
			{
				to: 'guest-111@example.com',
				subject: 'Your access to Room 101',
				text: expect.stringMatching(
					/^Hi Guest 111,\n\nHere is your access to Room 101\.\n\nCheck-in: .+\nCheck-out: .+\n\nYour PIN: \d{4,9}$/,
				),
			},
			expect.objectContaining({ to: 'guest-112@example.com' }),
		]);
		expect(sent(await runWith(two, 'Yes'))).toEqual([]);
		const changed = [
			booking(111, { guestName: 'Guest One' }),
			booking(112, { listingMapId: 'room-102', departureDate: '2031-01-17' }),
		];
		const run = await runWith(changed, 'Yes');
		expect(outcomes(run, 'Apply changes')).toEqual([
			['111', 'updated'],
			['112', 'updated'],
		]);
		expect(sent(run).map(({ to }) => to)).toEqual(['guest-112@example.com']);
	});

	it('writes to the guest what "Reservation to access" writes', () => {
		const [texts, others] = ['nightly-sync.json', 'reservation-to-access.json'].map((file) => {
			const { assignments } = nodeOf(readExample(file), 'Message to the guest').parameters
				.assignments as { assignments: IDataObject[] };
			// Only the name of the node that made the access differs.
			return assignments.map(({ name, value }) => [
				name,
				String(value).replaceAll('Apply changes', 'Create or Update'),
			]);
		});
		expect(texts).toEqual(others);
	});

	it('sends one message about a booking that comes in one row for each room', async () => {
		const rows = [booking(111), booking(111, { listingMapId: 'room-102' })];
		expect(sent(await runWith(rows, 'Yes'))).toMatchObject([
			{ to: 'guest-111@example.com', subject: 'Your access to Room 101 and Room 102' },
		]);
	});

	it('names in one message to the host the guests without an email address or with access that is not ready', async () => {
		await runWith([booking(113)], 'Yes');
		const [grant] = grantsOf('113');
		Object.assign(grant ?? {}, {
			errors: [
				{
					error_code: 'cannot_create_requested_access_methods',
					message: 'PIN 7391 is taken',
					created_at: new Date().toISOString(),
				},
			],
		});
		const list = [
			booking(111),
			booking(112, { guestEmail: '', listingMapId: 'room-102' }),
			booking(113, { departureDate: '2031-01-17' }),
		];
		const run = await runWith([...list].reverse(), 'Yes', 200, list);
		expect(sent(run)).toEqual([
			expect.objectContaining({ to: 'guest-111@example.com' }),
			{
				to: 'you@example.com',
				subject: 'Nightly sync: 2 problems',
				text: expect.stringMatching(
					/^Reservation 112, Guest 112, Room 102, January 14, 2031, 4:00\sPM to [^\n]*, PIN \d{4,9}\nThe booking has no email address[^]*\n\nReservation 113, Guest 113, [^\n]*\nPIN \*{4} is taken\nWhat to do: [^]*\nThe access is not ready yet, so the guest got no message/,
				),
			},
		]);
		expect(sent(await runWith(list, 'Yes')).map(({ to }) => to)).toEqual([]);
	});

	it('sends a guest whose PIN is late one message once it is issued, and tells the host in the meantime', async () => {
		const setLock = async (state: 'connect' | 'disconnect') =>
			await fetch(`${service.sandbox.url}/_sandbox/devices/${state}`, {
				method: 'POST',
				headers: { 'content-type': 'application/json' },
				body: JSON.stringify({ device_id: hotel.devices.room101 }),
			});
		const patient = structuredClone(EXAMPLE);
		nodeOf(patient, 'Wait 15 minutes').parameters = {
			resume: 'timeInterval',
			amount: 0.05,
			unit: 'seconds',
		};
		nodeOf(patient, 'Apply changes').parameters.options = {
			...(nodeOf(EXAMPLE, 'Apply changes').parameters.options as INodeParameters),
			waitTimeout: 0.1,
		};
		const day = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString();
		const list = [
			booking(111, { arrivalDate: day(0.1), departureDate: day(2) }),
			booking(112, { listingMapId: 'room-102' }),
		];
		await setLock('disconnect');
		const running = runWith(list, 'Yes', 200, list, patient);
		await waitFor(
			'a second check',
			async () => service.sandbox.requests.count('/access_codes/list') > 2 || undefined,
		);
		await setLock('connect');
		const run = await running;
		expect(sent(run)).toMatchObject([
			{ to: 'guest-112@example.com' },
			{ to: 'you@example.com', text: expect.stringContaining('The workflow keeps checking') },
			{ to: 'guest-111@example.com', text: expect.stringMatching(/Your PIN: \d{4,9}$/) },
		]);
		expect(sent(await runWith(list, 'Yes', 200, list, patient))).toEqual([]);
	});

	it('sends the message for a stay in weeks although its lock is offline', async () => {
		const list = [
			booking(111, {
				listingMapId: 'parking',
				arrivalDate: '2031-01-12T15:00Z',
				departureDate: '2031-01-14T11:00Z',
			}),
		];
		expect(sent(await runWith(list, 'Yes')).map(({ to }) => to)).toEqual(['guest-111@example.com']);
	});

	it('keeps every PIN out of the execution that waits for the answer, the table and the question', async () => {
		await runWith(TEN, 'Yes');
		const list = [
			booking(101, { guestEmail: '', departureDate: '2031-01-13' }),
			...TEN.slice(1, 9),
			booking(111),
		];
		const waiting = await runWith(list);
		const finished = await runWith(list, 'Yes');
		const { items } = await service.run('reservation.getAll', { returnAll: true, filters: {} });
		const pins = items.map(({ json }) => String(json.pin));
		const hasPin = (data: unknown) =>
			pins.some((pin) => new RegExp(`["' ]${pin}(?![\\w-])`).test(JSON.stringify(data)));
		const nodesWithPins = ({ run }: WorkflowRun) =>
			Object.entries(run.data.resultData.runData).flatMap(([name, data]) =>
				hasPin(data) ? [name] : [],
			);
		expect([nodesWithPins(waiting), nodesWithPins(finished)]).toEqual([
			[],
			[
				'Apply changes',
				'Is everything ready?',
				'Each message once',
				'Texts',
				'Message to the guest',
				'Send it',
				'Message to yourself',
				'Keep stays to wait for',
			],
		]);
		expect(sent(finished).filter(hasPin)).toMatchObject([
			{ to: 'guest-111@example.com' },
			{ to: 'you@example.com' },
		]);
	});

	it('changes nothing when the answer is no', async () => {
		const run = await runWith([booking(101)], 'No');
		expect([run.status, run.items('Apply changes'), writes()]).toEqual(['success', [], []]);
	});

	it('asks nothing when nothing would change', async () => {
		await runWith(TEN, 'Yes');
		const run = await runWith(TEN);
		expect([run.status, run.items('Send the table')]).toEqual(['success', []]);
	});

	it('removes nothing if more is gone than allowed, and says so in the table', async () => {
		await runWith(TEN, 'Yes');
		service.sandbox.requests.clear();
		const run = await runWith(TEN.slice(0, 5), 'Yes');
		expect(table(run)).toMatch(
			/5 reservations are missing[^]*<br>Missing: 106, Guest 106, Room 101, January 22, 2031, 3:00\sPM to /,
		);
		expect(writes()).toEqual([]);
	});

	it('ends nothing if too many would end by their status, and names them in the table', async () => {
		await runWith(TEN, 'Yes');
		service.sandbox.requests.clear();
		const run = await runWith(
			TEN.map((row, index) => (index < 6 ? { ...row, status: 'cancelled' } : row)),
			'Yes',
		);
		expect(table(run)).toMatch(
			/More than half[^]*<br>Would end: 101, Guest 101, Room 101, January/,
		);
		expect(writes()).toEqual([]);
	});

	it.each([
		['empty', [], 200],
		['not there', [], 500],
	])('changes nothing when the list is %s', async (_what, list, status) => {
		await runWith(TEN, 'Yes');
		service.sandbox.requests.clear();
		await runWith(list, 'Yes', status);
		expect(writes()).toEqual([]);
	});

	it.each([
		['reservations', TEN, "there is no list under 'reservations'. Enter "],
		['status', TEN, "there is no list under 'status'. Enter "],
		['data.list', TEN, "there is no list under 'data.list'. Enter "],
		['result', [], "the list under 'result' is empty."],
	])('says that the PMS answered without a list (%s)', async (field, list, words) => {
		const example = structuredClone(EXAMPLE);
		nodeOf(example, 'One item per reservation').parameters.fieldToSplitOut = field;
		const sentence = `The PMS answered, but ${words}`;

		const asked = await runWith(list, undefined, 200, list, example);
		expect([asked.status, writes()]).toEqual(['waiting', []]);
		expect(table(asked)).toContain(`<td>would fail</td><td>${sentence}`);
		expect(table(asked)).not.toContain('Reservation Key');

		const approved = await runWith(list, 'Yes', 200, list, example);
		expect(sent(approved)).toMatchObject([
			{ to: 'you@example.com', text: expect.stringContaining(sentence) },
		]);
		expect(sent(approved)[0]?.text).not.toContain('Reservation Key');
	});

	it('skips an invalid reservation, and reports it', async () => {
		const run = await runWith([booking(101, { listingMapId: 'room-999' }), booking(102)], 'Yes');
		expect(table(run)).toContain("'room-999'");
		expect(outcomes(run, 'Apply changes')[1]).toEqual(['102', 'created']);
		expect(sent(run)).toMatchObject([
			{ to: 'guest-102@example.com' },
			{ to: 'you@example.com', text: expect.stringContaining("'room-999'") },
		]);
	});
});
