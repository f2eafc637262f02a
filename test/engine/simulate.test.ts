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

const { frontDoor, room103 } = hotel.devices;

const simulate = async (deviceId: string, simulation: string, parameters: INodeParameters = {}) =>
	await service.run('device.simulate', {
		deviceId: byId(deviceId),
		simulation,
		options: QUICK_CHECKS,
		...parameters,
	});

describe('Simulate device event', () => {
	it.each<[string, INodeParameters]>([
		['a keypad entry without a PIN', { simulation: 'keypadCodeEntry', code: '={{ "" }}' }],
		['what nobody can simulate', { simulation: '={{ "explode" }}' }],
	])('sends nothing for %s', async (_what, parameters) => {
		const { error } = await simulate(frontDoor, 'disconnect', parameters);
		expect([error === undefined, service.paths()]).toEqual([false, []]);
	});
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
