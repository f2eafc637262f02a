import { hotel } from '../../sandbox/fixtures/hotel';
import type { Attempt, Code } from './accessCalls';
import { callSandbox } from './callSandbox';
import { calls, clock, sandbox, useFreshSandbox } from './freshSandbox';

const CONVERT = '/access_codes/unmanaged/convert_to_managed';
const DELETE = '/access_codes/unmanaged/delete';
const SIMULATE = '/access_codes/simulate/create_unmanaged_access_code';

const { unmanagedCodes } = hotel;
const convertible = { access_code_id: unmanagedCodes.convertible };

useFreshSandbox();

const convert = async (access_code_id: string, options: object = {}) =>
	await calls.call<Attempt>(CONVERT, { access_code_id, ...options }, 'action_attempt');
const settle = async () => await clock.advanceBy(2_000);
const unmanaged = async (device_id: string) =>
	await calls.call<Code[]>('/access_codes/unmanaged/list', { device_id }, 'access_codes');

describe('converting an unmanaged code', () => {
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
