import { hotel } from '../../sandbox/seed';
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
