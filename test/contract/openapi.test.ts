import { subscribe, unsubscribe } from 'node:diagnostics_channel';
import { createSandbox, type Sandbox } from '../../sandbox/createSandbox';
import { ManualClock } from '../support/clock/manualClock';
import { EXCHANGES, type Exchange } from '../../sandbox/http/exchanges';
import { hotel } from '../../sandbox/fixtures/hotel';
import { resort } from '../../sandbox/fixtures/resort';
import { routes } from '../../sandbox/http/routes';
import { accessCalls } from '../sandbox/accessCalls';
import { callSandbox } from '../sandbox/callSandbox';
import { exampleRequest } from '../sandbox/exampleRequests';
import { findDifferences } from '../support/contract/findDifferences';
import { isKnown, KNOWN_DIFFERENCES } from '../support/contract/knownDifferences';

// Compares the sandbox with the vendor's OpenAPI. The engine tests compare the requests of the node.

const clock = new ManualClock(Date.parse('2026-03-01T12:00:00.000Z'));
const found: Array<[path: string, difference: string]> = [];
const unknown = () => found.filter(([path, difference]) => !isKnown(path, difference));

function hold(message: unknown): void {
	const exchange = message as Exchange;
	found.push(
		...findDifferences(exchange).map((difference): [string, string] => [exchange.path, difference]),
	);
}

let sandbox: Sandbox;
beforeAll(async () => {
	sandbox = await createSandbox({ clock });
	subscribe(EXCHANGES, hold);
});
afterAll(async () => {
	unsubscribe(EXCHANGES, hold);
	await sandbox.stop();
});

const UNKNOWN_ID = '90000000-0000-4000-8000-000000000001';
const SINCE = '2020-01-01T00:00:00Z';
const paths = routes.map(({ path }) => path).filter((path) => path !== '/workspaces/reset_sandbox');

const LISTS: ReadonlyArray<[path: string, parameters: object]> = [
	['/events/list', { since: SINCE, limit: 5_000 }],
	['/action_attempts/list', {}],
	['/access_grants/list', {}],
	['/spaces/list', {}],
	['/user_identities/list', {}],
	['/acs/users/list', {}],
	['/devices/list', {}],
	['/access_codes/list', { device_id: hotel.devices.room101 }],
	['/access_codes/unmanaged/list', { device_id: hotel.devices.spa }],
];

it.each(paths)(
	'%s accepts what the OpenAPI accepts, and it and the changed records are as promised',
	async (path) => {
		const { call } = accessCalls(sandbox);
		await call(path, await exampleRequest(sandbox, path));
		await clock.advanceBy(10_000);
		for (const [list, parameters] of LISTS) await call(list, parameters);
		expect(unknown()).toEqual([]);
	},
);

it('the records of a resort match the OpenAPI', async () => {
	const ofResort = await createSandbox({ clock, fixture: 'resort' });
	await accessCalls(ofResort).call('/access_codes/list', { device_id: resort.devices.villa1 });
	await ofResort.stop();
	expect(unknown()).toEqual([]);
});

it('lists no known difference that no longer exists', () => {
	const isMet = ({ path, difference }: (typeof KNOWN_DIFFERENCES)[number]) =>
		found.some(([at, one]) => (path ?? at) === at && (difference ?? one) === one);
	// The engine tests cover the requests that only the node sends.
	expect(KNOWN_DIFFERENCES.filter((one) => !one.difference?.includes('?') && !isMet(one))).toEqual(
		[],
	);
});

let asked: Sandbox;
beforeAll(async () => {
	asked = await createSandbox();
});
afterAll(() => asked.stop());

/** Where an unknown ID or key is no error: it names a new record, filters a list, or names something to remove or to leave out. */
const MAY_BE_UNKNOWN: Readonly<Record<string, readonly string[]>> = {
	'/workspaces/create': ['organization_id'],
	'/customers/push_data': ['customer_key'],
	'/customers/delete_data': ['customer_keys'],
	'/connect_webviews/create': ['customer_key'],
	'/connect_webviews/list': ['customer_key'],
	'/connected_accounts/update': ['customer_key'],
	'/devices/unmanaged/list': ['device_ids'],
	'/access_codes/create': ['common_code_key'],
	'/access_codes/list': ['customer_key'],
	'/action_attempts/list': ['device_id'],
	'/user_identities/create': ['user_identity_key'],
	'/user_identities/update': ['user_identity_key'],
	'/user_identities/generate_instant_key': ['customization_profile_id'],
	'/user_identities/unmanaged/update': ['user_identity_key'],
	'/instant_keys/list': ['user_identity_id'],
	'/access_grants/list': ['device_id'],
	'/access_grants/create': ['access_grant_key', 'reservation_key', 'customization_profile_id'],
	'/access_grants/unmanaged/update': ['access_grant_key'],
	'/spaces/create': ['space_key', 'customer_key'],
	'/spaces/remove_devices': ['device_ids'],
	'/spaces/remove_acs_entrances': ['acs_entrance_ids'],
	'/acs/users/create': ['acs_access_group_ids'],
	'/acs/encoders/list': ['acs_system_ids'],
};

it.each(paths)('%s answers 404 to an ID or key that nothing has', async (path) => {
	const right = (await exampleRequest(asked, path)) as Record<string, unknown>;
	const found: string[] = [];
	for (const [name, value] of Object.entries(right)) {
		if (!/_(id|key)s?$/.test(name) || MAY_BE_UNKNOWN[path]?.includes(name)) continue;
		const unknownValue = name.includes('_id') ? UNKNOWN_ID : 'unknown';
		const parameters = { ...right, [name]: Array.isArray(value) ? [unknownValue] : unknownValue };
		const { status } = await callSandbox(asked, path, parameters);
		if (status !== 404) found.push(`${name}: ${status}`);
	}
	expect(found).toEqual([]);
});
