import type { INodeParameters } from 'n8n-workflow';
import { hotel } from '../../sandbox/fixtures/hotel';
import { apiKeys, workspaceIds } from '../../sandbox/fixtures/workspaces';
import {
	byId,
	QUICK_CHECKS,
	useHotelSandbox,
	type OperationName,
} from '../support/service/hotelSandbox';

const service = useHotelSandbox();

/** Runs one operation. Returns its items and the body that it sent to the path. */
async function runWith(operation: OperationName, path: string, parameters: INodeParameters) {
	const { items } = await service.run(operation, parameters);
	return { jsons: items.map(({ json }) => json), bodies: service.bodies(path) };
}

const CREATED_AT = expect.stringMatching(/^2026-01-15T/);

describe('a space', () => {
	const ofBoth = {
		workspace_id: expect.any(String),
		device_count: 1,
		acs_entrance_count: 1,
		created_at: CREATED_AT,
	};
	const room101 = {
		...ofBoth,
		space_id: hotel.spaces.room101,
		name: 'Room 101',
		display_name: 'Room 101',
		space_key: 'room-101',
		customer_data: {
			address: '1 Harbour Street, Lisbon',
			default_checkin_time: '15:00',
			default_checkout_time: '11:00',
			time_zone: 'Europe/Lisbon',
		},
	};

	it('that does not exist, and an empty key, fail only their own items', async () => {
		const { items } = await service.run(
			'space.get',
			{
				findBy: '={{ $json.by }}',
				spaceId: byId(hotel.devices.garage),
				spaceKey: '={{ $json.key }}',
			},
			{
				input: [{ by: 'id' }, { by: 'key', key: '' }, { by: 'key', key: 'room-101' }],
				onError: 'continueRegularOutput',
			},
		);
		expect(items).toEqual([
			{
				json: {
					outcome: 'failed',
					space_id: hotel.devices.garage,
					error: `No space has the ID '${hotel.devices.garage}'`,
					details: expect.objectContaining({ type: 'space_not_found', http_status: 404 }),
				},
				pairedItem: { item: 0 },
			},
			{
				json: {
					outcome: 'failed',
					error: "'Space Key' is empty",
					details: { description: expect.stringContaining("'Find By'") },
				},
				pairedItem: { item: 1 },
			},
			{ json: room101, pairedItem: { item: 2 } },
		]);
	});
});

describe('a person', () => {
	it('is created without the zero in parentheses of a phone number with a country code', async () => {
		const { bodies } = await runWith('userIdentity.create', '/user_identities/create', {
			additionalFields: { phoneNumber: '+49 (0)151 2345678' },
		});
		expect(bodies).toEqual([{ phone_number: '+491512345678' }]);
	});
});

describe('a workspace', () => {
	it('is not created with an API key, and the error says what is needed', async () => {
		const { error } = await service.run('workspace.create', { name: 'Trial' });
		expect(error).toMatchObject({
			httpCode: '401',
			description: expect.stringContaining('Personal Access Token'),
		});
	});

	it('says what to do when a workflow names an operation that does not exist', async () => {
		const { error } = await service.run('workspace.delete');
		expect(error).toMatchObject({
			name: 'NodeOperationError',
			message: "There is no operation 'delete' for 'workspace'",
			description: "Choose 'Resource' and 'Operation' from the lists again.",
		});
		expect(service.sandbox.requests.count()).toBe(0);
	});
});

describe('Reset sandbox workspace', () => {
	const RESET = '/workspaces/reset_sandbox';

	const reset = async (workspaceName: string, parameters: INodeParameters = {}) =>
		await service.run('workspace.resetSandbox', {
			workspaceName,
			...parameters,
			options: QUICK_CHECKS,
		});

	describe('resetting a sandbox workspace', () => {
		it('is done if the service answers without an action attempt', async () => {
			service.sandbox.faults.next(RESET, {
				kind: 'status',
				status: 200,
				body: { ok: true, message: 'Reset.' },
			});
			const { items } = await reset('Hotel');
			expect(items.map(({ json }) => json)).toEqual([
				{
					outcome: 'reset',
					name: null,
					device_name: null,
					message: expect.any(String),
					workspace_id: workspaceIds.main,
				},
			]);
		});

		it.each(['hotel', 'Hotel 2', 'Cleaning Company'])(
			'resets nothing if another name is typed: %s',
			async (name) => {
				const { error } = await reset(name);
				expect([error?.message, error?.description]).toEqual([
					expect.stringContaining("'Workspace Name'"),
					expect.stringContaining("The node works in the workspace 'Hotel'"),
				]);
				expect(service.paths()).toEqual(['/workspaces/get']);
			},
		);

		it('resets nothing without a name', async () => {
			expect((await reset('={{ "" }}')).error?.message).toBe("'Workspace Name' is empty");
			expect(service.paths()).toEqual([]);
		});

		it('is never requested in a workspace with real locks, even with the right name', async () => {
			const { error } = await service.run(
				'workspace.resetSandbox',
				{ workspaceName: 'Cleaning Company' },
				{
					credentials: { deviceAccessApi: { baseUrl: service.sandbox.url, apiKey: apiKeys.other } },
				},
			);
			expect(error?.message).toBe('Only a sandbox workspace can be reset');
			expect(service.paths()).toEqual(['/workspaces/get']);
		});
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
	const onEncoder = { encoderId: byId(hotel.encoder), options: QUICK_CHECKS };

	it('has nothing to list in a workspace without access systems', async () => {
		await service.restart({ fixture: 'empty' });
		const { error } = await service.run('encoder.getAll', {});
		expect([error, service.paths()]).toEqual([undefined, ['/acs/systems/list']]);
	});

	it('uses the card on it for one item, and refuses the others before they are sent', async () => {
		const people = [hotel.userIdentities.nightDesk, hotel.userIdentities.nightDesk].map((id) => ({
			id,
		}));
		const parameters = { ...onEncoder, userIdentityId: byId('={{ $json.id }}') };
		const { items } = await service.run('encoder.scanToAssign', parameters, {
			input: people,
			onError: 'continueRegularOutput',
		});
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
	expect(items).toEqual([
		{
			json: {
				outcome: 'converted',
				name: 'Room 202',
				device_name: 'Room 202',
				message: expect.any(String),
				device_id: room202,
			},
			pairedItem: { item: 0 },
		},
		{
			json: {
				outcome: 'already_managed',
				name: 'Room 201',
				device_name: 'Room 201',
				message: expect.any(String),
				device_id: room201,
			},
			pairedItem: { item: 1 },
		},
		{
			json: {
				outcome: 'failed',
				device_id: nowhere,
				name: null,
				device_name: null,
				message: expect.any(String),
				error: expect.any(String),
				details: expect.objectContaining({ http_status: 404 }),
			},
			pairedItem: { item: 2 },
		},
	]);
	expect(task?.hints?.[0]?.message).toContain('1 converted, 1 already_managed, 1 failed');
});
