import type { INodeParameters } from 'n8n-workflow';
import { hotel } from '../../sandbox/fixtures/hotel';
import { apiKeys } from '../../sandbox/fixtures/workspaces';
import {
	byId,
	type OperationName,
	QUICK_CHECKS,
	useHotelSandbox,
} from '../support/service/hotelSandbox';

const service = useHotelSandbox();

const { frontDoor, room101, room103 } = hotel.devices;

const simulate = async (deviceId: string, simulation: string, parameters: INodeParameters = {}) =>
	await service.run('device.simulate', {
		deviceId: byId(deviceId),
		simulation,
		options: QUICK_CHECKS,
		...parameters,
	});

describe('Simulate device event', () => {
	it('lets a workflow see who came in, and who was denied', async () => {
		await simulate(frontDoor, 'keypadCodeEntry', { code: '1001' });
		await simulate(frontDoor, 'keypadCodeEntry', { code: '9999' });
		const { items } = await service.run('event.getAll', {
			since: '2020-01-01T00:00:00Z',
			returnAll: true,
		});
		expect(
			items
				.map(({ json }) => json)
				.filter(({ event_type }) => /^lock\./.test(String(event_type)))
				.reverse(),
		).toMatchObject([
			{
				event_type: 'lock.unlocked',
				device_id: frontDoor,
				method: 'keycode',
				access_code_id: expect.any(String),
			},
			{ event_type: 'lock.access_denied', device_id: frontDoor },
		]);
	});

	it('can differ from item to item', async () => {
		const steps = [
			{ id: room103, what: 'disconnect' },
			{ id: frontDoor, what: 'remove' },
		];
		const { items } = await service.run(
			'device.simulate',
			{ deviceId: byId('={{ $json.id }}'), simulation: '={{ $json.what }}', options: QUICK_CHECKS },
			{ input: steps },
		);
		expect(items).toMatchObject(
			steps.map(({ id, what }, item) => ({
				json: { device_id: id, simulation: what },
				pairedItem: { item },
			})),
		);
	});

	it('says what to check when the lock has no such simulation', async () => {
		const { error } = await simulate(room101, 'disconnect');
		expect([error?.message, error?.description]).toEqual([
			'Room 101: The device does not support this',
			expect.stringContaining("'can_'"),
		]);
	});

	it.each<[string, INodeParameters]>([
		['a keypad entry without a PIN', { simulation: 'keypadCodeEntry', code: '={{ "" }}' }],
		['what nobody can simulate', { simulation: '={{ "explode" }}' }],
		['what every object has', { simulation: '={{ "constructor" }}' }],
	])('sends nothing for %s', async (_what, parameters) => {
		const { error } = await simulate(frontDoor, 'disconnect', parameters);
		expect([error === undefined, service.paths()]).toEqual([false, []]);
	});
});

it('Connected Account: Simulate Disconnect takes the account and its devices offline', async () => {
	const {
		items: [found],
	} = await service.run('connectedAccount.get', { findBy: 'email', email: 'august@example.com' });
	const connected_account_id = String(found?.json.connected_account_id);
	const { items } = await service.run('connectedAccount.simulateDisconnect', {
		connectedAccountId: byId(connected_account_id),
	});
	expect(items).toEqual([
		{
			json: { connected_account_id, outcome: 'simulated', message: expect.any(String) },
			pairedItem: { item: 0 },
		},
	]);
	const {
		items: [device],
	} = await service.run('device.get', { deviceId: byId(frontDoor) });
	expect(device?.json).toMatchObject({ online: false, error_codes: ['account_disconnected'] });
});

describe('in a workspace with real locks', () => {
	const { device } = hotel.otherWorkspace;
	const credentials = () => ({
		deviceAccessApi: { baseUrl: service.sandbox.url, apiKey: apiKeys.other },
	});

	it.each<[OperationName, INodeParameters]>([
		['device.simulate', { deviceId: byId(device), simulation: 'remove' }],
		['connectedAccount.simulateDisconnect', { connectedAccountId: byId(device) }],
		[
			'unmanagedAccessCode.simulateCreate',
			{ deviceId: byId(device), name: 'Guest 7', code: '1099' },
		],
	])('%s sends nothing, and says what to do', async (operation, parameters) => {
		const { error } = await service.run(operation, parameters, { credentials: credentials() });
		expect([error?.message, error?.description]).toEqual([
			'Nothing was simulated: the workspace is not a sandbox',
			expect.stringContaining("'Cleaning Company'"),
		]);
		expect(service.paths()).toEqual(['/workspaces/get']);
	});

	it('also simulates nothing if the workspace cannot be read', async () => {
		service.sandbox.faults.always('/workspaces/get', { kind: 'notOk' });
		const { error } = await simulate(room103, 'disconnect');
		expect(error).toMatchObject({ errorResponse: { http_status: 200 } });
		expect(new Set(service.paths())).toEqual(new Set(['/workspaces/get']));
	});
});
