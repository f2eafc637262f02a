import type { IDataObject, INodeExecutionData } from 'n8n-workflow';
import { useHotelSandbox } from '../support/hotelSandbox';
import { startHttpServer, type HttpServer } from '../support/httpServer';
import { nodeOf, readExample, withOlderAccess } from '../support/readExample';
import { runWorkflow, type WorkflowRun } from '../../host/engine/runWorkflow';
import { skipPauses } from '../support/skipPauses';

const service = useHotelSandbox();
let pms: HttpServer;
/** What the PMS answers, one after the other; it repeats the last. */
let answers: Array<{ status: number; body: unknown }>;

beforeEach(async () => {
	skipPauses();
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

/** Runs the example with the list of the PMS, and the list after the answer; `approval` is the answer of a person, undefined before it. */
async function runWith(
	result: IDataObject[],
	approval?: 'Yes' | 'No',
	status = 200,
	later = result,
): Promise<WorkflowRun> {
	answers = [result, later].map((list) => ({ status, body: { status: 'success', result: list } }));
	const example = structuredClone(withOlderAccess(readExample('nightly-sync.json')));
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
			/<td>101<\/td><td>created<\/td><td>rooms: - → Room 101<br>starts_at: [^]*<td>102<\/td><td>ignored<\/td><td>[^<]*'awaiting'/,
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
		expect([run.status, run.items('Send what failed')]).toEqual(['success', []]);
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

	it('keeps no PIN in the execution that waits for the answer, or in the finished one', async () => {
		await runWith(TEN, 'Yes');
		const { items } = await service.run('reservation.getAll', { returnAll: true, filters: {} });
		const pins = items.map(({ json }) => String(json.pin));
		const runs = [
			await runWith([...TEN.slice(0, 9), booking(111)]),
			await runWith([...TEN.slice(0, 9), booking(111)], 'Yes'),
		];
		expect(
			runs.map(({ run }) =>
				pins.filter((pin) => JSON.stringify(run.data.resultData.runData).includes(`"${pin}"`)),
			),
		).toEqual([[], []]);
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
		expect(table(run)).toContain('5 reservations are missing');
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

	it('skips an invalid reservation, and reports it', async () => {
		const run = await runWith([booking(101, { listingMapId: 'room-999' }), booking(102)], 'Yes');
		expect(table(run)).toContain("'room-999'");
		expect(outcomes(run, 'Apply changes')[1]).toEqual(['102', 'created']);
		expect(run.items('Send what failed')).toMatchObject([
			{ json: { error: expect.stringContaining("'room-999'") } },
		]);
	});
});
