import type { IDataObject } from 'n8n-workflow';
import { hotel } from '../sandbox/fixtures/hotel';
import { call } from '../test/operations/dossier';
import { useHotelSandbox } from '../test/support/service/hotelSandbox';
import { startPmsServer, type PmsServer, type RoomOfSystem } from '../pms/pmsServer';
import { SYSTEMS } from '../pms/systems';
import { nodeOf } from '../host/n8n/readExample';
import { type ExampleRun, useExample } from '../test/support/example/useExample';

const service = useHotelSandbox();
const host = useExample('rooms-from-your-system.json', service);
let pms: PmsServer | undefined;
afterEach(async () => {
	await pms?.stop();
	pms = undefined;
});

const OFFERED = ['Cloudbeds', 'Guesty', 'Hospitable', 'Hostaway', 'Mews', 'OwnerRez', 'Uplisting'];

const YES = 'Yes, write them';
const NO = 'No, write nothing';

/** Chooses a system in the form, and gives the answer to its question. The host has activated the node of the system. */
async function fillIn(name: string, rooms: RoomOfSystem[], answer: string, isActive = true) {
	const system = SYSTEMS.find((one) => one.name === name);
	if (!system) throw new Error(`No system of the tests is named ${name}`);
	pms ??= await startPmsServer(system.api);
	const { url, credentials } = Object.assign(pms, { rooms });
	const example = structuredClone(host.example);
	const list = nodeOf(example, name);
	list.disabled = !isActive;
	list.parameters = JSON.parse(
		JSON.stringify(list.parameters)
			.replaceAll(system.address, url)
			.replace(/"requestInterval":\d+/, '"requestInterval":0'),
	) as typeof list.parameters;
	return await host.run('Form', {
		as: { ...example, pinData: answering(answer) },
		items: [{ System: name }],
		credentials,
	});
}

/** What the host answers to the question, and the last page. */
const answering = (answer: string) => ({
	'Write them?': [{ json: { Answer: answer } }],
	'Show the answer': [{ json: {} }],
});

const shown = (run: ExampleRun) => String(run.items('Summary')[0]?.json.text);
const answerOf = (run: ExampleRun) =>
	['Written', 'Nothing written', 'No rooms'].flatMap((name) =>
		run.items(name).map(({ json }) => json),
	);
const writes = () =>
	service.paths().filter((path) => /\/spaces\/(create|update|add|remove|delete)/.test(path));
async function locksOf(key: string): Promise<string[] | undefined> {
	const spaces = await service.run('space.getAll', { returnAll: true });
	const space = spaces.items.find(({ json }) => json.space_key === key)?.json;
	if (!space) return undefined;
	const devices = await service.run('device.getAll', { returnAll: true, output: 'raw' });
	return devices.items
		.filter(({ json }) => (json.space_ids as string[]).includes(String(space.space_id)))
		.map(({ json }) => String(json.device_id));
}

it.each(OFFERED)('reads all rooms of %s, and writes each once', async (name) => {
	// More rooms than a page has. The last one has the name of a lock that belongs to no room yet.
	const rooms = Array.from({ length: 103 }, (_, index) => ({
		id: String(80_000 + index),
		name: index === 102 ? 'Room 104' : `Cabin ${index}`,
	}));
	const lines = shown(await fillIn(name, rooms, NO)).split('\n');
	expect(lines).toEqual([
		'Will be created:',
		...rooms.slice(0, -1).map(({ id, name: room }) => `${room} (${id}): no lock`),
		'Room 104 (80102): Room 104',
	]);

	const some = rooms.slice(-2);
	await fillIn(name, some, YES);
	expect(await locksOf('80101')).toEqual([]);
	expect(await locksOf('80102')).toEqual([hotel.devices.room104]);

	service.sandbox.requests.clear();
	const again = await fillIn(name, some, YES);
	expect([writes(), answerOf(again)]).toMatchObject([[], [{ title: 'Nothing was written' }]]);
});

describe('with the list of Mews', () => {
	const ROOMS = [
		{ id: 'room-101', name: 'Renamed in Mews' },
		{ id: '11111111-aaaa-4bbb-8ccc-000000000104', name: '104' },
		{ id: '11111111-aaaa-4bbb-8ccc-000000000900', name: 'Attic <b>' },
	];

	it('leaves a room that has a space as it is, with its name and its lock, and writes nothing before the yes', async () => {
		const before = await locksOf('room-101');
		const run = await fillIn('Mews', ROOMS, NO);
		const text = shown(run);
		expect(text).toMatch(/Have a space:\nRenamed in Mews \(room-101\)/);
		expect(text).toMatch(/\n104 \(11111111-\S+0104\): Room 104/);
		expect(text).toMatch(/\nAttic &lt;b> \(11111111-\S+0900\): no lock/);
		expect([writes(), answerOf(run)]).toMatchObject([[], [{ title: 'Nothing was written' }]]);
		await fillIn('Mews', ROOMS, YES);
		const { items } = await service.run('space.getAll', { returnAll: true });
		expect(items.find(({ json }) => json.space_key === 'room-101')?.json.name).toBe('Room 101');
		expect([await locksOf('room-101'), writes().length]).toEqual([before, 2]);
		// No lock that another room has is proposed.
		const spaceId = hotel.spaces.room101;
		await call(service.sandbox, '/spaces/update', { space_id: spaceId, name: 'Ocean view' });
		await fillIn('Mews', [{ id: 'another-101', name: '101' }], YES);
		expect([await locksOf('another-101'), await locksOf('room-101')]).toEqual([[], before]);
	});

	it('proposes no lock to two rooms of one name, and creates no room whose name another space has', async () => {
		const run = await fillIn(
			'Mews',
			[
				{ id: 'house-1-104', name: 'Room 104' },
				{ id: 'house-2-104', name: '104' },
				{ id: 'another-101', name: 'Room 101' },
			],
			YES,
		);
		expect(await locksOf('house-1-104')).toEqual([]);
		expect(await locksOf('house-2-104')).toEqual([]);
		expect(await locksOf('another-101')).toBeUndefined();
		expect(shown(run)).toContain('Room 101 (another-101)');
	});

	it('says why it has no rooms, and writes nothing', async () => {
		expect(answerOf(await fillIn('Mews', ROOMS, YES, false))).toMatchObject([
			{ title: 'No rooms were read', text: expect.stringContaining('active') },
		]);
		if (pms) pms.settings.tokenStatus = 403;
		expect(answerOf(await fillIn('Mews', ROOMS, YES))).toMatchObject([
			{ title: 'No rooms were read', text: expect.stringContaining('403') },
		]);
		expect(writes()).toEqual([]);
	});

	it('says which rooms could not be written, and not that they were', async () => {
		service.sandbox.faults.always('/spaces/create', { kind: 'internalError' });
		const [answer] = answerOf(await fillIn('Mews', ROOMS, YES));
		const lines = String(answer?.text).split('\n').filter(Boolean);
		expect(lines.length).toBeGreaterThan(1);
		expect(lines.filter((line) => line.endsWith('created'))).toEqual([]);
		expect(answer?.title).not.toMatch(/written/i);
		expect(await locksOf('11111111-aaaa-4bbb-8ccc-000000000104')).toBeUndefined();
	});
});

describe('with a table', () => {
	const row = (key: string, locks: string, rest: IDataObject = {}) => ({
		key,
		name: `Room ${key}`,
		time_zone: 'Europe/Lisbon',
		check_in: '15:00',
		check_out: '11:00',
		locks,
		...rest,
	});
	/** The host has filled in the table that the workflow created, unless there are no rows. */
	const readTable = async (rows: IDataObject[], answer: string) => {
		if (rows.length > 0) host.fill('Room list', rows);
		return await host.execute('Form', {
			as: { ...host.example, pinData: answering(answer) },
			items: [{ System: 'A table' }],
		});
	};
	const outcomes = (run: ExampleRun) => run.items('Write rooms').map(({ json }) => json.outcome);
	const spaceOf = async (key: string) => {
		const { items } = await service.run('space.getAll', { returnAll: true });
		return items.find(({ json }) => json.space_key === key)?.json;
	};
	it('creates all rooms with their locks, and changes nothing the second time', async () => {
		await service.restart({ fixture: 'portfolio', devices: 30 });
		const { items: locks } = await service.run('device.getAll', { returnAll: true });
		const table = locks.map(({ json }, index) =>
			row(`unit-${index + 1}`, String(json.display_name)),
		);
		const first = await readTable(table, YES);
		expect([first.status, new Set(outcomes(first)), writes().length]).toEqual([
			'success',
			new Set(['created']),
			30,
		]);
		expect(
			first.items('Write rooms').map(({ json }) => (json.space as IDataObject).device_count),
		).toEqual(table.map(() => 1));

		service.sandbox.requests.clear();
		const second = await readTable(table, YES);
		expect([new Set(outcomes(second)), writes()]).toEqual([new Set(['unchanged']), []]);
	});

	it('names what does not match, and guesses nothing', async () => {
		const run = await readTable(
			[
				row('annex', 'Room 101; Attic Door'),
				row('attic', 'Spa', { check_in: '16:30' }),
				row('old-wing', ''),
				row('bad', '', { check_in: 'noon' }),
				row('', '', { name: 'Nameless' }),
				row('', '', { name: '' }),
			],
			YES,
		);
		expect(run.status).toBe('success');
		const lines = shown(run).split('\n');
		expect(lines.filter((line) => line.endsWith('(annex): Attic Door'))).toHaveLength(1);
		expect(lines).toContain('Room old-wing (old-wing): no lock');
		expect(String(run.items('Summary')[0]?.json.free).split(', ')).toContain('Room 104');
		expect(await spaceOf('annex')).toBeUndefined();
		expect(await locksOf('attic')).toContain(hotel.devices.spa);
		expect(await locksOf('old-wing')).toEqual([]);
		expect(await spaceOf('bad')).toBeUndefined();
		expect(String(answerOf(run)[0]?.text).split('\n')).toEqual([
			expect.stringMatching(/^attic: (created|updated)$/),
			'old-wing: created',
			expect.stringMatching(/^bad: 'Check-in Time'/),
		]);
	});

	it('writes no room whose key or name another row or space has', async () => {
		const run = await readTable(
			[
				row('twice', 'Room 104'),
				row('twice', 'Room 103', { name: 'Another room' }),
				row('a', '', { name: 'Loft' }),
				row('b', '', { name: ' loft' }),
				row('c', 'Room 104', { name: 'room 101 ' }),
				row('room-102', 'Room 103'),
				row('room-102', ''),
			],
			YES,
		);
		expect([writes(), answerOf(run)]).toMatchObject([
			[],
			[{ text: expect.stringMatching(/^Not written: another row or space has its key or name:/) }],
		]);
	});

	it('keeps what an empty cell does not say', async () => {
		const before = [await spaceOf('room-101'), await locksOf('room-101')];
		const empty = { name: '', time_zone: '', check_in: '', check_out: '' };
		const rows = [row('room-101', '', empty), row('room-102', '', empty)];
		expect(outcomes(await readTable(rows, YES))).toEqual(['unchanged', 'unchanged']);
		expect([await spaceOf('room-101'), await locksOf('room-101')]).toEqual(before);
	});

	it('says that the table has no rows', async () => {
		expect(answerOf(await readTable([], YES))).toMatchObject([
			{ title: 'No rooms were read', text: expect.stringContaining('no rows') },
		]);
	});

	it('changes nothing when the locks cannot be read', async () => {
		service.sandbox.faults.always('/devices/list', { kind: 'unauthorized' });
		expect([(await readTable([row('annex', '')], YES)).status, writes()]).toEqual(['error', []]);
	});
});
