import { hotel } from '../../sandbox/fixtures/hotel';
import { STAY_STARTS_AT } from '../../sandbox/fixtures/hotelAccess';
import { byId } from '../support/service/byId';
import {
	anyText,
	type Body,
	done,
	type Dossiers,
	ended,
	type OperationCase,
	theRecord,
	theRecords,
} from './dossier';
import { opener } from './opener';

const { devices, spaces } = hotel;
const { frontDoor, garage, room101, room103, room201 } = devices;
const onDevice = (id: string) => ({ deviceId: byId(id) });
const metadata = (key: string, value: string) => ({
	customMetadata: { entries: [{ key, value }] },
});

/** A simulation that the service answers without an action attempt. */
const simulates = (
	simulation: string,
	device_id: string,
	path: string,
	more: Body = {},
): OperationCase => ({
	parameters: { ...onDevice(device_id), simulation },
	sends: [[path, { device_id, ...more }]],
	items: [done('simulated', { device_id, simulation })],
});

export const device: Dossiers = {
	getAll: {
		'lists all devices': {
			parameters: { returnAll: true, output: 'raw' },
			sends: {},
			items: theRecords(),
		},
		'lists the devices on a floor': {
			parameters: {
				filters: metadata('floor', '2'),
				output: 'selectedFields',
				outputFieldNames: ['display_name'],
			},
			sends: { custom_metadata_has: { floor: '2' } },
			items: [
				{ device_id: room201, display_name: 'Room 201' },
				{ device_id: devices.room202, display_name: 'Room 202' },
			],
		},
		'sends every filter under its name on the wire': {
			parameters: {
				filters: {
					connectWebviewId: spaces.suite,
					connectedAccountId: spaces.suite,
					createdBefore: '2026-02-01T00:00:00.000Z',
					customerKey: ' guest-house ',
					deviceIds: `${garage},${room101}`,
					deviceTypes: ['august_lock', 'schlage_lock'],
					manufacturer: 'august',
					search: 'room',
					spaceId: spaces.suite,
					userIdentifierKey: 'user-7',
				},
			},
			sends: {
				connect_webview_id: spaces.suite,
				connected_account_id: spaces.suite,
				created_before: '2026-02-01T00:00:00.000Z',
				customer_key: 'guest-house',
				device_types: ['august_lock', 'schlage_lock'],
				manufacturer: 'august',
				search: 'room',
				device_ids: [garage, room101],
				space_id: spaces.suite,
				user_identifier_key: 'user-7',
			},
			items: [],
		},
	},
	getWhoCanOpen: {
		'lists who can open a lock now, and why': {
			parameters: { ...onDevice(devices.room104), returnAll: true },
			sends: { device_id: devices.room104 },
			items: [
				opener('Cleaning 104', 'unmanaged_access_code', { mode: 'code', access_code_id: anyText }),
				opener('Guest 104', 'unmanaged_access_code', { mode: 'code', access_code_id: anyText }),
				opener('Guest of Room 102', 'grant', {
					mode: 'code',
					starts_at: STAY_STARTS_AT,
					user_identity_id: hotel.userIdentities.guest102,
					access_grant_id: hotel.accessGrants.stay104,
					access_method_id: hotel.accessMethods.code104,
					access_code_id: hotel.managedCodes.room104,
				}),
			],
		},
		'lists who can open a lock at another time': {
			parameters: {
				...onDevice(devices.room102),
				from: '2026-02-02T00:00:00.000Z',
				until: '2026-02-03T00:00:00.000Z',
				limit: 1,
			},
			sends: { device_id: devices.room102 },
			items: [
				opener('Cleaning 102', 'unmanaged_access_code', { mode: 'code', access_code_id: anyText }),
			],
		},
	},
	get: {
		'gets a device by its ID': {
			parameters: onDevice(garage),
			sends: { device_id: garage },
			items: [
				{
					device_id: garage,
					display_name: 'Garage',
					provider: 'nuki',
					online: false,
					locked: true,
					battery_level: 0.9,
					can_program_online_access_codes: true,
					connected_account_id: anyText,
					workspace_id: anyText,
					error_codes: ['device_disconnected'],
				},
			],
		},
		'gets a device by its name': {
			parameters: { findBy: 'name', deviceName: ' Garage ', output: 'raw' },
			sends: { name: 'Garage' },
			items: theRecord({ device_id: garage, display_name: 'Garage' }),
		},
	},
	update: {
		'changes the name and the metadata': {
			parameters: {
				...onDevice(frontDoor),
				updateFields: {
					name: 'Main Entrance',
					backupAccessCodePoolEnabled: false,
					customMetadata: {
						entries: [
							{ key: 'floor', value: '' },
							{ key: 'owner', value: 'Front office' },
						],
					},
				},
			},
			sends: {
				device_id: frontDoor,
				backup_access_code_pool_enabled: false,
				custom_metadata: { floor: null, owner: 'Front office' },
				name: 'Main Entrance',
			},
			items: theRecord({
				display_name: 'Main Entrance',
				custom_metadata: { owner: 'Front office' },
			}),
		},
		'gives up a device': {
			parameters: { ...onDevice(frontDoor), updateFields: { isManaged: false } },
			sends: { device_id: frontDoor, is_managed: false },
			items: [
				{
					device_id: frontDoor,
					updated: true,
					outcome: 'updated',
					message: anyText,
				},
			],
		},
	},
	lock: {
		'locks a door': {
			parameters: onDevice(frontDoor),
			sends: { device_id: frontDoor },
			items: [ended('locked', { device_id: frontDoor })],
		},
	},
	unlock: {
		'unlocks a door': {
			parameters: onDevice(frontDoor),
			sends: { device_id: frontDoor },
			items: [ended('unlocked', { device_id: frontDoor })],
		},
	},
	configureAutoLock: {
		'turns it on with a delay': {
			parameters: { ...onDevice(frontDoor), autoLockDelay: 20 },
			sends: { device_id: frontDoor, auto_lock_enabled: true, auto_lock_delay_seconds: 20 },
			items: [ended('configured', { device_id: frontDoor })],
		},
		'turns it off without a delay': {
			parameters: { ...onDevice(frontDoor), autoLockEnabled: false, autoLockDelay: 20 },
			sends: { device_id: frontDoor, auto_lock_enabled: false },
			items: [ended('configured', { device_id: frontDoor })],
		},
	},
	reportProviderMetadata: {
		'sends the time zone under the name of the maker': {
			parameters: { ...onDevice(frontDoor), provider: 'schlage', timeZone: ' Europe/Lisbon ' },
			sends: {
				devices: [{ device_id: frontDoor, schlage_metadata: { time_zone: 'Europe/Lisbon' } }],
			},
			items: [{ device_id: frontDoor, updated: true }],
		},
	},
	simulate: {
		'takes a device offline': simulates('disconnect', room103, '/devices/simulate/disconnect'),
		'brings a device back online': simulates('connect', room103, '/devices/simulate/connect'),
		'takes a hub offline': simulates(
			'disconnectFromHub',
			room201,
			'/devices/simulate/disconnect_from_hub',
		),
		'brings a hub back online': simulates(
			'connectToHub',
			room201,
			'/devices/simulate/connect_to_hub',
		),
		'removes a device': simulates('remove', room103, '/devices/simulate/remove'),
		'ends a subscription': simulates(
			'subscriptionExpired',
			garage,
			'/devices/simulate/paid_subscription',
			{ is_expired: true },
		),
		'renews a subscription': simulates(
			'subscriptionActive',
			garage,
			'/devices/simulate/paid_subscription',
			{ is_expired: false },
		),
		'enters a PIN at the lock': {
			parameters: { ...onDevice(frontDoor), simulation: 'keypadCodeEntry', code: '1001' },
			sends: [['/locks/simulate/keypad_code_entry', { device_id: frontDoor, code: '1001' }]],
			items: [ended('simulated', { device_id: frontDoor, simulation: 'keypadCodeEntry' })],
		},
		'locks at the keypad': {
			parameters: { ...onDevice(frontDoor), simulation: 'manualLockViaKeypad' },
			sends: [['/locks/simulate/manual_lock_via_keypad', { device_id: frontDoor }]],
			items: [ended('simulated', { device_id: frontDoor, simulation: 'manualLockViaKeypad' })],
		},
	},
};
