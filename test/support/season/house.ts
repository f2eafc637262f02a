import type { Sandbox } from '../../../sandbox/createSandbox';
import { fixtureId } from '../../../sandbox/fixtures/fixtureId';
import type { ProviderName } from '../../../sandbox/fixtures/providers';
import { fixtureTime, seedAccount, seedDevice } from '../../../sandbox/fixtures/seedDevice';
import { workspaceIds } from '../../../sandbox/fixtures/workspaces';

const ROOMS_PER_FRONT_DOOR = 10;
const EVERY_SO_MANY_ROOMS_TWO_LOCKS = 4;
const FIRST_FRONT_DOOR = 5_000;
const FIRST_SECOND_LOCK = 7_000;
const FIRST_ROOM_LOCK = 6_000;

/** A house whose rooms are spaces of the service: each opens its own lock or locks, and a front door that it shares. */
export interface House {
	rooms: readonly string[];
	locksOf: (room: string) => readonly string[];
	locks: readonly string[];
	nameOf: (lock: string) => string;
}

/** As the service names the space with this key. */
export const nameOfRoom = (key: string): string => key.replace('room-', 'Room ');

/** The makers of the locks, in turn. None has backup PINs, which the service puts in use by itself. */
export type Makers = readonly ProviderName[];

export function buildHouse({ state }: Sandbox, roomCount: number, makers: Makers): House {
	const workspace = state.workspaces.get(workspaceIds.main);
	if (!workspace) throw new Error('The sandbox has no workspace.');
	const names = new Map<string, string>();
	for (const maker of new Set([...makers, 'ttlock' as const]))
		workspace.connectedAccounts.add(seedAccount(1, maker));
	const addLock = (number: number, name: string, provider: ProviderName): string => {
		const lock = seedDevice({ workspaceNumber: 1, number, name, provider, locationName: 'House' });
		state.addDevice(workspace, lock);
		names.set(lock.device_id, name);
		return lock.device_id;
	};
	const frontDoors = Array.from(
		{ length: Math.ceil(roomCount / ROOMS_PER_FRONT_DOOR) },
		(_, index) => addLock(FIRST_FRONT_DOOR + index, `Front Door ${index + 1}`, 'ttlock'),
	);
	const locksOfRoom = new Map<string, string[]>();
	for (let index = 0; index < roomCount; index++) {
		const maker = makers[index % makers.length] ?? 'ttlock';
		const key = `room-${index + 1}`;
		const name = nameOfRoom(key);
		const locks = [
			frontDoors[Math.floor(index / ROOMS_PER_FRONT_DOOR)] ?? '',
			addLock(FIRST_ROOM_LOCK + index, name, maker),
		];
		if (index % EVERY_SO_MANY_ROOMS_TWO_LOCKS === 1)
			locks.push(addLock(FIRST_SECOND_LOCK + index, `${name}, inner door`, 'ttlock'));
		workspace.access.spaces.add({
			space_id: fixtureId('space', index + 1),
			workspace_id: workspaceIds.main,
			name,
			space_key: key,
			device_ids: locks,
			acs_entrance_ids: [],
			connected_account_ids: [],
			created_at: fixtureTime(index),
		});
		locksOfRoom.set(key, locks);
	}
	return {
		rooms: [...locksOfRoom.keys()],
		locksOf: (room) => locksOfRoom.get(room) ?? [],
		locks: [...names.keys()],
		nameOf: (lock) => names.get(lock) ?? lock,
	};
}
