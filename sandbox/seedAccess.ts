import type { AccessGrantData, AccessGroupData, AccessMethodData, AccessSeed, AccessSystemData } from './accessState';
import { MODE_NAMES } from './accessRecords';
import { fixtureId } from './fixtureId';
import type { AccessMode } from './schemas/accessMethod';
import { accountId, fixtureTime } from './seedDevice';

const WORKSPACE_NUMBER = 1;
const WORKSPACE_ID = fixtureId('workspace', WORKSPACE_NUMBER);
const STAY_STARTS_AT = '2026-01-20T15:00:00.000Z';
/** Far ahead, so that the stays of the fixture are never over. */
const STAY_ENDS_AT = '2036-01-20T11:00:00.000Z';

const device = (number: number) => fixtureId('device', number);
const identity = (number: number) => fixtureId('userIdentity', number);
const space = (number: number) => fixtureId('space', number);
const system = (number: number) => fixtureId('accessSystem', number);
const entrance = (number: number) => fixtureId('entrance', number);
const group = (number: number) => fixtureId('accessGroup', number);
const user = (number: number) => fixtureId('accessSystemUser', number);
const encoder = (number: number) => fixtureId('encoder', number);
const grant = (number: number) => fixtureId('accessGrant', number);
const method = (number: number) => fixtureId('accessMethod', number);

/** The ids of people, places and grants of the fixture `hotel`, by what is special about them. */
export const hotelAccess = {
	userIdentities: {
		guest101: identity(101),
		guest102: identity(102),
		/** Without a grant; a user of the access system and member of the group `staff`. */
		nightDesk: identity(1),
	},
	spaces: {
		/** The lock of Room 101 and the lobby. Key `room-101`. */
		room101: space(101),
		/** The lock of Room 102 and the lobby. Key `room-102`. */
		room102: space(102),
		/** Front Door and Room 103, no entrance. */
		suite: space(103),
		/** The offline garage lock alone. */
		parking: space(304),
		/** Nothing yet. */
		emptyWing: space(900),
	},
	/** Writes cards with an encoder; has the groups. */
	accessSystem: system(1),
	/** Takes existing cards by their number. */
	assignmentSystem: system(2),
	entrances: { lobby: entrance(1), elevator: entrance(2), /** Of the assignment system. */ gym: entrance(3) },
	accessGroups: {
		/** Lobby and elevator, since the start and without end. Night Desk and Cleaning are in it. */
		staff: group(1),
		/** With a schedule that ends. */
		conference: group(2),
		/** Carries `failed_to_create_on_acs_system`. */
		failed: group(3),
	},
	accessSystemUsers: { nightDesk: user(1), cleaning: user(2) },
	encoder: encoder(1),
	/** Removed from its system: encoding fails. */
	removedEncoder: encoder(2),
	/** A card that the assignment system knows and nobody has; any other number is unknown to it. */
	spareCardNumber: '900001',
	accessGrants: {
		/** Key `stay-101`, reservation `reservation-101`: a PIN and a mobile key for the lobby, both issued. */
		stay101: grant(101),
		/** Cards for elevator and gym, neither issued: one to encode, one to assign. */
		stay102: grant(102),
		/** A PIN on the lock of Room 104 (the managed code `hotel.managedCodes.room104`), and a cloud key for the lobby. */
		stay104: grant(104),
	},
	accessMethods: {
		code101: method(1011),
		mobileKey101: method(1012),
		cardToEncode: method(1021),
		cardToAssign: method(1022),
		code104: method(1041),
		cloudKey104: method(1042),
	},
};

const timesOf = (number: number) => ({ created_at: fixtureTime(number) });
const noIssues = () => ({ errors: [], warnings: [] });

/** Accounts of the two systems: those of providers whose locks the hotel has, too. */
const ENCODING_ACCOUNT = accountId(WORKSPACE_NUMBER, 'schlage');
const ASSIGNING_ACCOUNT = accountId(WORKSPACE_NUMBER, 'yale');

export function hotelAccessSeed(): AccessSeed {
	return {
		userIdentities: [
			seedIdentity(1, 'Night Desk', 'night-desk'),
			seedIdentity(101, 'Guest of Room 101', 'guest-101'),
			seedIdentity(102, 'Guest of Room 102', 'guest-102'),
		],
		spaces: [
			seedSpace(101, 'Room 101', [device(101)], [entrance(1)]),
			seedSpace(102, 'Room 102', [device(102)], [entrance(1)]),
			seedSpace(103, 'Suite', [device(1), device(103)], []),
			seedSpace(304, 'Parking', [device(304)], []),
			seedSpace(900, 'Empty Wing', [], []),
		],
		accessSystems: [
			seedSystem(1, 'Hotel Access System', 'salto_space_site', 'Salto Space site', 'encoded', []),
			seedSystem(2, 'Gym Access System', 'brivo_account', 'Brivo account', 'assigned', [hotelAccess.spareCardNumber]),
		],
		entrances: [seedEntrance(1, 1, 'Lobby'), seedEntrance(2, 1, 'Elevator'), seedEntrance(3, 2, 'Gym')],
		accessSystemUsers: [
			{ ...seedUser(1, 'Night Desk'), user_identity_id: identity(1) },
			seedUser(2, 'Cleaning'),
		],
		accessGroups: seedGroups(),
		encoders: [
			seedEncoder(1, 'Front Desk Encoder'),
			{
				...seedEncoder(2, 'Former Encoder'),
				errors: [{ error_code: 'acs_encoder_removed', message: 'The encoder was removed from its system.', created_at: fixtureTime(20) }],
			},
		],
		accessGrants: seedGrants(),
		accessMethods: seedMethods(),
	};
}

function seedIdentity(number: number, name: string, key: string) {
	return {
		user_identity_id: identity(number),
		workspace_id: WORKSPACE_ID,
		user_identity_key: key,
		full_name: name,
		email_address: `${key}@example.com`,
		phone_number: null,
		...timesOf(number),
		...noIssues(),
	};
}

function seedSpace(number: number, name: string, deviceIds: string[], entranceIds: string[]) {
	return {
		space_id: space(number),
		workspace_id: WORKSPACE_ID,
		name,
		space_key: name.toLowerCase().replace(' ', '-'),
		device_ids: deviceIds,
		acs_entrance_ids: entranceIds,
		...timesOf(number),
	};
}

function seedSystem(
	number: number,
	name: string,
	externalType: string,
	typeName: string,
	cards: AccessSystemData['cards'],
	spareCardNumbers: string[],
): AccessSystemData {
	const account = accountOf(number);
	return {
		acs_system_id: system(number),
		workspace_id: WORKSPACE_ID,
		connected_account_id: account,
		connected_account_ids: [account],
		name,
		external_type: externalType,
		external_type_display_name: typeName,
		is_credential_manager: false,
		cards,
		spareCardNumbers,
		...timesOf(number),
		...noIssues(),
	};
}

function seedEntrance(number: number, systemNumber: number, name: string) {
	return {
		acs_entrance_id: entrance(number),
		acs_system_id: system(systemNumber),
		connected_account_id: accountOf(systemNumber),
		display_name: name,
		...timesOf(number),
		...noIssues(),
	};
}

function seedUser(number: number, name: string) {
	return {
		acs_user_id: user(number),
		acs_system_id: system(1),
		workspace_id: WORKSPACE_ID,
		connected_account_id: ENCODING_ACCOUNT,
		display_name: name,
		full_name: name,
		is_suspended: false,
		is_managed: true as const,
		...timesOf(number),
		...noIssues(),
	};
}

function seedEncoder(number: number, name: string) {
	return {
		acs_encoder_id: encoder(number),
		acs_system_id: system(1),
		connected_account_id: ENCODING_ACCOUNT,
		workspace_id: WORKSPACE_ID,
		display_name: name,
		...timesOf(number),
		errors: [],
	};
}

function seedGroups(): AccessGroupData[] {
	const lobbyAndElevator = [entrance(1), entrance(2)];
	return [
		{
			...seedGroup(1, 'Staff'),
			access_schedule: { starts_at: STAY_STARTS_AT, ends_at: null },
			acs_user_ids: [user(1), user(2)],
			acs_entrance_ids: lobbyAndElevator,
		},
		{
			...seedGroup(2, 'Conference Guests'),
			access_schedule: { starts_at: STAY_STARTS_AT, ends_at: STAY_ENDS_AT },
			acs_entrance_ids: [entrance(1)],
		},
		{
			...seedGroup(3, 'Night Shift'),
			errors: [
				{
					error_code: 'failed_to_create_on_acs_system',
					message: 'The group was not created on the access control system.',
					created_at: fixtureTime(3),
				},
			],
		},
	];
}

function seedGroup(number: number, name: string): AccessGroupData {
	const [type, typeName] = ['salto_space_group', 'Salto Space group'];
	return {
		acs_access_group_id: group(number),
		acs_system_id: system(1),
		workspace_id: WORKSPACE_ID,
		connected_account_id: ENCODING_ACCOUNT,
		name,
		display_name: name,
		access_group_type: type,
		access_group_type_display_name: typeName,
		external_type: type,
		external_type_display_name: typeName,
		is_managed: true,
		pending_mutations: [],
		acs_user_ids: [],
		acs_entrance_ids: [],
		...timesOf(number),
		...noIssues(),
	};
}

function seedGrants(): AccessGrantData[] {
	return [
		{
			...seedGrant(101, identity(101), [['code', method(1011)], ['mobile_key', method(1012)]]),
			access_grant_key: 'stay-101',
			name: 'Stay in Room 101',
			reservation_key: 'reservation-101',
			acs_entrance_ids: [entrance(1)],
			grantedEntranceIds: [entrance(1)],
			isGrantedEverywhere: true,
		},
		{
			...seedGrant(102, identity(102), [['card', method(1021), method(1022)]]),
			name: null,
			acs_entrance_ids: [entrance(2), entrance(3)],
		},
		{
			...seedGrant(104, identity(102), [['code', method(1041)], ['cloud_key', method(1042)]]),
			name: 'Stay in Room 104',
			ends_at: null,
			device_ids: [device(104)],
			acs_entrance_ids: [entrance(1)],
			grantedEntranceIds: [entrance(1)],
			isGrantedEverywhere: true,
		},
	];
}

function seedGrant(number: number, identityId: string, requests: Array<[mode: AccessMode, ...methodIds: string[]]>): AccessGrantData {
	return {
		access_grant_id: grant(number),
		workspace_id: WORKSPACE_ID,
		user_identity_id: identityId,
		name: null,
		space_ids: [],
		device_ids: [],
		acs_entrance_ids: [],
		starts_at: STAY_STARTS_AT,
		ends_at: STAY_ENDS_AT,
		requested_access_methods: requests.map(([mode, ...methodIds]) => ({
			display_name: MODE_NAMES[mode],
			mode,
			...(mode === 'mobile_key' ? { instant_key_max_use_count: 1 } : {}),
			...timesOf(number),
			created_access_method_ids: methodIds,
		})),
		pending_mutations: [],
		grantedEntranceIds: [],
		isGrantedEverywhere: false,
		...timesOf(number),
		...noIssues(),
	};
}

/** The PINs are the numbers of the rooms, with a digit before. */
function seedMethods(): AccessMethodData[] {
	const issued = { issued_at: fixtureTime(200), wasIssued: true };
	return [
		{ ...seedMethod(1011, 101, 'code'), ...issued, code: '7101', acs_entrance_ids: [entrance(1)] },
		{ ...seedMethod(1012, 101, 'mobile_key'), ...issued, acs_entrance_ids: [entrance(1)] },
		{
			...seedMethod(1021, 102, 'card'),
			acs_system_id: system(1),
			acs_entrance_ids: [entrance(2)],
			is_encoding_required: true,
			is_ready_for_encoding: true,
			is_assignment_required: false,
			is_ready_for_assignment: false,
		},
		{
			...seedMethod(1022, 102, 'card'),
			acs_system_id: system(2),
			acs_entrance_ids: [entrance(3)],
			is_encoding_required: false,
			is_ready_for_encoding: false,
			is_assignment_required: true,
			is_ready_for_assignment: true,
		},
		{ ...seedMethod(1041, 104, 'code'), ...issued, code: '1041', device_ids: [device(104)], readyDeviceIds: [device(104)], acs_entrance_ids: [entrance(1)] },
		{ ...seedMethod(1042, 104, 'cloud_key'), ...issued, acs_entrance_ids: [entrance(1)] },
	];
}

function seedMethod(number: number, grantNumber: number, mode: AccessMode): AccessMethodData {
	return {
		access_method_id: method(number),
		access_grant_id: grant(grantNumber),
		workspace_id: WORKSPACE_ID,
		mode,
		issued_at: null,
		device_ids: [],
		acs_entrance_ids: [],
		readyDeviceIds: [],
		wasIssued: false,
		pending_mutations: [],
		...timesOf(grantNumber),
		...noIssues(),
	};
}

function accountOf(systemNumber: number): string {
	return systemNumber === 1 ? ENCODING_ACCOUNT : ASSIGNING_ACCOUNT;
}
