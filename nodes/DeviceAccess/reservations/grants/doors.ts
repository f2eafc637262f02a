import { isLock } from '../../wire/locks';
import type { WireObject } from '../../wire/records';
import type { Problem } from '../stays/problem';
import { isInAny, nameOfSpace } from '../stays/rooms';
import type { GrantRecords } from './grantRecords';

/** The locks that a grant opens. */
export const locksOf = ({ devices }: Pick<GrantRecords, 'devices'>): WireObject[] =>
	devices.filter(isLock);

/** The locks and entrances that a grant opens. */
export const doorsOf = (records: Pick<GrantRecords, 'devices' | 'entrances'>): WireObject[] => [
	...locksOf(records),
	...(records.entrances ?? []),
];

/**
 * Names the rooms whose doors all belong to other rooms too, while another room has the same doors
 * and one more: most likely a front door, and a lock that was forgotten. In a house without locks
 * on its rooms, none is named. The room may have a lock that the service does not know, so this
 * keeps no door closed.
 */
export function roomsWithoutOwnLock(
	rooms: readonly WireObject[],
	doors: readonly WireObject[],
	allSpaces: readonly WireObject[],
): Problem[] {
	return rooms
		.filter((room) => lacksOwnLock(room, doors, allSpaces))
		.map((room) => ({
			code: 'room_without_own_lock',
			reason: `${nameOfSpace(room)} has only doors that other rooms have too, and no lock of its own`,
			remedy:
				"Add its lock with 'Add devices to space'. If the room has no lock that the service knows, tell the guest how to get in.",
			keeps_door_closed: false,
		}));
}

function lacksOwnLock(
	room: WireObject,
	doors: readonly WireObject[],
	allSpaces: readonly WireObject[],
): boolean {
	const own = doors.filter((door) => isLock(door) && isInAny(door, [room.space_id]));
	const spacesOf = own.map(({ space_ids: ids }) => (Array.isArray(ids) ? (ids as unknown[]) : []));
	const most = Math.max(...spacesOf.map(({ length }) => length));
	// A lock that only the space of the whole house has too is the room's own.
	const isShared = spacesOf.every(({ length }) => length > (most > 2 ? 2 : 1));
	return (
		own.length > 0 &&
		isShared &&
		allSpaces.some(
			(space) =>
				countOfDoors(space) === countOfDoors(room) + 1 &&
				own.every((door) => isInAny(door, [space.space_id])),
		)
	);
}

const countOfDoors = ({ device_count: devices, acs_entrance_count: entrances }: WireObject) =>
	Number(devices) + Number(entrances);
