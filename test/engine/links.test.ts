import { connect } from '../../host/engine/connect';
import { runWorkflow } from '../../host/engine/runWorkflow';
import { QUICK_CHECKS, useHotelSandbox } from '../support/service/hotelSandbox';
import { booking, inDays, MAPPING, reserve } from '../support/service/reservations';

const service = useHotelSandbox();

/** The address that a workflow would write to: the contact of the booking that an item is linked to. */
const addressesOf = async (bookings: Array<ReturnType<typeof booking>>) => {
	const run = await runWorkflow(
		{
			nodes: [
				{ name: 'Start', type: 'n8n-nodes-base.manualTrigger' },
				{ name: 'PMS', type: 'n8n-nodes-base.noOp' },
				{
					name: 'Sync',
					type: 'deviceAccess',
					parameters: {
						resource: 'reservation',
						operation: 'syncMany',
						...MAPPING,
						options: {
							...QUICK_CHECKS,
							keepNewFor: 0,
							removeGone: true,
							closeAtMost: 5,
						},
					},
				},
				{
					name: 'Write',
					type: 'n8n-nodes-base.set',
					onError: 'continueRegularOutput',
					parameters: {
						mode: 'raw',
						jsonOutput:
							"={{ JSON.stringify({ key: $json.reservation_key, outcome: $json.outcome, to: $('PMS').item.json.contact }) }}",
					},
				},
			],
			connections: connect(['Start', 'PMS', 'Sync', 'Write']),
		},
		{
			credentials: service.credentials,
			startNode: 'Start',
			pinData: { Start: bookings.map((json) => ({ json })) },
		},
	);
	const keys = run.items('Sync').map(({ json }) => [json.reservation_key, json.outcome]);
	return keys.map(([key, outcome], index) => [
		key,
		outcome,
		run.items('Write')[index]?.json.to ?? 'refused',
	]);
};

const stays = (count: number) =>
	Array.from({ length: count }, (_, index) =>
		booking({
			id: `b-${index}`,
			rooms: ['room-101', 'room-102', 'suite'][index % 3],
			arrival: inDays(5 + 3 * index),
			departure: inDays(7 + 3 * index, 11),
		}),
	);

describe("the item of a stay that the list no longer has is nobody else's", () => {
	it.each([1, 2, 4])('in a list of %i', async (left) => {
		await reserve(service, 'syncMany', stays(left + 1), { keepNewFor: 0 });
		expect(await addressesOf(stays(left + 1).slice(1))).toEqual([
			...stays(left + 1)
				.slice(1)
				.map(({ id, contact }) => [id, 'unchanged', contact]),
			['b-0', 'ended', 'refused'],
		]);
	});
});
