import type { IDataObject, INodeParameters } from 'n8n-workflow';
import { hotel } from '../../sandbox/fixtures/hotel';
import { QUICK_CHECKS, useHotelSandbox } from '../support/service/hotelSandbox';
import { codesOf, inDays, writesOf } from '../support/service/reservations';

const service = useHotelSandbox();

/** A booking as *Read Booking* returns it, by default for Room 101 in ten days. */
const booking = (changes: IDataObject = {}): IDataObject => ({
	reservation_key: '4711',
	status: 'confirmed',
	reason: null,
	pms_status: 'new',
	guest_name: 'Guest',
	guest_email: 'guest@example.com',
	guest_phone: null,
	guest_language: null,
	guest_key: null,
	rooms: ['room-101'],
	room_names: [],
	arrival: inDays(10),
	departure: inDays(13, 11),
	changed_at: null,
	channel: null,
	group_key: null,
	key_prefix: 'hostaway:',
	missing: [],
	...changes,
});

async function run(
	operation: 'upsert' | 'syncMany',
	bookings: IDataObject[],
	options: INodeParameters = {},
) {
	const { items } = await service.run(
		`reservation.${operation}`,
		{ mappingMode: 'autoMapInputData', options: { ...QUICK_CHECKS, keepNewFor: 0, ...options } },
		{ input: bookings, onError: 'continueRegularOutput' },
	);
	return items.map(({ json }) => json);
}

/** Who can open which rooms, from the service's own records: key of the grant and its spaces. */
async function doors(): Promise<Record<string, unknown>> {
	const { items } = await service.run('accessGrant.getAll', { returnAll: true, output: 'raw' });
	return Object.fromEntries(
		items
			.filter(({ json }) => String(json.access_grant_key).startsWith('hostaway:'))
			// A deleted grant stays in the list until its codes are off the locks.
			.filter(({ json }) => !JSON.stringify(json.warnings).includes('being_deleted'))
			.map(({ json }) => [String(json.access_grant_key), json.space_ids]),
	);
}

const { room101, room102 } = hotel.spaces;

it('a booking that is mapped automatically opens its room under the prefix of its system', async () => {
	const [item] = await run('upsert', [booking()]);
	expect(item).toMatchObject({ reservation_key: '4711', outcome: 'created', guest_name: 'Guest' });
	expect(await doors()).toEqual({ 'hostaway:4711': [room101] });
	const [again] = await run('upsert', [booking()]);
	expect(again?.outcome).toBe('unchanged');
});

it('an item has what its booking says and the service does not know, also if it fails, and access that no booking names has nothing of another one', async () => {
	const said = {
		guest_email: 'guest@example.com',
		guest_phone: null,
		guest_language: 'de',
		conversation_id: 'c-7',
		door_code: '0000',
	};
	const [first] = await run('syncMany', [booking(said)]);
	expect(first).toMatchObject({ ...said, all_pins: first?.pin });
	const items = await run(
		'syncMany',
		[booking({ ...said, reservation_key: '4712', rooms: ['no-such-room'] })],
		{ removeGone: true, closeAtMost: 1000 },
	);
	expect(items).toMatchObject([
		{ ...said, guest_name: 'Guest', stay_key: 'hostaway:4712', error: expect.any(String) },
		{ stay_key: 'hostaway:4711', outcome: 'ended', all_pins: null },
	]);
	expect(Object.keys(items[1] ?? {})).not.toContain('guest_language');
	const [masked] = await run('upsert', [booking(said)], { maskPinCodes: true });
	const hidden = { pin: '****', all_pins: '****', door_code: '****' };
	expect(masked).toMatchObject(hidden);
});

it('what is not a stay is in a list neither a stay nor missing', async () => {
	const stays = [1, 2, 3].map((key) =>
		booking({ reservation_key: String(key), rooms: [`room-10${1 + (key % 2)}`] }),
	);
	await run('upsert', stays);
	const listed = [
		stays[0] ?? {},
		booking({ reservation_key: '2', status: 'not_a_stay', reason: 'It is a block' }),
		booking({ reservation_key: null, status: 'not_a_stay', reason: 'It is a test delivery' }),
	];
	const items = await run('syncMany', listed, { removeGone: true, closeAtMost: 3 });
	expect(items.map((item) => [item.reservation_key, item.outcome, codesOf(item)])).toEqual([
		['1', 'unchanged', expect.anything()],
		['2', 'ignored', ['no_longer_a_stay']],
		['', 'ignored', ['not_a_stay']],
		['3', 'ended', []],
	]);
	expect(Object.keys(await doors()).sort()).toEqual(['hostaway:1', 'hostaway:2']);
});

it('a status that the system is not known to use changes nothing until the options give it a meaning', async () => {
	const unknown = booking({ status: 'not_a_stay', pms_status: 'moved_in', unknown_status: true });
	// Words of other systems, and those of the options for a known status, mean nothing.
	const other = booking({ ...unknown, reservation_key: '2', pms_status: 'confirmed' });
	const block = booking({ reservation_key: '3', status: 'not_a_stay', pms_status: 'moved_in' });
	const ofEach = async (options: INodeParameters) =>
		(await run('upsert', [unknown, other, block], options)).map((item) => [
			item.outcome,
			...codesOf(item),
		]);
	const nothing = [
		['ignored', 'unknown_status'],
		['ignored', 'not_a_stay'],
	];
	expect(await ofEach({})).toEqual([['ignored', 'unknown_status'], ...nothing]);
	expect(await ofEach({ wordsThatGiveAccess: 'Moved In' })).toEqual([['created'], ...nothing]);
	expect(await ofEach({ wordsThatEndAccess: 'moved-in' })).toEqual([['ended'], ...nothing]);
	expect(await doors()).toEqual({});
});

it.each([false, true])(
	'an unusual list of bookings names the reservations it is about: dry run %s',
	async (dryRun) => {
		const stays = [1, 2, 3, 4, 5, 6].map((key) =>
			booking({
				reservation_key: String(key),
				guest_name: `Guest ${key}`,
				arrival: inDays(5 * key),
				departure: inDays(5 * key + 2, 11),
			}),
		);
		const inHouse = { arrival: inDays(-1), departure: inDays(2, 11) };
		await run('upsert', [{ ...stays[0], ...inHouse }, ...stays.slice(1)]);
		const named = stays.slice(1).map(({ reservation_key, guest_name, arrival, departure }) => ({
			reservation_key,
			guest_name,
			rooms: ['Room 101'],
			starts_at: arrival,
			ends_at: departure,
		}));
		const others = await run('syncMany', [booking({ reservation_key: 'other' })], {
			dryRun,
			removeGone: true,
		});
		expect(others.at(-1)).toMatchObject({
			problems: [{ code: 'unknown_list' }],
			would_close: [{ reservation_key: '1', ends_at: inHouse.departure }, ...named],
		});
		// The guest in the house would keep the access, so only the others would end.
		const unconfirmed = [{ ...stays[0], ...inHouse }, ...stays.slice(1)].map((stay) => ({
			...stay,
			status: 'unconfirmed',
		}));
		const ended = await run('syncMany', unconfirmed, { dryRun });
		expect(ended.at(-1)).toMatchObject({
			problems: [{ code: 'held_back' }],
			would_close: named,
		});
	},
);

it('a list with nothing but what is not a stay removes nothing', async () => {
	await run('upsert', [booking()]);
	const test = booking({ reservation_key: null, status: 'not_a_stay', reason: 'A test' });
	await run('syncMany', [test], { removeGone: true, closeAtMost: 1000 });
	expect(Object.keys(await doors())).toEqual(['hostaway:4711']);
});

it('a booking whose room is not assigned any more keeps its access, and does not keep missing ones', async () => {
	const stays = [1, 2, 3].map((key) =>
		booking({ reservation_key: String(key), rooms: [`room-10${1 + (key % 2)}`] }),
	);
	await run('upsert', stays);
	const lost = booking({ reservation_key: '2', rooms: [] });
	const removal = { removeGone: true, closeAtMost: 2 };
	const rehearsed = await run('syncMany', [stays[0] ?? {}, lost], { ...removal, dryRun: true });
	expect(rehearsed.map((item) => [item.reservation_key, item.outcome])).toEqual([
		['1', 'unchanged'],
		['2', 'ignored'],
		['3', 'ended'],
	]);
	const items = await run('syncMany', [stays[0] ?? {}, lost], removal);
	expect(items.map((item) => [item.reservation_key, item.outcome, item.tell])).toEqual([
		['1', 'unchanged', expect.any(String)],
		['2', 'ignored', 'host'],
		['3', 'ended', 'host'],
	]);
	expect([codesOf(items[1] ?? {}), items[1]?.stay_key]).toEqual([
		['room_not_assigned'],
		'hostaway:2',
	]);
	expect(Object.keys(await doors()).sort()).toEqual(['hostaway:1', 'hostaway:2']);
});

it('a list of nothing but bookings without a room, or with one that cannot be read, removes nothing', async () => {
	await run('upsert', [booking(), booking({ reservation_key: '4712', rooms: ['room-102'] })]);
	const lost = booking({ rooms: [] });
	for (const listed of [[lost], [booking(), lost, { error: 'This is not a booking' }]])
		await run('syncMany', listed, { removeGone: true, closeAtMost: 1000 });
	expect(Object.keys(await doors()).sort()).toEqual(['hostaway:4711', 'hostaway:4712']);
});

it.each<[string, IDataObject]>([
	['has its key', booking({ reservation_key: '2', arrival: 'soon' })],
	['could not be read before', { error: 'Rooms differ', details: { reservation_key: '2' } }],
])('a booking that %s endangers only itself: other missing ones are removed', async (_how, bad) => {
	const stays = [1, 2, 3].map((key) => booking({ reservation_key: String(key) }));
	await run('upsert', stays);
	const items = await run('syncMany', [stays[0] ?? {}, bad], {
		removeGone: true,
		closeAtMost: 2,
	});
	expect([items[1]?.error, items[2]?.outcome, items.length]).toEqual([
		expect.anything(),
		'ended',
		3,
	]);
	expect(Object.keys(await doors()).sort()).toEqual(['hostaway:1', 'hostaway:2']);
});

it.each(['R-undefined', '', { id: 2 }])(
	'a booking that cannot be read and has the key %j names no reservation, so nothing is removed',
	async (key) => {
		const stays = [1, 2].map((id) => booking({ reservation_key: String(id) }));
		await run('upsert', stays);
		await run('syncMany', [stays[0] ?? {}, { error: 'Not read', reservation_key: key }], {
			removeGone: true,
			closeAtMost: 2,
		});
		expect(Object.keys(await doors()).sort()).toEqual(['hostaway:1', 'hostaway:2']);
	},
);

it('what is not a stay takes no request if nothing is to be removed', async () => {
	await run('upsert', [booking()]);
	service.sandbox.requests.clear();
	const message = booking({ reservation_key: null, status: 'not_a_stay', reason: 'A message' });
	await run('syncMany', [message]);
	expect(service.paths()).toEqual([]);
});

const block = (key: string) =>
	booking({ reservation_key: key, status: 'not_a_stay', reason: 'The days are blocked' });

it.each<['upsert' | 'syncMany', number, INodeParameters]>([
	['upsert', 1, {}],
	['upsert', 2, {}],
	['upsert', 12, {}],
	['syncMany', 1, {}],
	['syncMany', 1, { dryRun: true }],
	['syncMany', 2, {}],
	['syncMany', 12, {}],
	['syncMany', 2, { removeGone: true }],
])(
	'the host hears of a guest whose booking became a block: %s, %i bookings, %j',
	async (operation, count, options) => {
		const keys = Array.from({ length: count }, (_one, index) => String(index + 1));
		await run('upsert', [booking({ reservation_key: '1' })]);
		const items = await run(operation, keys.map(block), options);
		expect(items.map((item) => [item.outcome, ...codesOf(item)])).toEqual(
			keys.map((key) => ['ignored', key === '1' ? 'no_longer_a_stay' : 'not_a_stay']),
		);
		expect(items[0]?.host_message).toEqual(expect.stringContaining('Room 101'));
		if (options.dryRun !== true) expect(items[0]?.tell).toBe('host');
		expect(Object.keys(await doors())).toEqual(['hostaway:1']);
	},
);

it('a block that was never a stay is quiet, and one more costs no request in a list', async () => {
	const [alone] = await run('upsert', [block('1')]);
	expect([alone?.tell, codesOf(alone ?? {})]).toEqual(['nobody', ['not_a_stay']]);
	await run('upsert', [booking()]);
	const requestsOf = async (listed: IDataObject[]) => {
		service.sandbox.requests.clear();
		await run('syncMany', listed);
		return service.paths();
	};
	const blocks = (count: number) =>
		Array.from({ length: count }, (_one, index) => block(String(index + 2)));
	const few = await requestsOf([booking(), ...blocks(12)]);
	expect(await requestsOf([booking(), ...blocks(40)])).toEqual(few);
});

it.each<['upsert' | 'syncMany', boolean]>([
	['upsert', false],
	['upsert', true],
	['syncMany', false],
	['syncMany', true],
])('%s (dry run: %j) says that a room was found by its name only', async (operation, dryRun) => {
	const options = { findRoomsBy: 'keyOrName', dryRun };
	const [byName, byKey] = await run(
		operation,
		[
			booking({ rooms: ['40101'], room_names: ['room 101'] }),
			booking({ reservation_key: '2', rooms: ['room-102'], room_names: ['Room 101'] }),
		],
		options,
	);
	expect([byName?.outcome, byKey?.outcome]).toEqual(['created', 'created']);
	expect(codesOf(byKey ?? {})).not.toContain('room_found_by_name');
	expect(byName?.problems).toEqual([
		{
			code: 'room_found_by_name',
			reason: expect.stringContaining("'Room 101', with the space key 'room-101'"),
			remedy: expect.stringContaining("the key '40101'"),
			keeps_door_closed: false,
		},
	]);
	expect(byName?.host_message === null).toBe(byName?.tell === 'later');
});

it('the host hears of a room that is found by its name from its first booking, whenever that comes', async () => {
	const first = booking({ rooms: ['40101'], room_names: ['room 101'] });
	const later = { ...first, reservation_key: '2', arrival: '2031-05-01', departure: '2031-05-03' };
	const items = await run('syncMany', [first, later, first], { findRoomsBy: 'keyOrName' });
	expect(items.map((item) => codesOf(item).includes('room_found_by_name'))).toEqual([
		true,
		false,
		true,
	]);
});

it('a stay that is over does not keep the host from hearing of a room that is found by its name', async () => {
	const first = booking({ rooms: ['40101'], room_names: ['room 101'] });
	const over = { ...first, reservation_key: '2', arrival: '2020-05-01', departure: '2020-05-03' };
	const items = await run('syncMany', [over, first], { findRoomsBy: 'keyOrName' });
	expect(items.map(codesOf)).toEqual([['stay_is_over'], ['room_found_by_name']]);
});

it('the ID of a room opens no door of another house whose space has it as its name', async () => {
	await service.run('space.create', { name: '40101', additionalFields: {} });
	const [item] = await run('upsert', [booking({ rooms: ['40101'] })], {
		findRoomsBy: 'keyOrName',
	});
	expect(item?.error).toEqual(expect.stringContaining("No space has the key '40101'"));
	expect(await doors()).toEqual({});
});

it('with Only Stays Within, later stays get no access yet, and existing access still follows', async () => {
	const far = booking({ arrival: inDays(40), departure: inDays(43, 11) });
	const [first] = await run('syncMany', [far], { onlyStaysWithin: 30 });
	expect([first?.outcome, codesOf(first ?? {}), writesOf(service)]).toEqual([
		'ignored',
		['too_far_ahead'],
		[],
	]);
	await run('syncMany', [far], { onlyStaysWithin: 50 });
	const [moved] = await run('syncMany', [{ ...far, rooms: ['room-102'] }], { onlyStaysWithin: 30 });
	expect(moved?.outcome).toBe('moved');
	expect(Object.values(await doors())).toEqual([[room102]]);
});

it('reads each booking of a call that is an array, and fails only the one that cannot be read', async () => {
	const call = (...ids: number[]) => ({
		headers: {},
		body: ids.map((id) => (id === 0 ? { id: 9 } : { action: 'booking_change', booking: { id } })),
	});
	const read = async (onError: 'continueRegularOutput' | 'continueErrorOutput') =>
		await service.run(
			'reservation.readBooking',
			{ from: 'lodgify' },
			{ input: [call(1), call(2, 0, 3)], onError },
		);
	const { items } = await read('continueRegularOutput');
	expect(
		items.map(({ json, pairedItem }) => [json.reservation_key, json.error, pairedItem]),
	).toEqual([
		['1', undefined, { item: 0 }],
		['2', undefined, { item: 1 }],
		['9', "This is not a booking from Lodgify (ID '9')", { item: 1 }],
		['3', undefined, { item: 1 }],
	]);
	const divided = await read('continueErrorOutput');
	expect(divided.items.map(({ json }) => json.reservation_key)).toEqual(['1', '2', '3']);
	expect(divided.outputs(1)).toHaveLength(1);
});

it('an answer that cannot be read is forgotten if a later one about the booking can, and said if it is the last', async () => {
	const room = (id: string, until: number) => ({
		roomID: id,
		roomCheckIn: inDays(10).slice(0, 10),
		roomCheckOut: inDays(until).slice(0, 10),
	});
	const answer = (...rooms: IDataObject[]) => ({
		reservationID: '4711',
		propertyID: '7',
		status: 'confirmed',
		guestName: 'Guest',
		reservationCheckIn: inDays(10).slice(0, 10),
		reservationCheckOut: inDays(13).slice(0, 10),
		rooms,
	});
	const read = async (...answers: IDataObject[]) => {
		const { items } = await service.run(
			'reservation.readBooking',
			{ from: 'cloudbeds' },
			{ input: answers, onError: 'continueRegularOutput' },
		);
		return items.map(({ json }) => json.rooms ?? json.error);
	};
	const isSplit = answer(room('7-1', 11), room('7-2', 13));
	const isWhole = answer(room('7-2', 13));
	expect(await read(isSplit, isWhole)).toEqual([['7-2']]);
	expect(await read(isWhole, isSplit)).toEqual([['7-2'], expect.any(String)]);
});
