import type { INodeParameters } from 'n8n-workflow';
import { hotel } from '../../sandbox/fixtures/hotel';
import { portfolio } from '../../sandbox/fixtures/portfolio';
import { connect } from '../../host/engine/connect';
import { createWorkflow } from '../../host/engine/createWorkflow';
import { byId, useHotelSandbox } from '../support/service/hotelSandbox';
import { fullTypeName, loadNodes } from '../../host/engine/loadNodes';
import { runWorkflow } from '../../host/engine/runWorkflow';

describe('filters and input items', () => {
	const service = useHotelSandbox();

	const CODES = '/access_codes/unmanaged/list';

	describe('filters', () => {
		it('may come from an expression as comma-separated text', async () => {
			const { items } = await service.run(
				'device.getAll',
				{ filters: { deviceTypes: '={{ $json.types }}' } },
				{ input: [{ types: 'nuki_lock, igloohome_lock' }] },
			);
			expect(items.map(({ json }) => json.display_name)).toEqual(['Pool Gate', 'Garage']);
		});
	});

	describe('several input items', () => {
		it('return one list each, in order and paired', async () => {
			const { items } = await service.run(
				'device.getAll',
				{
					output: 'selectedFields',
					outputFieldNames: ['display_name'],
					filters: { search: '={{ $json.search }}' },
				},
				{ input: [{ search: 'pool' }, { search: 'nowhere' }, { search: 'room 10' }] },
			);
			expect(items).toEqual([
				{
					json: { device_id: hotel.devices.poolGate, display_name: 'Pool Gate' },
					pairedItem: { item: 0 },
				},
				{
					json: { device_id: hotel.devices.room101, display_name: 'Room 101' },
					pairedItem: { item: 2 },
				},
				{
					json: { device_id: hotel.devices.room102, display_name: 'Room 102' },
					pairedItem: { item: 2 },
				},
				{
					json: { device_id: hotel.devices.room103, display_name: 'Room 103' },
					pairedItem: { item: 2 },
				},
				{
					json: { device_id: hotel.devices.room104, display_name: 'Room 104' },
					pairedItem: { item: 2 },
				},
			]);
		});
	});

	describe('codes of several devices', () => {
		const codeNames = async (
			parameters: INodeParameters,
			input?: Array<{ ids: string[] | string }>,
		) =>
			(
				await service.run(
					'unmanagedAccessCode.getAll',
					{ devices: 'several', ...parameters },
					{ input },
				)
			).items.map(({ json }) => json.name);

		it('come in the order in which the devices were chosen', async () => {
			expect(
				await codeNames({
					deviceIds: [hotel.devices.spa, hotel.devices.storeRoom, hotel.devices.room202],
				}),
			).toEqual(['Spa Guests', 'Spa Cleaning', 'Spa Desk', 'Guest 202', 'Cleaning 202']);
		});

		it.each([
			['a list', [hotel.devices.spa, hotel.devices.room202]],
			['a text with commas', `${hotel.devices.spa}, ${hotel.devices.room202}`],
		])('may be named by an expression that gives %s', async (_title, ids) => {
			expect(await codeNames({ deviceIds: '={{ $json.ids }}' }, [{ ids }])).toEqual([
				'Spa Guests',
				'Spa Cleaning',
				'Spa Desk',
				'Guest 202',
				'Cleaning 202',
			]);
		});
	});

	describe('codes of all devices', () => {
		it('come in the order of the devices whatever answers first, with no more requests in flight than set', async () => {
			await service.restart({
				fixture: 'portfolio',
				devices: 60,
				codesPerDevice: 2,
				settings: { answerTimeMs: 10 },
			});
			const { items } = await service.run('unmanagedAccessCode.getAll', {
				devices: 'all',
				returnAll: true,
				options: { requestsInFlight: 4 },
			});
			expect(items.map(({ json, pairedItem }) => [json.access_code_id, pairedItem])).toEqual(
				Array.from({ length: 120 }, (_, index) => [
					portfolio.unmanagedCodeId(Math.floor(index / 2), index % 2),
					{ item: 0 },
				]),
			);
			expect(service.sandbox.requests.count(CODES)).toBe(60);
			expect(service.sandbox.requests.maxInFlight()).toBe(4);
		});
	});

	describe('a value that cannot be right', () => {
		it('is refused by n8n itself if no expression hides it', async () => {
			await expect(service.run('device.get', { deviceId: byId('room 101') })).rejects.toThrow(
				"The 'Node' node has issues:\n- Not a valid ID",
			);
		});
	});
});

describe('what the editor says above the output', () => {
	const service = useHotelSandbox();

	/** The messages that the editor shows above the output of the node. */
	async function hintsOf(parameters: object): Promise<string[] | undefined> {
		const run = await runWorkflow(
			{
				nodes: [
					{ name: 'Start', type: 'n8n-nodes-base.manualTrigger' },
					{ name: 'Device Access', type: 'deviceAccess', parameters: { ...parameters } },
				],
				connections: connect(['Start', 'Device Access']),
			},
			{ credentials: service.credentials },
		);
		return run.runsOf('Device Access')[0]?.hints?.map(({ message }) => message);
	}

	it('says in the editor that a list is empty, and says nothing above a list with records', async () => {
		const list = (deviceId: string) => ({
			resource: 'unmanagedAccessCode',
			operation: 'getAll',
			devices: 'one',
			deviceId: byId(deviceId),
			returnAll: true,
		});
		expect(await hintsOf(list(hotel.devices.meetingRoom))).toEqual([
			expect.stringMatching(/no unmanaged codes/i),
		]);
		expect(await hintsOf(list(hotel.devices.room101))).toEqual([]);
	});

	it('writes the action under the node on the canvas, as the node panel words it', async () => {
		const { nodeTypes } = await loadNodes();
		const { subtitle } = nodeTypes.getByNameAndVersion(fullTypeName('deviceAccess')).description;
		const workflow = createWorkflow(await loadNodes(), {
			nodes: [
				{
					name: 'Device Access',
					type: 'deviceAccess',
					parameters: { resource: 'unmanagedAccessCode', operation: 'convertToManaged' },
				},
			],
			connections: {},
		});
		const node = workflow.getNode('Device Access');
		expect(
			node && workflow.expression.getSimpleParameterValue(node, subtitle ?? '', 'manual', {}),
		).toBe('Convert unmanaged access code to managed');
	});
});
