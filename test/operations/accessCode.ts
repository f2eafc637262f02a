import { workspaceIds } from '../../sandbox/fixtures/workspaces';
import { hotel } from '../../sandbox/fixtures/hotel';
import { byId } from '../support/service/byId';
import { inRows } from '../support/service/inRows';
import { NEXT_YEAR } from '../support/clock/nextYear';
import {
	anyText,
	attempt,
	type Dossiers,
	ended,
	having,
	make,
	theRecord,
	theRecords,
	withDeviceNames,
} from './dossier';

const { devices, managedCodes, accessGrants, accessMethods } = hotel;
const code = (id: string) => ({ accessCodeId: byId(id) });
const onDevice = (id: string) => ({ deviceId: byId(id) });
const stay = { startsAt: `${NEXT_YEAR}-01-31T15:00:00Z`, endsAt: `${NEXT_YEAR}-02-02T11:00:00Z` };
const sentStay = {
	starts_at: `${NEXT_YEAR}-01-31T15:00:00.000Z`,
	ends_at: `${NEXT_YEAR}-02-02T11:00:00.000Z`,
};
/** So that the requests go out in the order of the devices. */
const oneByOne = { requestsInFlight: 1 };

export const accessCode: Dossiers = {
	create: {
		'creates a code': {
			parameters: {
				...onDevice(devices.room101),
				code: '1099',
				name: ' Guest 7 ',
				additionalFields: {
					allowExternalModification: true,
					commonCodeKey: 'stay-7',
					isOneTimeUse: true,
				},
			},
			sends: {
				device_id: devices.room101,
				code: '1099',
				name: 'Guest 7',
				is_external_modification_allowed: true,
				common_code_key: 'stay-7',
				is_one_time_use: true,
			},
			items: [
				ended('created', {
					starts_at: null,
					ends_at: null,
					access_code_id: anyText,
					workspace_id: workspaceIds.main,
					device_id: devices.room101,
					name: 'Guest 7',
					type: 'ongoing',
					created_at: anyText,
					errors: [],
					warnings: [],
					code: '1099',
					common_code_key: 'stay-7',
					status: 'setting',
					is_managed: true,
					is_backup: false,
					is_backup_access_code_available: false,
					pulled_backup_access_code_id: null,
					is_external_modification_allowed: true,
					is_offline_access_code: false,
					is_one_time_use: true,
					is_scheduled_on_device: false,
					is_waiting_for_code_assignment: false,
					pending_mutations: [{ mutation_code: 'creating', message: anyText, created_at: anyText }],
				}),
			],
		},
		'sends times and all other fields': {
			parameters: {
				...onDevice(devices.room101),
				...stay,
				additionalFields: {
					attemptForOfflineDevice: false,
					preferNativeScheduling: false,
					preferredCodeLength: 4,
					useBackupAccessCodePool: true,
					maxTimeRounding: '1day',
					isOfflineAccessCode: false,
				},
				waitForCompletion: false,
			},
			sends: {
				device_id: devices.room101,
				...sentStay,
				attempt_for_offline_device: false,
				prefer_native_scheduling: false,
				preferred_code_length: 4,
				use_backup_access_code_pool: true,
				max_time_rounding: '1day',
				is_offline_access_code: false,
			},
			items: [
				having({
					type: 'time_bound',
					outcome: 'pending',
					message: anyText,
					action_attempt: attempt('pending'),
				}),
			],
		},
		'returns a code that waits for its lock': {
			parameters: { ...onDevice(devices.garage), options: { waitUntilSet: true } },
			sends: { device_id: devices.garage },
			items: [
				having({
					device_id: devices.garage,
					errors: [having({ error_code: 'device_disconnected' })],
					outcome: 'waiting_for_lock',
					message: anyText,
					action_attempt: attempt('error'),
				}),
			],
		},
	},
	createMultiple: {
		'creates one PIN on several locks': {
			parameters: {
				deviceIds: inRows('device', devices.room101, devices.room102),
				code: '1099',
				name: 'Guest 7',
				...stay,
				additionalFields: {
					allowExternalModification: true,
					attemptForOfflineDevice: false,
					behaviorWhenCodeCannotBeShared: 'create_random_code',
					preferNativeScheduling: false,
					preferredCodeLength: 4,
					useBackupAccessCodePool: true,
				},
			},
			sends: {
				device_ids: [devices.room101, devices.room102],
				behavior_when_code_cannot_be_shared: 'create_random_code',
				code: '1099',
				name: 'Guest 7',
				...sentStay,
				is_external_modification_allowed: true,
				attempt_for_offline_device: false,
				prefer_native_scheduling: false,
				preferred_code_length: 4,
				use_backup_access_code_pool: true,
			},
			items: theRecords(
				{ device_id: devices.room101, code: '1099', name: 'Guest 7' },
				{ device_id: devices.room102, code: '1099', name: 'Guest 7' },
			),
		},
	},
	get: {
		'gets a code by its ID': {
			parameters: code(managedCodes.frontDesk),
			sends: { access_code_id: managedCodes.frontDesk },
			items: [
				{
					access_code_id: managedCodes.frontDesk,
					device_id: devices.frontDoor,
					name: 'Front Desk',
					code: '11',
					type: 'ongoing',
					status: 'set',
					starts_at: null,
					ends_at: null,
					is_scheduled_on_device: false,
					created_at: '2026-01-15T10:00:11.000Z',
				},
			],
		},
		'gets a code by its device and PIN': {
			parameters: {
				findBy: 'deviceAndPin',
				...onDevice(devices.frontDoor),
				code: ' 11 ',
				output: 'raw',
			},
			sends: { device_id: devices.frontDoor, code: '11' },
			items: theRecord({ access_code_id: managedCodes.frontDesk, name: 'Front Desk' }),
		},
	},
	getAll: {
		'lists the codes of a device': {
			parameters: {
				...onDevice(devices.meetingRoom),
				options: { customerKey: 'owner-1', search: 'guests' },
			},
			sends: { customer_key: 'owner-1', search: 'guests', device_id: devices.meetingRoom },
			items: [],
		},
		'lists the codes of all devices': {
			parameters: { devices: 'all', returnAll: true, output: 'raw', options: oneByOne },
			sends: Object.values(devices).map(
				(device_id) => ['/access_codes/list', { device_id }] as const,
			),
			items: withDeviceNames(
				theRecords(
					{ access_code_id: managedCodes.frontDesk },
					{ access_code_id: managedCodes.room104 },
					{ access_code_id: managedCodes.meetingRoom },
					{ name: 'Meeting Cleaning' },
				),
			),
		},
		'lists the codes of a grant': {
			parameters: {
				devices: 'accessGrant',
				accessGrantId: byId(accessGrants.stay104),
				output: 'selectedFields',
			},
			sends: { access_grant_id: accessGrants.stay104 },
			items: [{ access_code_id: managedCodes.room104 }],
		},
		'lists the codes of an access method': {
			parameters: {
				devices: 'accessMethod',
				accessMethodId: byId(accessMethods.code104),
				output: 'selectedFields',
			},
			sends: { access_method_id: accessMethods.code104 },
			items: [{ access_code_id: managedCodes.room104 }],
		},
		'lists the codes with these IDs': {
			parameters: {
				devices: 'accessCodes',
				accessCodeIds: `${managedCodes.frontDesk}, ${managedCodes.meetingRoom}`,
				output: 'selectedFields',
			},
			sends: { access_code_ids: [managedCodes.frontDesk, managedCodes.meetingRoom] },
			items: [
				{ access_code_id: managedCodes.frontDesk },
				{ access_code_id: managedCodes.meetingRoom },
			],
		},
	},
	update: {
		'changes PIN and name': {
			parameters: { ...code(managedCodes.frontDesk), updateFields: { code: '1098', name: 'Desk' } },
			sends: { access_code_id: managedCodes.frontDesk, code: '1098', name: 'Desk' },
			items: [ended('updated', { access_code_id: managedCodes.frontDesk })],
		},
		'sends times, type and the other fields': {
			parameters: {
				...code(managedCodes.frontDesk),
				updateFields: {
					type: 'time_bound',
					...stay,
					attemptForOfflineDevice: true,
					allowExternalModification: true,
				},
			},
			sends: {
				access_code_id: managedCodes.frontDesk,
				...sentStay,
				is_external_modification_allowed: true,
				attempt_for_offline_device: true,
				type: 'time_bound',
			},
			items: [ended('updated', { access_code_id: managedCodes.frontDesk })],
		},
		'waits until the change works on the lock': {
			parameters: {
				...code(managedCodes.frontDesk),
				updateFields: { code: '1098' },
				options: { waitUntilSet: true },
			},
			sends: { access_code_id: managedCodes.frontDesk, code: '1098' },
			items: [
				having({
					...ended('set', { access_code_id: managedCodes.frontDesk, code: '1098', status: 'set' }),
				}),
			],
		},
	},
	updateMultiple: {
		'changes all codes with a common key': async (sandbox) => {
			sandbox.settings.attemptDurationMs = 0;
			const key = await make(
				sandbox,
				'/access_codes/create_multiple',
				{ device_ids: [devices.room101, devices.room102] },
				'common_code_key',
			);
			return {
				parameters: { commonCodeKey: key, updateFields: { name: 'Guest 8', ...stay } },
				sends: { common_code_key: key, name: 'Guest 8', ...sentStay },
				items: [{ common_code_key: key, updated: true }],
			};
		},
	},
	delete: {
		'deletes a code': {
			parameters: code(managedCodes.frontDesk),
			sends: { access_code_id: managedCodes.frontDesk },
			items: [ended('deleted', { access_code_id: managedCodes.frontDesk, deleted: true })],
		},
	},
	generateCode: {
		'generates a PIN that the lock can take': {
			parameters: onDevice(devices.room101),
			sends: { device_id: devices.room101 },
			items: theRecord(),
		},
	},
	pullBackupAccessCode: {
		'replaces a code with its backup': async (sandbox) => {
			sandbox.settings.attemptDurationMs = 0;
			const id = await make(
				sandbox,
				'/access_codes/create',
				{ device_id: devices.room101, ...sentStay, use_backup_access_code_pool: true },
				'access_code_id',
			);
			return {
				parameters: code(id),
				sends: { access_code_id: id },
				items: [
					having({ access_code_id: anyText, code: anyText, type: 'time_bound', ...sentStay }),
				],
			};
		},
	},
};
