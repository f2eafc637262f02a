import type { IDataObject, INodeParameters } from 'n8n-workflow';
import { hotel } from '../../sandbox/fixtures/hotel';
import { workspaceIds } from '../../sandbox/fixtures/workspaces';
import { useHotelSandbox } from '../support/service/hotelSandbox';
import { inRows } from '../support/service/inRows';
import { booking, inDays, reserve, writesOf } from '../support/service/reservations';

// Sync Many with Dry Run: everything that would go wrong, and nothing is changed to find out.

const service = useHotelSandbox();

const rehearse = async (bookings: IDataObject[], options: INodeParameters = {}) => {
	const { items } = await reserve(service, 'syncMany', bookings, { ...options, dryRun: true });
	return items.map(({ json }) => json);
};
const problemsOf = (item: IDataObject | undefined) => (item?.problems ?? []) as IDataObject[];
const codesOf = (item: IDataObject | undefined) => problemsOf(item).map(({ code }) => code);
/** A booking whose guest nobody else is. */
const of = (id: string, changes: IDataObject = {}): IDataObject =>
	booking({ id, guest: `Guest ${id}`, ...changes });
const device = (id: string) => {
	const record = service.sandbox.state.workspaces
		.get(workspaceIds.main)
		?.devicesById.get(id)?.record;
	if (!record) throw new Error(`No device ${id}`);
	return record;
};
const PINS: INodeParameters = { pinFrom: 'given', pin: "={{ $json.pin ?? '' }}" };
const days = (from: number, to: number) => ({ arrival: inDays(from), departure: inDays(to, 11) });
/** A room with the front door and the lock of Room 104. */
const makeAnnex = async () =>
	await service.run('space.create', {
		name: 'Annex',
		deviceIds: inRows('device', hotel.devices.frontDoor, hotel.devices.room104),
		additionalFields: { spaceKey: 'annex' },
	});

it('a room without a lock beside another room is said by the dry run and by the real one, and keeps no message from the guest', async () => {
	const stay = of('two-rooms', { rooms: ['room-101', 'empty-wing'], arrival: inDays(-1) });
	const [planned] = await rehearse([stay]);
	const { items } = await reserve(service, 'syncMany', [stay], { waitUntilIssued: true });
	const real = items[0]?.json;
	expect(problemsOf(planned)).toEqual([
		expect.objectContaining({ code: 'other_room_without_lock', keeps_door_closed: false }),
	]);
	expect(real?.problems).toEqual(planned?.problems);
	expect([planned?.would_work, real?.is_ready, real?.tell, real?.host_message]).toEqual([
		true,
		true,
		'guest',
		null,
	]);
});

describe('Dry Run of Sync Many', () => {
	it('says of each reservation what would go wrong with its room, times, PIN and words', async () => {
		await makeAnnex();
		Object.assign(device(hotel.devices.garage), { location: {} });
		Reflect.deleteProperty(device(hotel.devices.room102), 'can_program_online_access_codes');
		const cases: Array<[string, IDataObject, string[]]> = [
			['fine', {}, []],
			['unknown-room', { rooms: 'room-10' }, ['unknown_room']],
			['no-room', { rooms: '' }, ['no_room']],
			['no-lock', { rooms: 'empty-wing', ...days(20, 21) }, ['room_without_lock']],
			['offline', { rooms: 'parking' }, ['device_disconnected', 'no_time_zone']],
			['no-codes', { rooms: 'room-102' }, ['device_does_not_support_access_codes']],
			['no-time', { rooms: 'annex', arrival: '2031-01-31' }, ['no_time_of_day']],
			[
				'no-zone',
				{ rooms: 'parking', arrival: '2031-01-31T15:00', departure: '2031-02-02T11:00' },
				['device_disconnected', 'no_time_zone'],
			],
			['no-date', { arrival: 'tomorrow' }, ['invalid_value']],
			['no-pin', { pin: 'abcd' }, ['invalid_value']],
			['unknown-word', { status: 'archived' }, ['unknown_status']],
			['no-contact', { contact: '12345', ...days(60, 61) }, ['contact_left_out']],
		];
		service.sandbox.requests.clear();
		const items = await rehearse(
			cases.map(([id, changes]) => of(id, changes)),
			{ pinFrom: 'given', pin: "={{ $json.pin ?? '' }}" },
		);
		expect(items.map((item) => [item.reservation_key, codesOf(item)])).toEqual(
			cases.map(([id, , codes]) => [id, codes]),
		);
		expect(writesOf(service)).toEqual([]);
		expect(
			items.filter(({ outcome }) => outcome === 'failed').map((item) => item.reservation_key),
		).toEqual(['unknown-room', 'no-room', 'no-time', 'no-date', 'no-pin']);
		expect(problemsOf(items[1])).toEqual([
			{
				code: 'unknown_room',
				reason: expect.stringContaining("'room-10'"),
				remedy: expect.stringMatching(/'room-10\d' \(Room 10\d\) or 'room-10\d' \(Room 10\d\)/),
				keeps_door_closed: true,
			},
		]);
	});

	it('says what would go wrong between reservations: the room, and a lock with more stays than it takes codes', async () => {
		await makeAnnex();
		Object.assign(device(hotel.devices.room104).properties, { max_active_codes_supported: 1 });
		const cases: Array<[string, IDataObject, string[]]> = [
			['overlap-1', days(10, 13), ['overlapping_stay']],
			['overlap-2', days(12, 14), ['overlapping_stay']],
			['one', { rooms: 'annex', ...days(40, 42) }, ['no_space_for_access_code_on_device']],
			['two', { rooms: 'annex', ...days(43, 45) }, []],
		];
		service.sandbox.requests.clear();
		const items = await rehearse(cases.map(([id, changes]) => of(id, changes)));
		expect(items.map((item) => [item.reservation_key, codesOf(item)])).toEqual(
			cases.map(([id, , codes]) => [id, codes]),
		);
		expect(writesOf(service)).toEqual([]);
	});

	it('compares rooms and stays with access that has another key prefix', async () => {
		const theirs = { ...PINS, keyPrefix: 'beds24:' };
		await reserve(
			service,
			'upsert',
			[of('R-1'), of('R-2', { rooms: 'suite', pin: '4826' })],
			theirs,
		);
		const turned = of('HMABC', { rooms: 'room-102', guest: 'Ann Lee' });
		await reserve(service, 'upsert', [turned], { keyPrefix: 'airbnb:' });
		const items = await rehearse(
			[of('R-9'), { ...turned, guest: 'Lee Ann', contact: 'lee@example.com' }],
			PINS,
		);
		expect(items.map(codesOf)).toEqual([['overlapping_stay'], ['same_stay_twice']]);
		expect(items.map((item) => problemsOf(item)[0]?.reason)).toEqual([
			expect.stringContaining("'beds24:R-1'"),
			expect.stringContaining("'airbnb:HMABC'"),
		]);
	});

	it('fails what the real execution would fail: the item without a key stops nothing, and nothing counts as missing', async () => {
		await reserve(service, 'syncMany', [of('kept')]);
		const items = await rehearse([of('', {}), of('new', days(20, 21))], {
			removeGone: true,
			closeAtMost: 1000,
			keepNewFor: 0,
		});
		expect(items.map(({ reservation_key: key, outcome }) => [key, outcome])).toEqual([
			['', 'failed'],
			['new', 'created'],
			[null, 'failed'],
		]);
		expect(codesOf(items[2])).toEqual(['not_removed']);
	});

	it('without Dry Run, fails such an item as before', async () => {
		const { items } = await reserve(service, 'syncMany', [of('R-1', { rooms: 'room-110' })]);
		expect(items[0]?.json.error).toContain("'room-110'");
	});
});
