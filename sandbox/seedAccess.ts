import type { AccessGroupData, AccessSeed, AccessSystemData } from './accessState';
import { fixtureId } from './fixtureId';
import { STAY_ENDS_AT, STAY_STARTS_AT, hotelAccess } from './hotelAccess';
import { accountId, fixtureTime } from './seedDevice';
import { seedGrants, seedMethods } from './seedGrants';

const WORKSPACE_NUMBER = 1;
const WORKSPACE_ID = fixtureId('workspace', WORKSPACE_NUMBER);

const device = (number: number) => fixtureId('device', number);
const identity = (number: number) => fixtureId('userIdentity', number);
const space = (number: number) => fixtureId('space', number);
const system = (number: number) => fixtureId('accessSystem', number);
const entrance = (number: number) => fixtureId('entrance', number);
const group = (number: number) => fixtureId('accessGroup', number);
const user = (number: number) => fixtureId('accessSystemUser', number);
const encoder = (number: number) => fixtureId('encoder', number);

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

function accountOf(systemNumber: number): string {
	return systemNumber === 1 ? ENCODING_ACCOUNT : ASSIGNING_ACCOUNT;
}
