import { Value } from 'typebox/value';
import { createSandbox, type Sandbox } from '../../sandbox/createSandbox';
import { routes } from '../../sandbox/http/routes';
import { hotel } from '../../sandbox/fixtures/hotel';
import { workspaceIds } from '../../sandbox/fixtures/workspaces';
import { callSandbox } from './callSandbox';
import { exampleRequest } from './exampleRequests';

let sandbox: Sandbox;
beforeAll(async () => {
	sandbox = await createSandbox({ settings: { attemptDurationMs: 0 } });
});
afterAll(() => sandbox.stop());

async function recordOf(path: string, parameters: object, member: string): Promise<object> {
	const { body } = await callSandbox<Record<string, object>>(sandbox, path, parameters);
	return body[member] ?? {};
}

it('gives unmanaged access codes a record of their own, without the fields of managed ones', async () => {
	const record = await recordOf(
		'/access_codes/unmanaged/get',
		{ access_code_id: hotel.unmanagedCodes.convertible },
		'access_code',
	);
	expect(record).toEqual({
		access_code_id: hotel.unmanagedCodes.convertible,
		workspace_id: workspaceIds.main,
		device_id: hotel.devices.room101,
		name: 'Guest 101',
		code: '1011',
		type: 'ongoing',
		status: 'set',
		created_at: '2026-01-15T10:16:51.000Z',
		is_managed: false,
		errors: [],
		warnings: [],
	});
});

it('shows what is special about an unmanaged code', async () => {
	const { timeBound, unset, cannotBeManaged, cannotDelete, onSmartThings } = hotel.unmanagedCodes;
	const [bound, notSet, unmanageable, undeletable, hidden] = await Promise.all(
		[timeBound, unset, cannotBeManaged, cannotDelete, onSmartThings].map((access_code_id) =>
			recordOf('/access_codes/unmanaged/get', { access_code_id }, 'access_code'),
		),
	);
	expect(bound).toMatchObject({
		type: 'time_bound',
		starts_at: '2026-02-01T15:00:00.000Z',
		ends_at: '2026-02-08T11:00:00.000Z',
	});
	expect(notSet).toMatchObject({ status: 'unset' });
	expect(unmanageable).toMatchObject({ cannot_be_managed: true });
	expect(undeletable).toMatchObject({ cannot_delete_unmanaged_access_code: true });
	expect(hidden).not.toHaveProperty('code');
});

describe('every operation', () => {
	beforeEach(() => sandbox.faults.clear());

	it.each(
		routes
			.filter(({ path }) => path !== '/workspaces/reset_sandbox')
			.map((route) => [route.path, route] as const),
	)('%s answers ok and what its schema promises', async (path, route) => {
		const parameters = await exampleRequest(sandbox, path);
		const { status, body } = await callSandbox(sandbox, path, parameters);
		expect([status, body.ok]).toEqual([200, true]);
		expect(Value.Errors(route.response, body)).toEqual([]);
	});
});
