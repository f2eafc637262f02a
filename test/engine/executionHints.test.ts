import { hotel } from '../../sandbox/fixtures/hotel';
import { connect } from '../support/connect';
import { createWorkflow } from '../support/createWorkflow';
import { byId, startHotelSandbox, type HotelSandbox } from '../support/hotelSandbox';
import { fullTypeName, loadNodes } from '../support/loadNodes';
import { runWorkflow } from '../support/runWorkflow';

let service: HotelSandbox;
beforeEach(async () => {
	service = await startHotelSandbox();
});
afterEach(async () => await service.stop());

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

it('tells in the editor that a list is empty, and nothing above a list with records', async () => {
	const list = (deviceId: string) => ({ resource: 'unmanagedAccessCode', operation: 'getAll', devices: 'one', deviceId: byId(deviceId), returnAll: true });
	expect(await hintsOf(list(hotel.devices.meetingRoom))).toEqual([expect.stringMatching(/no failure|no unmanaged codes/i)]);
	expect(await hintsOf(list(hotel.devices.room101))).toEqual([]);
});

it.each([
	['nobody has this name', 'No unmanaged code fits'],
	['', 'No unmanaged codes were found'],
])('tells an empty list of codes with the search %p from one without: %s', async (search, beginning) => {
	const deviceId = byId(search === '' ? hotel.devices.meetingRoom : hotel.devices.room101);
	const parameters = { resource: 'unmanagedAccessCode', operation: 'getAll', devices: 'one', deviceId, options: { search } };
	expect(await hintsOf(parameters)).toEqual([expect.stringMatching(`^${beginning}.*under the resource Access Code\\.$`)]);
});

describe('a list cut at Limit', () => {
	const codes = (deviceId: string, limit: number) => ({ resource: 'unmanagedAccessCode', operation: 'getAll', devices: 'one', deviceId: byId(deviceId), limit });
	const locks = (limit: number) => ({ resource: 'device', operation: 'getAll', limit });

	it.each([
		['of pages', locks(2)],
		['of one device', codes(hotel.devices.room101, 1)],
		['of all devices', { resource: 'unmanagedAccessCode', operation: 'getAll', devices: 'all', limit: 1 }],
	])('%s says so', async (_title, parameters) => {
		expect(await hintsOf(parameters)).toEqual([`Only the first ${parameters.limit} are shown. Switch on Return All for the rest.`]);
	});

	it('says nothing where the list has no more', async () => {
		const { items } = await service.run('device.getAll', { returnAll: true });
		expect(await hintsOf(locks(items.length))).toEqual([]);
		expect(await hintsOf(locks(items.length - 1))).toEqual([expect.stringContaining('Only the first')]);
	});
});

it('writes the action under the node on the canvas, as the node panel words it', async () => {
	const { nodeTypes } = await loadNodes();
	const { subtitle } = nodeTypes.getByNameAndVersion(fullTypeName('deviceAccess')).description;
	const workflow = createWorkflow(await loadNodes(), {
		nodes: [{ name: 'Device Access', type: 'deviceAccess', parameters: { resource: 'unmanagedAccessCode', operation: 'convertToManaged' } }],
		connections: {},
	});
	const node = workflow.getNode('Device Access');
	expect(node && workflow.expression.getSimpleParameterValue(node, subtitle ?? '', 'manual', {})).toBe('Convert unmanaged access code to managed');
});
