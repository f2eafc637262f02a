import type { InvalidParameterError } from '../../../../nodes/DeviceAccess/errors/errors';
import { RoomReader } from '../../../../nodes/DeviceAccess/reservations/stays/rooms';
import type { StayWithAccess } from '../../../../nodes/DeviceAccess/reservations/stays/stay';
import type { WireObject } from '../../../../nodes/DeviceAccess/wire/records';
import { answeringSend } from '../../answeringSend';

const room = (key: string, checkIn?: string, checkOut?: string, timeZone = 'Europe/Berlin') => ({
	space_id: `id of ${key}`,
	space_key: key,
	name: key,
	acs_entrance_count: 0,
	customer_data: {
		default_checkin_time: checkIn,
		default_checkout_time: checkOut,
		time_zone: timeZone,
	},
});
const SPACES = [
	room('early', '14:00', '10:00'),
	room('late', '16:00', '12:00'),
	room('plain'),
	room('abroad', '14:00', '10:00', 'Europe/Lisbon'),
	...['left', 'right'].map((key) => ({ ...room(key), name: 'Twin' })),
];
const LOCKS = ['early', 'late'].map((key) => ({
	device_id: `lock of ${key}`,
	space_ids: [`id of ${key}`],
}));
const serviceOf = () =>
	answeringSend(({ endpoint }): WireObject => {
		const [, place = ''] = endpoint.split('/');
		const found = { spaces: SPACES, devices: LOCKS }[place] ?? [];
		return {
			[place]: found,
			pagination: { has_next_page: false, next_page_cursor: null, next_page_url: null },
			ok: true,
		};
	});
const stay = (rooms: string[], changes: Partial<StayWithAccess> = {}) =>
	({
		rooms,
		arrival: { day: '2031-01-31' },
		departure: { day: '2031-02-02' },
		timeZone: 'room',
		...changes,
	}) as unknown as StayWithAccess;

it.each([[['early', 'late']], [['late', 'early']], [['late', 'plain', 'early']]])(
	'%j open from the earliest check-in to the latest check-out, in any order',
	async (rooms) => {
		expect(await new RoomReader(serviceOf().send).find(stay(rooms))).toMatchObject({
			checkIn: '14:00',
			checkOut: '12:00',
			timeZone: 'Europe/Berlin',
		});
	},
);

it('rooms in different time zones need one under Options, or times with an offset', async () => {
	const rooms = new RoomReader(serviceOf().send);
	const both = ['early', 'abroad'];
	const instant = { instantMs: 1_900_000_000_000 };
	await expect(rooms.find(stay(both))).rejects.toThrow('different time zones');
	for (const changes of [{ timeZone: 'Europe/Berlin' }, { arrival: instant, departure: instant }])
		expect((await rooms.find(stay(both, changes))).names).toEqual(both);
});

it('reads each list once for all stays', async () => {
	const service = serviceOf();
	const rooms = new RoomReader(service.send);
	await Promise.all(
		Array.from({ length: 100 }, async () => await rooms.find(stay(['early', 'plain']))),
	);
	expect(service.requests.map(({ endpoint }) => endpoint)).toEqual(['/spaces/list']);
});

it('a room whose key is the name of an inherited member, such as constructor, is unknown', async () => {
	const wanted = stay(['constructor'], { roomNames: {} });
	await expect(new RoomReader(serviceOf().send).find(wanted)).rejects.toThrow(
		"No space has the key 'constructor'",
	);
});

it('finds a room without a key by its name, which is said unless a person entered it, and never one of two', async () => {
	const rooms = new RoomReader(serviceOf().send);
	const named = async (key: string, name: string) =>
		await rooms.find(stay([key], { roomNames: { [key]: name } }));
	expect(await named('R-9', ' LATE')).toMatchObject({
		names: ['late'],
		byName: [{ room: 'R-9', problem: { code: 'room_found_by_name' } }],
	});
	expect(await named('Late', 'late')).toMatchObject({ names: ['late'], byName: [] });
	await expect(named('R-9', 'Twin')).rejects.toThrow("Several spaces have the name 'Twin'");
});

it.each([
	['ROOM 2-01', "Did you mean 'room-201' (Room 201)?"],
	['garden house', 'Did you mean Garden House (without a key)?'],
	['room', "Did you mean 'room-201' (Room 201) or 'room-101' (Room 101)?"],
	['attic', undefined],
	['-', undefined],
])('the unknown room %j: %j', async (wanted, question) => {
	const spaces = [
		{ space_key: 'suite', name: 'Suite' },
		{ space_key: 'room-201', name: 'Room 201' },
		{ space_key: null, name: 'Garden House', display_name: '' },
		{ space_key: 'room-101', name: 'Room 101' },
		{ space_key: '', name: '-' },
	];
	const service = answeringSend(() => ({ spaces, pagination: { has_next_page: false }, ok: true }));
	const advice = await new RoomReader(service.send)
		.find(stay([wanted]))
		.catch((error: unknown) => String((error as InvalidParameterError).advice));
	expect(/Did you mean .*?\?/.exec(String(advice))?.[0]).toBe(question);
});

it.each<[string, Partial<StayWithAccess>, WireObject]>([
	[
		'of a lock comes before that of its account',
		{ checkIn: '15:00', checkOut: '11:00' },
		{ timeZone: 'Atlantic/Azores' },
	],
	['comes with the hours of the account', {}, { checkIn: '14:00', checkOut: '10:00' }],
	[
		'and the hours are looked up for instants that can be midnights, over a change of the clock too',
		{
			arrival: { instantMs: Date.parse('2031-03-29T01:00:00Z') },
			departure: { instantMs: Date.parse('2031-04-02T00:00:00Z') },
		},
		{ timeZone: 'Atlantic/Azores', checkIn: '14:00', checkOut: '10:00' },
	],
	[
		'is not looked up for other instants',
		{
			arrival: { instantMs: Date.parse('2031-03-28T15:00:00Z') },
			departure: { instantMs: Date.parse('2031-04-02T11:00:00Z') },
		},
		{ timeZone: undefined, checkIn: undefined },
	],
])('the time zone %s', async (_what, times, expected) => {
	const page = {
		pagination: { has_next_page: false, next_page_cursor: null, next_page_url: null },
	};
	const plain = { ...room('nowhere'), customer_data: {} };
	const lock = {
		device_id: 'lock',
		space_ids: ['id of nowhere'],
		connected_account_id: 'account',
		location: { time_zone: 'Atlantic/Azores' },
	};
	const account = {
		connected_account_id: 'account',
		time_zone: 'Europe/Lisbon',
		default_checkin_time: '14:00',
		default_checkout_time: '10:00',
	};
	const elsewhere = { connected_account_id: 'other', default_checkin_time: '08:00' };
	const devices = [
		{
			...lock,
			...elsewhere,
			device_id: 'other',
			space_ids: ['other'],
			location: { time_zone: 'Asia/Tokyo' },
		},
		lock,
	];
	const { send } = answeringSend(({ endpoint }): WireObject => {
		const [, place = ''] = endpoint.split('/');
		const accounts = [elsewhere, account];
		const found = { spaces: [plain], devices, connected_accounts: accounts }[place] ?? [];
		return { [place]: found, ...page, ok: true };
	});
	expect(await new RoomReader(send).find(stay(['nowhere'], times))).toMatchObject(expected);
});
