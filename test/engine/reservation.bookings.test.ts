import type { IDataObject, INodeParameters } from 'n8n-workflow';
import { hotel } from '../../sandbox/fixtures/hotel';
import { QUICK_CHECKS, useHotelSandbox } from '../support/service/hotelSandbox';
import { codesOf, grantsOf, inDays, reserve, writesOf } from '../support/service/reservations';

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

it('a booking that is mapped automatically opens its room under the prefix of its system', async () => {
	const [item] = await run('upsert', [booking()]);
	expect(item).toMatchObject({ reservation_key: '4711', outcome: 'created', guest_name: 'Guest' });
	expect(await doors()).toEqual({ 'hostaway:4711': [hotel.spaces.room101] });
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

it('a list of nothing but what is no stay, or bookings without a room, or with an empty item or one that cannot be read, removes nothing', async () => {
	await run('upsert', [booking(), booking({ reservation_key: '4712', rooms: ['room-102'] })]);
	const lost = booking({ rooms: [] });
	const test = booking({ reservation_key: null, status: 'not_a_stay', reason: 'A test' });
	const unread = { error: 'This is not a booking' };
	for (const listed of [[test], [lost], [booking(), lost, unread], [{}], [booking(), {}]])
		await run('syncMany', listed, { removeGone: true, closeAtMost: 1000 });
	expect(Object.keys(await doors()).sort()).toEqual(['hostaway:4711', 'hostaway:4712']);
});

it('a booking that could not be read before endangers only itself: other missing ones are removed', async () => {
	const stays = [1, 2, 3].map((key) => booking({ reservation_key: String(key) }));
	await run('upsert', stays);
	const bad = { error: 'Rooms differ', details: { reservation_key: '2' } };
	const items = await run('syncMany', [stays[0] ?? {}, bad], { removeGone: true, closeAtMost: 2 });
	expect(items).toMatchObject([{}, { error: expect.anything() }, { outcome: 'ended' }]);
	expect(Object.keys(await doors()).sort()).toEqual(['hostaway:1', 'hostaway:2']);
});

it('removes nothing beyond the limit, and names in an item at the end what is missing, which can be accepted, also a key with a comma', async () => {
	const stays = ['1', 'a,1', '2'].map((key, index) =>
		booking({ reservation_key: key, arrival: inDays(5 + index), departure: inDays(6 + index, 11) }),
	);
	await run('upsert', stays);
	const removal = { removeGone: true, closeAtMost: 0 };
	const held = (await run('syncMany', stays.slice(2), removal)).at(-1);
	expect(held).toMatchObject({
		outcome: 'failed',
		problems: [{ code: 'held_back' }],
		would_close: [
			{ reservation_key: '1', rooms: ['Room 101'], starts_at: inDays(5), ends_at: inDays(6, 11) },
			{ reservation_key: 'a,1', guest_name: 'Guest' },
		],
	});
	expect(Object.keys(await doors())).toHaveLength(3);
	await run('syncMany', stays.slice(2), { ...removal, accept: 'a,1' });
	expect(Object.keys(await doors()).sort()).toEqual(['hostaway:1', 'hostaway:2']);
	await run('syncMany', stays.slice(2), { ...removal, accept: String(held?.accept) });
	expect(Object.keys(await doors())).toEqual(['hostaway:2']);
});

it('removes nothing of another system, although no booking of the list has a room or can be read', async () => {
	await reserve(service, 'upsert', [{ ...booking(), id: '1', rooms: 'room-101' }], {
		keyPrefix: 'reservation:',
	});
	const lost = booking({ rooms: [] });
	const unreadable = booking({ reservation_key: '4712', arrival: 'soon' });
	for (const list of [[lost], [unreadable], [lost, unreadable]])
		await run('syncMany', list, { removeGone: true, closeAtMost: 1000 });
	expect(await grantsOf(service)).toHaveLength(1);
});

it.each([
	['Key Prefix', { keyPrefix: '={{ $json.differs }}' }, ['a:', 'b:']],
	['Dry Run', { dryRun: '={{ $json.differs }}' }, [true, false]],
	['Dry Run', { dryRun: '={{ $json.differs }}' }, [false, true]],
])('refuses items with different values for %s', async (name, options, values) => {
	const list = values.map((differs) => ({ ...booking(), id: String(differs), differs }));
	const { items } = await reserve(service, 'syncMany', list, options);
	const refused = expect.stringContaining(`'${name}'`);
	expect([items.map(({ json }) => json.error), writesOf(service)]).toEqual([
		[refused, refused],
		[],
	]);
});

const block = (key: string) =>
	booking({ reservation_key: key, status: 'not_a_stay', reason: 'The days are blocked' });

it.each([
	['upsert', 1],
	['syncMany', 12],
] as const)(
	'the host hears of a guest whose booking became a block: %s, %i bookings',
	async (operation, count) => {
		const keys = Array.from({ length: count }, (_one, index) => String(index + 1));
		await run('upsert', [booking({ reservation_key: '1' })]);
		const items = await run(operation, keys.map(block));
		expect(items.map((item) => [item.outcome, ...codesOf(item)])).toEqual(
			keys.map((key) => ['ignored', key === '1' ? 'no_longer_a_stay' : 'not_a_stay']),
		);
		expect(items[0]?.host_message).toEqual(expect.stringContaining('Room 101'));
		expect(items[0]?.tell).toBe('host');
		expect(Object.keys(await doors())).toEqual(['hostaway:1']);
	},
);

it('the host hears of a room that is found by its name from its first booking, whenever that comes', async () => {
	const first = booking({ rooms: ['40101'], room_names: ['room 101'] });
	const at = (key: string, year: string) => ({
		...first,
		reservation_key: key,
		arrival: `${year}-05-01`,
		departure: `${year}-05-03`,
	});
	const listed = [at('over', '2020'), first, at('later', '2031'), first];
	const items = await run('syncMany', listed, { findRoomsBy: 'keyOrName' });
	expect(items.map((item) => codesOf(item).includes('room_found_by_name'))).toEqual([
		false,
		true,
		false,
		true,
	]);
});

it('with Only Stays Within, later stays get no access yet, and existing access still follows', async () => {
	const far = booking({ arrival: inDays(40), departure: inDays(43, 11) });
	const [first] = await run('syncMany', [far], { onlyStaysWithin: 30 });
	expect([first?.outcome, codesOf(first ?? {})]).toEqual(['ignored', ['too_far_ahead']]);
	await run('syncMany', [far], { onlyStaysWithin: 50 });
	await run('syncMany', [{ ...far, rooms: ['room-102'] }], { onlyStaysWithin: 30 });
	expect(Object.values(await doors())).toEqual([[hotel.spaces.room102]]);
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
