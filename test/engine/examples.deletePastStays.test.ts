import { runWorkflow } from '../../host/engine/runWorkflow';
import { useHotelSandbox } from '../support/hotelSandbox';
import { moveTimeTo } from '../support/moveTimeTo';
import { readExample } from '../../host/n8n/readExample';
import { until } from '../support/until';
import { booking, grantsOf, inDays, reserve } from '../support/reservations';

const service = useHotelSandbox();
const example = readExample('delete-past-stays.json');

afterEach(() => void jest.useRealTimers());

const allGrants = async () => {
	const { items } = await service.run('accessGrant.getAll', { returnAll: true, output: 'raw' });
	return items.map(({ json }) => json.access_grant_id);
};

it('"Delete past stays" deletes the access of stays that ended more than 30 days ago, and no other', async () => {
	const others = await allGrants();
	await reserve(service, 'upsert', [
		booking({ id: 'long-ago', arrival: inDays(1), departure: inDays(3) }),
		booking({ id: 'recent', arrival: inDays(4), departure: inDays(10) }),
		booking({ id: 'in-house', arrival: inDays(11), departure: inDays(60) }),
		booking({ id: 'coming', arrival: inDays(61), departure: inDays(70) }),
	]);
	moveTimeTo(Date.parse(inDays(36)));
	await runWorkflow(example, { credentials: service.credentials, startNode: 'Every Sunday' });
	const keys = async () => (await grantsOf(service)).map(({ access_grant_key: key }) => key).sort();
	// The locks answer after the service.
	await until(async () => (await keys()).length < 4);
	expect(await keys()).toEqual([
		'reservation:coming',
		'reservation:in-house',
		'reservation:recent',
	]);
	expect(await allGrants()).toEqual(expect.arrayContaining(others));
});
