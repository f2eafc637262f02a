import { hotel } from '../../sandbox/fixtures/hotel';
import { workspaceIds } from '../../sandbox/fixtures/workspaces';
import type { Attempt, Code } from './accessCalls';
import { callSandbox } from './callSandbox';
import { calls, clock, sandbox, useFreshSandbox } from './freshSandbox';

const CONVERT = '/access_codes/unmanaged/convert_to_managed';
const UPDATE = '/access_codes/unmanaged/update';
const DELETE = '/access_codes/unmanaged/delete';
const SIMULATE = '/access_codes/simulate/create_unmanaged_access_code';
const ENDED_AT = '2026-03-01T12:00:02.000Z';

const { unmanagedCodes } = hotel;
const convertible = { access_code_id: unmanagedCodes.convertible };

useFreshSandbox();

const convert = async (access_code_id: string, options: object = {}) =>
	await calls.call<Attempt>(CONVERT, { access_code_id, ...options }, 'action_attempt');
const settle = async () => await clock.advanceBy(2_000);
const unmanaged = async (device_id: string) =>
	await calls.call<Code[]>('/access_codes/unmanaged/list', { device_id }, 'access_codes');
const unmanagedIds = async (deviceId: string) =>
	(await unmanaged(deviceId)).map(({ access_code_id }) => access_code_id);

describe('converting an unmanaged code', () => {
	it.each(['is_external_modification_allowed', 'allow_external_modification'])(
		'then moves the code, with the same id, to the managed ones, and reports it by attempt and event (%s)',
		async (flag) => {
			const attempt = await convert(unmanagedCodes.convertible, { [flag]: true });
			await settle();
			expect(await calls.attempt(attempt)).toMatchObject({
				status: 'success',
				result: {},
				error: null,
			});
			expect(await unmanagedIds(hotel.devices.room101)).not.toContain(unmanagedCodes.convertible);
			expect(
				await calls.call(
					'/access_codes/list',
					{ device_id: hotel.devices.room101 },
					'access_codes',
				),
			).toMatchObject([
				{
					...convertible,
					code: '1011',
					name: 'Guest 101',
					is_managed: true,
					is_external_modification_allowed: true,
				},
			]);
			expect(await calls.events()).toEqual([
				{
					event_id: expect.any(String) as string,
					event_type: 'access_code.unmanaged.converted_to_managed',
					created_at: ENDED_AT,
					occurred_at: ENDED_AT,
					workspace_id: workspaceIds.main,
					connected_account_id: '20000000-0000-4000-8000-000000000102',
					device_id: hotel.devices.room101,
					...convertible,
				},
			]);
		},
	);

	it.each(['PATCH', 'POST'] as const)(
		'converts through the older update by %s, which answers ok alone',
		async (method) => {
			const { body } = await callSandbox(
				sandbox,
				UPDATE,
				{ ...convertible, is_managed: true },
				{ method },
			);
			await settle();
			expect(body).toEqual({ ok: true });
			expect(await unmanagedIds(hotel.devices.room101)).not.toContain(unmanagedCodes.convertible);
		},
	);

	it('takes a code over from another workspace only with force, and warns that workspace', async () => {
		const refused = await convert(unmanagedCodes.heldByOtherWorkspace);
		await settle();
		expect(await calls.attempt(refused)).toMatchObject({
			status: 'error',
			error: { type: 'managed_by_another_workspace' },
		});
		const held = await calls.call(
			'/access_codes/unmanaged/get',
			{ access_code_id: unmanagedCodes.heldByOtherWorkspace },
			'access_code',
		);
		expect(held).toMatchObject({
			errors: [{ error_code: 'provider_issue', is_access_code_error: true }],
		});
		const forced = await convert(unmanagedCodes.heldByOtherWorkspace, { force: true });
		await settle();
		expect(await calls.attempt(forced)).toMatchObject({ status: 'success' });
		const address = { access_code_id: hotel.otherWorkspace.managedCode };
		const { body } = await callSandbox(sandbox, '/access_codes/get', address, {
			apiKey: sandbox.apiKeys.other,
		});
		expect(body.access_code).toMatchObject({
			warnings: [{ warning_code: 'management_transferred' }],
		});
	});

	it('joins a second conversion of the same code to the first', async () => {
		const first = await convert(unmanagedCodes.convertible);
		expect(await convert(unmanagedCodes.convertible)).toEqual(first);
		await clock.advanceBy(10_000);
		expect(await calls.events()).toHaveLength(1);
	});

	it('refuses to delete a code that is being converted', async () => {
		await convert(unmanagedCodes.convertible);
		expect(await calls.refusal(DELETE, convertible)).toMatchObject({
			status: 409,
			error: { type: 'access_code_busy' },
		});
	});
});

describe('deleting an unmanaged code', () => {
	it('joins a second deletion to the first, and does not find the code afterwards', async () => {
		const first = await calls.call(DELETE, convertible);
		expect(await calls.call(DELETE, convertible)).toEqual(first);
		await settle();
		expect((await calls.refusal(DELETE, convertible)).error.type).toBe('access_code_not_found');
	});
});

describe('resetting the workspace', () => {
	it('puts devices and codes back, ends what is under way, and keeps webhooks', async () => {
		await calls.call('/webhooks/create', {
			url: 'http://127.0.0.1:9/',
			event_types: ['device.deleted'],
		});
		await calls.call(DELETE, { ...convertible, sync: true });
		await calls.call(DELETE, { access_code_id: unmanagedCodes.anotherConvertible });
		const attempt = await calls.call<Attempt>('/workspaces/reset_sandbox', {}, 'action_attempt');
		expect(attempt).toMatchObject({ action_type: 'RESET_SANDBOX_WORKSPACE', status: 'pending' });
		await settle();
		expect(await calls.attempt(attempt)).toMatchObject({ status: 'success' });
		expect(await unmanaged(hotel.devices.room101)).toHaveLength(3);
		expect(await calls.events()).toEqual([]);
		expect(await calls.call('/webhooks/list', {}, 'webhooks')).toHaveLength(1);
	});
});

it.each([
	['/workspaces/reset_sandbox', {}],
	[SIMULATE, { device_id: hotel.otherWorkspace.device, name: 'New', code: '1234' }],
])('%s is refused in a workspace that is no sandbox', async (path, parameters) => {
	const { status, body } = await callSandbox(sandbox, path, parameters, {
		apiKey: sandbox.apiKeys.other,
	});
	expect([status, body]).toMatchObject([400, { error: { type: 'workspace_not_sandbox' } }]);
});
