import { fixtureId } from '../../sandbox/fixtures/fixtureId';
import { seedEntrance, seedSystem } from '../../sandbox/fixtures/seedPlaces';
import { accountId, fixtureTime, seedAccount, seedDevice } from '../../sandbox/fixtures/seedDevice';
import { workspaceIds } from '../../sandbox/fixtures/workspaces';
import type { State, WorkspaceState } from '../../sandbox/state/state';
import type { HouseRules } from './history';

interface Room {
	key: string;
	name: string;
	doors: readonly string[];
	/** The space has no key, so that it is found only by its name. */
	hasNoKey?: true;
	opensByApp?: true;
}

/** Two houses. In each, a front door that two rooms share. */
export const ROOMS: readonly Room[] = [
	{ key: 'north-1', name: 'Room 1', doors: ['north front', 'north 1'] },
	{ key: 'north-2', name: 'Room 2', doors: ['north front', 'north 2'] },
	{ key: 'north-3', name: 'Garden room', doors: ['north 3'] },
	{ key: 'south-1', name: 'Room 5', doors: ['south front', 'south 1'] },
	{ key: 'south-2', name: 'Room 6', doors: ['south front', 'south 2'] },
	{ key: 'studio', name: 'Studio', doors: ['studio'], hasNoKey: true },
	{ key: 'tower', name: 'Tower', doors: ['tower'], opensByApp: true },
	{ key: 'lodge', name: 'Lodge', doors: ['lodge'], opensByApp: true },
];

export const ZONE = 'Europe/Berlin';
export const CHECK_IN = '15:00';
export const CHECK_OUT = '11:00';

const spaceIds = new Map(ROOMS.map(({ key }, index) => [key, fixtureId('space', index + 1)]));
const lockNames = [...new Set(ROOMS.flatMap(({ doors }) => doors))];
const lockIds = new Map(lockNames.map((name, index) => [name, fixtureId('device', 6000 + index)]));

export const spaceIdOf = (room: string): string => spaceIds.get(room) ?? '';
export const lockIdOf = (lock: string): string => lockIds.get(lock) ?? '';
export const locksOf = (rooms: readonly string[]): string[] => [
	...new Set(
		rooms.flatMap((room) => ROOMS.find(({ key }) => key === room)?.doors ?? []).map(lockIdOf),
	),
];
export const nameOfLock = (id: string): string =>
	[...lockIds].find(([, lockId]) => lockId === id)?.[0] ?? id;
export const nameOfRoom = (room: string): string =>
	ROOMS.find(({ key }) => key === room)?.name ?? room;
export const roomOfSpace = (id: string): string =>
	[...spaceIds].find(([, spaceId]) => spaceId === id)?.[0] ?? id;

export function buildHouse(
	{ state, workspace }: { state: State; workspace: WorkspaceState },
	{ maker, zoneFrom, places }: HouseRules,
): void {
	for (const one of new Set([maker, 'ttlock'] as const))
		workspace.connectedAccounts.add({
			...seedAccount(1, one),
			...(zoneFrom === 'lockAndAccount' ? { time_zone: 'America/New_York' } : {}),
		});
	for (const [index, name] of lockNames.entries()) {
		const provider = name.endsWith('front') || ['tower', 'lodge'].includes(name) ? 'ttlock' : maker;
		const lock = seedDevice({
			workspaceNumber: 1,
			number: 6000 + index,
			name,
			provider,
			locationName: 'House',
		});
		state.addDevice(workspace, {
			...lock,
			properties: {
				...lock.properties,
				...(places === undefined ? {} : { max_active_codes_supported: places }),
			},
			location: zoneFrom === 'room' ? undefined : { location_name: 'House', time_zone: ZONE },
		} as typeof lock);
	}
	const { access } = workspace;
	const system = seedSystem(1, accountId(1, 'ttlock'), 'Tower', 'salto_ks_site', 'Salto KS site');
	access.accessSystems.add(system);
	for (const [index, { key, name, doors, hasNoKey, opensByApp }] of ROOMS.entries()) {
		const entrance = { ...seedEntrance(index, system, name), can_belong_to_reservation: true };
		if (opensByApp) access.entrances.add(entrance);
		access.spaces.add({
			space_id: spaceIdOf(key),
			workspace_id: workspaceIds.main,
			name,
			...(hasNoKey ? {} : { space_key: key }),
			customer_data: {
				default_checkin_time: CHECK_IN,
				default_checkout_time: CHECK_OUT,
				...(zoneFrom === 'room' ? { time_zone: ZONE } : {}),
			},
			device_ids: doors.map(lockIdOf),
			acs_entrance_ids: opensByApp ? [entrance.acs_entrance_id] : [],
			connected_account_ids: [],
			created_at: fixtureTime(index),
		});
	}
}
