import { createSandbox, type Sandbox } from '../../sandbox/createSandbox';
import { routes } from '../../sandbox/http/routes';
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

it('What the service does: every successful answer is an object with ok true and its named members', async () => {
	const lists = routes.filter(({ path }) => ['/devices/list', '/workspaces/get', '/workspaces/list', '/webhooks/list', '/spaces/list', '/acs/systems/list'].includes(path));
	const answers = await Promise.all(lists.map(async ({ path }) => await callSandbox(sandbox, path)));
	expect(answers.map(({ status, body }) => [status, body.ok, Object.keys(body).sort()])).toEqual([
		[200, true, ['ok', 'workspace']],
		[200, true, ['ok', 'workspaces']],
		[200, true, ['devices', 'ok', 'pagination']],
		[200, true, ['ok', 'webhooks']],
		[200, true, ['ok', 'pagination', 'spaces']],
		[200, true, ['acs_systems', 'ok']],
	]);
});

it('What the service does: after a conversion the code is read, changed and deleted like any managed one', async () => {
	const { call } = accessCalls(sandbox);
	await call(CONVERT, { ...convertible, sync: true });
	await call('/access_codes/update', { ...convertible, name: 'Night desk', sync: true });
	expect(await call<Member>('/access_codes/get', convertible, 'access_code')).toMatchObject({
		...convertible, is_managed: true, name: 'Night desk',
	});
	await call('/access_codes/delete', { ...convertible, sync: true });
	expect((await callSandbox(sandbox, '/access_codes/get', convertible)).status).toBe(404);
});

it('What the service does: no code of a provider without conversion can be converted', async () => {
	const { call } = accessCalls(sandbox);
	const devices = [hotel.devices.poolGate, hotel.devices.storeRoom, hotel.devices.spa];
	const codes = await Promise.all(devices.map(async (device_id) => await call<Member[]>('/access_codes/unmanaged/list', { device_id }, 'access_codes')));
	const [igloohome = [], kwikset = [], smartThings = []] = codes;
	expect([igloohome.length > 0, kwikset.length, smartThings.length > 0]).toEqual([true, 0, true]);
	for (const { access_code_id } of [...igloohome, ...smartThings]) {
		expect((await callSandbox(sandbox, CONVERT, { access_code_id })).body).toMatchObject({ error: { type: 'unsupported_device' }, ok: false });
	}
});

it.each([
	['/devices/list', '', {}],
	['/access_codes/unmanaged/list', `?device_id=${hotel.devices.room101}`, { device_id: hotel.devices.room101 }],
])('Endpoints: %s answers GET and POST alike', async (path, query, parameters) => {
	const posted = await callSandbox(sandbox, path, parameters);
	const got = await callSandbox(sandbox, `${path}${query}`, {}, { method: 'GET' });
	expect([posted.status, got.status]).toEqual([200, 200]);
	expect(got.body).toEqual(posted.body);
});

it.each([
	['/access_codes/unmanaged/list', 'a device_id', 'device_id'],
	[CONVERT, 'an access_code_id', 'access_code_id'],
	[DELETE, 'an access_code_id', 'access_code_id'],
])('Endpoints: %s needs %s', async (path, _what, member) => {
	for (const parameters of [{}, { [member]: 'no-uuid' }]) {
		const { status, body } = await callSandbox(sandbox, path, parameters);
		expect(status).toBe(400);
		expect(body).toMatchObject({ error: { type: 'invalid_input', validation_errors: { [member]: { _errors: [expect.any(String)] } } }, ok: false });
	}
});

it('Endpoints: the attempts of converting and deleting bear the names of the specification', async () => {
	const { call } = accessCalls(sandbox);
	const other = { access_code_id: hotel.unmanagedCodes.anotherConvertible };
	expect([await call<Member>(CONVERT, convertible, 'action_attempt'), await call<Member>(DELETE, other, 'action_attempt')]).toMatchObject([
		{ action_type: 'CONVERT_ACCESS_CODE_TO_MANAGED' },
		{ action_type: 'DELETE_UNMANAGED_ACCESS_CODE' },
	]);
});

it.each([
	['access_codes', '/access_codes/list', { device_id: hotel.devices.room101 }],
	['acs_users', '/acs/users/list', {}],
	['connected_accounts', '/connected_accounts/list', {}],
	['devices', '/devices/list', {}],
])('Limits, Pagination: the list of %s has pages of the size limit', async (member, path, filters) => {
	const { call } = accessCalls(sandbox);
	if (member === 'access_codes') {
		await call('/access_codes/create', { device_id: hotel.devices.room101, code: '1071', sync: true });
		await call('/access_codes/create', { device_id: hotel.devices.room101, code: '1072', sync: true });
	}
	const whole = await call<Member[]>(path, filters, member);
	expect(whole.length).toBeGreaterThan(1);
	const page = await call<Member>(path, { ...filters, limit: 1 });
	expect(page).toMatchObject({ [member]: [whole[0]], pagination: { has_next_page: true, next_page_cursor: expect.any(String) } });
});
