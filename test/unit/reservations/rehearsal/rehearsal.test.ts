import { fullLocks } from '../../../../nodes/DeviceAccess/reservations/rehearsal/fullLocks';
import { PinClashes } from '../../../../nodes/DeviceAccess/reservations/rehearsal/pinClashes';
import type { RehearsedStay } from '../../../../nodes/DeviceAccess/reservations/rehearsal/rehearsedStay';
import { roomProblems } from '../../../../nodes/DeviceAccess/reservations/rehearsal/roomProblems';
import { SameStays } from '../../../../nodes/DeviceAccess/reservations/rehearsal/sameStay';
import { sharedContacts } from '../../../../nodes/DeviceAccess/reservations/rehearsal/sharedContacts';

const LOCK = {
	device_id: 'lock',
	display_name: 'Lock',
	space_ids: ['room'],
	can_program_online_access_codes: true,
	properties: { online: true, supported_code_lengths: [4, 6], max_active_codes_supported: 2 },
};
const stay = (changes: Partial<RehearsedStay> = {}): RehearsedStay => ({
	reservationKey: 'a',
	guestNumber: 1,
	guestName: 'Ann',
	startsAt: '2030-06-10T15:00:00Z',
	endsAt: '2030-06-12T11:00:00Z',
	spaces: [{ space_id: 'room', name: 'Room' }],
	locks: [LOCK],
	spacesWithoutDoor: [],
	unknownDeviceIds: [],
	unknownEntranceIds: [],
	modes: ['code'],
	isPinNew: true,
	isNew: true,
	failsIfPinTaken: false,
	lacksTimeZone: false,
	...changes,
});
const told = (problems: ReturnType<typeof roomProblems>) =>
	problems.map(({ code, keeps_door_closed: isClosed }) => [code, isClosed]);
const WITHOUT_CODES = { ...LOCK, can_program_online_access_codes: undefined };
const OFFLINE = { ...WITHOUT_CODES, properties: { ...LOCK.properties, online: false } };

it.each<[string, Partial<RehearsedStay>, Array<[string, boolean]>]>([
	['with a PIN that the lock accepts', { pin: '482173' }, []],
	['whose PIN the lock does not accept', { pin: '48217' }, [['pin_length', false]]],
	[
		'that fails if a lock cannot have its PIN',
		{ pin: '48217', failsIfPinTaken: true },
		[['pin_length', true]],
	],
	['whose PIN is on the lock already', { pin: '48217', isPinNew: false }, []],
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
	['with a card for a lock that takes no PINs', { locks: [WITHOUT_CODES], modes: ['card'] }, []],
	[
		'with an offline lock, which may not show what it supports',
		{ locks: [OFFLINE] },
		[['device_offline', true]],
	],
	[
		'in a room without a lock',
		{ locks: [], spacesWithoutDoor: ['room'] },
		[['room_without_lock', true]],
	],
	['without a time zone', { lacksTimeZone: true }, [['no_time_zone', false]]],
])('a stay %s', (_what, changes, expected) => {
	expect(told(roomProblems(stay(changes)))).toEqual(expected);
});

it.each<[string, Array<Partial<RehearsedStay>>, number, string[]]>([
	['two stays at once', [{}, {}], 0, []],
	['three stays at once', [{}, {}, {}], 0, ['2']],
	['two stays beside access of others', [{}, {}], 1, ['1']],
	['stays far from each other', [{}, {}, { startsAt: '2030-06-16T15:00:00Z' }], 0, []],
	[
		'a stay whose PIN comes three days before it',
		[{}, {}, { startsAt: '2030-06-15T10:00:00Z' }],
		0,
		['2'],
	],
	['a stay without a PIN', [{}, {}, { modes: ['mobile_key'] }], 0, []],
])('a lock with two places and %s', (_what, changes, known, expected) => {
	const stays = changes.map((change, index) =>
		stay({ endsAt: '2030-06-30T11:00:00Z', reservationKey: String(index), ...change }),
	);
	const first = stays.slice(0, 2).map((one) => ({ ...one, endsAt: '2030-06-12T11:00:00Z' }));
	const others = Array.from({ length: known }, () => ({
		lockIds: ['lock'],
		startsAt: '2030-06-01T15:00:00Z',
		endsAt: null,
	}));
	const full = fullLocks([...first, ...stays.slice(2)], others);
	expect([...full].map(([{ reservationKey }]) => reservationKey)).toEqual(expected);
});

it.each<[string, Partial<RehearsedStay>, number]>([
	['another reservation, whenever it is', { reservationKey: 'b', startsAt: '2031-01-01' }, 1],
	['another guest of the reservation', { guestNumber: 2 }, 1],
	['another lock', { reservationKey: 'b', locks: [{ ...LOCK, device_id: 'other' }] }, 0],
	['another PIN', { reservationKey: 'b', pin: '1717' }, 0],
])('the same PIN: %s', (_what, changes, count) => {
	const stays = [stay({ pin: '4821' }), stay({ pin: '4821', ...changes })];
	const clashes = new PinClashes(stays, []);
	expect(stays.map((one) => clashes.problemsOf(one).length)).toEqual([count, count]);
});

it.each<[string, object, number]>([
	['of the same number', { access_grant_key: 'b:a:guest-2:part-3', name: 'Bob' }, 1],
	['of the same guest', { access_grant_key: 'b:7', name: ' ann' }, 1],
	['of another guest', { access_grant_key: 'b:7', name: 'Bob' }, 0],
	['without a key', { access_grant_key: null, name: 'Ann' }, 0],
	['at another time', { access_grant_key: 'b:a', ends_at: '2030-06-10T11:00:00Z' }, 0],
	['in another room', { access_grant_key: 'b:a', space_ids: ['other'] }, 0],
])('access with another prefix %s', (_what, grant, count) => {
	const others = [
		{ space_ids: ['room'], starts_at: '2030-06-09T15:00:00Z', ends_at: null, ...grant },
	];
	expect(new SameStays(others).problemsOf(stay())).toHaveLength(count);
});

it('leaves a contact to the first stay that has it, unless both have the same name or the guest has access', () => {
	const emailAddress = 'agency@example.com';
	const stays = [
		stay({ emailAddress }),
		stay({ emailAddress: 'Agency@example.com', guestName: 'Bob' }),
		stay({ emailAddress, guestName: 'ANN' }),
		stay({ emailAddress, guestName: 'Bob', isNew: false }),
		stay({ emailAddress, guestName: undefined }),
	];
	expect([...sharedContacts(stays).keys()]).toEqual([stays[1], stays[4]]);
});
