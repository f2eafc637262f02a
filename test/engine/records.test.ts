import type { INodeParameters } from 'n8n-workflow';
import { hotel } from '../../sandbox/fixtures/hotel';
import { apiKeys, workspaceIds } from '../../sandbox/fixtures/workspaces';
import { byId, QUICK_CHECKS, useHotelSandbox, type OperationName } from '../support/hotelSandbox';

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
	const room102 = {
		...ofBoth,
		space_id: hotel.spaces.room102,
		name: 'Room 102',
		display_name: 'Room 102',
		space_key: 'room-102',
	};

	it.each<[string, INodeParameters, object]>([
		['ID', { spaceId: byId(hotel.spaces.room101) }, { space_id: hotel.spaces.room101 }],
		['key', { findBy: 'key', spaceKey: ' room-101 ' }, { space_key: 'room-101' }],
	])('is found by its %s', async (_way, parameters, body) => {
		expect(await runWith('space.get', '/spaces/get', parameters)).toEqual({
			jsons: [room101],
			bodies: [body],
		});
	});

	it('is found by a search', async () => {
		const { items } = await service.run('space.getAll', {
			filters: { search: 'room 1', spaceKey: '', customerKey: '' },
		});
		expect(items).toEqual([
			{ json: room101, pairedItem: { item: 0 } },
			{ json: room102, pairedItem: { item: 0 } },
		]);
		expect(service.bodies('/spaces/list')).toEqual([{ search: 'room 1', limit: 50 }]);
	});

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
					error: `No space has the ID '${hotel.devices.garage}'`,
					details: expect.objectContaining({ type: 'space_not_found', http_status: 404 }),
				},
				pairedItem: { item: 0 },
			},
			{
				json: {
					error: "'Space Key' is empty",
					details: { description: expect.stringContaining("'Find By'") },
				},
				pairedItem: { item: 1 },
			},
			{ json: room101, pairedItem: { item: 2 } },
		]);
	});
});

describe('a connected account', () => {
	const august = {
		connected_account_id: expect.any(String),
		display_name: 'August account',
		account_type: 'august',
		account_type_display_name: 'August',
		automatically_manage_new_devices: true,
		created_at: CREATED_AT,
	};

	it('is found by its email address', async () => {
		const parameters = { findBy: 'email', email: 'august@example.com' };
		expect(await runWith('connectedAccount.get', '/connected_accounts/get', parameters)).toEqual({
			jsons: [august],
			bodies: [{ email: 'august@example.com' }],
		});
	});

	it('is listed by its custom metadata, which none has', async () => {
		const parameters = {
			filters: { customMetadata: { entries: [{ key: 'region', value: 'north' }] } },
		};
		expect(
			await runWith('connectedAccount.getAll', '/connected_accounts/list', parameters),
		).toEqual({
			jsons: [],
			bodies: [{ custom_metadata_has: { region: 'north' }, limit: 50 }],
		});
	});

	it('is listed with others, and by what was typed', async () => {
		const { jsons, bodies } = await runWith('connectedAccount.getAll', '/connected_accounts/list', {
			filters: { search: 'august' },
		});
		expect([jsons, bodies]).toEqual([[august], [{ search: 'august', limit: 50 }]]);
	});
});

describe('an access system', () => {
	const hotelSystem = {
		acs_system_id: hotel.accessSystem,
		name: 'Hotel Access System',
		external_type: 'salto_space_system',
		external_type_display_name: 'Salto Space system',
		connected_account_id: expect.any(String),
		acs_user_count: 2,
		acs_access_group_count: 3,
		created_at: CREATED_AT,
	};

	it('is simplified, with a summary of its issues if that is chosen', async () => {
		const parameters = {
			accessSystemId: byId(hotel.accessSystem),
			options: { addIssueSummary: true },
		};
		expect(await runWith('accessSystem.get', '/acs/systems/get', parameters)).toEqual({
			jsons: [{ ...hotelSystem, issue_summary: '', has_errors: false, has_warnings: false }],
			bodies: [{ acs_system_id: hotel.accessSystem }],
		});
	});

	it('is listed with others', async () => {
		const { jsons } = await runWith('accessSystem.getAll', '/acs/systems/list', {});
		expect(jsons.map(({ name }) => name)).toEqual(['Hotel Access System', 'Gym Access System']);
		expect(jsons[0]).toEqual(hotelSystem);
	});
});

describe('an entrance', () => {
	it('comes as the service returns it', async () => {
		const { jsons, bodies } = await runWith('entrance.get', '/acs/entrances/get', {
			entranceId: byId(hotel.entrances.lobby),
		});
		expect(bodies).toEqual([{ acs_entrance_id: hotel.entrances.lobby }]);
		expect(jsons).toEqual([
			{
				acs_entrance_id: hotel.entrances.lobby,
				acs_system_id: hotel.accessSystem,
				connected_account_id: expect.any(String),
				display_name: 'Lobby',
				space_ids: [hotel.spaces.room101, hotel.spaces.room102],
				can_belong_to_reservation: true,
				created_at: CREATED_AT,
				errors: [],
				warnings: [],
			},
		]);
	});

	it('is listed with those of its system, or by comma-separated IDs', async () => {
		const names = async (filters: INodeParameters) =>
			(await runWith('entrance.getAll', '', { filters })).jsons.map(
				(entrance) => entrance.display_name,
			);
		expect(await names({ accessSystemId: hotel.assignmentSystem })).toEqual(['Gym']);
		expect(
			await names({ entranceIds: `${hotel.entrances.lobby}, ${hotel.entrances.gym}` }),
		).toEqual(['Lobby', 'Gym']);
		expect(service.bodies('/acs/entrances/list')).toEqual([
			{ acs_system_id: hotel.assignmentSystem, limit: 50 },
			{ acs_entrance_ids: [hotel.entrances.lobby, hotel.entrances.gym], limit: 50 },
		]);
	});
});

describe('a person', () => {
	const person = {
		user_identity_id: hotel.userIdentities.guest101,
		workspace_id: expect.any(String),
		user_identity_key: 'guest-101',
		full_name: 'Guest of Room 101',
		display_name: 'Guest of Room 101',
		email_address: 'guest-101@example.com',
		phone_number: null,
		acs_user_ids: [],
		created_at: CREATED_AT,
		errors: [],
		warnings: [],
	};

	it('is created without the zero in parentheses of a phone number with a country code', async () => {
		const { bodies } = await runWith('userIdentity.create', '/user_identities/create', {
			additionalFields: { phoneNumber: '+49 (0)151 2345678' },
		});
		expect(bodies).toEqual([{ phone_number: '+491512345678' }]);
	});

	it('is created, with the phone number as the service wants it', async () => {
		const additionalFields = {
			fullName: 'Guest of Room 103',
			phoneNumber: '+1 (555) 010-0000',
			userIdentityKey: 'guest-103',
		};
		const { jsons, bodies } = await runWith('userIdentity.create', '/user_identities/create', {
			additionalFields,
		});
		expect(bodies).toEqual([
			{
				full_name: 'Guest of Room 103',
				phone_number: '+15550100000',
				user_identity_key: 'guest-103',
			},
		]);
		expect(jsons).toEqual([
			{
				...person,
				user_identity_id: expect.any(String),
				user_identity_key: 'guest-103',
				full_name: 'Guest of Room 103',
				display_name: 'Guest of Room 103',
				email_address: null,
				phone_number: '+15550100000',
				created_at: expect.any(String),
			},
		]);
	});

	it.each<[OperationName, INodeParameters, string]>([
		['userIdentity.create', { additionalFields: {} }, 'Nothing was entered about the person'],
		[
			'userIdentity.create',
			{ additionalFields: { phoneNumber: '0555 0100000' } },
			"'Phone Number'",
		],
		[
			'userIdentity.update',
			{ userIdentityId: byId(hotel.userIdentities.guest101), updateFields: {} },
			'There is nothing to change',
		],
	])('is not sent with invalid values (%s %j)', async (operation, parameters, message) => {
		const { error } = await service.run(operation, parameters);
		expect(error?.message).toContain(message);
		expect(service.paths()).toEqual([]);
	});

	it('is changed, and returned as it is afterwards', async () => {
		const parameters = {
			userIdentityId: byId(hotel.userIdentities.guest101),
			updateFields: { fullName: 'Long-Stay Guest' },
		};
		const { jsons, bodies } = await runWith(
			'userIdentity.update',
			'/user_identities/update',
			parameters,
		);
		expect(bodies).toEqual([
			{ user_identity_id: hotel.userIdentities.guest101, full_name: 'Long-Stay Guest' },
		]);
		expect(jsons).toEqual([
			{ ...person, full_name: 'Long-Stay Guest', display_name: 'Long-Stay Guest' },
		]);
	});

	it('is reported as changed even if it cannot be read afterwards', async () => {
		service.sandbox.faults.always('/user_identities/get', { kind: 'internalError' });
		const parameters = {
			userIdentityId: byId(hotel.userIdentities.guest101),
			updateFields: { fullName: 'Long-Stay Guest' },
			options: { maxRetries: 0 },
		};
		const { jsons } = await runWith('userIdentity.update', '', parameters);
		expect(jsons).toEqual([{ user_identity_id: hotel.userIdentities.guest101, updated: true }]);
	});

	it('is deleted, and then no longer found', async () => {
		const userIdentityId = byId(hotel.userIdentities.nightDesk);
		expect((await service.run('userIdentity.delete', { userIdentityId })).items).toEqual([
			{
				json: { user_identity_id: hotel.userIdentities.nightDesk, deleted: true },
				pairedItem: { item: 0 },
			},
		]);
		expect(
			(await service.run('userIdentity.get', { userIdentityId })).error?.description,
		).toContain('user_identity_not_found');
	});

	it('is found by key, and in a list', async () => {
		const simplified = {
			user_identity_id: hotel.userIdentities.guest101,
			display_name: 'Guest of Room 101',
			full_name: 'Guest of Room 101',
			email_address: 'guest-101@example.com',
			phone_number: null,
			user_identity_key: 'guest-101',
			created_at: CREATED_AT,
		};
		expect(
			(await runWith('userIdentity.get', '', { findBy: 'key', userIdentityKey: 'guest-101' }))
				.jsons,
		).toEqual([simplified]);
		expect(
			(await runWith('userIdentity.getAll', '', { filters: { search: 'room 101' } })).jsons,
		).toEqual([simplified]);
	});
});

describe('a workspace', () => {
	it('returns the workspace of the key, and whether it is a sandbox', async () => {
		const { items } = await service.run('workspace.get');
		expect(items).toEqual([
			{
				json: {
					workspace_id: workspaceIds.main,
					name: 'Hotel',
					company_name: 'Hotel',
					connect_partner_name: null,
					is_sandbox: true,
					is_suspended: false,
					connect_webview_customization: {},
					is_publishable_key_auth_enabled: false,
					organization_id: expect.any(String),
				},
				pairedItem: { item: 0 },
			},
		]);
	});

	it('fails when the answer has no workspace', async () => {
		service.sandbox.faults.next('/workspaces/get', { kind: 'missingMember' });
		const { error } = await service.run('workspace.get');
		expect(error).toMatchObject({ name: 'NodeApiError', message: expect.any(String) });
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

describe('Workspace: Reset Sandbox', () => {
	const RESET = '/workspaces/reset_sandbox';

	const reset = async (workspaceName: string, parameters: INodeParameters = {}) =>
		await service.run('workspace.resetSandbox', {
			workspaceName,
			...parameters,
			options: QUICK_CHECKS,
		});

	describe('resetting a sandbox workspace', () => {
		it('resets it once its name is typed', async () => {
			await service.run('unmanagedAccessCode.delete', {
				accessCodeId: byId(hotel.unmanagedCodes.convertible),
				options: QUICK_CHECKS,
			});
			const { items } = await reset(' Hotel ');
			expect(items).toEqual([
				{
					json: {
						workspace_id: workspaceIds.main,
						outcome: 'reset',
						message: expect.any(String),
						action_attempt: {
							action_attempt_id: expect.any(String),
							action_type: 'RESET_SANDBOX_WORKSPACE',
							status: 'success',
							result: {},
							error: null,
						},
					},
					pairedItem: { item: 0 },
				},
			]);
			expect(service.bodies(RESET)).toEqual([{}]);
			expect(service.sandbox.state.accessCodes.has(hotel.unmanagedCodes.convertible)).toBe(true);
		});

		it('is done if the service answers without an action attempt', async () => {
			service.sandbox.faults.next(RESET, {
				kind: 'status',
				status: 200,
				body: { ok: true, message: 'Reset.' },
			});
			const { items } = await reset('Hotel');
			expect(items.map(({ json }) => json)).toEqual([
				{ workspace_id: workspaceIds.main, outcome: 'reset', message: expect.any(String) },
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
