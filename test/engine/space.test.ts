import type { INodeParameters } from 'n8n-workflow';
import { hotel } from '../../sandbox/fixtures/hotel';
import { useHotelSandbox } from '../support/service/hotelSandbox';
import { ignoreFilters } from '../support/service/ignoreFilters';
import { inRows } from '../support/service/inRows';

const service = useHotelSandbox();

const { devices, spaces } = hotel;
const WRITES = /\/spaces\/(?!get|list)/;
const writes = () => service.paths().filter((path) => WRITES.test(path));

describe('Create or update space', () => {
	const room = (rest: INodeParameters = {}) => ({
		spaceKey: '={{ $json.key }}',
		name: '={{ $json.name }}',
		deviceIds: inRows('device', '={{ $json.locks }}'),
		timeZone: '={{ $json.zone }}',
		...rest,
	});
	const table = [
		{ key: 'room-101', name: 'Room 101', zone: 'Europe/Lisbon', locks: [devices.room101] },
		{
			key: 'room-102',
			name: 'Room 102',
			zone: 'Europe/Lisbon',
			locks: `${devices.room102}, ${devices.spa}`,
		},
		{ key: 'annex', name: 'Annex', zone: '', locks: [devices.garage] },
		{ key: 'suite', name: 'Suite', zone: '', locks: [] },
	];

	it('removes no lock that another row of the same room names', async () => {
		const rows = [devices.room103, devices.spa].map((lock) => ({
			key: 'suite',
			name: 'Suite',
			zone: '',
			locks: [lock],
		}));
		const parameters = room({ options: { removeOthers: true } });
		const { items } = await service.run('space.upsert', parameters, { input: rows });
		expect(
			items.map(({ json }) => (json.space as { device_count: number }).device_count).at(-1),
		).toBe(2);
		service.sandbox.requests.clear();
		await service.run('space.upsert', parameters, { input: rows });
		expect(writes()).toEqual([]);
	});

	it.each([
		['locks', { key: 'suite', locks: ['no ID'] }],
		['key', { key: '', locks: [devices.spa] }],
	])('removes no lock while the %s of another row cannot be read', async (_what, unread) => {
		const rows = [{ key: 'suite', locks: [devices.garage] }, unread];
		await service.run('space.upsert', room({ name: '' }), {
			input: [{ key: 'suite', locks: [devices.spa] }],
		});
		service.sandbox.requests.clear();
		const parameters = room({ name: '', timeZone: '', options: { removeOthers: true } });
		const { items } = await service.run('space.upsert', parameters, {
			input: rows,
			onError: 'continueRegularOutput',
		});
		expect(items.map(({ json }) => json.outcome)).toEqual(['updated', 'failed']);
		expect(writes()).toEqual(['/spaces/add_devices']);
		// Once every row can be read, what none of them names goes.
		await service.run('space.upsert', parameters, { input: rows.slice(0, 1) });
		expect(writes()).toEqual(['/spaces/add_devices', '/spaces/remove_devices']);
	});

	it('refuses a list of locks with an empty entry, because that lock would be removed', async () => {
		const upsertLocks = async (locks: unknown[]) =>
			await service.run('space.upsert', room({ options: { removeOthers: true } }), {
				input: [{ key: 'suite', name: 'Suite', zone: '', locks: locks as string[] }],
			});
		expect([(await upsertLocks([devices.room103, null])).error?.message, writes()]).toEqual([
			"An entry in 'Devices' is empty",
			[],
		]);
		expect((await upsertLocks([null])).items).toMatchObject([{ json: { outcome: 'unchanged' } }]);
	});

	it('creates the rooms of a table, and changes nothing the second time', async () => {
		const first = await service.run('space.upsert', room(), { input: table });
		expect(
			first.items.map(({ json, pairedItem }) => [
				json.outcome,
				(json.space as { device_count: number }).device_count,
				pairedItem,
			]),
		).toEqual([
			['unchanged', 1, { item: 0 }],
			['updated', 2, { item: 1 }],
			['created', 1, { item: 2 }],
			['unchanged', 2, { item: 3 }],
		]);
		expect(writes().sort()).toEqual(['/spaces/add_devices', '/spaces/create', '/spaces/update']);

		service.sandbox.requests.clear();
		const second = await service.run('space.upsert', room(), { input: table });
		expect(second.items.map(({ json }) => [json.outcome, json.changes])).toEqual(
			table.map(() => ['unchanged', []]),
		);
		expect(service.paths().filter((path) => path === '/spaces/get')).toHaveLength(table.length);
	});

	it('gives a room its locks also if the service lists those of others', async () => {
		const server = await ignoreFilters(service.sandbox);
		const { items } = await service.run(
			'space.upsert',
			room({ options: { removeOthers: true, dryRun: true } }),
			{
				input: [{ key: 'suite', name: 'Suite', zone: '', locks: [devices.garage] }],
				credentials: {
					deviceAccessApi: { baseUrl: server.url, apiKey: service.sandbox.apiKey },
				},
			},
		);
		await server.stop();
		const [change] = items[0]?.json.changes as Array<{ before: string[] }>;
		expect(change?.before).not.toContain(devices.room101);
	});

	it('creates one space from two items with the same key', async () => {
		const { items } = await service.run('space.upsert', room(), {
			input: [
				{ key: 'annex', locks: [devices.spa] },
				{ key: 'annex', locks: [devices.garage] },
			],
		});
		expect(items.map(({ json }) => [json.outcome, json.space])).toEqual([
			['created', expect.objectContaining({ device_count: 1 })],
			['updated', expect.objectContaining({ device_count: 2 })],
		]);
		expect(items[1]?.json.space_id).toBe(items[0]?.json.space_id);
	});

	it('changes nothing if the spaces cannot be read', async () => {
		service.sandbox.faults.always('/spaces/get', { kind: 'unauthorized' });
		const { items } = await service.run('space.upsert', room(), {
			input: table,
			onError: 'continueRegularOutput',
		});
		expect([items.map(({ json }) => typeof json.error), writes()]).toEqual([
			table.map(() => 'string'),
			[],
		]);
	});

	it('says that part of the space was changed, and what happened to a change that cannot be read', async () => {
		service.sandbox.faults.next('/spaces/update', { kind: 'unauthorized' });
		const failed = await service.run(
			'space.upsert',
			{ spaceKey: 'suite', name: 'Loft', deviceIds: inRows('device', devices.spa) },
			{ onError: 'continueRegularOutput' },
		);
		expect(failed.items).toMatchObject([
			{
				json: {
					error: expect.any(String),
					details: {
						space_key: 'suite',
						description: expect.stringMatching(/[^.]\. Execute the node again to finish$/),
					},
				},
			},
		]);
		service.sandbox.faults.next('/spaces/get', { kind: 'unauthorized' }, { after: 1 });
		const unread = await service.run('space.upsert', { spaceKey: 'suite', name: 'Loft' });
		expect(unread.items).toMatchObject([
			{
				json: {
					outcome: 'updated',
					space_id: spaces.suite,
					space: null,
					message: expect.stringContaining('could not be read'),
				},
			},
		]);
	});
});
