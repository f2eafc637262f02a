import type { IDataObject, INodeParameters } from 'n8n-workflow';
import { hotel } from '../../sandbox/fixtures/hotel';
import { workspaceIds } from '../../sandbox/fixtures/workspaces';
import { call } from '../operations/dossier';
import { useHotelSandbox } from '../support/service/hotelSandbox';
import { booking, dayInDays, inDays, reserve } from '../support/service/reservations';

// Times are those of the room, else of its locks, and only then of the workflow, which is said.

const service = useHotelSandbox();

const upsert = async (changes: IDataObject, options?: INodeParameters) =>
	(await reserve(service, 'upsert', [booking(changes)], options)).items[0]?.json;
const sync = async (changes: IDataObject, options?: INodeParameters) =>
	(await reserve(service, 'syncMany', [booking(changes)], options)).items[0]?.json;
const get = async () => {
	const parameters = { reservationKey: '4711', output: 'raw' };
	return (await service.run('reservation.get', parameters)).items[0]?.json;
};
const ofZone = (item: IDataObject | undefined) =>
	((item?.problems ?? []) as IDataObject[]).filter(({ code }) => code === 'no_time_zone');

const LOCAL = { arrival: `${dayInDays(10)}T15:00`, departure: `${dayInDays(13)}T11:00` };

/** Gives Room 101 no time zone, its lock this one, and the account of the lock that one. */
async function zoneOfLock(timeZone?: string, ofAccount?: string) {
	const workspace = service.sandbox.state.workspaces.get(workspaceIds.main);
	for (const device of workspace?.devicesById.values() ?? [])
		service.sandbox.state.setDevice(device, {
			...device.record,
			location: { location_name: 'House', time_zone: timeZone },
		} as typeof device.record);
	for (const account of workspace?.connectedAccounts.records ?? [])
		Object.assign(account, { time_zone: ofAccount });
	await call(service.sandbox, '/spaces/update', {
		space_id: hotel.spaces.room101,
		customer_data: { time_zone: null },
	});
}

describe.each([
	['none', undefined],
	['one that n8n does not know', 'Patagonia/New'],
])('a room without a time zone, whose lock has %s', (_what, timeZone) => {
	beforeEach(async () => await zoneOfLock(timeZone));

	it('opens at hours of the workflow, which every run says', async () => {
		const planned = await upsert(LOCAL, { dryRun: true });
		const rehearsed = await sync(LOCAL, { dryRun: true });
		const items = [await upsert(LOCAL), await upsert(LOCAL), await sync(LOCAL)];
		const [problem] = ofZone(planned);
		expect(problem).toMatchObject({ keeps_door_closed: false });
		for (const item of [rehearsed, ...items]) expect(ofZone(item)).toEqual([problem]);
		expect(items.map((item) => item?.time_zone)).toEqual(['UTC', 'UTC', 'UTC']);
	});

	it('says that access has ended', async () => {
		await upsert(LOCAL);
		expect(await get()).not.toHaveProperty('time_zone');
		expect(await upsert({ ...LOCAL, status: 'cancelled' })).toMatchObject({ outcome: 'ended' });
	});
});

it('times with an offset are shown in the time zone of the locks if the room has none', async () => {
	await zoneOfLock('Europe/Lisbon');
	const planned = await upsert({}, { dryRun: true });
	const made = await upsert({}, { waitUntilIssued: true });
	const items = [planned, made, await upsert({}), await sync({}), await get()];
	expect(items.map((item) => [item?.time_zone, ofZone(item)])).toEqual(
		items.map(() => ['Europe/Lisbon', []]),
	);
	expect(made?.message_key).toEqual(expect.any(String));
	expect(items.slice(2).map((item) => item?.message_key)).toEqual(Array(3).fill(made?.message_key));
	const rooms = 'room-101';
	const moved = await upsert({ rooms, departure: inDays(14, 11) });
	expect(moved?.time_zone).toBe('Europe/Lisbon');
});

it.each([undefined, 'Patagonia/New'])(
	'times are shown in the time zone of the account of the locks if theirs is %s',
	async (timeZone) => {
		await zoneOfLock(timeZone, 'Europe/Lisbon');
		const items = [
			await upsert(LOCAL, { waitUntilIssued: true }),
			await upsert(LOCAL),
			await get(),
		];
		expect(items.map((item) => [item?.time_zone, ofZone(item)])).toEqual(
			items.map(() => ['Europe/Lisbon', []]),
		);
	},
);

it('midnights of the house in UTC are days, also where only the lock says its time zone', async () => {
	await zoneOfLock('Asia/Tokyo');
	const times = { arrival: `${dayInDays(10)}T15:00:00Z`, departure: `${dayInDays(13)}T15:00:00Z` };
	const options = { checkInTime: '16:00', checkOutTime: '10:00' };
	expect(await upsert(times, options)).toMatchObject({
		starts_at: `${dayInDays(11)}T07:00:00.000Z`,
		ends_at: `${dayInDays(14)}T01:00:00.000Z`,
	});
});

it('the time zone of the room comes before one that was entered', async () => {
	await call(service.sandbox, '/spaces/update', {
		space_id: hotel.spaces.room101,
		customer_data: { time_zone: 'Europe/Berlin' },
	});
	const options = { timeZone: 'other', timeZoneName: 'UTC' };
	expect(await upsert(LOCAL, options)).toMatchObject({
		time_zone: 'Europe/Berlin',
		starts_at: `${dayInDays(10)}T15:00:00.000Z`,
	});
});
