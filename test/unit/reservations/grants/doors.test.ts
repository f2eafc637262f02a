import { roomsWithoutOwnLock } from '../../../../nodes/DeviceAccess/reservations/grants/doors';

/** The spaces that get the problem, in a house of spaces with these doors. */
function named(house: Record<string, string[]>): string[] {
	const spaces = Object.entries(house).map(([id, doors]) => ({
		space_id: id,
		name: id,
		device_count: doors.length,
		acs_entrance_count: 0,
	}));
	const doors = [...new Set(Object.values(house).flat())].map((id) => ({
		device_id: id,
		space_ids: Object.keys(house).filter((space) => house[space]?.includes(id)),
	}));
	return roomsWithoutOwnLock(spaces, doors, spaces).map(({ reason }) => reason.split(' ')[0] ?? '');
}

it.each<[string, Record<string, string[]>, string[]]>([
	['rooms with a lock each', { one: ['front', 'a'], two: ['front', 'b'] }, []],
	['a room with the front door only', { one: ['front', 'a'], two: ['front'] }, ['two']],
	[
		'a room with two shared doors only',
		{ one: ['front', 'gate', 'a'], two: ['front', 'gate', 'b'], three: ['front', 'gate'] },
		['three'],
	],
	['a house without locks on its rooms', { one: ['front'], two: ['front'] }, []],
	[
		'rooms of a house that is rented as a whole too',
		{ one: ['front', 'a'], two: ['front', 'b'], house: ['front', 'a', 'b'] },
		[],
	],
	['a room without doors', { one: ['front', 'a'], two: [] }, []],
])('%s', (_what, house, expected) => {
	expect(named(house)).toEqual(expected);
});
