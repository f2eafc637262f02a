import { DataDeduplicationService } from 'n8n-core';
import type { IDataObject } from 'n8n-workflow';
import { hotel } from '../../sandbox/fixtures/hotel';
import { runWorkflow, type WorkflowRun } from '../../host/engine/runWorkflow';
import { byId } from '../support/hotelSandbox';
import { ARRIVAL_AT, DAY_MS, HOUR_MS, iso, useMovedHotel } from '../support/movedHotel';
import { inRows } from '../support/inRows';
import { pollTrigger } from '../support/pollTrigger';
import { nodeOf, readExample, withSetting } from '../../host/n8n/readExample';
import { SeenValues } from '../support/seenValues';
import { skipPauses } from '../support/skipPauses';

const { frontDoor, room101, room103, meetingRoom } = hotel.devices;
const service = useMovedHotel();
const seen = new SeenValues();
let staticData: IDataObject;

beforeAll(async () => await DataDeduplicationService.init(seen));
beforeEach(async () => {
	skipPauses();
	seen.remember([], 'workflow-under-test');
	staticData = {};
	await poll();
});
afterEach(() => jest.restoreAllMocks());

/** A PIN that somebody else made, on the lock of Room 103. */
const UNMANAGED = '1031';
const UNMANAGED_101 = '1011';

/** The openings since the last call, as the polling trigger returns them, which the note offers, too. */
async function poll() {
	const { parameters } = nodeOf(readExample('opened-while-empty.json'), 'Door opened');
	const { triggerOn, options } = parameters;
	return await pollTrigger('deviceAccessPollingTrigger', {
		parameters: { triggerOn, options } as never,
		credentials: service.credentials,
		staticData,
	});
}

/** Runs the example with the openings since the last call. */
async function look(settings: Record<string, string> = {}): Promise<WorkflowRun> {
	let example = structuredClone(readExample('opened-while-empty.json'));
	for (const [name, value] of Object.entries(settings))
		example = withSetting(example, 'Settings', name, value);
	nodeOf(example, 'Wait 15 minutes').parameters = {
		resume: 'timeInterval',
		amount: 0.05,
		unit: 'seconds',
	};
	for (const node of example.nodes) if (node.waitBetweenTries) node.waitBetweenTries = 1;
	const run = await runWorkflow(example, {
		credentials: service.credentials,
		startNode: 'Door opened',
		startItems: (await poll()) ?? [],
	});
	return run;
}
/** The subjects of what the host is told, and who opened. */
async function told(settings: Record<string, string> = {}) {
	const run = await look(settings);
	expect([run.error(), run.status]).toEqual([undefined, 'success']);
	return run
		.items('Send it')
		.map(({ json }) => [json.subject, /^Opened by: (.*)$/m.exec(String(json.text))?.[1]]);
}
const OPENED = expect.stringMatching(/^Room 103 was opened/);

const lock = async (device: string) =>
	await service.whileTimePasses(service.run('device.lock', { deviceId: byId(device) }));
const unlock = async (device: string) =>
	await service.whileTimePasses(service.run('device.unlock', { deviceId: byId(device) }));
/** Opens the door, which locks itself behind the person. */
async function open(device: string, pin: unknown) {
	await service.typeIn(device, pin);
	await lock(device);
}
/** Gives access to Room 103 and the front door. */
const book = async (changes: IDataObject, options = {}) =>
	await service.whileTimePasses(service.upsert(changes, options));

/** Gives somebody access to Room 103 that is no stay. */
async function give(name: string, pin: string, additionalFields: IDataObject = {}) {
	const { items } = await service.whileTimePasses(
		service.run('accessGrant.create', {
			person: 'new',
			newUserIdentity: { fullName: name },
			requestedAccessMethods: { method: [{ mode: 'code', code: pin }] },
			deviceIds: inRows('device', room103),
			additionalFields: { name, ...additionalFields },
			options: { waitUntilIssued: true },
		} as never),
	);
	expect(items).toHaveLength(1);
}

it('tells the host once who opened an empty room, and of nobody who may be there', async () => {
	await open(room103, UNMANAGED);
	const first = await told();
	expect(first).toEqual([[OPENED, expect.stringMatching(/\S.* \(keycode\)$/)]]);
	await open(room103, UNMANAGED);
	expect(
		await told({ no_alarm_for: `Somebody, ${String(first[0]?.[1]).replace(' (keycode)', '')}` }),
	).toEqual([]);

	const { pin } = await book({});
	await service.moveTo(ARRIVAL_AT + HOUR_MS);
	for (const [door, code] of [
		[room103, pin],
		[room103, UNMANAGED],
		[frontDoor, pin],
	] as const)
		await open(door, code);
	await unlock(room103);
	await lock(room103);
	expect(await told()).toEqual([]);

	await service.moveTo(ARRIVAL_AT + 4 * DAY_MS);
	await open(room103, UNMANAGED);
	expect(await told()).toHaveLength(1);
});

it.each([
	['an owner', { keyPrefix: 'hostaway:' }],
	['a cleaner', { keyPrefix: 'cleaning:' }],
])('is quiet while %s may be there, and not after', async (_, options) => {
	const { pin } = await book({}, options);
	await service.moveTo(ARRIVAL_AT + HOUR_MS);
	await open(room103, pin);
	await open(room103, UNMANAGED);
	expect(await told()).toEqual([]);
	await service.moveTo(ARRIVAL_AT + 4 * DAY_MS);
	await open(room103, UNMANAGED);
	expect(await told()).toEqual([[OPENED, expect.any(String)]]);
});

it('is quiet about staff who open, whose lasting access says nothing about others', async () => {
	await give('Housekeeping', '8101');
	await open(room103, '8101');
	await service.whileTimePasses(
		service.run('accessCode.create', { deviceId: byId(room103), code: '8102' }),
	);
	await open(room103, '8102');
	expect(await told()).toEqual([]);
	await open(room103, UNMANAGED);
	await unlock(room103);
	await lock(room103);
	expect(await told()).toEqual([
		[OPENED, expect.any(String)],
		[OPENED, 'not known (remote)'],
	]);
});

it('tells of a spare PIN, which is for a guest', async () => {
	await give('Spare PIN of Room 103', '8103', { endsAt: iso(ARRIVAL_AT + 30 * DAY_MS) });
	await open(room103, '8103');
	expect(await told()).toEqual([[OPENED, 'Spare PIN of Room 103 (keycode)']]);
});

it('tells once if a door stays unlocked for 15 minutes, unless somebody may be there', async () => {
	await unlock(meetingRoom);
	await unlock(meetingRoom);
	await open(room101, UNMANAGED_101);
	const alarms = await told();
	expect(alarms.filter(([subject]) => /unlocked/.test(String(subject)))).toEqual([
		[expect.stringMatching(/^Meeting Room stays unlocked/), 'not known (remote)'],
	]);
	const { pin } = await book({});
	await service.moveTo(ARRIVAL_AT + HOUR_MS);
	await service.typeIn(room103, pin);
	expect(await told()).toEqual([]);
});

it('fails, so that the host can look, if nobody knows who may be there', async () => {
	await open(room103, UNMANAGED);
	service.sandbox.faults.always('/access_codes/list', { kind: 'unauthorized' });
	const run = await look();
	expect([run.status, run.items('Send it')]).toEqual(['error', []]);
});
