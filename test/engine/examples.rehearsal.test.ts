import type { IDataObject } from 'n8n-workflow';
import { runWorkflow, type WorkflowRun } from '../../host/engine/runWorkflow';
import { useHotelSandbox } from '../support/hotelSandbox';
import { startHttpServer, type HttpServer } from '../support/httpServer';
import { nodeOf, readExample } from '../support/readExample';
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
const reports = (run: WorkflowRun) => run.items('Report').map(({ json }) => String(json.report));

describe('"Rehearsal"', () => {
	it('has few nodes', () => {
		expect(
			example.nodes.filter(({ type }) => type !== 'n8n-nodes-base.stickyNote').length,
		).toBeLessThanOrEqual(10);
	});

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
		const [report = ''] = reports(run);
		expect(report.split('\n\n').map((part) => part.split('\n'))).toEqual([
			['FIRST: these guests could not enter'],
			[
				"No space has the key 'room-10': 2 stays",
				expect.stringMatching(/^What to do: Create the space.*'room-10\d'/),
				'102 (Guest 102); 103 (Guest 103)',
			],
			[
				expect.stringMatching(/'archived'.*: 1 stay$/),
				expect.stringContaining('What to do'),
				'104',
			],
			[
				expect.stringMatching(/'Departure' is empty: 1 stay$/),
				expect.stringContaining('What to do'),
				'107',
			],
			['THEN: good to know'],
			[
				expect.stringMatching(/: 1 stay$/),
				expect.stringContaining('What to do'),
				'105 (Guest 105 on January 20)',
			],
			['2 of 6 stays would work.'],
		]);
		expect(pms.requests[0]?.query).toEqual({
			departureStartDate: expect.stringMatching(/^\d{4}-\d\d-\d\d$/),
			arrivalEndDate: expect.stringMatching(/^\d{4}-\d\d-\d\d$/),
		});
	});

	it('counts a booking in several rows once, and names ten of many', async () => {
		const rows = [
			booking(111),
			booking(111, { listingMapId: 'room-102' }),
			...Array.from({ length: 12 }, (_, index) => booking(200 + index, { listingMapId: 'x' })),
		];
		const [report = ''] = reports(await runWith(rows));
		expect(report).toContain('; and 2 more\n\n');
		expect(report.endsWith('\n\n1 of 13 stays would work.')).toBe(true);
	});

	it('says in one sentence that all is well', async () => {
		expect(reports(await runWith([booking(111)]))).toEqual(['1 of 1 stay would work.']);
	});

	it('says that the PMS answered without a list', async () => {
		expect(reports(await runWith([booking(111)], 'reservations'))).toEqual([
			"The PMS answered, but there is no list under 'reservations'. Enter the name of its list in the node 'One item per reservation'.",
		]);
		expect(reports(await runWith([]))).toEqual([
			"The PMS answered, but the list under 'result' is empty.",
		]);
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
