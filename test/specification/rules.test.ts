import { createSandbox, type Sandbox } from '../../sandbox/createSandbox';
import { hotel } from '../../sandbox/fixtures/hotel';
import { accessCalls } from '../sandbox/accessCalls';
import { callSandbox } from '../sandbox/callSandbox';

type Member = Record<string, unknown>;

const CONVERT = '/access_codes/unmanaged/convert_to_managed';
const DELETE = '/access_codes/unmanaged/delete';
const convertible = { access_code_id: hotel.unmanagedCodes.convertible };

let sandbox: Sandbox;
beforeEach(async () => {
	sandbox = await createSandbox({ settings: { attemptDurationMs: 0 } });
});
afterEach(() => sandbox.stop());

it('What the service does: after a conversion the code is read, changed and deleted like any managed one', async () => {
	const { call } = accessCalls(sandbox);
	await call(CONVERT, { ...convertible, sync: true });
	await call('/access_codes/update', { ...convertible, name: 'Night desk', sync: true });
	expect(await call<Member>('/access_codes/get', convertible, 'access_code')).toMatchObject({
		...convertible,
		is_managed: true,
		name: 'Night desk',
	});
	await call('/access_codes/delete', { ...convertible, sync: true });
	expect((await callSandbox(sandbox, '/access_codes/get', convertible)).status).toBe(404);
});

it.each([
	['/devices/list', '', {}],
	[
		'/access_codes/unmanaged/list',
		`?device_id=${hotel.devices.room101}`,
		{ device_id: hotel.devices.room101 },
	],
])('Endpoints: %s answers GET and POST alike', async (path, query, parameters) => {
	const posted = await callSandbox(sandbox, path, parameters);
	const got = await callSandbox(sandbox, `${path}${query}`, {}, { method: 'GET' });
	expect([posted.status, got.status]).toEqual([200, 200]);
	expect(got.body).toEqual(posted.body);
});

it.each([
	['access_codes', '/access_codes/list', { device_id: hotel.devices.meetingRoom }],
	['acs_users', '/acs/users/list', {}],
	['connected_accounts', '/connected_accounts/list', {}],
	['devices', '/devices/list', {}],
	['access_grants', '/access_grants/list', {}],
	['action_attempts', '/action_attempts/list', {}],
])(
	'Limits, Pagination: the list of %s has pages of the size limit',
	async (member, path, filters) => {
		const { call } = accessCalls(sandbox);
		for (const access_code_id of [
			hotel.unmanagedCodes.convertible,
			hotel.unmanagedCodes.anotherConvertible,
		])
			await call(DELETE, { access_code_id, sync: true });
		const whole = await call<Member[]>(path, filters, member);
		const page = await call<{ pagination: { next_page_cursor: string } }>(path, {
			...filters,
			limit: 1,
		});
		expect(page).toMatchObject({ [member]: [whole[0]], pagination: { has_next_page: true } });
		const next = await call(path, {
			...filters,
			limit: 1,
			page_cursor: page.pagination.next_page_cursor,
		});
		expect(next).toMatchObject({ [member]: [whole[1]] });
	},
);
