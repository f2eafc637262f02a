import { groupByEach } from '../../operation/run/runGroups';
import type { WireObject } from '../../wire/records';
import { isLock } from '../../wire/locks';
import { idOfPlace, type Places } from '../grants/grant';
import type { RoomReader, Rooms } from '../stays/rooms';
import type { RehearsedStay } from './rehearsedStay';

/** The devices and entrances of the workspace, by ID and by space. */
export interface House {
	devices: ReadonlyMap<string, WireObject>;
	entrances: ReadonlyMap<string, WireObject>;
	locksBySpace: ReadonlyMap<string, readonly WireObject[]>;
	entrancesBySpace: ReadonlyMap<string, readonly WireObject[]>;
}

/** Reads the list of devices, and that of entrances if any stay needs it. */
export async function readHouse(
	rooms: Pick<RoomReader, 'devices' | 'entrances'>,
	roomsOfStays: readonly Rooms[],
): Promise<House> {
	const needsEntrances = roomsOfStays.some(
		({ entranceIds, spaces }) =>
			entranceIds.length > 0 || spaces.some(({ acs_entrance_count: count }) => count !== 0),
	);
	const devices = await rooms.devices();
	const entrances = needsEntrances ? await rooms.entrances() : [];
	return {
		devices: byId(devices),
		entrances: byId(entrances),
		locksBySpace: groupByEach(devices.filter(isLock), spaceIdsOf),
		entrancesBySpace: groupByEach(entrances, spaceIdsOf),
	};
}

/** What a stay opens, and the IDs that nothing has. A front door can be in several rooms. */
export function doorsOf(
	{ devices, entrances, locksBySpace, entrancesBySpace }: House,
	{ spaceIds, deviceIds, entranceIds }: Places,
): Pick<RehearsedStay, 'locks' | 'entrances' | 'unknownDeviceIds' | 'unknownEntranceIds'> {
	return {
		locks: found(spaceIds, locksBySpace, deviceIds, devices),
		entrances: found(spaceIds, entrancesBySpace, entranceIds, entrances),
		unknownDeviceIds: deviceIds.filter((id) => !devices.has(id)),
		unknownEntranceIds: entranceIds.filter((id) => !entrances.has(id)),
	};
}

const found = (
	spaceIds: readonly string[],
	bySpace: House['locksBySpace'],
	ids: readonly string[],
	all: House['devices'],
): WireObject[] => [
	...new Set([
		...spaceIds.flatMap((id) => bySpace.get(id) ?? []),
		...ids.map((id) => all.get(id)).filter((place) => place !== undefined),
	]),
];

const byId = (places: readonly WireObject[]) =>
	new Map(places.map((place) => [idOfPlace(place), place]));

export const spaceIdsOf = ({ space_ids: ids }: WireObject): string[] =>
	Array.isArray(ids) ? ids.map(String) : [];
