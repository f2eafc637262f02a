import { codesOfMethod } from '../../domain/access/grantCodes';
import { placesOf } from '../../domain/access/lookup';
import { toAccessGrantRecord } from '../../domain/access/records';
import { opens } from '../../domain/devices/bolt';
import { isBeingDeleted } from '../../domain/issues';
import { accessCodesOf, isLock } from '../../domain/lookup';
import type { Here } from '../../domain/service';
import { MODE_NAMES } from '../../schemas/accessMethod';
import type { AccessGrantData, AccessMethodData, SpaceData } from '../../state/accessState';
import type { StoredAccessCode, StoredDevice } from '../../state/state';
import { stateOfCode, type State } from './codeState';
import { given } from '../../domain/without';

/** What the page shows of a house. Times are as in the records; each room has the time zone in which to show them. */
export interface HouseView {
	name: string;
	rooms: RoomView[];
	hiddenLocks: number;
}

export interface RoomView {
	name: string;
	key?: string;
	timeZone: string;
	/** The times of day that bookings without times get; missing for the locks without a room. */
	hours?: string;
	entrances: string[];
	locks: LockView[];
	grants: GrantView[];
	hiddenGrants: number;
}

export interface LockView {
	deviceId: string;
	name: string;
	maker: string;
	isOnline: boolean;
	isLocked?: boolean;
	codes: CodeView[];
	unmanagedCodes: string[];
}

export interface CodeView {
	pin: string;
	name: string;
	startsAt?: string;
	endsAt?: string;
	state: State;
	opensNow: boolean;
	grant?: string;
}

export interface GrantView {
	name: string;
	key?: string;
	guest: string;
	startsAt: string;
	endsAt: string | null;
	methods: Array<{ name: string; pin?: string; isIssued: boolean }>;
	issues: string[];
	isBeingDeleted: boolean;
}

const MAX_LOCKS = 60;
const MAX_GRANTS = 60;
const NO_TIME_ZONE = 'UTC';

export function readHouse(here: Here): HouseView {
	const { workspace } = here;
	const spaces = here.access.spaces.records;
	const inRooms = new Set(spaces.flatMap(({ device_ids }) => device_ids));
	const others = workspace.devices.filter(({ record }) => !inRooms.has(record.device_id));
	const shown = others.slice(0, MAX_LOCKS);
	const rooms = spaces.map((space) => readRoom(here, space));
	const elsewhere: RoomView = {
		name: 'Locks without a room',
		timeZone: zoneOf(shown[0]),
		entrances: [],
		locks: shown.map((device) => readLock(here, device)),
		...grantsAt(here, (places) =>
			shown.some(({ record }) => places.device_ids.includes(record.device_id)),
		),
	};
	return {
		name: workspace.record.name,
		rooms: shown.length > 0 ? [...rooms, elsewhere] : rooms,
		hiddenLocks: others.length - shown.length,
	};
}

function readRoom(here: Here, space: SpaceData): RoomView {
	const { workspace } = here;
	const { name, space_key: key, customer_data: data, space_id, acs_entrance_ids } = space;
	const devices = space.device_ids
		.flatMap((id) => workspace.devicesById.get(id) ?? [])
		.filter(isLock);
	const accounts = workspace.connectedAccounts.records.filter(({ connected_account_id: id }) =>
		devices.some(({ record }) => record.connected_account_id === id),
	);
	return {
		name,
		...given({ key }),
		timeZone: data?.time_zone ?? zoneOf(devices[0]),
		hours: [
			hourOf(
				'check-in',
				[data, ...accounts].map((source) => source?.default_checkin_time),
			),
			hourOf(
				'check-out',
				[data, ...accounts].map((source) => source?.default_checkout_time),
			),
		].join(', '),
		entrances: acs_entrance_ids.flatMap((id) => here.access.entrances.get(id)?.display_name ?? []),
		locks: devices.map((device) => readLock(here, device)),
		...grantsAt(
			here,
			(places, grant) =>
				grant.space_ids.includes(space_id) ||
				devices.some(({ record }) => places.device_ids.includes(record.device_id)),
		),
	};
}

function hourOf(what: string, times: ReadonlyArray<string | null | undefined>): string {
	const time = times.find((one) => one);
	return time ? `${what} ${time.slice(0, 5)}` : `no ${what} time`;
}

function zoneOf(device: StoredDevice | undefined): string {
	return device?.record.location.time_zone ?? NO_TIME_ZONE;
}

function readLock(here: Here, { record }: StoredDevice): LockView {
	const {
		device_id: deviceId,
		display_name: name,
		device_manufacturer: maker,
		properties,
	} = record;
	return {
		deviceId,
		name,
		maker: maker.display_name,
		isOnline: properties.online,
		isLocked: properties.locked,
		codes: accessCodesOf(here, deviceId, true).map((code) => readCode(here, code)),
		unmanagedCodes: accessCodesOf(here, deviceId, false).map(({ code, name }) =>
			[code, name].filter((text) => text).join(' '),
		),
	};
}

function readCode(here: Here, code: StoredAccessCode): CodeView {
	const grant =
		code.accessGrantId === undefined ? undefined : here.access.accessGrants.get(code.accessGrantId);
	return {
		pin: code.code,
		name: code.name ?? '',
		startsAt: code.startsAt,
		endsAt: code.endsAt,
		state: stateOfCode(code),
		opensNow: opens(code, here.clock.now()),
		...(grant ? { grant: titleOf(here, grant) } : {}),
	};
}

function titleOf(here: Here, grant: AccessGrantData): string {
	return grant.access_grant_key ?? toAccessGrantRecord(here, grant).display_name;
}

function grantsAt(
	here: Here,
	opensHere: (places: ReturnType<typeof placesOf>, grant: AccessGrantData) => boolean,
): Pick<RoomView, 'grants' | 'hiddenGrants'> {
	const grants = here.access.accessGrants.records.filter((grant) =>
		opensHere(placesOf(here, grant), grant),
	);
	const shown = grants.slice(0, MAX_GRANTS);
	return {
		grants: shown.map((grant) => readGrant(here, grant)),
		hiddenGrants: grants.length - shown.length,
	};
}

function readGrant(here: Here, grant: AccessGrantData): GrantView {
	const { access } = here;
	const { access_grant_id: id, access_grant_key: key, starts_at, ends_at } = grant;
	const identity = access.userIdentities.get(grant.user_identity_id);
	const methods = access.methodsOf(id);
	const issues = [grant, ...methods].flatMap(({ errors, warnings }) =>
		[...errors, ...warnings].map(({ message }) => message),
	);
	return {
		name: toAccessGrantRecord(here, grant).display_name,
		...given({ key }),
		guest:
			identity?.full_name ??
			identity?.email_address ??
			identity?.phone_number ??
			'Guest without a name',
		startsAt: starts_at,
		endsAt: ends_at,
		methods: methods.map((method) => readMethod(here, method)),
		issues: [...new Set(issues)],
		isBeingDeleted: isBeingDeleted(grant),
	};
}

function readMethod(here: Here, { access_method_id: id, mode, code, issued_at }: AccessMethodData) {
	const pins =
		mode === 'code'
			? new Set([code, ...codesOfMethod(here, id).map((one) => one.code)].filter((pin) => pin))
			: new Set<string>();
	return {
		name: MODE_NAMES[mode],
		...(pins.size > 0 ? { pin: [...pins].join(', ') } : {}),
		isIssued: issued_at !== null,
	};
}
