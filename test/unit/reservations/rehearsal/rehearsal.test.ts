import type { Booked } from '../../../../nodes/DeviceAccess/reservations/plan/situation';
import {
	busyLocks,
	type RehearsedStay,
	roomProblems,
} from '../../../../nodes/DeviceAccess/reservations/rehearse';
import type { StayWithAccess } from '../../../../nodes/DeviceAccess/reservations/stays/stay';
import type { WireObject } from '../../../../nodes/DeviceAccess/wire/records';

const LOCK: WireObject = {
	device_id: 'lock',
	display_name: 'Lock',
	space_ids: ['room'],
	capabilities_supported: ['lock', 'access_code'],
	can_program_online_access_codes: true,
	properties: { online: true, max_active_codes_supported: 2 },
};
const ENTRANCE: WireObject = {
	acs_entrance_id: 'entrance',
	display_name: 'Lobby',
	space_ids: ['room'],
};
const ROOMS = { spaces: [{ space_id: 'room', name: 'Room' }], timeZone: 'Europe/Paris' };
const WANTED = {
	name: 'Ann',
	startsAt: '2030-06-10T15:00:00Z',
	endsAt: '2030-06-12T11:00:00Z',
	spaceIds: ['room'],
	modes: ['code'],
};
const STAY = { reservationKey: 'a', timeZone: 'room', arrival: {}, departure: {} };

interface Changes extends Partial<Omit<RehearsedStay, 'stay' | 'booked' | 'rooms'>> {
	stay?: Partial<StayWithAccess>;
	booked?: Partial<Booked>;
	rooms?: object;
}
const rehearsed = ({ stay, booked, rooms, ...changes }: Changes = {}) =>
	({
		doors: [LOCK],
		...changes,
		stay: { ...STAY, guest: { name: 'Ann' }, ...stay },
		booked: { ...WANTED, ...booked },
		rooms: { ...ROOMS, ...rooms },
	}) as unknown as RehearsedStay;

const WITHOUT_CODES = { ...LOCK, can_program_online_access_codes: undefined };
const offline = (lock: WireObject) => ({ ...lock, properties: { online: false } });

it.each<[string, Changes, Array<[string, boolean]>]>([
	['with a lock that takes PINs', {}, []],
	[
		'with a lock that takes no PINs',
		{ doors: [WITHOUT_CODES] },
		[['device_does_not_support_access_codes', true]],
	],
	[
		'with offline codes only',
		{ doors: [{ ...WITHOUT_CODES, can_program_offline_access_codes: true }] },
		[],
	],
	[
		'with a card for a lock that takes no PINs',
		{ doors: [WITHOUT_CODES], booked: { modes: ['card'] } },
		[],
	],
	[
		'with an offline lock, which may not show what it supports',
		{ doors: [offline(WITHOUT_CODES)] },
		[['device_offline', true]],
	],
	[
		'with an entrance that no PIN opens',
		{ doors: [{ ...ENTRANCE, can_unlock_with_code: false }] },
		[['door_not_opened', true]],
	],
	[
		'with an entrance that a card opens',
		{
			doors: [{ ...ENTRANCE, can_unlock_with_code: false, can_unlock_with_card: true }],
			booked: { modes: ['code', 'card'] },
		},
		[],
	],
	[
		'with an entrance that has an error',
		{ doors: [{ ...ENTRANCE, errors: [{ error_code: 'offline', message: 'Offline.' }] }] },
		[['offline', true]],
	],
	['with an entrance that does not tell', { doors: [ENTRANCE] }, []],
	['in a room without a lock', { doors: [] }, [['room_without_lock', true]]],
])('a stay %s', (_what, changes, expected) => {
	const problems = roomProblems(rehearsed(changes));
	expect(problems.map(({ code, keeps_door_closed: isClosed }) => [code, isClosed])).toEqual(
		expected,
	);
});

it.each<[string, Changes[], string[]]>([
	['two stays', [{}, {}], []],
	['three stays', [{}, {}, {}], ['0 no_space_for_access_code_on_device']],
	[
		'three stays one after another, weeks apart',
		['01', '11', '21'].map((day) => ({
			booked: { startsAt: `2030-06-${day}T15:00:00Z`, endsAt: `2030-06-${day}T16:00:00Z` },
		})),
		[],
	],
	[
		'three stays, the codes of which can be there a day before',
		['10', '11', '12'].map((day) => ({
			booked: { startsAt: `2030-06-${day}T15:00:00Z`, endsAt: `2030-06-${day}T16:00:00Z` },
		})),
		['0 no_space_for_access_code_on_device'],
	],
	['three stays, one of them without a PIN', [{}, {}, { booked: { modes: ['card'] } }], []],
	[
		'three stays at a lock that does not say how many codes it takes',
		[0, 1, 2].map(() => ({ doors: [{ ...LOCK, properties: { online: true } }] })),
		[],
	],
])('a lock that takes two codes, and %s', (_what, changes, expected) => {
	const stays = changes.map((change) => rehearsed(change));
	const found = busyLocks(stays).flatMap((problems, index) =>
		problems.map((problem) => `${index} ${problem.code}`),
	);
	expect(found).toEqual(expected);
});
