import type { INodeParameters } from 'n8n-workflow';
import { apiKeys } from '../../sandbox/fixtures/workspaces';
import { hotel } from '../../sandbox/fixtures/hotel';
import { byId, startHotelSandbox, type HotelSandbox } from '../support/hotelSandbox';

const SIMULATE = '/access_codes/simulate/create_unmanaged_access_code';
const { room101 } = hotel.devices;

let service: HotelSandbox;
beforeEach(async () => {
	service = await startHotelSandbox();
});
afterEach(async () => await service.stop());

const simulate = async (parameters: INodeParameters = {}) =>
	await service.run('unmanagedAccessCode.simulateCreate', { deviceId: byId(room101), name: 'Guest 7', code: '1099', ...parameters });

it('gives the unmanaged code that is on the lock from then on', async () => {
	const { items } = await simulate();
	expect(items).toEqual([{
		json: {
			access_code_id: expect.any(String), workspace_id: expect.any(String), device_id: room101, name: 'Guest 7', code: '1099', type: 'ongoing',
			status: 'set', created_at: expect.any(String), is_managed: false, errors: [], warnings: [],
		},
		pairedItem: { item: 0 },
	}]);
	expect(service.bodies(SIMULATE)).toEqual([{ device_id: room101, name: 'Guest 7', code: '1099' }]);
	const { items: [read] } = await service.run('unmanagedAccessCode.get', { accessCodeId: byId(String(items[0]?.json.access_code_id)) });
	expect(read?.json).toEqual(items[0]?.json);
});

it('is refused in a workspace with real locks', async () => {
	const { error } = await service.run(
		'unmanagedAccessCode.simulateCreate',
		{ deviceId: byId(hotel.otherWorkspace.device), name: 'Guest 7', code: '1099' },
		{ credentials: { deviceAccessApi: { baseUrl: service.sandbox.url, apiKey: apiKeys.other } } },
	);
	expect(error).toMatchObject({ httpCode: '400', message: 'Only sandbox workspaces allow this' });
});

it.each<[string, INodeParameters, string]>([
	['a PIN of 9 digits', { code: '123456789' }, "'Code' must have 4 to 8 digits and nothing else"],
	['no PIN', { code: '={{ "" }}' }, "'Code' is empty"],
	['no name', { name: '={{ " " }}' }, "'Name' is empty"],
])('refuses %s before any request', async (_name, parameters, message) => {
	expect((await simulate(parameters)).error?.message).toBe(message);
	expect(service.paths()).toEqual([]);
});
