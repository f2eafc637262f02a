import type { IDataObject, INodeParameters } from 'n8n-workflow';
import { QUICK_CHECKS, useHotelSandbox } from '../support/service/hotelSandbox';
import {
	booking,
	codesOf,
	dayInDays,
	inDays,
	pinsOnLocks,
	reserve,
	upsertOn,
} from '../support/service/reservations';

// A person of the service is not a guest. What is true at the door stands first in each test: which lock takes whose PIN.

const service = useHotelSandbox();

const upsert = upsertOn(service);
const sync = async (bookings: IDataObject[], options?: INodeParameters) =>
	(await reserve(service, 'syncMany', bookings, { keepNewFor: 0, ...options })).items.map(
		({ json }) => json,
	);
const pinsOf = (items: IDataObject[]) => items.map(({ pin }) => pin);

const TOMORROW = { arrival: inDays(1) };
const ann = { ...TOMORROW, guest: 'Ann', contact: 'ann@example.com' };
const bob = { ...TOMORROW, guest: 'Bob', contact: 'bob@example.com' };
const both = [booking(ann), booking({ ...bob, id: '4711-2' })];

it('Sync Many: the cancellation of one guest of a booking ends no access of the others', async () => {
	const cid = { guest: 'Cid', arrival: inDays(-1), contact: 'cid@example.com', id: '4711-3' };
	const pins = pinsOf(await sync([...both, booking(cid)]));
	await sync([booking(ann), booking({ ...bob, id: '4711-2', status: 'cancelled' })]);
	expect(await pinsOnLocks(service)).toEqual({ 'Room 101': [pins[0], pins[2]].sort() });
});

it('the end of a reservation ends nothing of another system with the same number', async () => {
	const list = [booking({ ...bob, prefix: 'a:' }), booking({ ...ann, prefix: 'b:' })];
	const options = { keyPrefix: '={{ $json.prefix }}' };
	const pins = pinsOf(await upsert(list, options));
	await upsert([list[0] ?? {}, { ...list[1], status: 'cancelled' }], options);
	expect(await pinsOnLocks(service)).toEqual({ 'Room 101': [pins[0]] });
});

const desk = { ...TOMORROW, contact: 'desk@example.com' };

it('walk-ins with the address of the desk keep their PINs when one of them gets an address of her own', async () => {
	const rooms = ['room-101', 'room-102', 'suite'];
	const list = rooms.map((room, index) =>
		booking({ ...desk, id: `w-${index}`, guest: `Guest ${index}`, rooms: room }),
	);
	const made = await sync(list);
	const before = await pinsOnLocks(service);
	const items = await sync([{ ...list[0], contact: 'ann@example.com' }, ...list.slice(1)]);
	expect(await pinsOnLocks(service)).toEqual(before);
	expect(pinsOf(items)).toEqual(pinsOf(made));
	expect(made.map(({ guest_name: name }) => name)).toEqual(['Guest 0', 'Guest 1', 'Guest 2']);
	// One of them is the first whose person gets the address.
	expect(made.flatMap(codesOf)).toEqual(['contact_left_out', 'contact_left_out']);
});

it('a guest whose access is gone, as after an execution that was stopped, gets access again and reads that the PIN changed', async () => {
	const [first = {}] = await upsert([booking(ann)]);
	await service.run('accessGrant.delete', { accessGrantId: String(first.access_grant_id) });
	const [again = {}] = await upsert([booking(ann)]);
	expect(await pinsOnLocks(service)).toEqual({ 'Room 101': [again.pin] });
	expect(again.outcome).toBe('created');
	expect(again.changes).toContainEqual({ what: 'pin', before: null, after: null });
});

it('a guest with a key keeps the PIN, although somebody without it has the same name and contact', async () => {
	await upsert([booking(ann)]);
	const keyed = [booking({ ...ann, id: '4712', rooms: 'suite' })];
	const [first = {}] = await upsert(keyed, { guestKey: 'guest-a' });
	const again = [
		...(await upsert(keyed, { guestKey: 'guest-a' })),
		...(await sync(keyed, { guestKey: 'guest-a' })),
	];
	expect((await pinsOnLocks(service))['Room 103']).toEqual([first.pin]);
	expect(again.map(({ outcome, pin }) => [outcome, pin])).toEqual(
		Array(2).fill(['unchanged', first.pin]),
	);
});

const refuse = (status: number, holding = '', message = 'Refused.') => {
	const body = { error: { type: 'taken', message, request_id: 'r' }, ok: false };
	for (const path of ['/access_grants/create', '/user_identities/create'])
		service.sandbox.faults.always(path, { kind: 'status', status, body }, { holding });
};

it.each([
	[400, 'ann@example.com', 'Refused.'],
	[409, 'ann@example.com', 'Refused.'],
	[422, 'ann@example.com', 'Refused.'],
	[500, 'ann@example.com', 'Refused.'],
	// A part of it with a word that such refusals have.
	[400, 'reservations@agency.example.com', "'reservations' is no person"],
	[409, 'desk@mail.reservations.example.com', 'Mail to reservations.example.com bounces'],
])(
	'a contact that the service refuses with %d, or fails with, costs nobody the door, and is said: %s, %s',
	async (status, contact, message) => {
		await upsert([booking({ ...bob, id: '4711-2' })]);
		refuse(status, contact, message);
		const items = await upsert([
			booking({ ...ann, contact }),
			booking({ ...ann, contact, id: '4711-2' }),
		]);
		expect((await pinsOnLocks(service))['Room 101']).toEqual(pinsOf(items).sort());
		expect(items.map((item) => [item.outcome, codesOf(item)])).toEqual([
			['created', ['contact_left_out']],
			['updated', ['contact_left_out']],
		]);
	},
);

it('a refusal that never ends fails the item after a few requests', async () => {
	refuse(409);
	const [item = {}] = await upsert([booking(ann)]);
	expect(await pinsOnLocks(service)).toEqual({});
	expect(item.error).toContain('The service did not accept the request');
	expect(service.paths().filter((path) => path.endsWith('/create')).length).toBeLessThan(6);
});

const entry = (key: string, room: string) => ({
	key_prefix: 'vrboCalendar:',
	reservation_key: key,
	status: 'confirmed',
	pms_status: 'Reserved',
	rooms: room.split(','),
	room_names: [],
	missing: [],
	guest_name: 'Ada Example',
	arrival: dayInDays(1),
	departure: dayInDays(3),
});
const listCalendar = async (item: IDataObject, options: INodeParameters = {}) =>
	(
		await service.run(
			'reservation.syncMany',
			{
				mappingMode: 'autoMapInputData',
				options: { ...QUICK_CHECKS, removeGone: true, ...options },
			},
			{ input: [item] },
		)
	).items.map(({ json }) => json);

const ANN = 'ann@example.com';
it.each<[string, IDataObject, IDataObject, boolean]>([
	['keeps the PIN', {}, { guest_email: ANN }, true],
	['with another address has another PIN', {}, { guest_email: 'bob@example.com' }, false],
	[
		'without a name has another PIN, because an agency has one address for all its guests',
		{ guest_name: null },
		{ guest_email: ANN, departure: dayInDays(4) },
		false,
	],
	[
		'without a name and an address has another PIN',
		{ guest_name: null },
		{ guest_email: null },
		false,
	],
])(
	'calendars: an entry with a new ID in the same room from the same day on %s',
	async (_what, before, after, isSame) => {
		const options = { keepNewFor: 0 };
		const first = { ...entry('k1', 'room-101'), guest_email: ANN, ...before };
		const [ann = {}] = await listCalendar(first, options);
		await listCalendar({ ...first, reservation_key: 'k2', ...after }, options);
		const [pin, ...others] = (await pinsOnLocks(service))['Room 101'] ?? [];
		expect([pin === ann.pin, others]).toEqual([isSame, []]);
	},
);

it('calendars: two guests with the address of their agency are two stays', async () => {
	const options = { keepNewFor: 0 };
	const first = { ...entry('k1', 'room-101'), guest_email: ANN };
	await listCalendar(first, options);
	const next = { ...first, reservation_key: 'k2', guest_name: 'Bob Stone' };
	const said = await listCalendar(next, options);
	expect(said.map(({ outcome }) => outcome).sort()).toEqual(['created', 'ended']);
});

it.each<[string, string, string | undefined, string]>([
	['another room gets in', 'room-102', 'Room 101', 'created'],
	['the same room again stays out', 'room-101', 'Room 101', 'nothing_to_end'],
	[
		'the same two rooms with no space between stays out',
		'room-101,room-102',
		'Room 102,Room 101',
		'nothing_to_end',
	],
	['any room stays out if that of the row is renamed', 'room-102', 'Lavender', 'nothing_to_end'],
	['any room stays out if the row has none', 'room-102', undefined, 'nothing_to_end'],
	['the same two rooms stays out', 'room-101,room-102', 'Room 102, Room 101', 'nothing_to_end'],
])(
	'calendars with one key prefix: a guest who has left and books %s',
	async (_what, booked, rooms, outcome) => {
		const first = entry('k1', rooms?.includes(',') === true ? booked : 'room-101');
		const list = async (item: IDataObject, left: IDataObject[] = []) =>
			(await listCalendar(item, { leftStays: JSON.stringify(left) })).map(({ outcome }) => outcome);
		expect(await list(first)).toEqual(['created']);
		const row = { stay_key: 'vrboCalendar:k1', guest_name: 'Ada Example', arrival: first.arrival };
		const left = [{ json: { ...row, rooms } }];
		expect(await list(first, left)).toEqual(['ended']);
		expect(await list(entry('k2', booked), left)).toEqual([outcome]);
	},
);
