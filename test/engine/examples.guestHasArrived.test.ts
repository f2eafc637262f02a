import { DataDeduplicationService } from 'n8n-core';
import type { IDataObject } from 'n8n-workflow';
import { hotel } from '../../sandbox/fixtures/hotel';
import { runWorkflow, type WorkflowRun } from '../../host/engine/runWorkflow';
import { ARRIVAL_AT, HOUR_MS, iso, useMovedHotel } from '../support/movedHotel';
import { startHttpServer, type HttpServer } from '../../host/process/httpServer';
import { pollTrigger } from '../support/pollTrigger';
import { nodeOf, readExample } from '../../host/n8n/readExample';
import { SeenValues } from '../support/seenValues';
import { skipPauses } from '../support/skipPauses';

const { frontDoor, room103 } = hotel.devices;
const service = useMovedHotel();
const seen = new SeenValues();
let pms: HttpServer;
let pmsStatus: number;
let staticData: IDataObject;

beforeAll(async () => await DataDeduplicationService.init(seen));
beforeEach(async () => {
	skipPauses();
	seen.remember([], 'workflow-under-test');
	[staticData, pmsStatus] = [{}, 200];
	pms = await startHttpServer(() => ({ status: pmsStatus, body: 'ok' }));
	await poll();
});
afterEach(async () => {
	await pms.stop();
	jest.restoreAllMocks();
});

/** The openings since the last call, as the polling trigger returns them, which the note offers, too. */
async function poll() {
	const { parameters } = nodeOf(readExample('guest-has-arrived.json'), 'Door opened');
	const { triggerOn, options } = parameters;
	return await pollTrigger('deviceAccessPollingTrigger', {
		parameters: { triggerOn, options } as never,
		credentials: service.credentials,
		staticData,
	});
}

/** Runs the example with the openings since the last call. */
async function runWithOpenings(): Promise<WorkflowRun> {
	const example = structuredClone(readExample('guest-has-arrived.json'));
	const request = nodeOf(example, 'Tell the PMS');
	request.waitBetweenTries = 1;
	request.parameters.url = String(request.parameters.url).replace(
		'https://pms.example.com',
		pms.url,
	);
	const run = await runWorkflow(example, {
		credentials: service.credentials,
		startNode: 'Door opened',
		startItems: (await poll()) ?? [],
	});
	expect([run.error(), run.status]).toEqual([undefined, 'success']);
	return run;
}
const told = (run: WorkflowRun) => run.items('Tell the host').map(({ json }) => json);
const given = () => pms.requests.map(({ path, body }) => [path, JSON.parse(body) as IDataObject]);

it('tells the host and the PMS once for each stay, not of staff, with one look-up of each PIN and person', async () => {
	const { pin } = await service.upsert({}, { guestNumber: 2 });
	await service.moveTo(ARRIVAL_AT + HOUR_MS);
	const [before, listed] = ['/user_identities/get', '/access_grants/list'].map(
		(path) => service.bodies(path).length,
	);
	const unmanaged = '1031';
	for (const code of [unmanaged, pin, pin]) await service.typeIn(room103, code);
	await service.moveTo(ARRIVAL_AT + 2 * HOUR_MS);
	await service.typeIn(frontDoor, pin);
	const run = await runWithOpenings();
	expect(run.items('Door opened')).toHaveLength(4);
	expect(service.bodies('/user_identities/get').length - Number(before)).toBe(1);
	const ofCodes = service.bodies('/access_grants/list').slice(listed) as IDataObject[];
	expect(ofCodes.filter(({ access_code_id: id }) => id)).toHaveLength(3);
	expect(told(run)).toEqual([
		{
			reservation_id: '4711',
			arrived_at: iso(ARRIVAL_AT + HOUR_MS),
			subject: 'Guest 4711 has arrived: Suite',
			text: expect.stringMatching(
				/^Guest 4711 \(reservation 4711\) first opened a door on January 20, .* Last opened: Room 103\.$/,
			),
		},
	]);
	const arrival = { status: 'checked_in', arrivedAt: iso(ARRIVAL_AT + HOUR_MS) };
	expect(given()).toEqual([['/v1/reservations/4711', arrival]]);

	await service.moveTo(ARRIVAL_AT + 3 * HOUR_MS);
	await service.typeIn(frontDoor, pin);
	expect([told(await runWithOpenings()), given().length]).toEqual([[], 1]);
});

it('tells of the arrival even if the reservation cannot be read, and of a PMS that refuses it', async () => {
	const { pin } = await service.upsert();
	await service.moveTo(ARRIVAL_AT + HOUR_MS);
	await service.typeIn(frontDoor, pin);
	service.sandbox.faults.always('/access_grants/get_related', { kind: 'unauthorized' });
	pmsStatus = 503;
	const run = await runWithOpenings();
	expect(told(run)).toMatchObject([
		{ subject: 'Guest 4711 has arrived', arrived_at: iso(ARRIVAL_AT + HOUR_MS) },
	]);
	expect(run.items('Send it to yourself').map(({ json }) => json)).toEqual([
		{
			subject: 'Reservation 4711: the PMS does not know that the guest has arrived',
			text: expect.stringMatching(/503[^]*\nWhat to do: \S/),
		},
	]);
	expect(given()).toHaveLength(5);
});
