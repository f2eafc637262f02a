import type { IDataObject, INodeParameters } from 'n8n-workflow';
import { hotel } from '../../sandbox/fixtures/hotel';
import { apiKeys, workspaceIds } from '../../sandbox/fixtures/workspaces';
import {
	byId,
	QUICK_CHECKS,
	useHotelSandbox,
	type OperationName,
} from '../support/service/hotelSandbox';

const service = useHotelSandbox();

it('a person is created without the zero in parentheses of a phone number with a country code', async () => {
	await service.run('userIdentity.create', {
		additionalFields: { phoneNumber: '+49 (0)151 2345678' },
	});
	expect(service.bodies('/user_identities/create')).toEqual([{ phone_number: '+491512345678' }]);
});

it('an operation that does not exist sends nothing', async () => {
	const { error } = await service.run('workspace.delete');
	expect(error).toMatchObject({
		name: 'NodeOperationError',
		message: "There is no operation 'delete' for 'workspace'",
	});
	expect(service.sandbox.requests.count()).toBe(0);
});

describe('Reset sandbox workspace', () => {
	it('resets nothing if another name is typed', async () => {
		const { error } = await service.run('workspace.resetSandbox', { workspaceName: 'hotel' });
		expect([error?.message, error?.description]).toEqual([
			expect.stringContaining("'Workspace Name'"),
			expect.stringContaining("The node works in the workspace 'Hotel'"),
		]);
		expect(service.paths()).toEqual(['/workspaces/get']);
	});

	it('is never requested in a workspace with real locks, even with the right name', async () => {
		const { error } = await service.run(
			'workspace.resetSandbox',
			{ workspaceName: 'Cleaning Company' },
			{ credentials: { deviceAccessApi: { baseUrl: service.sandbox.url, apiKey: apiKeys.other } } },
		);
		expect(error?.message).toBe('Only a sandbox workspace can be reset');
		expect(service.paths()).toEqual(['/workspaces/get']);
	});
});

describe('an access credential', () => {
	const { spareCard } = hotel.credentials;
	const { nightDesk } = hotel.accessSystemUsers;
	const AS_USER = { member: 'accessSystemUser', accessSystemUserId: byId(nightDesk) };

	it.each<['openapi' | 'sdk']>([['openapi'], ['sdk']])(
		'is assigned, changed and unassigned, and returned as it is afterwards (source: %s)',
		async (source) => {
			service.sandbox.settings.source = source;
			const run = async (operation: OperationName, parameters: INodeParameters) =>
				(await service.run(operation, { accessCredentialId: byId(spareCard), ...parameters }))
					.items[0]?.json;
			expect(
				await run('accessCredential.assign', {
					userIdentityId: byId(hotel.userIdentities.nightDesk),
				}),
			).toMatchObject({ acs_user_id: nightDesk });
			expect(
				await run('accessCredential.update', { updateFields: { endsAt: '2031-01-31T15:00:00Z' } }),
			).toMatchObject({ acs_user_id: nightDesk, ends_at: '2031-01-31T15:00:00.000Z' });
			expect(await run('accessCredential.unassign', AS_USER)).not.toHaveProperty('acs_user_id');
			expect([
				service.bodies('/acs/credentials/assign'),
				service.bodies('/acs/credentials/unassign'),
			]).toEqual([
				[{ acs_credential_id: spareCard, user_identity_id: hotel.userIdentities.nightDesk }],
				[{ acs_credential_id: spareCard, acs_user_id: nightDesk }],
			]);
		},
	);
});

describe('an encoder', () => {
	it('has nothing to list in a workspace without access systems', async () => {
		await service.restart({ fixture: 'empty' });
		const { error } = await service.run('encoder.getAll', {});
		expect([error, service.paths()]).toEqual([undefined, ['/acs/systems/list']]);
	});

	it('uses the card on it for one item, and refuses the others before they are sent', async () => {
		const { items } = await service.run(
			'encoder.scanToAssign',
			{
				encoderId: byId(hotel.encoder),
				userIdentityId: byId(hotel.userIdentities.nightDesk),
				options: QUICK_CHECKS,
			},
			{ input: [{}, {}], onError: 'continueRegularOutput' },
		);
		expect(items.map(({ json }) => [json.outcome, json.error])).toEqual([
			['assigned', undefined],
			['failed', expect.stringContaining('item 0 uses the card')],
		]);
		expect(service.bodies('/acs/encoders/scan_to_assign_credential')).toHaveLength(1);
	});
});

it('Unmanaged Device: Convert to Managed converts devices, says which were managed already, and fails only those that do not exist', async () => {
	const { room201, room202 } = hotel.devices;
	await service.run('device.update', {
		deviceId: byId(room202),
		updateFields: { isManaged: false },
	});
	const nowhere = '30000000-0000-4000-8000-00000000ffff';
	const input = [{ id: room202 }, { id: room201 }, { id: nowhere }];
	const { items, task } = await service.run(
		'unmanagedDevice.convertToManaged',
		{ deviceId: byId('={{ $json.id }}') },
		{ input, onError: 'continueRegularOutput' },
	);
	expect(items).toMatchObject([
		{ json: { outcome: 'converted', name: 'Room 202', device_id: room202 } },
		{ json: { outcome: 'already_managed', name: 'Room 201', device_id: room201 } },
		{ json: { outcome: 'failed', device_id: nowhere, error: expect.any(String) } },
	]);
	expect(items.map(({ pairedItem }) => pairedItem)).toEqual([
		{ item: 0 },
		{ item: 1 },
		{ item: 2 },
	]);
	expect(task?.hints?.[0]?.message).toContain('1 converted, 1 already_managed, 1 failed');
});

it('a device comes with fields that an expression names in comma-separated text, including fields that the list does not offer', async () => {
	const { items } = await service.run(
		'device.get',
		{
			deviceId: byId(hotel.devices.garage),
			output: 'selectedFields',
			outputFieldNames: '={{ $json.fields }}',
		},
		{ input: [{ fields: 'display_name, properties.locked, properties.battery.status' }] },
	);
	expect(items.map(({ json }) => json)).toEqual([
		{
			device_id: hotel.devices.garage,
			display_name: 'Garage',
			locked: true,
			properties_battery_status: 'full',
		},
	]);
});

it('devices that are offline or have a low battery are found on every page of the list', async () => {
	const names = async (filters: INodeParameters, limit?: number) => {
		const run = await service.run('device.getAll', {
			...(limit === undefined ? { returnAll: true } : { limit }),
			filters,
			output: 'raw',
		});
		return run.items.map(({ json }) => json.display_name);
	};
	const devices = service.sandbox.state.workspaces.get(workspaceIds.main)?.devicesById;
	const change = (id: string, properties: object) =>
		Object.assign(devices?.get(id)?.record.properties ?? {}, properties);
	change(hotel.devices.room101, { online: false });
	change(hotel.devices.spa, { online: false, battery_level: 0.1 });
	change(hotel.devices.room102, { battery_level: 0.2 });
	change(hotel.devices.room103, { battery_level: undefined });
	service.sandbox.settings.maxPageSize = 3;
	// The hotel's garage is offline.
	expect(await names({ offlineOnly: true })).toEqual(['Room 101', 'Spa', 'Garage']);
	expect(await names({ batteryBelow: 20 })).toEqual(['Spa']);
	expect(await names({ batteryBelow: 21 })).toEqual(['Room 102', 'Spa']);
	expect(await names({ batteryBelow: 21, offlineOnly: true })).toEqual(['Spa']);
	expect(await names({ offlineOnly: false }, 1)).toEqual(['Front Door']);
	expect(await names({ batteryBelow: 21 }, 1)).toEqual(['Room 102']);
});

it('yes and no in metadata stay as they are if an expression returns them', async () => {
	await service.run(
		'device.update',
		{
			deviceId: byId(hotel.devices.frontDoor),
			updateFields: { customMetadata: { entries: [{ key: 'vip', value: '={{ $json.vip }}' }] } },
		},
		{ input: [{ vip: true }] },
	);
	expect(service.bodies('/devices/update')).toEqual([
		{ device_id: hotel.devices.frontDoor, custom_metadata: { vip: true } },
	]);
});

it('an event that the service answers without is said to be none', async () => {
	service.sandbox.faults.next('/events/get', { kind: 'status', status: 200, body: { ok: true } });
	const { error } = await service.run('event.get', { findBy: 'type', eventType: 'lock.locked' });
	expect(error?.message).toBe('There is no such event in this workspace');
});

describe('an action attempt', () => {
	/** Starts a conversion without waiting for it; resolves with the ID of its attempt. */
	async function startConversion(accessCodeId: string): Promise<string> {
		service.sandbox.settings.attemptDurationMs = 0;
		const { items } = await service.run('unmanagedAccessCode.convertToManaged', {
			accessCodeId: byId(accessCodeId),
			waitForCompletion: false,
		});
		return String((items[0]?.json.action_attempt as IDataObject).action_attempt_id);
	}

	it.each(['stopWorkflow', 'continueErrorOutput'] as const)(
		'that failed is returned as a result, not as a failed item (%s)',
		async (onError) => {
			const { items, outputs } = await service.run(
				'actionAttempt.get',
				{ actionAttemptId: await startConversion(hotel.unmanagedCodes.failsToConvert) },
				{ onError, retry: { maxTries: 2, waitBetweenTriesMs: 1 } },
			);
			expect(items).toMatchObject([{ json: { action_attempt: { status: 'error' } } }]);
			expect(outputs(1)).toEqual([]);
			expect(service.sandbox.requests.count('/action_attempts/get')).toBe(1);
		},
	);

	it('that has ended already is not waited for', async () => {
		const { convertible, failsToConvert } = hotel.unmanagedCodes;
		const ids = [await startConversion(convertible), await startConversion(failsToConvert)];
		const hour = { pollInterval: 3_600, maxPollInterval: 3_600, waitTimeout: 3_600 };
		const { items } = await service.run(
			'actionAttempt.waitForCompletion',
			{
				actionAttemptId: '={{ $json.id }}',
				options: { ...hour, onFailedAction: 'returnItem' },
			},
			{ input: ids.map((id) => ({ id })) },
		);
		expect(items.map(({ json }) => json.outcome)).toEqual(['succeeded', 'failed']);
		const gets = service.paths().filter((path) => path.startsWith('/action_attempts/'));
		expect(gets).toEqual(['/action_attempts/get', '/action_attempts/get']);
	});
});

it('Get instant key never repeats the link when it fails', async () => {
	const { items } = await service.run('userIdentity.generateInstantKey', {
		userIdentityId: byId(hotel.userIdentities.guest101),
	});
	const { instant_key_id: id, instant_key_url: link } = items[0]?.json ?? {};
	await service.run('instantKey.delete', { instantKeyId: byId(String(id)) });
	const { error } = await service.run('instantKey.get', {
		findBy: 'link',
		instantKeyUrl: String(link),
	});
	expect(error).toMatchObject({ httpCode: '404' });
	expect(`${error?.message} ${error?.description}`).not.toContain(String(link));
});
