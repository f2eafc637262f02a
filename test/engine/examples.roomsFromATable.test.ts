import type { IDataObject, INodeExecutionData } from 'n8n-workflow';
import { hotel } from '../../sandbox/fixtures/hotel';
import { useHotelSandbox } from '../support/hotelSandbox';
import { nodeOf, readExample } from '../../host/n8n/readExample';
import { runWorkflow, type WorkflowRun } from '../../host/engine/runWorkflow';
import { skipPauses } from '../support/skipPauses';

const service = useHotelSandbox();

beforeEach(() => void skipPauses());
afterEach(() => jest.restoreAllMocks());

const items = (rows: IDataObject[]): INodeExecutionData[] => rows.map((json) => ({ json }));
const row = (key: string, locks: string, rest: IDataObject = {}) => ({
	key,
	name: `Room ${key}`,
	time_zone: 'Europe/Lisbon',
	check_in: '15:00',
	check_out: '11:00',
	locks,
	...rest,
});

async function runWith(
	rows: IDataObject[],
	pms: IDataObject = { result: [] },
): Promise<WorkflowRun> {
	return await runWorkflow(readExample('rooms-from-a-table.json'), {
		credentials: service.credentials,
		pinData: { Rooms: items(rows), 'Rooms of the PMS': items([pms]) },
	});
}
const outcomes = (run: WorkflowRun) => run.items('Apply changes').map(({ json }) => json.outcome);
const report = (run: WorkflowRun) => run.items('Report')[0]?.json;
const writes = () =>
	service.paths().filter((path) => /\/spaces\/(create|update|add|remove|delete)/.test(path));

describe('"Rooms from a table"', () => {
	it('creates 200 rooms with their locks, and changes nothing the second time', async () => {
		await service.restart({ fixture: 'portfolio', devices: 200 });
		const { items: locks } = await service.run('device.getAll', { returnAll: true });
		const table = locks.map(({ json }, index) =>
			row(`unit-${index + 1}`, String(json.display_name)),
		);

		const first = await runWith(table);
		expect([first.status, new Set(outcomes(first)), writes().length]).toEqual([
			'success',
			new Set(['created']),
			200,
		]);
		expect(
			first.items('Apply changes').map(({ json }) => (json.space as IDataObject).device_count),
		).toEqual(table.map(() => 1));

		service.sandbox.requests.clear();
		const second = await runWith(table);
		expect([new Set(outcomes(second)), writes()]).toEqual([new Set(['unchanged']), []]);
		expect(second.items('Send it to yourself')).toMatchObject([
			{ json: { subject: 'Rooms from a table: 0 changed, 0 failed', text: 'No problems found.' } },
		]);
	});

	it('says in a dry run that rooms would change', async () => {
		const example = structuredClone(readExample('rooms-from-a-table.json'));
		nodeOf(example, 'Apply changes').parameters.options = { dryRun: true };
		const run = await runWorkflow(example, {
			credentials: service.credentials,
			pinData: { Rooms: items([row('annex', '')]), 'Rooms of the PMS': items([{ result: [] }]) },
		});
		expect([writes(), run.items('Send it to yourself')]).toMatchObject([
			[],
			[{ json: { subject: 'Rooms from a table: 1 would change, 0 failed' } }],
		]);
	});

	it('names what does not match, and guesses nothing', async () => {
		const names = (
			await service.run('device.getAll', { returnAll: true, output: 'raw' })
		).items.map(({ json }) => json);
		const nameOf = (id: string) =>
			String(names.find(({ device_id }) => device_id === id)?.display_name);
		const rows = [
			row('annex', `${nameOf(hotel.devices.room101)}; Attic Door`),
			row('attic', nameOf(hotel.devices.spa)),
			row('empty-wing', ''),
			row('bad', '', { check_in: 'noon' }),
		];
		const run = await runWith(rows, { result: [{ id: 'room-101' }, { id: 4711, name: 'Loft' }] });
		expect(outcomes(run)).toEqual(['created', 'updated', undefined]);
		const { items: spaces } = await service.run('space.getAll', { returnAll: true });
		expect(spaces.map(({ json }) => json.space_key)).not.toContain('annex');
		expect(report(run)).toMatchObject({
			rooms_without_lock: ['empty-wing', 'bad'],
			pms_rooms_without_space: ['4711: Loft'],
			unclear_locks: ["annex: no lock is named 'Attic Door'"],
			failed: [expect.stringMatching(/^bad: 'Check-in Time'/)],
			changed: 2,
		});
		const withoutRoom = report(run)?.locks_without_room;
		expect(withoutRoom).toContain(nameOf(hotel.devices.room104));
		expect(withoutRoom).not.toEqual(
			expect.arrayContaining([nameOf(hotel.devices.spa), nameOf(hotel.devices.room101)]),
		);
	});

	it('changes no room when no row is clear, and still sends the report', async () => {
		const run = await runWith([row('annex', 'Attic Door'), row('room-101', 'Cellar')]);
		expect(writes()).toEqual([]);
		expect(run.items('Send it to yourself')).toMatchObject([
			{
				json: {
					subject: 'Rooms from a table: 0 changed, 2 failed',
					text: expect.stringMatching(
						/^Failed:\nannex: no lock is named 'Attic Door'\nroom-101: no lock is named 'Cellar'\n/,
					),
				},
			},
		]);
	});

	it('says nothing about a PMS that the workflow does not read', async () => {
		const example = readExample('rooms-from-a-table.json');
		const nodes = example.nodes.map((node) =>
			node.name === 'Rooms of the PMS' ? { ...node, disabled: true } : node,
		);
		const run = await runWorkflow(
			{ ...example, nodes },
			{ credentials: service.credentials, pinData: { Rooms: items([row('annex', '')]) } },
		);
		expect([run.status, report(run)?.pms_rooms_without_space]).toEqual(['success', []]);
	});

	it('changes nothing when the locks cannot be read, and continues without the PMS', async () => {
		const run = await runWith([row('annex', '')], { error: 'timeout' });
		expect(run.items('Send it to yourself')[0]?.json.text).toContain(
			'the list of the PMS could not be read',
		);
		service.sandbox.requests.clear();
		service.sandbox.faults.always('/devices/list', { kind: 'unauthorized' });
		expect([(await runWith([row('annex-2', '')])).status, writes()]).toEqual(['error', []]);
	});
});
