import { subscribe, unsubscribe } from 'node:diagnostics_channel';
import { createSandbox, type Sandbox } from '../../sandbox/createSandbox';
import { ManualClock } from '../support/clock/manualClock';
import { EXCHANGES, type Exchange } from '../../sandbox/http/exchanges';
import { hotel } from '../../sandbox/fixtures/hotel';
import { resort } from '../../sandbox/fixtures/resort';
import { routes } from '../../sandbox/http/routes';
import { call } from '../operations/dossier';
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
		await call(sandbox, path, await exampleRequest(sandbox, path));
		await clock.advanceBy(10_000);
		for (const [list, parameters] of LISTS) await call(sandbox, list, parameters);
		expect(unknown()).toEqual([]);
	},
);

it('the records of a resort match the OpenAPI', async () => {
	const ofResort = await createSandbox({ clock, fixture: 'resort' });
	await call(ofResort, '/access_codes/list', { device_id: resort.devices.villa1 });
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
