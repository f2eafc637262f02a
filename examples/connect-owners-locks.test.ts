import { randomUUID } from 'node:crypto';
import type { IDataObject } from 'n8n-workflow';
import { seedDevice } from '../sandbox/fixtures/seedDevice';
import { workspaceIds } from '../sandbox/fixtures/workspaces';
import { byId, useHotelSandbox } from '../test/support/service/hotelSandbox';
import { logInOnWebview } from '../test/support/service/logInOnWebview';
import type { WorkflowRun } from '../host/engine/runWorkflow';
import { nodeOf, type Example } from '../host/n8n/readExample';
import { FAILING_SENDS, withFailingSend } from '../test/support/example/failingSends';
import { type ExampleRun, HOST, useExample } from '../test/support/example/useExample';

const service = useHotelSandbox();
const host = useExample('connect-owners-locks.json', service);

const SHORT = { resume: 'timeInterval', amount: 0.05, unit: 'seconds' };
const FIRST_SYNC = 'connected_account.completed_first_sync';

/** Fills in the form and runs the example up to the wait for the owner. */
const fillIn = async (
	house: string,
	changes: (example: Example) => object = () => ({}),
): Promise<ExampleRun> => {
	const example = structuredClone(host.example);
	return await host.execute('Owner form', {
		as: { ...example, ...changes(example) },
		items: [{ Owner: 'Owner 7', Email: 'owner@example.com', House: house }],
	});
};

/** The same two days later, with this link. */
const lookAtLink = async (connectWebviewId: string) =>
	await fillIn('Harbor House', (example) => {
		nodeOf(example, 'Wait 2 days').parameters = SHORT;
		return { pinData: { 'Create the link': [{ json: { connect_webview_id: connectWebviewId } }] } };
	});

/** Logs in as the owner of the house. Returns the new account and its only lock. */
async function connectHouse(house: string): Promise<{ accountId: string; deviceId: string }> {
	const run = await fillIn(house);
	const accountId = await logInOnWebview(service.sandbox, linkOf(run));
	return { accountId, deviceId: eventOf(accountId, 'device.added').device_id ?? '' };
}

const linkOf = (run: ExampleRun) =>
	String(run.items('Create the link')[0]?.json.connect_webview_id);
const workspace = () => {
	const found = service.sandbox.state.workspaces.get(workspaceIds.main);
	if (!found) throw new Error('The sandbox has no main workspace');
	return found;
};
function eventOf(accountId: string, type: string) {
	const event = workspace().events.find(
		({ event_type, connected_account_id: id }) => event_type === type && id === accountId,
	);
	if (!event) throw new Error(`The account has no event ${type}`);
	return event;
}

/** Runs the example with the event. */
async function runOn(event: object, changed = host.example): Promise<ExampleRun> {
	const example = structuredClone(changed);
	nodeOf(example, 'Wait 30 minutes').parameters = SHORT;
	service.sandbox.requests.clear();
	return await host.execute('Connected', {
		as: example,
		items: [event as IDataObject],
	});
}

const makeRoom = async (name: string, key: string) =>
	await service.run('space.create', {
		name,
		deviceIds: {},
		entranceIds: {},
		additionalFields: { spaceKey: key },
	});
const writes = () =>
	service.paths().filter((path) => /create|update|add_|remove|convert|delete/.test(path));
const rooms = (run: WorkflowRun) =>
	run.items('Lock').map(({ json: { lock, room } }) => [lock, room]);
const toYou = () => host.emails().filter(({ to }) => to === HOST);

describe('the form of "Connect an owner\'s locks"', () => {
	it('sends the owner a link that contains owner and house', async () => {
		const run = await fillIn('Harbor House');
		const { items } = await service.run('connectWebview.get', {
			connectWebviewId: byId(linkOf(run)),
			output: 'raw',
		});
		expect([run.status, items[0]?.json.custom_metadata]).toEqual([
			'waiting',
			{ owner: 'Owner 7', house: 'Harbor House' },
		]);
		expect(host.emails()).toEqual([
			{
				to: 'owner@example.com',
				subject: 'Connect the locks of Harbor House',
				text: expect.stringContaining(String(items[0]?.json.url)),
			},
		]);
	});

	it('tells you when nobody has used the link after two days, and says nothing otherwise', async () => {
		const link = linkOf(await fillIn('Harbor House'));
		await lookAtLink(link);
		expect(toYou().map(({ text }) => text)).toEqual([
			expect.stringContaining('The owner has not used the link'),
		]);
		await logInOnWebview(service.sandbox, link);
		await lookAtLink(link);
		expect(toYou()).toEqual([]);
	});

	it('tells you when there is no link', async () => {
		service.sandbox.faults.always('/connect_webviews/create', { kind: 'unauthorized' });
		await fillIn('Harbor House');
		expect(host.emails().map(({ to, subject }) => [to, subject])).toEqual([
			[HOST, 'Check the locks of Harbor House'],
		]);
	});
});

describe('an account that an owner has connected', () => {
	it('has its locks in the rooms of its own house, though two connect at once, and a report says in which; its codes stay as they are', async () => {
		await makeRoom('Harbor House New Lock', 'harbor-1');
		await makeRoom('Room 1', 'hill-house-new-lock');
		const houses = [await connectHouse('Harbor House'), await connectHouse('HILL house')];
		const deviceId = byId(String(houses[0]?.deviceId));
		const code = { deviceId, name: 'Guest 7', code: '48213579' };
		await service.run('unmanagedAccessCode.simulateCreate', code);
		host.emails();
		const connect = async () =>
			await Promise.all(
				houses.map(async ({ accountId }) => await runOn(eventOf(accountId, FIRST_SYNC))),
			);
		const runs = await connect();
		expect(new Set(writes())).toEqual(new Set(['/spaces/add_devices']));
		expect(runs.map(rooms)).toEqual([
			[['New Lock', 'Harbor House New Lock']],
			[['New Lock', 'Room 1']],
		]);
		expect(toYou()).toContainEqual({
			to: HOST,
			subject: 'Locks of Harbor House: 1 connected, 0 without a room',
			text: expect.stringContaining('New Lock: Harbor House New Lock'),
		});
		await connect();
		expect(writes()).toEqual([]);
	});

	it('has no room for a lock if none or more than one fits, and the report says so', async () => {
		const { accountId } = await connectHouse('Harbor House');
		const without = await runOn(eventOf(accountId, FIRST_SYNC));
		await makeRoom('Harbor House New Lock', 'harbor-1');
		await makeRoom('Annex', 'harbor-house-new-lock');
		const unclear = await runOn(eventOf(accountId, FIRST_SYNC));
		expect([rooms(without), rooms(unclear), writes()]).toEqual([
			[['New Lock', 'no room fits']],
			[['New Lock', 'more than one room fits']],
			[],
		]);
		expect(toYou().at(-1)?.subject).toBe('Locks of Harbor House: 1 connected, 1 without a room');
	});

	it('says which rooms could not be changed', async () => {
		await makeRoom('Harbor House New Lock', 'harbor-1');
		const { accountId } = await connectHouse('Harbor House');
		service.sandbox.faults.always('/spaces/add_devices', { kind: 'status', status: 403 });
		await runOn(eventOf(accountId, FIRST_SYNC));
		expect(toYou().at(-1)?.text).toMatch(/could not be put into Harbor House New Lock: \w/);
	});

	it('sends a message if it has no lock', async () => {
		const { accountId, deviceId } = await connectHouse('Harbor House');
		const device = workspace().devicesById.get(deviceId);
		if (device)
			service.sandbox.state.setDevice(device, { ...device.record, capabilities_supported: [] });
		await runOn(eventOf(accountId, FIRST_SYNC));
		expect(toYou().at(-1)?.text).toContain('The account has no locks');
	});
});

describe.each(Object.keys(FAILING_SENDS))('a node that %s', (how) => {
	it('fails the execution', async () => {
		const failed = await fillIn('Harbor House', (example) =>
			withFailingSend(example, 'Send to the owner', how),
		);
		expect([failed.status, host.emails()]).toEqual(['error', []]);
		const { accountId } = await connectHouse('Harbor House');
		host.emails();
		const event = eventOf(accountId, FIRST_SYNC);
		const example = host.example;
		const report = await runOn(event, withFailingSend(example, 'Send the report', how));
		expect([report.status, host.emails()]).toEqual(['error', []]);
		service.sandbox.faults.always('/connected_accounts/get', { kind: 'unauthorized' });
		const told = await runOn(event, withFailingSend(example, 'Send it to yourself', how));
		service.sandbox.faults.clear();
		expect([told.status, host.emails()]).toEqual(['error', []]);
	});
});

describe('a lock that is added', () => {
	it('by the first sync is reported only by that sync', async () => {
		const { accountId } = await connectHouse('Harbor House');
		const run = await runOn(eventOf(accountId, 'device.added'));
		expect([run.status, run.runsOf('Get the locks')]).toEqual(['success', []]);
	});

	/** Adds a lock to the account, and runs the example with its event. */
	async function addLock(accountId: string, name: string): Promise<ExampleRun> {
		const seed = seedDevice({
			workspaceNumber: 1,
			number: 0,
			name,
			provider: 'august',
			locationName: 'Harbor House',
		});
		const device = { ...seed, device_id: randomUUID(), connected_account_id: accountId };
		service.sandbox.state.addDevice(workspace(), device);
		const occurredAt = new Date(Date.now() + 1_000).toISOString();
		return await runOn({
			...eventOf(accountId, 'device.added'),
			device_id: device.device_id,
			occurred_at: occurredAt,
		});
	}

	it('later gets its room and its own report, and no room with the name of another lock', async () => {
		await makeRoom('Harbor House New Lock', 'harbor-1');
		await makeRoom('Harbor House Back Door', 'harbor-2');
		const { accountId } = await connectHouse('Harbor House');
		await runOn(eventOf(accountId, FIRST_SYNC));
		for (const [name, room, written] of [
			['Back Door', 'Harbor House Back Door', ['/spaces/add_devices']],
			['New Lock', 'another lock has the same name', []],
		] as const)
			expect([rooms(await addLock(accountId, name)), writes()]).toEqual([[[name, room]], written]);
	});

	it('to an account that was connected in another way is ignored', async () => {
		const [account] = workspace().connectedAccounts.records;
		const run = await runOn({
			event_type: FIRST_SYNC,
			connected_account_id: account?.connected_account_id,
			occurred_at: new Date().toISOString(),
		});
		expect([run.status, run.runsOf('Spaces')]).toEqual(['success', []]);
	});
});
