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

it.each(['', null, 0, -5])(
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

	let lastNumber = 0;

	/** Adds a code that ended `endedDaysAgo` days ago to a lock of the hotel. Returns the code's ID. */
	function addCode(
		name: string,
		deviceId: string,
		endedDaysAgo: number,
		extra: Partial<AccessCodeData> = {},
	): string {
		const workspace = service.sandbox.state.workspaces.get(workspaceIds.main);
		if (workspace === undefined) throw new Error('The sandbox has no main workspace');
		const number = String(5000 + lastNumber++);
		const accessCodeId = `50000000-0000-4000-8000-00000000${number}`;
		const times = {
			createdAt: daysAgo(200),
			startsAt: daysAgo(endedDaysAgo + 7),
			endsAt: daysAgo(endedDaysAgo),
		};
		service.sandbox.state.addAccessCode(workspace, {
			accessCodeId,
			deviceId,
			name,
			code: number,
			...times,
			...extra,
		});
		return accessCodeId;
	}

	/** Adds the codes that every test starts with: some that ended long ago, others that did not, and some that cannot be deleted. */
	function addCodes() {
		return {
			over: addCode('Guest May', hotel.devices.room101, 31),
			alsoOver: addCode('Guest April', hotel.devices.room102, 90),
			notLongOver: addCode('Guest June', hotel.devices.room101, 29),
			running: addCode('Guest July', hotel.devices.room101, -3),
			managed: addCode('Stay May', hotel.devices.meetingRoom, 40, { isManaged: true }),
			undeletable: addCode('Installer', hotel.devices.room201, 50, { cannotDelete: true }),
		};
	}

	const remaining = (codes: Record<string, string>) =>
		Object.keys(codes).filter((name) => service.sandbox.state.accessCodes.has(codes[name] ?? ''));
	const deletions = () =>
		[
			...service.sandbox.requests.of('/access_codes/delete'),
			...service.sandbox.requests.of('/access_codes/unmanaged/delete'),
		].length;
	const endedOn = (days: number) => daysAgo(days).slice(0, 10);

	it('starts as a dry run: it lists what it would delete, and deletes nothing', async () => {
		const codes = addCodes();

		expect(await mailOf()).toEqual([
			{
				subject: 'Weekly clean-up (dry run): 3 would be deleted, 1 cannot be deleted',
				text: [
					'3 would be deleted:',
					`Room 101, code 'Guest May', ended on ${endedOn(31)}`,
					`Room 102, code 'Guest April', ended on ${endedOn(90)}`,
					`Meeting Room, code 'Stay May', ended on ${endedOn(40)}`,
					'',
					'1 cannot be deleted:',
					`Room 201, code 'Installer', ended on ${endedOn(50)}`,
				].join('\n'),
			},
		]);
		expect([remaining(codes), deletions()]).toEqual([Object.keys(codes), 0]);
	});

	it('deletes codes that ended long ago, and lists those that cannot be deleted with the reason', async () => {
		const codes = addCodes();
		service.sandbox.faults.always('/access_codes/delete', {
			kind: 'attemptFails',
			message: 'The lock did not answer.',
		});

		const [mail, ...others] = await mailOf({ dry_run: false });

		expect(mail?.subject).toBe('Weekly clean-up: 1 cannot be deleted, 1 failed, 2 deleted');
		expect(String(mail?.text).split('\n\n')).toEqual([
			`1 cannot be deleted:\nRoom 201, code 'Installer', ended on ${endedOn(50)}`,
			`1 failed:\nMeeting Room, code 'Stay May', ended on ${endedOn(40)}: The access code was not deleted: The lock did not answer.`,
			`2 deleted:\nRoom 101, code 'Guest May', ended on ${endedOn(31)}\nRoom 102, code 'Guest April', ended on ${endedOn(90)}`,
		]);
		expect(others).toEqual([]);
		expect(remaining(codes)).toEqual(['notLongOver', 'running', 'managed', 'undeletable']);
		expect(deletions()).toBe(3);
	});

	it('lists a deletion that the service refuses as "refused", and does not stop', async () => {
		addCode('Guest May', hotel.devices.room101, 31);
		addCode('Stay May', hotel.devices.meetingRoom, 40, { isManaged: true });
		service.sandbox.faults.next('/access_codes/unmanaged/delete', { kind: 'status', status: 403 });

		expect(await mailOf({ dry_run: false })).toEqual([
			{
				subject: 'Weekly clean-up: 1 deleted, 1 refused',
				text: `1 deleted:\nMeeting Room, code 'Stay May', ended on ${endedOn(40)}\n\n1 refused:\nRoom 101, code 'Guest May', ended on ${endedOn(31)}: The API key does not have permission for this`,
			},
		]);
	});

	it('lists a deletion as "not certain" if its answer was lost and the code stays', async () => {
		addCode('Guest May', hotel.devices.room101, 31);
		service.sandbox.faults.next('/access_codes/unmanaged/delete', {
			kind: 'cut',
			isProcessed: false,
		});
		expect(await mailOf({ dry_run: false })).toEqual([
			expect.objectContaining({ subject: 'Weekly clean-up: 1 not certain' }),
		]);
	});

	it('deletes managed codes, too, unless the setting says otherwise', async () => {
		const managed = addCode('Stay May', hotel.devices.meetingRoom, 40, { isManaged: true });
		expect(await mailOf({ dry_run: false, managed_codes: false })).toEqual([
			{
				subject: 'Weekly clean-up: nothing to do',
				text: 'Nothing ended long enough ago.',
			},
		]);
		expect(service.sandbox.state.accessCodes.has(managed)).toBe(true);

		expect(await mailOf({ dry_run: false })).toEqual([
			{
				subject: 'Weekly clean-up: 1 deleted',
				text: `1 deleted:\nMeeting Room, code 'Stay May', ended on ${endedOn(40)}`,
			},
		]);
		expect(service.sandbox.state.accessCodes.has(managed)).toBe(false);
	});

	it('uses the days in Settings, and ignores codes without an end', async () => {
		addCode('Guest June', hotel.devices.room101, 29);
		expect(await mailOf({ days_past_end: 28 })).toEqual([
			expect.objectContaining({
				subject: 'Weekly clean-up (dry run): 1 would be deleted',
			}),
		]);
		expect(await mailOf({ days_past_end: 30 })).toEqual([
			expect.objectContaining({ subject: 'Weekly clean-up (dry run): nothing to do' }),
		]);
	});

	it('ends without a report, and without an error, in a workspace without locks', async () => {
		await service.restart({ fixture: 'empty' });
		expect(await mailOf()).toEqual([]);
	});
});
