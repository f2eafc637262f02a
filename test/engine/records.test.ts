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

describe('a person', () => {
	it('is created without the zero in parentheses of a phone number with a country code', async () => {
		const { bodies } = await runWith('userIdentity.create', '/user_identities/create', {
			additionalFields: { phoneNumber: '+49 (0)151 2345678' },
		});
		expect(bodies).toEqual([{ phone_number: '+491512345678' }]);
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
});

describe('a workspace', () => {
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
