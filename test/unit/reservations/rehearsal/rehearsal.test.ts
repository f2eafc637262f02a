import {
	type CodesOnLocks,
	type KnownAccess,
	readCodesOnLocks,
} from '../../../../nodes/DeviceAccess/reservations/rehearsal/codesOnLocks';
import type { Grant } from '../../../../nodes/DeviceAccess/reservations/grants/grant';
import { RoomStays } from '../../../../nodes/DeviceAccess/reservations/plan/overlaps';
import type { Wanted } from '../../../../nodes/DeviceAccess/reservations/plan/wanted';
import { fullLocks } from '../../../../nodes/DeviceAccess/reservations/rehearsal/fullLocks';
import { PinClashes } from '../../../../nodes/DeviceAccess/reservations/rehearsal/pinClashes';
import type { RehearsedStay } from '../../../../nodes/DeviceAccess/reservations/rehearsal/rehearsedStay';
import { roomProblems } from '../../../../nodes/DeviceAccess/reservations/rehearsal/roomProblems';
import { sameStayTwice } from '../../../../nodes/DeviceAccess/reservations/rehearsal/sameStay';
import { sharedContacts } from '../../../../nodes/DeviceAccess/reservations/rehearsal/sharedContacts';
import type { Guest, StayWithAccess } from '../../../../nodes/DeviceAccess/reservations/stays/stay';
import type { WireObject } from '../../../../nodes/DeviceAccess/wire/records';

const LOCK: WireObject = {
	device_id: 'lock',
	display_name: 'Lock',
	space_ids: ['room'],
	capabilities_supported: ['lock', 'access_code'],
	can_program_online_access_codes: true,
	properties: { online: true, supported_code_lengths: [4, 6], max_active_codes_supported: 2 },
};
const ENTRANCE: WireObject = { acs_entrance_id: 'entrance', display_name: 'Lobby' };
const ROOMS = { spaces: [{ space_id: 'room', name: 'Room' }], timeZone: 'Europe/Paris' };
const WANTED = {
	name: 'Ann',
	startsAt: '2030-06-10T15:00:00Z',
	endsAt: '2030-06-12T11:00:00Z',
	places: { spaceIds: ['room'], deviceIds: [], entranceIds: [] },
	modes: ['code'],
};
const STAY = { reservationKey: 'a', guestNumber: 1, timeZone: 'room', arrival: {}, departure: {} };

interface Changes extends Partial<Omit<RehearsedStay, 'stay' | 'wanted' | 'rooms'>> {
	stay?: Partial<StayWithAccess>;
	wanted?: Partial<Wanted>;
	rooms?: object;
}
const rehearsed = ({ stay, wanted, rooms, ...changes }: Changes = {}) =>
	({
		locks: [LOCK],
		entrances: [],
		unknownDeviceIds: [],
		unknownEntranceIds: [],
		...changes,
		stay: { ...STAY, guest: { name: 'Ann' }, ...stay },
		wanted: { ...WANTED, ...wanted },
		rooms: { ...ROOMS, ...rooms },
	}) as unknown as RehearsedStay;
/** Access that has this PIN on these doors. */
const having = (pin: string, ...doorIds: string[]) => ({ pin, doorIds }) as unknown as Grant;
const FAILS: Partial<StayWithAccess> = { ifPinTaken: 'fail' };

const WITHOUT_CODES = { ...LOCK, can_program_online_access_codes: undefined };
const offline = (lock: WireObject) => ({ ...lock, properties: { online: false } });
const THERMOSTAT = { ...WITHOUT_CODES, capabilities_supported: ['thermostat'] };

it.each<[string, Changes, Array<[string, boolean]>]>([
	['with a PIN that the lock accepts', { pin: '482173' }, []],
	['whose PIN the lock does not accept', { pin: '48217' }, [['pin_length', false]]],
	[
		'that fails if a lock cannot have its PIN',
		{ pin: '48217', stay: FAILS },
		[['pin_length', true]],
	],
	['whose PIN is on the lock already', { pin: '48217', current: having('48217', 'lock') }, []],
	[
		'that moves with its PIN to a lock that does not accept it',
		{ pin: '48217', current: having('48217', 'other') },
		[['pin_length', false]],
	],
	[
		'with a lock that takes no PINs',
		{ locks: [WITHOUT_CODES] },
		[['device_does_not_support_access_codes', true]],
	],
	[
		'with offline codes only',
		{ locks: [{ ...WITHOUT_CODES, can_program_offline_access_codes: true }] },
		[],
	],
	[
		'with a card for a lock that takes no PINs',
		{ locks: [WITHOUT_CODES], wanted: { modes: ['card'] } },
		[],
	],
	[
		'with an offline lock, which may not show what it supports',
		{ locks: [offline(WITHOUT_CODES)] },
		[['device_offline', true]],
	],
	[
		'with a device that is no lock, online or not',
		{ locks: [THERMOSTAT, offline(THERMOSTAT)] },
		[
			['device_does_not_support_access_codes', true],
			['device_does_not_support_access_codes', true],
		],
	],
	[
		'with an entrance that no PIN opens',
		{ entrances: [{ ...ENTRANCE, can_unlock_with_code: false }] },
		[['entrance_does_not_support_access_methods', true]],
	],
	[
		'with an entrance that a card opens',
		{
			entrances: [{ ...ENTRANCE, can_unlock_with_code: false, can_unlock_with_card: true }],
			wanted: { modes: ['code', 'card'] },
		},
		[],
	],
	['with an entrance that does not tell', { entrances: [ENTRANCE] }, []],
	['in a room without a lock', { locks: [] }, [['room_without_lock', true]]],
	[
		'in a room with an entrance alone',
		{ locks: [], entrances: [{ ...ENTRANCE, space_ids: ['room'] }] },
		[],
	],
	['without a time zone', { rooms: { timeZone: undefined } }, [['no_time_zone', false]]],
])('a stay %s', (_what, changes, expected) => {
	const problems = roomProblems(rehearsed(changes));
	expect(problems.map(({ code, keeps_door_closed: isClosed }) => [code, isClosed])).toEqual(
		expected,
	);
});

const access = (changes: Partial<KnownAccess> = {}): KnownAccess => ({
	lockIds: ['lock'],
	pins: [],
	startsAt: '2030-06-01T15:00:00Z',
	endsAt: null,
	isReplaced: false,
	...changes,
});
const code = (changes: WireObject = {}): WireObject => ({
	device_id: 'lock',
	code: '1717',
	status: 'set',
	starts_at: null,
	ends_at: null,
	...changes,
});
const NONE: WireObject[] = [];

it.each<[string, Changes[], KnownAccess[], WireObject[] | undefined, string[]]>([
	['two stays at once', [{}, {}], [], NONE, []],
	['three stays at once', [{}, {}, {}], [], NONE, ['2 no_space_for_access_code_on_device']],
	[
		'two stays beside access of others',
		[{}, {}],
		[access()],
		NONE,
		['1 no_space_for_access_code_on_device'],
	],
	['two stays beside access that ends', [{}, {}], [access({ isReplaced: true })], NONE, []],
	[
		'two stays beside a code of somebody else',
		[{}, {}],
		[],
		[code()],
		['1 no_space_for_access_code_on_device'],
	],
	[
		'two stays beside a code for another time',
		[{}, {}],
		[],
		[code({ starts_at: '2030-07-10T15:00:00Z' })],
		[],
	],
	['two stays whose other codes are unknown', [{}, {}], [], undefined, ['0 codes_not_counted']],
	[
		'stays far from each other',
		[{}, {}, { wanted: { startsAt: '2030-06-16T15:00:00Z' } }],
		[],
		NONE,
		[],
	],
	[
		'a stay whose PIN comes three days before it',
		[{}, {}, { wanted: { startsAt: '2030-06-15T10:00:00Z' } }],
		[],
		NONE,
		['2 no_space_for_access_code_on_device'],
	],
	['a stay without a PIN', [{}, {}, { wanted: { modes: ['mobile_key'] } }], [], NONE, []],
])('a lock with two places and %s', (_what, changes, known, codes, expected) => {
	const stays = changes.map((change, index) => {
		const endsAt = index < 2 ? '2030-06-12T11:00:00Z' : '2030-06-30T11:00:00Z';
		return rehearsed({
			stay: { reservationKey: String(index) },
			...change,
			wanted: { endsAt, ...change.wanted },
		});
	});
	const read: CodesOnLocks = new Map(codes ? [['lock', codes]] : []);
	const found = [...fullLocks(stays, known, read)].flatMap(([{ stay }, problems]) =>
		problems.map((problem) => `${stays.findIndex((one) => one.stay === stay)} ${problem.code}`),
	);
	expect(found).toEqual(expected);
});

it('reads the codes that belong to no known access, of as many locks as the requests allow', async () => {
	const asked: string[] = [];
	const codes = [
		code({ access_code_id: 'own' }),
		code({ access_code_id: 'unmanaged', is_managed: false }),
		code({ access_code_id: 'pin of a grant', code: '4821' }),
		code({
			access_code_id: 'times of a grant',
			starts_at: '2030-06-01T17:00:00+02:00',
			ends_at: '2030-06-03T11:00:00Z',
		}),
		code({ access_code_id: 'leaving', status: 'removing' }),
		code({ access_code_id: 'gone', status: 'unset', is_managed: false }),
		code({ access_code_id: 'offline', is_offline_access_code: true }),
		code({ access_code_id: 'over', ends_at: '2030-05-01T11:00:00Z' }),
	];
	const read = await readCodesOnLocks(
		async ({ endpoint, body }) => {
			asked.push(`${endpoint} ${String(body.device_id)}`);
			if (body.device_id === 'refused') throw new Error('Refused');
			const isManaged = endpoint === '/access_codes/list';
			return {
				status: 200,
				body: { access_codes: codes.filter(({ is_managed: is }) => isManaged === (is !== false)) },
			} as never;
		},
		['refused', 'lock', 'left'],
		[access({ pins: ['4821'], isReplaced: true }), access({ endsAt: '2030-06-03T11:00:00Z' })],
		{ requests: 5, atOnce: 1, nowMs: Date.parse('2030-06-01T00:00:00Z') },
	);
	expect([...read].map(([id, found]) => [id, found.map((one) => one.access_code_id)])).toEqual([
		['lock', ['own', 'unmanaged']],
	]);
	expect(asked).toEqual([
		'/access_codes/list refused',
		'/access_codes/list lock',
		'/access_codes/unmanaged/list lock',
	]);
});

const B = { reservationKey: 'b' };
it.each<[string, Changes, [number, number]]>([
	['another reservation, whenever it is', { stay: B, wanted: { startsAt: '2031-01-01' } }, [1, 1]],
	['another guest of the reservation', { stay: { guestNumber: 2 } }, [1, 1]],
	['another lock', { stay: B, locks: [{ ...LOCK, device_id: 'other' }] }, [0, 0]],
	['another PIN', { stay: B, pin: '1717' }, [0, 0]],
	['a guest who has it there already', { stay: B, current: having('4821', 'lock') }, [1, 0]],
	['a guest who moves there with it', { stay: B, current: having('4821', 'other') }, [1, 1]],
])('the same PIN: %s', (_what, changes, counts) => {
	const stays = [rehearsed({ pin: '4821' }), rehearsed({ pin: '4821', ...changes })];
	const clashes = new PinClashes(stays, []);
	expect(stays.map((one) => clashes.problemsOf(one).length)).toEqual(counts);
});

it('names who has the same PIN: access with another key prefix, or a code on the lock', () => {
	const held = (holder: string) => ({ holder, pin: '4821', doorIds: ['lock'] });
	const reasonOf = (holder: string) =>
		new PinClashes([], [held(holder)]).problemsOf(rehearsed({ pin: '4821' }))[0]?.reason;
	expect(reasonOf("access 'beds24:R-1'")).toBe("The access 'beds24:R-1' has the same PIN on Lock");
	expect(reasonOf("code 'Cleaning'")).toBe("The code 'Cleaning' has the same PIN on Lock");
});

it('says of access with another prefix which it is, and what to do', () => {
	const stays = new RoomStays([
		{
			reservationKey: 'beds24:7',
			isOfOtherSystem: true,
			guestName: 'ann',
			spaceIds: ['room'],
			startsAt: WANTED.startsAt,
			endsAt: null,
		},
	]);
	expect(sameStayTwice(rehearsed(), stays)).toEqual([
		expect.objectContaining({
			code: 'same_stay_twice',
			reason: expect.stringContaining("access 'beds24:7'"),
			remedy: expect.stringContaining("'Key Prefix'"),
		}),
	]);
});

it('leaves a contact to the first stay that has it, unless both have the same name or the guest has access', () => {
	const emailAddress = 'agency@example.com';
	const of = (guest: Partial<Guest>, changes: Changes = {}) =>
		rehearsed({ ...changes, stay: { guest: { emailAddress, unusable: [], ...guest } } });
	const stays = [
		of({ name: 'Ann' }),
		of({ name: 'Bob', emailAddress: 'Agency@example.com' }),
		of({ name: 'ANN' }),
		of({ name: 'Bob' }, { current: having('4821') }),
		of({}),
	];
	expect([...sharedContacts(stays).keys()]).toEqual([stays[1], stays[4]]);
});
