import type { INodeParameters } from 'n8n-workflow';
import { until } from '../support/clock/until';
import { useHotelSandbox } from '../support/service/hotelSandbox';
import { booking, grantsOf, inDays, reserve } from '../support/service/reservations';

const service = useHotelSandbox();

/** Runs an operation, and deletes the access while the service answers the request to `path`. */
async function readDuring(
	path: string,
	operation: `${string}.${string}`,
	parameters: INodeParameters,
) {
	await reserve(service, 'upsert', [booking({ arrival: inDays(-1) })], { waitTimeout: 2 });
	const [grant] = await grantsOf(service);
	service.sandbox.requests.clear();
	service.sandbox.faults.next(path, { kind: 'slow', delayMs: 400 });
	const running = service.run(operation, parameters, {
		onError: 'continueRegularOutput',
	});
	await until(() => service.sandbox.requests.count(path) > 0);
	await service.run('accessGrant.delete', { accessGrantId: String(grant?.access_grant_id) });
	return (await running).items.map(({ json }) => json);
}

describe.each(['/access_grants/get_related', '/access_codes/list'])(
	'access that is deleted while %s is asked',
	(path) => {
		it('is not found by Get', async () => {
			const items = await readDuring(path, 'reservation.get', { reservationKey: '4711' });
			expect(items).toMatchObject([{ details: { type: 'reservation_not_found' } }]);
		});

		it('is left out by Get Many', async () => {
			const filters = { notYetArrived: true };
			expect(await readDuring(path, 'reservation.getAll', { filters })).toEqual([]);
		});
	},
);
