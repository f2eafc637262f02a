import { DataDeduplicationService } from 'n8n-core';
import type { IDataObject } from 'n8n-workflow';
import { hotel } from '../../sandbox/fixtures/hotel';
import { DataTables } from '../support/example/dataTables';
import { useHotelSandbox } from '../support/service/hotelSandbox';
import type { HttpServer } from '../../host/process/httpServer';
import { ignoreFilters } from '../support/service/ignoreFilters';
import { logInOnWebview } from '../support/service/logInOnWebview';
import { nodeOf, readExample, withSetting, type Example } from '../../host/n8n/readExample';
import { runWorkflow, type WorkflowRun } from '../../host/engine/runWorkflow';
import type { CredentialData } from '../../host/engine/suppliedCredentials';
import { SeenValues } from '../support/engine/seenValues';
import { enterSettings } from '../support/example/settings';
import { useExample } from '../support/example/useExample';

// An example must change only the intended records, even if the service lists more than requested.

const service = useHotelSandbox();
/** Skips the pauses of all examples. */
const staffCard = useExample('staff-card.json', service, (example) => {
	nodeOf(example, 'Wait 30 seconds').parameters.amount = 0.05;
	return example;
});
let server: HttpServer;
beforeAll(async () => await DataDeduplicationService.init(new SeenValues()));
beforeEach(async () => {
	server = await ignoreFilters(service.sandbox);
});
afterEach(async () => {
	await server.stop();
});

const credentialsOf = (): CredentialData => ({
	deviceAccessApi: { ...service.credentials.deviceAccessApi, baseUrl: server.url },
});

const run = async (
	example: Example,
	start: { startNode?: string; body?: IDataObject } = {},
): Promise<WorkflowRun> => {
	const credentials = credentialsOf();
	const tables = new DataTables();
	enterSettings(tables);
	const done = await runWorkflow(
		{ ...example, pinData: { 'Tell the host': [{ json: {} }] } },
		{
			credentials,
			startNode: start.startNode,
			startItems: start.body && [{ json: { body: start.body } }],
			dataTables: tables.provider,
		},
	);
	expect([done.error(), done.status]).toEqual([undefined, 'success']);
	return done;
};

/** The bodies of all requests that change something, by their paths. */
const written = () =>
	server.requests
		.filter(({ path }) => !/\/(list|get|get_related)$/.test(path))
		.map(({ path, body }) => [path, JSON.parse(body) as IDataObject] as const);

/** The example after a person has set its first node to one lock. */
function ofOneLock(example: Example, listNode: string): Example {
	const nodes = example.nodes.map((node) =>
		node.name === listNode
			? { ...node, parameters: { ...node.parameters, returnAll: false, limit: 1 } }
			: node,
	);
	return { ...example, nodes };
}

const deviceIdOf = (accessCodeId: unknown) =>
	service.sandbox.state.accessCodes.get(String(accessCodeId))?.deviceId;

describe('"Reservation to access"', () => {
	const example = readExample('reservation-to-access.json');
	const times = { check_in: '2031-01-31T15:00:00+01:00', check_out: '2031-02-02T11:00:00+01:00' };
	const tell = async (status: string, reservationId: string) =>
		await run(example, {
			startNode: 'From the PMS',
			body: {
				status,
				reservation_id: reservationId,
				guest: { email: 'guest@example.com' },
				room: 'room-102',
				...times,
			},
		});

	it('ends only the access of the canceled reservation, and nothing for one without access', async () => {
		await tell('confirmed', 'R-1001');
		await tell('confirmed', 'R-1002');
		const { items } = await service.run('reservation.get', {
			output: 'raw',
			reservationKey: 'R-1001',
		});
		const before = written().length;
		await tell('cancelled', 'R-1001');
		await tell('cancelled', 'R-unknown');
		expect(written().slice(before)).toEqual([
			['/access_grants/delete', { access_grant_id: items[0]?.json.access_grant_id }],
		]);
	});
});

it('"Connect an owner\'s locks" changes only the account\'s locks', async () => {
	const example = readExample('connect-owners-locks.json');
	const tables = new DataTables();
	enterSettings(tables, { host_email: 'host@example.com' });
	const form = await runWorkflow(example, {
		dataTables: tables.provider,
		credentials: service.credentials,
		startNode: 'Owner form',
		startItems: [{ json: { Owner: 'Owner 7', Email: 'owner@example.com', House: 'Harbor' } }],
	});
	const accountId = await logInOnWebview(
		service.sandbox,
		String(form.items('Create the link')[0]?.json.connect_webview_id),
	);
	const { items: devices } = await service.run('device.getAll', {
		filters: { connectedAccountId: accountId },
	});
	const deviceId = String(devices[0]?.json.device_id);
	for (const [name, spaceKey] of [
		['Harbor New Lock', 'new'],
		['Harbor Room 104', 'other'],
	] as const)
		await service.run('space.create', { name, additionalFields: { spaceKey } });
	const event = {
		event_type: 'connected_account.completed_first_sync',
		connected_account_id: accountId,
		occurred_at: new Date().toISOString(),
	};
	await runWorkflow(
		{
			...example,
			pinData: {
				'Send the report': [{ json: { accepted: ['host@example.com'] } }],
			},
		},
		{
			dataTables: tables.provider,
			credentials: credentialsOf(),
			startNode: 'Connected',
			startItems: [{ json: event }],
		},
	);
	expect(written().map(([path, { device_ids: ids }]) => [path, ids])).toEqual([
		['/spaces/add_devices', [deviceId]],
	]);
});

it('"Staff card" deletes only the cards of the member who lost one', async () => {
	const { cleaning } = hotel.accessSystemUsers;
	const choices = {
		'Member of staff': `Cleaning (cleaning@example.com, ${cleaning.slice(-6)})`,
		Encoder: `Front Desk Encoder (${hotel.encoder.slice(-6)})`,
	};
	await staffCard.run('Staff card', {
		credentials: credentialsOf(),
		items: [{ Task: 'Lost card' }],
		pages: { Member: choices, 'Are you sure?': { 'Are you sure?': 'Yes' } },
	});
	expect(written().filter(([path]) => path.endsWith('/delete'))).toEqual([
		['/acs/credentials/delete', { acs_credential_id: hotel.credentials.cleaningCard }],
	]);
});

describe('an example for one lock', () => {
	const firstLock = hotel.devices.frontDoor;

	it('"Migrate unmanaged codes" converts only the lock\'s codes', async () => {
		await run(ofOneLock(readExample('migrate-unmanaged-codes.json'), 'Get devices'), {
			startNode: 'Start',
		});
		const locks = written().map(([, { access_code_id: id }]) => deviceIdOf(id));
		expect(new Set(locks)).toEqual(new Set([firstLock]));
	});

	it('"Weekly clean-up" deletes only the lock\'s codes', async () => {
		const { accessCodes } = service.sandbox.state;
		const before = new Map(
			[...accessCodes.values()].map(({ accessCodeId, deviceId }) => [accessCodeId, deviceId]),
		);
		for (const code of accessCodes.values())
			service.sandbox.state.updateAccessCode(code, {
				startsAt: '2020-01-01T00:00:00.000Z',
				endsAt: '2020-02-01T00:00:00.000Z',
			});
		await run(
			withSetting(
				ofOneLock(readExample('weekly-clean-up.json'), 'Get locks'),
				'What to delete',
				'dry_run',
				false,
			),
		);
		const locks = written().map(([, { access_code_id: id }]) => before.get(String(id)));
		expect(new Set(locks)).toEqual(new Set([firstLock]));
	});
});
