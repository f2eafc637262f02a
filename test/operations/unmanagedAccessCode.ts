import { hotel } from '../../sandbox/fixtures/hotel';
import { byId } from '../support/service/byId';
import {
	anyText,
	done,
	type Dossiers,
	ended,
	having,
	theRecord,
	theRecords,
	withDeviceNames,
} from './dossier';

const { devices, unmanagedCodes } = hotel;
const code = (id: string) => ({ accessCodeId: byId(id) });
/** What every item of a replacement names, the requests of a replacement, and what to type in at the lock if it fails. */
const replaced = { old_access_code_id: unmanagedCodes.cannotBeManaged, device_id: devices.room201 };
const deletion = [
	'/access_codes/unmanaged/delete',
	{ access_code_id: unmanagedCodes.cannotBeManaged },
] as const;
const replacement = (name: string) => [
	deletion,
	[
		'/access_codes/create',
		{ device_id: devices.room201, code: '2011', name, attempt_for_offline_device: true },
	] as const,
];
const recovery = {
	next_step: anyText,
	device_id: devices.room201,
	device_name: 'Room 201',
	name: 'Guest 201',
	code: '2011',
	starts_at: null,
	ends_at: null,
};

const foreseen = (outcome: string, advice: string, access_code_id: string, device_id: string) =>
	done(outcome, {
		access_code_id,
		device_id,
		dry_run: true,
		migration: { advice, reason: anyText },
	});

export const unmanagedAccessCode: Dossiers = {
	get: {
		'gets a code with its PIN': {
			parameters: code(unmanagedCodes.convertible),
			sends: { access_code_id: unmanagedCodes.convertible },
			items: theRecord({ name: 'Guest 101', code: '1011', type: 'ongoing', is_managed: false }),
		},
		'gets a code by its device and PIN': {
			parameters: { findBy: 'deviceAndPin', deviceId: byId(devices.room101), code: ' 1011 ' },
			sends: { device_id: devices.room101, code: '1011' },
			items: theRecord({ access_code_id: unmanagedCodes.convertible }),
		},
	},
	getAll: {
		'lists the codes of a device': {
			parameters: { deviceId: byId(devices.room101), returnAll: true },
			sends: { device_id: devices.room101 },
			items: theRecords({ code: '1011' }, { code: '1012' }, { code: '1013' }),
		},
		'finds codes by a text and the key of a user': {
			parameters: {
				deviceId: byId(devices.room101),
				options: { search: 'clean', userIdentifierKey: ' user-7 ' },
			},
			sends: { search: 'clean', user_identifier_key: 'user-7', device_id: devices.room101 },
			items: theRecords({ code: '1012' }),
		},
		'lists the codes of all devices': {
			parameters: { devices: 'all', returnAll: true, options: { requestsInFlight: 1 } },
			sends: Object.values(devices).map(
				(device_id) => ['/access_codes/unmanaged/list', { device_id }] as const,
			),
			items: withDeviceNames(theRecords()),
		},
	},
	convertToManaged: {
		'converts a code': {
			parameters: {
				...code(unmanagedCodes.convertible),
				options: { allowExternalModification: true, force: true },
			},
			sends: {
				access_code_id: unmanagedCodes.convertible,
				force: true,
				is_external_modification_allowed: true,
			},
			items: [ended('converted', { access_code_id: unmanagedCodes.convertible })],
		},
		'says that a lock does not allow it': {
			parameters: code(unmanagedCodes.cannotBeManaged),
			sends: { access_code_id: unmanagedCodes.cannotBeManaged },
			items: [
				done('unsupported', {
					access_code_id: unmanagedCodes.cannotBeManaged,
					device_id: devices.room201,
					errors: [anyText],
				}),
			],
		},
		'says in a dry run that a code would be converted': {
			parameters: {
				...code(unmanagedCodes.convertible),
				options: { dryRun: true, force: true },
			},
			sends: [],
			items: [foreseen('converted', 'convert', unmanagedCodes.convertible, devices.room101)],
		},
		'learns from events that a conversion failed': async (sandbox) => {
			sandbox.settings.convertAnswer = 'okOnly';
			return {
				parameters: {
					...code(unmanagedCodes.failsToConvert),
					options: { onFailedAction: 'returnItem' },
				},
				sends: { access_code_id: unmanagedCodes.failsToConvert },
				items: [
					done('failed', {
						access_code_id: unmanagedCodes.failsToConvert,
						device_id: devices.room104,
						errors: [anyText],
					}),
				],
			};
		},
	},
	delete: {
		'deletes a code': {
			parameters: code(unmanagedCodes.convertible),
			sends: { access_code_id: unmanagedCodes.convertible },
			items: [ended('deleted', { access_code_id: unmanagedCodes.convertible, deleted: true })],
		},
		'says in a dry run that a code would be deleted, and that it can be converted': {
			parameters: { ...code(unmanagedCodes.convertible), options: { dryRun: true } },
			sends: [],
			items: [foreseen('deleted', 'convert', unmanagedCodes.convertible, devices.room101)],
		},
	},
	replaceWithManaged: {
		'replaces a code that cannot be converted': {
			parameters: { ...code(unmanagedCodes.cannotBeManaged), options: { name: 'Guest' } },
			sends: replacement('Guest'),
			items: [
				done('replaced', {
					...replaced,
					access_code_id: anyText,
					access_code: having({ code: '2011', name: 'Guest', status: 'set', is_managed: true }),
				}),
			],
		},
		'leaves a code that cannot be deleted': async (sandbox) => {
			sandbox.faults.next('/access_codes/unmanaged/delete', { kind: 'attemptFails' });
			return {
				parameters: code(unmanagedCodes.cannotBeManaged),
				sends: [deletion],
				items: [done('unchanged', { ...replaced, errors: [anyText] })],
			};
		},
		'says that the new code does not work': async (sandbox) => {
			sandbox.faults.next('/access_codes/create', { kind: 'attemptFails' });
			return {
				parameters: code(unmanagedCodes.cannotBeManaged),
				sends: replacement('Guest 201'),
				items: [
					done('locked_out', {
						...replaced,
						access_code_id: anyText,
						errors: [anyText],
						access_code: having({
							code: '2011',
							errors: [having({ error_code: 'failed_to_set_on_device' })],
						}),
						recovery,
					}),
				],
			};
		},
		'says that it is pending at the deadline': async (sandbox) => {
			sandbox.settings.attemptDurationMs = 60_000;
			return {
				parameters: { ...code(unmanagedCodes.cannotBeManaged), options: { waitTimeout: 0 } },
				sends: [deletion],
				items: [done('pending', { ...replaced, recovery })],
			};
		},
	},
	simulateCreate: {
		'puts a code on a lock': {
			parameters: { deviceId: byId(devices.room101), name: 'Guest 7', code: '1099' },
			sends: { device_id: devices.room101, name: 'Guest 7', code: '1099' },
			items: theRecord(),
		},
	},
};
