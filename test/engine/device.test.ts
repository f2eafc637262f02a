import type { IDataObject, INodeParameters } from 'n8n-workflow';
import { hotel } from '../../sandbox/fixtures/hotel';
import { byId, startHotelSandbox, type HotelSandbox } from '../support/hotelSandbox';

const GARAGE = hotel.devices.garage;

let service: HotelSandbox;
beforeEach(async () => {
	service = await startHotelSandbox();
});
afterEach(async () => await service.stop());

/** The record as the service itself answers it. */
async function recordOf(deviceId: string): Promise<IDataObject> {
	const response = await fetch(`${service.sandbox.url}/devices/get`, {
		method: 'POST',
		headers: { authorization: `Bearer ${service.sandbox.apiKey}`, 'content-type': 'application/json' },
		body: JSON.stringify({ device_id: deviceId }),
	});
	return ((await response.json()) as { device: IDataObject }).device;
}

describe('a device', () => {
	it('is simplified to its most used fields', async () => {
		const { items } = await service.run('device.get', { deviceId: byId(GARAGE) });
		expect(items).toEqual([{
			json: {
				device_id: GARAGE, display_name: 'Garage', device_type: 'nuki_lock', provider: 'nuki', online: false, locked: true,
				battery_level: 0.9, can_program_online_access_codes: true, connected_account_id: expect.any(String),
				error_codes: ['device_disconnected'],
			},
			pairedItem: { item: 0 },
		}]);
		expect(service.bodies('/devices/get')).toEqual([{ device_id: GARAGE }]);
	});

	it('comes as the service gives it with the output Raw', async () => {
		const { items } = await service.run('device.get', { deviceId: byId(GARAGE), output: 'raw' });
		expect(items).toEqual([{ json: await recordOf(GARAGE), pairedItem: { item: 0 } }]);
	});

	it('comes with the chosen fields, its ID first, with the output Selected Fields', async () => {
		const { items } = await service.run('device.get', {
			deviceId: byId(GARAGE), output: 'selectedFields',
			outputFieldNames: ['online', 'provider', 'display_name', 'custom_metadata'],
		});
		expect(items).toEqual([{
			json: { device_id: GARAGE, online: false, provider: 'nuki', display_name: 'Garage', custom_metadata: { floor: '3' } },
			pairedItem: { item: 0 },
		}]);
	});

	it('comes with fields that an expression names as a text with commas, also with those that the list does not offer', async () => {
		const { items } = await service.run(
			'device.get',
			{ deviceId: byId(GARAGE), output: 'selectedFields', outputFieldNames: '={{ $json.fields }}' },
			{ input: [{ fields: 'display_name, properties.locked, properties.battery.status' }] },
		);
		expect(items.map(({ json }) => json)).toEqual([{ device_id: GARAGE, display_name: 'Garage', locked: true, properties_battery_status: 'full' }]);
	});

	it('is told to be missing in words and with the error type of the service', async () => {
		const { items } = await service.run('device.get', { deviceId: byId(hotel.otherWorkspace.device) }, { onError: 'continueRegularOutput' });
		expect(items).toEqual([{
			json: {
				error: 'There is no such device in this workspace',
				details: {
					description: expect.stringMatching(/^The API key sees the devices of its own workspace only\..*Call: \/devices\/get, HTTP 404, device_not_found\. Request ID: [0-9a-f-]{36}$/),
					http_code: '404', http_status: 404, type: 'device_not_found', request_id: expect.stringMatching(/^[0-9a-f-]{36}$/),
				},
			},
			pairedItem: { item: 0 },
		}]);
	});
});

describe('many devices', () => {
	it('are simplified, raw or cut to the chosen fields like one', async () => {
		const listed = async (output: string) => (await service.run('device.getAll', {
			output, outputFieldNames: ['display_name'], filters: { search: 'garage' },
		})).items;
		const got = async (output: string) => (await service.run('device.get', {
			deviceId: byId(GARAGE), output, outputFieldNames: ['display_name'],
		})).items;
		for (const output of ['simplified', 'raw', 'selectedFields']) expect(await listed(output)).toEqual(await got(output));
	});
});

describe('one device for each of several items', () => {
	it('comes in the order of the items whatever answers first, each paired', async () => {
		service.sandbox.faults.next('/devices/get', { kind: 'slow', delayMs: 60 });
		const ids = [hotel.devices.spa, hotel.devices.garage, hotel.devices.frontDoor];
		const { items } = await service.run(
			'device.get',
			{ deviceId: byId('={{ $json.id }}'), output: 'selectedFields', outputFieldNames: [] },
			{ input: ids.map((id) => ({ id })) },
		);
		expect(items).toEqual(ids.map((id, index) => ({ json: { device_id: id }, pairedItem: { item: index } })));
	});
});

describe('finding devices', () => {
	it('finds one by its whole name', async () => {
		const { items } = await service.run('device.get', { findBy: 'name', deviceName: ' Garage ' });
		expect(items).toMatchObject([{ json: { device_id: GARAGE, display_name: 'Garage' }, pairedItem: { item: 0 } }]);
		expect(service.bodies('/devices/get')).toEqual([{ name: 'Garage' }]);
	});

	it.each<[string, INodeParameters, object, string[]]>([
		['custom metadata', { customMetadata: { entries: [{ key: 'floor', value: '2' }] } }, { custom_metadata_has: { floor: '2' } }, ['Room 201', 'Room 202']],
		['IDs', { deviceIds: `${GARAGE},${hotel.devices.spa}` }, { device_ids: [GARAGE, hotel.devices.spa] }, ['Spa', 'Garage']],
		['what nothing has', { userIdentifierKey: 'user-7', connectWebviewId: GARAGE }, { user_identifier_key: 'user-7', connect_webview_id: GARAGE }, []],
	])('lists them by %s', async (_what, filters, body, names) => {
		const { items } = await service.run('device.getAll', { filters });
		expect(items.map(({ json }) => json.display_name)).toEqual(names);
		expect(service.bodies('/devices/list')).toEqual([{ ...body, limit: 50 }]);
	});

	it('takes a yes or no in metadata from an expression', async () => {
		await service.run('device.getAll', { filters: { customMetadata: { entries: [{ key: 'vip', value: '={{ $json.vip }}' }] } } }, { input: [{ vip: true }] });
		expect(service.bodies('/devices/list')).toEqual([{ custom_metadata_has: { vip: true }, limit: 50 }]);
	});

	it.each<[string, INodeParameters, string]>([
		['without a value', { key: 'floor', value: '' }, "'Value' of 'floor' is empty"],
		['without a name', { key: '', value: '2' }, "'Key' under 'Custom Metadata' is empty"],
	])('sends nothing for metadata %s', async (_what, entry, message) => {
		const { error } = await service.run('device.getAll', { filters: { customMetadata: { entries: [entry] } } });
		expect([error?.message, service.paths()]).toEqual([message, []]);
	});

	it('sums up what is wrong with a device', async () => {
		const { items } = await service.run('device.get', { deviceId: byId(GARAGE), options: { addIssueSummary: true } });
		expect(items).toMatchObject([{ json: { has_errors: true, has_warnings: false, issue_summary: expect.stringMatching(/\(device_disconnected\)$/) } }]);
	});
});
