import { runWorkflow } from '../../host/engine/runWorkflow';
import { DataTables } from '../support/example/dataTables';
import { useHotelSandbox } from '../support/hotelSandbox';
import { moveTimeTo } from '../support/moveTimeTo';
import { readExample, withSetting } from '../../host/n8n/readExample';
import { enterSettings } from '../support/example/settings';
import { until } from '../support/until';
import { booking, grantsOf, inDays, reserve } from '../support/reservations';

const service = useHotelSandbox();
const example = readExample('weekly-clean-up.json');

afterEach(() => void jest.useRealTimers());

const allGrants = async () => {
	const { items } = await service.run('accessGrant.getAll', { returnAll: true, output: 'raw' });
	return items.map(({ json }) => json.access_grant_id);
};

it('deletes the access of stays that ended more than 30 days ago, and no other, and says so in the email', async () => {
	const others = await allGrants();
	await reserve(service, 'upsert', [
		booking({ id: 'long-ago', arrival: inDays(1), departure: inDays(3) }),
		booking({ id: 'recent', arrival: inDays(4), departure: inDays(10) }),
		booking({ id: 'in-house', arrival: inDays(11), departure: inDays(60) }),
		booking({ id: 'coming', arrival: inDays(61), departure: inDays(70) }),
	]);
	moveTimeTo(Date.parse(inDays(36)));
	const tables = new DataTables();
	enterSettings(tables);
	const cleanUp = async (isDryRun: boolean) => {
		const run = await runWorkflow(
			{
				...withSetting(example, 'What to delete', 'dry_run', isDryRun),
				pinData: { 'Tell the host': [{ json: {} }] },
			},
			{
				credentials: service.credentials,
				startNode: 'Every Monday',
				dataTables: tables.provider,
			},
		);
		return run.items('Write report').map(({ json }) => String(json.text));
	};
	expect(await cleanUp(true)).toEqual([
		expect.stringMatching(/would be deleted:[^]*\nStay of Guest 4711, /),
	]);
	expect(await grantsOf(service)).toHaveLength(4);
	expect(await cleanUp(false)).toEqual([
		expect.stringMatching(/\d deleted:[^]*Stay of Guest 4711, /),
	]);
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
