import { groupByEach } from '../../operation/run/sendItems';
import type { WireObject } from '../../wire/records';
import { isLock } from '../../wire/issues';
import type { RoomReader, Rooms } from '../stays/rooms';
import type { RehearsedStay } from './rehearsedStay';

/** The locks and entrances of the workspace, by space. */
export interface House {
	locksBySpace: ReadonlyMap<string, readonly WireObject[]>;
	entrancesBySpace: ReadonlyMap<string, readonly WireObject[]>;
}

/** Reads the list of devices, and that of entrances if any stay needs it. */
export async function readHouse(
	rooms: Pick<RoomReader, 'devices' | 'entrances'>,
	roomsOfStays: readonly Rooms[],
): Promise<House> {
	const needsEntrances = roomsOfStays.some(({ spaces }) =>
		spaces.some(({ acs_entrance_count: count }) => count !== 0),
	);
	const devices = await rooms.devices();
	const entrances = needsEntrances ? await rooms.entrances() : [];
	return {
		locksBySpace: groupByEach(devices.filter(isLock), spaceIdsOf),
		entrancesBySpace: groupByEach(entrances, spaceIdsOf),
	};
}

/** What a stay opens. A front door can be in several rooms. */
export function doorsOf(
	{ locksBySpace, entrancesBySpace }: House,
	spaceIds: readonly string[],
): Pick<RehearsedStay, 'locks' | 'entrances'> {
	const inSpaces = (bySpace: House['locksBySpace']) => [
		...new Set(spaceIds.flatMap((id) => bySpace.get(id) ?? [])),
	];
	return { locks: inSpaces(locksBySpace), entrances: inSpaces(entrancesBySpace) };
}

export const spaceIdsOf = ({ space_ids: ids }: WireObject): string[] =>
	Array.isArray(ids) ? ids.map(String) : [];
