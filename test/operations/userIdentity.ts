import { hotel } from '../../sandbox/fixtures/hotel';
import { byId } from '../support/service/byId';
import { type Dossiers, having, theRecord, theRecords } from './dossier';

const { accessSystemUsers, devices, userIdentities } = hotel;
const guest101 = { userIdentityId: byId(userIdentities.guest101) };
const guest102 = { userIdentityId: byId(userIdentities.guest102) };
const nightDesk = { userIdentityId: byId(userIdentities.nightDesk) };
const cleaning = { accessSystemUserId: byId(accessSystemUsers.cleaning) };

export const userIdentity: Dossiers = {
	create: {
		'creates a person': {
			parameters: {
				additionalFields: {
					accessSystemIds: [hotel.accessSystem],
					emailAddress: 'guest-103@example.com',
					fullName: 'Guest of Room 103',
					phoneNumber: '+1 (555) 010-0000',
					userIdentityKey: 'guest-103',
				},
			},
			sends: {
				email_address: 'guest-103@example.com',
				full_name: 'Guest of Room 103',
				phone_number: '+15550100000',
				user_identity_key: 'guest-103',
				acs_system_ids: [hotel.accessSystem],
			},
			items: theRecord({ display_name: 'Guest of Room 103' }),
		},
	},
	get: {
		'gets a person by ID': {
			parameters: guest101,
			sends: { user_identity_id: userIdentities.guest101 },
			items: [
				{
					user_identity_id: userIdentities.guest101,
					display_name: 'Guest of Room 101',
					full_name: 'Guest of Room 101',
					email_address: 'guest-101@example.com',
					phone_number: null,
					user_identity_key: 'guest-101',
					created_at: '2026-01-15T10:01:41.000Z',
				},
			],
		},
		'gets a person by key': {
			parameters: { findBy: 'key', userIdentityKey: 'guest-101', output: 'raw' },
			sends: { user_identity_key: 'guest-101' },
			items: theRecord({
				user_identity_id: userIdentities.guest101,
				display_name: 'Guest of Room 101',
			}),
		},
	},
	getAll: {
		'lists all people': {
			parameters: { returnAll: true, output: 'raw' },
			sends: {},
			items: theRecords(
				{ user_identity_id: userIdentities.nightDesk },
				{ user_identity_id: userIdentities.guest101 },
				{ user_identity_id: userIdentities.guest102 },
			),
		},
		'finds people by every filter': {
			parameters: {
				filters: {
					search: 'room 101',
					userIdentityIds: byId(userIdentities.guest101),
					createdBefore: '2020-01-01T00:00:00Z',
					credentialManagerId: hotel.accessSystem,
				},
			},
			sends: {
				search: 'room 101',
				user_identity_ids: [userIdentities.guest101],
				created_before: '2020-01-01T00:00:00.000Z',
				credential_manager_acs_system_id: hotel.accessSystem,
			},
			items: [],
		},
	},
	update: {
		'changes a person': {
			parameters: {
				...guest101,
				updateFields: {
					fullName: 'Long-Stay Guest',
					emailAddress: 'long@example.com',
					phoneNumber: '+15550100000',
					userIdentityKey: 'long',
				},
			},
			sends: {
				user_identity_id: userIdentities.guest101,
				email_address: 'long@example.com',
				full_name: 'Long-Stay Guest',
				phone_number: '+15550100000',
				user_identity_key: 'long',
			},
			items: theRecord({ display_name: 'Long-Stay Guest' }),
		},
		'clears what is left empty': {
			parameters: {
				...guest101,
				updateFields: { fullName: 'Guest', emailAddress: '', phoneNumber: '={{ null }}' },
			},
			sends: {
				user_identity_id: userIdentities.guest101,
				full_name: 'Guest',
				email_address: null,
				phone_number: null,
			},
			items: theRecord({ full_name: 'Guest' }),
		},
	},
	delete: {
		'deletes a person': {
			parameters: nightDesk,
			sends: { user_identity_id: userIdentities.nightDesk },
			items: [{ user_identity_id: userIdentities.nightDesk, deleted: true }],
		},
	},
	generateInstantKey: {
		'makes a link for a person': {
			parameters: {
				...guest101,
				additionalFields: { customizationProfileId: hotel.spaces.suite, maxUseCount: 3 },
			},
			sends: {
				user_identity_id: userIdentities.guest101,
				customization_profile_id: hotel.spaces.suite,
				max_use_count: 3,
			},
			items: theRecord(),
		},
	},
	getDevices: {
		'lists the devices that a person can open': {
			parameters: { ...guest102, returnAll: true },
			sends: { user_identity_id: userIdentities.guest102 },
			items: [having({ device_id: devices.room104, display_name: 'Room 104' })],
		},
	},
	getEntrances: {
		'lists the entrances that a person can open': {
			parameters: { ...guest101, returnAll: true },
			sends: { user_identity_id: userIdentities.guest101 },
			items: theRecord({ acs_entrance_id: hotel.entrances.lobby, display_name: 'Lobby' }),
		},
	},
	grantAccessToDevice: {
		'lets a person in': {
			parameters: { ...nightDesk, deviceId: byId(devices.frontDoor) },
			sends: { user_identity_id: userIdentities.nightDesk, device_id: devices.frontDoor },
			items: [
				{ user_identity_id: userIdentities.nightDesk, device_id: devices.frontDoor, granted: true },
			],
		},
	},
	revokeAccessToDevice: {
		'takes access away': {
			parameters: { ...nightDesk, deviceId: byId(devices.frontDoor) },
			sends: { user_identity_id: userIdentities.nightDesk, device_id: devices.frontDoor },
			items: [
				{ user_identity_id: userIdentities.nightDesk, device_id: devices.frontDoor, revoked: true },
			],
		},
	},
	addAccessSystemUser: {
		'says which person a user is': {
			parameters: { ...guest101, ...cleaning },
			sends: { user_identity_id: userIdentities.guest101, acs_user_id: accessSystemUsers.cleaning },
			items: [
				{
					user_identity_id: userIdentities.guest101,
					acs_user_id: accessSystemUsers.cleaning,
					added: true,
				},
			],
		},
		'creates a new person under a key that nobody has': {
			parameters: { findBy: 'key', userIdentityKey: 'cleaning', ...cleaning },
			sends: { user_identity_key: 'cleaning', acs_user_id: accessSystemUsers.cleaning },
			items: [
				{ user_identity_key: 'cleaning', acs_user_id: accessSystemUsers.cleaning, added: true },
			],
		},
	},
	removeAccessSystemUser: {
		'says that a user is not the person': {
			parameters: { ...nightDesk, accessSystemUserId: byId(accessSystemUsers.nightDesk) },
			sends: {
				user_identity_id: userIdentities.nightDesk,
				acs_user_id: accessSystemUsers.nightDesk,
			},
			items: [
				{
					user_identity_id: userIdentities.nightDesk,
					acs_user_id: accessSystemUsers.nightDesk,
					removed: true,
				},
			],
		},
	},
};
