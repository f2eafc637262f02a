import type { IDataObject } from 'n8n-workflow';
import { runWorkflow, type WorkflowRun } from '../../host/engine/runWorkflow';
import { useHotelSandbox } from '../support/hotelSandbox';
import { startHttpServer, type HttpServer } from '../../host/process/httpServer';
import { nodeOf, readExample } from '../../host/n8n/readExample';
import { writesOf } from '../support/reservations';
import { skipPauses } from '../support/skipPauses';

const service = useHotelSandbox();
const example = readExample('rehearsal.json');
let pms: HttpServer;
let result: IDataObject[] = [];

beforeEach(async () => {
	skipPauses();
	pms = await startHttpServer(() => ({ status: 200, body: { result } }));
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

async function runWith(bookings: IDataObject[], listName = 'result'): Promise<WorkflowRun> {
	result = bookings;
	const workflow = structuredClone(example);
	const request = nodeOf(workflow, 'Get the reservations');
	request.parameters.url = `${pms.url}/v1/reservations`;
	request.waitBetweenTries = 1;
	nodeOf(workflow, 'One item per reservation').parameters.fieldToSplitOut = listName;
	return await runWorkflow(workflow, { credentials: service.credentials });
}
const rows = (run: WorkflowRun, node: string) => run.items(node).map(({ json }) => json);
/** The report as rows: whether it keeps the guest out, what, how many stays, and which. */
const report = (run: WorkflowRun) =>
	rows(run, 'Report').map(({ first, what, unique_count_stay: count, concatenated_stay: stays }) => [
		first,
		what,
		count,
		stays,
	]);
/** How many stays would work, and how many would not. */
const counts = (run: WorkflowRun): IDataObject =>
	Object.fromEntries(
		rows(run, 'How many would work').map(({ would_work: works, unique_count_stay: count }) => [
			String(works),
			count,
		]),
	);

describe('"Rehearsal"', () => {
	it('says what to mend first, whom it concerns, and how many stays would work, and changes nothing', async () => {
		const run = await runWith([
			booking(111),
			booking(102, { listingMapId: 'room-10' }),
			booking(103, { listingMapId: 'room-10' }),
			booking(104, { status: 'archived' }),
			booking(105, { guestEmail: 'none' }),
			booking(106, { status: 'cancelled' }),
			booking(107, { departureDate: '' }),
		]);
		expect([run.status, writesOf(service)]).toEqual(['success', []]);
		const [unknownRoom, ...others] = report(run);
		expect(unknownRoom).toEqual([
			true,
			"No space has the key 'room-10'",
			2,
			'reservation:102, Guest 102; reservation:103, Guest 103',
		]);
		expect(others).toEqual([
			[expect.any(Boolean), expect.any(String), 1, expect.any(String)],
			[expect.any(Boolean), expect.any(String), 1, expect.any(String)],
			[false, expect.any(String), 1, 'reservation:105, Guest 105'],
		]);
		expect(others).toContainEqual([
			expect.any(Boolean),
			expect.stringContaining("'archived'"),
			1,
			'reservation:104, Guest 104',
		]);
		expect(others).toContainEqual([
			true,
			expect.stringContaining("'Departure' is empty"),
			1,
			'reservation:107, Guest 107',
		]);
		expect(rows(run, 'Report').map(({ what_to_do: todo }) => todo)).toEqual(
			rows(run, 'Report').map((): unknown => expect.stringMatching(/\.$/)),
		);
		expect(counts(run)).toEqual({ true: 2, false: 4 });
		expect(pms.requests[0]?.query).toEqual({
			departureStartDate: expect.stringMatching(/^\d{4}-\d\d-\d\d$/),
			arrivalEndDate: expect.stringMatching(/^\d{4}-\d\d-\d\d$/),
		});
	});

	it('counts a booking in several rows once', async () => {
		const run = await runWith([
			booking(111),
			booking(111, { listingMapId: 'room-102' }),
			...Array.from({ length: 12 }, (_, index) => booking(200 + index, { listingMapId: 'x' })),
		]);
		expect(counts(run)).toEqual({ true: 1, false: 12 });
	});

	it('has no row if all is well', async () => {
		const run = await runWith([booking(111)]);
		expect([report(run), counts(run)]).toEqual([[], { true: 1 }]);
	});

	it('contains no PIN', async () => {
		await service.run('reservation.upsert', {
			reservationKey: '111',
			status: 'confirmed',
			guestName: 'Guest 111',
			guestContact: '',
			rooms: { __rl: true, mode: 'key', value: 'room-101' },
			arrival: '2031-01-12',
			departure: '2031-01-14',
			options: { pinFrom: 'given', pin: '4826' },
		});
		const run = await runWith([booking(111)]);
		expect(run.items('Rehearse')).toMatchObject([{ json: { pin: '****' } }]);
		expect(JSON.stringify(run.run.data.resultData.runData)).not.toMatch(/["' ]4826(?![\w-])/);
	});
});
