import { DataDeduplicationService } from 'n8n-core';
import type { IDataObject, INodeExecutionData } from 'n8n-workflow';
import { QUICK_CHECKS, useHotelSandbox } from '../support/hotelSandbox';
import { startHttpServer, type HttpServer } from '../support/httpServer';
import { nodeOf, readExample } from '../support/readExample';
import { runWorkflow, type WorkflowRun } from '../../host/engine/runWorkflow';
import { SeenValues } from '../support/seenValues';
import { skipPauses } from '../support/skipPauses';

const service = useHotelSandbox();
const seen = new SeenValues();
let pms: HttpServer;
let pmsStatus: number;

beforeAll(async () => await DataDeduplicationService.init(seen));
beforeEach(async () => {
	skipPauses();
	seen.remember([], 'workflow-under-test');
	pmsStatus = 200;
	pms = await startHttpServer(() => ({ status: pmsStatus, body: 'ok' }));
});
afterEach(async () => {
	await pms.stop();
	jest.restoreAllMocks();
});

/** The example with the address of a PMS. */
function ofThisPms() {
	const example = structuredClone(readExample('pin-back-to-pms.json'));
	const request = nodeOf(example, 'Send the PIN to the PMS');
	request.waitBetweenTries = 1;
	request.parameters.url = String(request.parameters.url).replace(
		'https://pms.example.com',
		pms.url,
	);
	return example;
}

async function book(changes: IDataObject = {}, options: IDataObject = {}): Promise<IDataObject> {
	const { items } = await service.run('reservation.upsert', {
		reservationKey: '47/11',
		guestName: 'Guest 7',
		guestContact: 'guest@example.com',
		rooms: { __rl: true, mode: 'key', value: 'room-101' },
		arrival: '2031-01-31',
		departure: '2031-02-02',
		options: { ...QUICK_CHECKS, waitUntilIssued: true, ...options },
		...changes,
	});
	return items[0]?.json ?? {};
}

/** Runs the workflow once for each event of an issued PIN or key so far. */
async function runWithEvents(): Promise<WorkflowRun[]> {
	const { items } = await service.run('event.getAll', {
		returnAll: true,
		output: 'raw',
		since: '2020-01-01T00:00:00Z',
		filters: {},
	});
	const run = async (event: INodeExecutionData) =>
		await runWorkflow(ofThisPms(), {
			credentials: service.credentials,
			startNode: 'PIN issued',
			startItems: [event],
		});
	const runs: WorkflowRun[] = [];
	for (const { json } of items.filter(({ json: { event_type: type } }) =>
		/^access_method\.(re)?issued$/.test(String(type)),
	))
		runs.push(await run({ json }));
	expect(runs.map(({ status }) => status)).toEqual(runs.map(() => 'success'));
	return runs;
}
const given = () =>
	pms.requests.map(({ method, path, body }) => ({
		method,
		path,
		pin: (JSON.parse(body) as IDataObject).doorCode,
	}));
const told = (runs: WorkflowRun[]) =>
	runs.flatMap((run) => run.items('Send it to yourself').map(({ json }) => json));

describe('"PIN back to the PMS"', () => {
	it('sends a PIN once, even if it is issued again for other dates, and sends a new PIN', async () => {
		const { pin } = await book();
		await runWithEvents();
		const first = { method: 'PUT', path: '/v1/reservations/47%2F11', pin };
		expect(given()).toEqual([first]);

		await book({ departure: '2031-02-03' });
		await runWithEvents();
		expect(given()).toEqual([first]);

		await service.run('reservation.changePin', {
			reservationKey: '47/11',
			options: { ...QUICK_CHECKS, pin: '482193' },
		});
		await runWithEvents();
		expect(given()).toEqual([first, { ...first, pin: '482193' }]);
	});

	it('sends no dates, because it sends nothing when they change', async () => {
		await book();
		await runWithEvents();
		expect(pms.requests.map(({ body }) => body)).toEqual([expect.not.stringContaining('2031')]);
	});

	it('tells the host about access that is gone, together with access that it can read', async () => {
		await book();
		const { items } = await service.run('event.getAll', {
			returnAll: true,
			output: 'raw',
			since: '2020-01-01T00:00:00Z',
			filters: {},
		});
		const issued = items
			.filter(({ json: { event_type: type } }) => type === 'access_method.issued')
			.map(({ json }) => ({ json }));
		const gone = {
			json: { ...issued[0]?.json, access_grant_ids: ['00000000-0000-4000-8000-000000000000'] },
		};
		const run = await runWorkflow(ofThisPms(), {
			credentials: service.credentials,
			startNode: 'PIN issued',
			startItems: [...issued, gone],
		});
		expect([run.status, given().length, told([run])]).toMatchObject([
			'success',
			1,
			[{ subject: 'A reservation: the PMS does not have its PIN' }],
		]);
	});

	it('sends a PIN again that comes back after another one', async () => {
		await book({}, { pinFrom: 'given', pin: '482193' });
		await runWithEvents();
		for (const pin of ['731946', '482193']) {
			await service.run('reservation.changePin', {
				reservationKey: '47/11',
				options: { pin, ...QUICK_CHECKS },
			});
			await runWithEvents();
		}
		expect(given().map(({ pin }) => pin)).toEqual(['482193', '731946', '482193']);
	});

	it('leaves the PIN of the first guest in the PMS when another guest of the reservation gets one', async () => {
		const { pin } = await book();
		await book({ guestName: 'Guest 8', guestContact: 'guest-8@example.com' }, { guestNumber: 2 });
		await runWithEvents();
		expect(given()).toMatchObject([{ path: '/v1/reservations/47%2F11', pin }]);
	});

	it('ignores access that belongs to no reservation', async () => {
		await service.run('accessGrant.create', {
			person: 'new',
			newUserIdentity: { fullName: 'Staff' },
			requestedAccessMethods: { method: [{ mode: 'code', code: '' }] },
			spaceIds: {},
			deviceIds: {},
			entranceIds: {},
			additionalFields: {
				accessGrantKey: 'staff-1',
				spaceKeys: 'room-101',
				startsAt: '2031-01-31T15:00:00Z',
				endsAt: '2031-02-02T11:00:00Z',
			},
			options: { waitUntilIssued: true, ...QUICK_CHECKS },
		});
		const runs = await runWithEvents();
		expect([runs.length, given(), told(runs)]).toEqual([1, [], []]);
	});

	it('tells the host about a PIN that the PMS does not accept in five tries, and shows no PIN', async () => {
		const { pin } = await book();
		pmsStatus = 503;
		const runs = await runWithEvents();
		expect([given().length, told(runs)]).toEqual([
			5,
			[
				{
					subject: 'Reservation 47/11: the PMS does not have its PIN',
					text: expect.stringMatching(/503[^]*\nWhat to do: \S/),
				},
			],
		]);
		expect(JSON.stringify(told(runs))).not.toContain(String(pin));
	});

	it('tells the host when the reservation cannot be read', async () => {
		await book();
		service.sandbox.faults.always('/access_grants/list', { kind: 'unauthorized' });
		service.sandbox.faults.always('/access_grants/get', { kind: 'unauthorized' });
		expect(told(await runWithEvents())).toMatchObject([
			{ text: expect.stringContaining('The API key was not accepted') },
		]);
	});
});
