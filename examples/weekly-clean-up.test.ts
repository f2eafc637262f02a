import type { IDataObject } from 'n8n-workflow';
import { withSetting } from '../host/n8n/readExample';
import { hotel } from '../sandbox/fixtures/hotel';
import { workspaceIds } from '../sandbox/fixtures/workspaces';
import type { AccessCodeData } from '../sandbox/state/state';
import { useExample } from '../test/support/example/useExample';
import { useHotelSandbox } from '../test/support/service/hotelSandbox';
import { moveTimeTo } from '../test/support/clock/moveTimeTo';
import { until } from '../test/support/clock/until';
import { booking, grantsOf, inDays, reserve } from '../test/support/service/reservations';

const service = useHotelSandbox();
const host = useExample('weekly-clean-up.json', service);
afterEach(() => void jest.useRealTimers());

/** What the email says after an execution with these settings. */
async function mailOf(settings: IDataObject = {}) {
	const as = Object.entries(settings).reduce(
		(changed, [field, value]) => withSetting(changed, 'What to delete', field, value),
		{ ...host.example, pinData: { 'Tell the host': [{ json: {} }] } },
	);
	return (await host.run('Every Monday', { as })).json('Write report');
}

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
	const cleanUp = async (isDryRun: boolean) =>
		(await mailOf({ dry_run: isDryRun })).map(({ text }) => String(text));
	expect(await cleanUp(true)).toEqual([
		expect.stringMatching(/^\d+ would be deleted:\n(?:.*\n)*Stay of Guest 4711, /),
	]);
	expect(await grantsOf(service)).toHaveLength(4);
	expect(await cleanUp(false)).toEqual([
		expect.stringMatching(/^(?![^]*would)\d+ deleted:\n(?:.*\n)*Stay of Guest 4711, /),
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

it.each(['', -5])(
	'deletes no access of yesterday and of guests in the house with %j days',
	async (days) => {
		await reserve(service, 'upsert', [
			booking({ id: 'today', arrival: inDays(1), departure: inDays(39) }),
			booking({ id: 'in-house', rooms: 'room-102', arrival: inDays(38), departure: inDays(42) }),
		]);
		moveTimeTo(Date.parse(inDays(39)) + 23 * 3_600_000);
		await mailOf({ dry_run: false, days_past_end: days });
		expect(service.sandbox.requests.of('/access_grants/delete')).toEqual([]);
	},
);

describe('codes', () => {
	beforeEach(() => {
		for (const code of service.sandbox.state.accessCodes.values())
			service.sandbox.state.updateAccessCode(code, { startsAt: undefined, endsAt: undefined });
	});

	const daysAgo = (days: number) => new Date(Date.now() - days * 86_400_000).toISOString();
	const { room101, room102, meetingRoom, room201 } = hotel.devices;

	/** Adds codes to locks of the hotel, each with the days since its end. Returns their names that are still there. */
	function addCodes(
		...codes: Array<[name: string, deviceId: string, endedAgo: number, Partial<AccessCodeData>?]>
	): () => string[] {
		const { state } = service.sandbox;
		const workspace = state.workspaces.get(workspaceIds.main);
		if (workspace === undefined) throw new Error('The sandbox has no main workspace');
		for (const [index, [name, deviceId, endedAgo, extra]] of codes.entries())
			state.addAccessCode(workspace, {
				accessCodeId: `50000000-0000-4000-8000-00000000500${index}`,
				deviceId,
				name,
				code: `500${index}`,
				createdAt: daysAgo(200),
				startsAt: daysAgo(endedAgo + 7),
				endsAt: daysAgo(endedAgo),
				...extra,
			});
		const names = codes.map(([name]) => name);
		return () =>
			[...state.accessCodes.values()].flatMap(({ name }) => names.filter((own) => own === name));
	}
	const endedOn = (days: number) => daysAgo(days).slice(0, 10);
	const MANAGED = { isManaged: true };

	it('starts as a dry run: it lists what it would delete, with its end, and deletes nothing', async () => {
		const remaining = addCodes(
			['Guest May', room101, 31],
			['Guest June', room101, 29],
			['Guest July', room101, -3],
			['Stay May', meetingRoom, 40, MANAGED],
			['Installer', room201, 50, { cannotDelete: true }],
		);
		expect(await mailOf()).toEqual([
			{
				subject: 'Weekly clean-up (dry run): 2 would be deleted, 1 cannot be deleted',
				text: [
					'2 would be deleted:',
					`Room 101, code 'Guest May', ended on ${endedOn(31)}`,
					`Meeting Room, code 'Stay May', ended on ${endedOn(40)}`,
					'',
					'1 cannot be deleted:',
					`Room 201, code 'Installer', ended on ${endedOn(50)}`,
				].join('\n'),
			},
		]);
		expect(remaining()).toHaveLength(5);
	});

	it('deletes codes that ended long ago, and lists those that are left with the reason', async () => {
		const remaining = addCodes(
			['Guest March', room101, 31],
			['Guest April', room102, 32],
			['Guest May', room102, 33],
			['Stay May', meetingRoom, 40, MANAGED],
		);
		const { faults } = service.sandbox;
		faults.always('/access_codes/delete', { kind: 'attemptFails', message: 'No answer.' });
		const path = '/access_codes/unmanaged/delete';
		faults.next(path, { kind: 'status', status: 403 }, { holding: '5000"' });
		faults.next(path, { kind: 'cut', isProcessed: false }, { holding: '5001"' });
		const [mail, ...others] = await mailOf({ dry_run: false });
		expect(others).toEqual([]);
		for (const told of [
			/1 refused:\n.*Guest March.*: The API key does not have permission/,
			/1 not certain:\n.*Guest April/,
			/1 failed:\n.*Stay May.*: The access code was not deleted: No answer\./,
			/1 deleted:\n.*Guest May/,
		])
			expect(mail?.text).toMatch(told);
		expect(remaining().sort()).toEqual(['Guest April', 'Guest March', 'Stay May']);
	});

	it('deletes managed codes, too, unless the setting says otherwise, and others after the days in Settings', async () => {
		const remaining = addCodes(['Stay May', meetingRoom, 29, MANAGED]);
		const subjects = async (settings: IDataObject) =>
			(await mailOf({ dry_run: false, ...settings })).map(({ subject }) => subject);
		const nothing = ['Weekly clean-up: nothing to do'];
		expect(await subjects({})).toEqual(nothing);
		expect(await subjects({ days_past_end: 28, managed_codes: false })).toEqual(nothing);
		expect(remaining()).toEqual(['Stay May']);
		expect(await subjects({ days_past_end: 28 })).toEqual(['Weekly clean-up: 1 deleted']);
		expect(remaining()).toEqual([]);
	});

	it('ends without a report, and without an error, in a workspace without locks', async () => {
		await service.restart({ fixture: 'empty' });
		expect(await mailOf()).toEqual([]);
	});
});
