import type { IDataObject, INodeParameters } from 'n8n-workflow';
import { hotel } from '../../sandbox/fixtures/hotel';
import { byId, QUICK_CHECKS, useHotelSandbox } from '../support/hotelSandbox';

const service = useHotelSandbox();

describe('Device: read', () => {
	const GARAGE = hotel.devices.garage;

	/** The record as the service itself returns it. */
	async function recordOf(deviceId: string): Promise<IDataObject> {
		const response = await fetch(`${service.sandbox.url}/devices/get`, {
			method: 'POST',
			headers: {
				authorization: `Bearer ${service.sandbox.apiKey}`,
				'content-type': 'application/json',
			},
			body: JSON.stringify({ device_id: deviceId }),
		});
		return ((await response.json()) as { device: IDataObject }).device;
	}

	describe('a device', () => {
		it('is simplified to its most used fields', async () => {
			const { items } = await service.run('device.get', { deviceId: byId(GARAGE) });
			expect(items).toEqual([
				{
					json: {
						device_id: GARAGE,
						display_name: 'Garage',
						device_type: 'nuki_lock',
						provider: 'nuki',
						online: false,
						locked: true,
						battery_level: 0.9,
						can_program_online_access_codes: true,
						connected_account_id: expect.any(String),
						error_codes: ['device_disconnected'],
					},
					pairedItem: { item: 0 },
				},
			]);
			expect(service.bodies('/devices/get')).toEqual([{ device_id: GARAGE }]);
		});

		it('comes as the service returns it with the output Raw', async () => {
			const { items } = await service.run('device.get', { deviceId: byId(GARAGE), output: 'raw' });
			expect(items).toEqual([{ json: await recordOf(GARAGE), pairedItem: { item: 0 } }]);
		});

		it('comes with the chosen fields, its ID first, with the output Selected Fields', async () => {
			const { items } = await service.run('device.get', {
				deviceId: byId(GARAGE),
				output: 'selectedFields',
				outputFieldNames: ['online', 'provider', 'display_name', 'custom_metadata'],
			});
			expect(items).toEqual([
				{
					json: {
						device_id: GARAGE,
						online: false,
						provider: 'nuki',
						display_name: 'Garage',
						custom_metadata: { floor: '3' },
					},
					pairedItem: { item: 0 },
				},
			]);
		});

		it('comes with fields that an expression names in comma-separated text, including fields that the list does not offer', async () => {
			const { items } = await service.run(
				'device.get',
				{
					deviceId: byId(GARAGE),
					output: 'selectedFields',
					outputFieldNames: '={{ $json.fields }}',
				},
				{ input: [{ fields: 'display_name, properties.locked, properties.battery.status' }] },
			);
			expect(items.map(({ json }) => json)).toEqual([
				{
					device_id: GARAGE,
					display_name: 'Garage',
					locked: true,
					properties_battery_status: 'full',
				},
			]);
		});

		it('is reported missing in words, with the error type of the service', async () => {
			const { items } = await service.run(
				'device.get',
				{ deviceId: byId(hotel.otherWorkspace.device) },
				{ onError: 'continueRegularOutput' },
			);
			expect(items).toEqual([
				{
					json: {
						error: `No device has the ID '${hotel.otherWorkspace.device}'`,
						details: {
							description: expect.stringMatching(
								/Call: \/devices\/get, HTTP 404, device_not_found\. Request ID: [0-9a-f-]{36}$/,
							),
							http_code: '404',
							http_status: 404,
							type: 'device_not_found',
							request_id: expect.stringMatching(/^[0-9a-f-]{36}$/),
						},
					},
					pairedItem: { item: 0 },
				},
			]);
		});
	});

	describe('many devices', () => {
		it('are simplified, raw or cut to the chosen fields like one', async () => {
			const listed = async (output: string) =>
				(
					await service.run('device.getAll', {
						output,
						outputFieldNames: ['display_name'],
						filters: { search: 'garage' },
					})
				).items;
			const got = async (output: string) =>
				(
					await service.run('device.get', {
						deviceId: byId(GARAGE),
						output,
						outputFieldNames: ['display_name'],
					})
				).items;
			for (const output of ['simplified', 'raw', 'selectedFields'])
				expect(await listed(output)).toEqual(await got(output));
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
			expect(items).toEqual(
				ids.map((id, index) => ({ json: { device_id: id }, pairedItem: { item: index } })),
			);
		});
	});

	describe('finding devices', () => {
		it('finds one by its whole name', async () => {
			const { items } = await service.run('device.get', { findBy: 'name', deviceName: ' Garage ' });
			expect(items).toMatchObject([
				{ json: { device_id: GARAGE, display_name: 'Garage' }, pairedItem: { item: 0 } },
			]);
			expect(service.bodies('/devices/get')).toEqual([{ name: 'Garage' }]);
		});

		it.each<[string, INodeParameters, object, string[]]>([
			[
				'custom metadata',
				{ customMetadata: { entries: [{ key: 'floor', value: '2' }] } },
				{ custom_metadata_has: { floor: '2' } },
				['Room 201', 'Room 202'],
			],
			[
				'IDs',
				{ deviceIds: `${GARAGE},${hotel.devices.spa}` },
				{ device_ids: [GARAGE, hotel.devices.spa] },
				['Spa', 'Garage'],
			],
			[
				'what nothing has',
				{ userIdentifierKey: 'user-7', connectWebviewId: GARAGE },
				{ user_identifier_key: 'user-7', connect_webview_id: GARAGE },
				[],
			],
		])('lists them by %s', async (_what, filters, body, names) => {
			const { items } = await service.run('device.getAll', { filters });
			expect(items.map(({ json }) => json.display_name)).toEqual(names);
			expect(service.bodies('/devices/list')).toEqual([{ ...body, limit: 50 }]);
		});

		it('takes a yes or no in metadata from an expression', async () => {
			await service.run(
				'device.getAll',
				{ filters: { customMetadata: { entries: [{ key: 'vip', value: '={{ $json.vip }}' }] } } },
				{ input: [{ vip: true }] },
			);
			expect(service.bodies('/devices/list')).toEqual([
				{ custom_metadata_has: { vip: true }, limit: 50 },
			]);
		});

		it.each<[string, INodeParameters, string]>([
			['without a value', { key: 'floor', value: '' }, "'Value'"],
			['without a name', { key: '', value: '2' }, "'Key'"],
		])('sends nothing for metadata %s', async (_what, entry, message) => {
			const { error } = await service.run('device.getAll', {
				filters: { customMetadata: { entries: [entry] } },
			});
			expect([error?.message, service.paths()]).toEqual([expect.stringContaining(message), []]);
		});

		it('sums up what is wrong with a device', async () => {
			const { items } = await service.run('device.get', {
				deviceId: byId(GARAGE),
				options: { addIssueSummary: true },
			});
			expect(items).toMatchObject([
				{
					json: {
						has_errors: true,
						has_warnings: false,
						issue_summary: expect.stringMatching(/\(device_disconnected\)$/),
					},
				},
			]);
		});
	});
});

describe('Device: change', () => {
	const LOCK = '/locks/lock_door';
	const UNLOCK = '/locks/unlock_door';
	const UPDATE = '/devices/update';
	const { frontDoor, room101, garage } = hotel.devices;

	const act = async (
		operation: 'lock' | 'unlock',
		deviceId: string,
		options: INodeParameters = {},
		parameters: INodeParameters = {},
	) =>
		await service.run(`device.${operation}`, {
			deviceId: byId(deviceId),
			...parameters,
			options: { ...QUICK_CHECKS, ...options },
		});

	const attempt = (actionType: string, rest: IDataObject) => ({
		action_attempt_id: expect.any(String),
		action_type: actionType,
		result: null,
		error: null,
		...rest,
	});

	const isLocked = async (deviceId: string) => {
		const { items } = await service.run('device.get', { deviceId: byId(deviceId) });
		return items[0]?.json.locked;
	};

	describe('locking and unlocking a door', () => {
		it('says what the lock has carried out', async () => {
			const unlocked = await act('unlock', frontDoor);
			expect(unlocked.items).toEqual([
				{
					json: {
						device_id: frontDoor,
						outcome: 'unlocked',
						message: expect.any(String),
						action_attempt: attempt('UNLOCK_DOOR', {
							status: 'success',
							result: { was_confirmed_by_device: true },
						}),
					},
					pairedItem: { item: 0 },
				},
			]);
			expect([service.bodies(UNLOCK), await isLocked(frontDoor)]).toEqual([
				[{ device_id: frontDoor }],
				false,
			]);
			const locked = await act('lock', frontDoor);
			expect(locked.items.map(({ json }) => json)).toEqual([
				{
					device_id: frontDoor,
					outcome: 'locked',
					message: expect.any(String),
					action_attempt: attempt('LOCK_DOOR', {
						status: 'success',
						result: { was_confirmed_by_device: true },
					}),
				},
			]);
			expect([service.bodies(LOCK), await isLocked(frontDoor)]).toEqual([
				[{ device_id: frontDoor }],
				true,
			]);
		});

		it('is pending without Wait for Completion', async () => {
			const { items } = await act('unlock', frontDoor, {}, { waitForCompletion: false });
			expect(items.map(({ json }) => json)).toEqual([
				{
					device_id: frontDoor,
					outcome: 'pending',
					message: expect.any(String),
					action_attempt: attempt('UNLOCK_DOOR', { status: 'pending' }),
				},
			]);
		});

		it.each([
			{ operation: 'lock', path: LOCK, message: expect.stringContaining('The lock is jammed.') },
			{
				operation: 'unlock',
				path: UNLOCK,
				message: expect.stringContaining('The lock is jammed.'),
			},
		] as const)(
			'that fails is reported as a failed $operation',
			async ({ operation, path, message }) => {
				service.sandbox.faults.next(path, { kind: 'attemptFails', message: 'The lock is jammed.' });
				const { items, error } = await act(operation, frontDoor);
				expect([items, error?.message]).toEqual([[], message]);
			},
		);

		it('fails for a lock that is offline, and pairs the outcomes of many locks', async () => {
			const { items } = await service.run(
				'device.unlock',
				{
					deviceId: byId('={{ $json.device_id }}'),
					options: { ...QUICK_CHECKS, onFailedAction: 'returnItem' },
				},
				{ input: [{ device_id: frontDoor }, { device_id: garage }, { device_id: room101 }] },
			);
			expect(
				items.map(({ json, pairedItem }) => [json.device_id, json.outcome, pairedItem]),
			).toEqual([
				[frontDoor, 'unlocked', { item: 0 }],
				[garage, 'failed', { item: 1 }],
				[room101, 'unlocked', { item: 2 }],
			]);
			expect(items[1]?.json.errors).toEqual([expect.stringMatching(/offline/)]);
		});

		it('is refused by a device without a motor', async () => {
			service.sandbox.faults.next(LOCK, {
				kind: 'status',
				status: 400,
				body: { ok: false, error: { type: 'unsupported_device', message: 'No motor.' } },
			});
			const { error } = await act('lock', frontDoor);
			expect(error).toMatchObject({
				name: 'NodeApiError',
				httpCode: '400',
				message: 'The device does not support this',
			});
		});
	});

	describe('changing a device', () => {
		const update = async (updateFields: IDataObject) =>
			await service.run('device.update', {
				deviceId: byId(frontDoor),
				updateFields: updateFields as INodeParameters,
			});

		it('sends what was entered, and returns the changed device', async () => {
			const { items } = await update({
				name: 'Main Entrance',
				backupAccessCodePoolEnabled: false,
				customMetadata: {
					entries: [
						{ key: 'floor', value: '' },
						{ key: 'owner', value: 'Front office' },
					],
				},
			});
			expect(service.bodies(UPDATE)).toEqual([
				{
					device_id: frontDoor,
					name: 'Main Entrance',
					backup_access_code_pool_enabled: false,
					custom_metadata: { floor: null, owner: 'Front office' },
				},
			]);
			const {
				items: [device],
			} = await service.run('device.get', { deviceId: byId(frontDoor), output: 'raw' });
			expect(device?.json).toMatchObject({
				display_name: 'Main Entrance',
				custom_metadata: { owner: 'Front office' },
			});
			expect(items).toEqual([device]);
		});

		it('removes the name if it is left empty', async () => {
			await update({ name: '' });
			expect(service.bodies(UPDATE)).toEqual([{ device_id: frontDoor, name: null }]);
		});

		it('keeps yes and no in metadata as they are if an expression returns them', async () => {
			await service.run(
				'device.update',
				{
					deviceId: byId(frontDoor),
					updateFields: {
						customMetadata: { entries: [{ key: 'vip', value: '={{ $json.vip }}' }] },
					},
				},
				{ input: [{ vip: true }] },
			);
			expect(service.bodies(UPDATE)).toEqual([
				{ device_id: frontDoor, custom_metadata: { vip: true } },
			]);
		});

		it('makes the device unmanaged, and its codes with it', async () => {
			const { items } = await update({ isManaged: false });
			expect(items).toEqual([
				{ json: { device_id: frontDoor, updated: true }, pairedItem: { item: 0 } },
			]);
			const { error } = await service.run('device.get', { deviceId: byId(frontDoor) });
			expect(error).toMatchObject({ httpCode: '404' });
		});

		it.each<[string, IDataObject, string]>([
			['nothing to change', {}, 'There is nothing to change'],
			[
				'metadata without entries',
				{ customMetadata: { entries: [] } },
				'There is nothing to change',
			],
			[
				'a switch whose expression returns nothing',
				{ isManaged: '={{ $json.misspelled }}' },
				"'Managed' is empty",
			],
			[
				'an entry without a name',
				{ customMetadata: { entries: [{ key: ' ', value: 'x' }] } },
				"'Key'",
			],
			[
				'a text that is too long',
				{ customMetadata: { entries: [{ key: 'a', value: 'x'.repeat(501) }] } },
				"'Value'",
			],
			[
				'too many entries',
				{
					customMetadata: {
						entries: Array.from({ length: 51 }, (_, index) => ({ key: `k${index}`, value: 'x' })),
					},
				},
				"'Custom Metadata'",
			],
		])('refuses %s before any request', async (_name, updateFields, message) => {
			expect((await update(updateFields)).error?.message).toContain(message);
			expect(service.paths()).toEqual([]);
		});
	});
});
