import { hotel } from '../../sandbox/fixtures/hotel';
import { connect } from '../../host/engine/connect';
import { byId, useHotelSandbox } from '../support/service/hotelSandbox';
import { runWorkflow } from '../../host/engine/runWorkflow';

const service = useHotelSandbox();

it('several input items return one list each, in order and paired', async () => {
	const { items } = await service.run(
		'device.getAll',
		{
			output: 'selectedFields',
			outputFieldNames: ['display_name'],
			filters: { search: '={{ $json.search }}' },
		},
		{ input: [{ search: 'pool' }, { search: 'nowhere' }, { search: 'spa' }] },
	);
	expect(items).toEqual([
		{
			json: { device_id: hotel.devices.poolGate, display_name: 'Pool Gate' },
			pairedItem: { item: 0 },
		},
		{ json: { device_id: hotel.devices.spa, display_name: 'Spa' }, pairedItem: { item: 2 } },
	]);
});

it('codes of several devices that an expression names come in the order of the devices', async () => {
	const { items } = await service.run(
		'unmanagedAccessCode.getAll',
		{ devices: 'several', deviceIds: '={{ $json.ids }}' },
		{ input: [{ ids: `${hotel.devices.spa}, ${hotel.devices.room202}` }] },
	);
	expect(items.map(({ json }) => json.name)).toEqual([
		'Spa Guests',
		'Spa Cleaning',
		'Spa Desk',
		'Guest 202',
		'Cleaning 202',
	]);
});

it('the editor says above the output that a list is empty, and says nothing above a list with records', async () => {
	const hintsOf = async (deviceId: string) => {
		const parameters = {
			resource: 'unmanagedAccessCode',
			operation: 'getAll',
			devices: 'one',
			deviceId: byId(deviceId),
			returnAll: true,
		};
		const run = await runWorkflow(
			{
				nodes: [
					{ name: 'Start', type: 'n8n-nodes-base.manualTrigger' },
					{ name: 'Device Access', type: 'deviceAccess', parameters },
				],
				connections: connect(['Start', 'Device Access']),
			},
			{ credentials: service.credentials },
		);
		return run.runsOf('Device Access')[0]?.hints?.map(({ message }) => message);
	};
	expect(await hintsOf(hotel.devices.meetingRoom)).toEqual([
		expect.stringMatching(/no unmanaged codes/i),
	]);
	expect(await hintsOf(hotel.devices.room101)).toEqual([]);
});
