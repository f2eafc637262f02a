import type { WireObject } from '../api/types';
import { optionalDateTime, optionalText, optionalUuid, requireUuid } from '../operation/checkValues';
import { attempt, defineOperation, many, one, type OutputForms, type Resource } from '../operation/defineOperation';
import { readPath } from '../operation/shapeRecord';
import { DEVICE_TYPES } from './deviceTypes';
import { deviceField } from './fields';
import { updateDevice } from './updateDevice';

const issueCodes = (issues: unknown) =>
	Array.isArray(issues) ? issues.map((issue: WireObject) => issue.error_code ?? issue.warning_code) : [];

const deviceOutput: OutputForms = {
	idField: 'device_id',
	simplify: (device) => ({
		device_id: device.device_id,
		display_name: device.display_name,
		device_type: device.device_type,
		provider: readPath(device, 'device_provider.device_provider_name'),
		online: readPath(device, 'properties.online'),
		locked: readPath(device, 'properties.locked'),
		battery_level: readPath(device, 'properties.battery_level'),
		can_program_online_access_codes: device.can_program_online_access_codes,
		connected_account_id: device.connected_account_id,
		error_codes: issueCodes(device.errors),
	}),
	selectable: {
		battery_level: { label: 'Battery Level', path: 'properties.battery_level' },
		can_program_online_access_codes: { label: 'Can Program Online Access Codes', path: 'can_program_online_access_codes' },
		can_remotely_lock: { label: 'Can Remotely Lock', path: 'can_remotely_lock' },
		can_remotely_unlock: { label: 'Can Remotely Unlock', path: 'can_remotely_unlock' },
		connected_account_id: { label: 'Connected Account ID', path: 'connected_account_id' },
		created_at: { label: 'Created At', path: 'created_at' },
		custom_metadata: { label: 'Custom Metadata', path: 'custom_metadata' },
		device_type: { label: 'Device Type', path: 'device_type' },
		display_name: { label: 'Display Name', path: 'display_name' },
		errors: { label: 'Errors', path: 'errors' },
		location: { label: 'Location', path: 'location' },
		locked: { label: 'Locked', path: 'properties.locked' },
		manufacturer: { label: 'Manufacturer', path: 'device_manufacturer.manufacturer' },
		online: { label: 'Online', path: 'properties.online' },
		provider: { label: 'Provider', path: 'device_provider.device_provider_name' },
		serial_number: { label: 'Serial Number', path: 'properties.serial_number' },
		space_ids: { label: 'Space IDs', path: 'space_ids' },
		supported_code_lengths: { label: 'Supported Code Lengths', path: 'properties.supported_code_lengths' },
		warnings: { label: 'Warnings', path: 'warnings' },
	},
};

export const device: Resource = {
	value: 'device',
	name: 'Device',
	operations: [
		defineOperation({
			value: 'getAll',
			name: 'Get Many',
			action: 'Get many devices',
			description: 'Retrieve a list of the locks and other devices of the workspace',
			endpoint: '/devices/list',
			effect: 'read',
			returns: many('devices'),
			output: deviceOutput,
			hasIssues: true,
			fields: {
				filters: {
					displayName: 'Filters',
					type: 'collection',
					placeholder: 'Add Filter',
					default: {},
					options: [
						{
							displayName: 'Connected Account Name or ID',
							name: 'connectedAccountId',
							type: 'options',
							typeOptions: { loadOptionsMethod: 'getConnectedAccounts' },
							default: '',
							description:
								'Choose from the list, or specify an ID using an <a href="https://docs.n8n.io/code/expressions/">expression</a>',
						},
						{
							displayName: 'Created Before',
							name: 'createdBefore',
							type: 'dateTime',
							default: '',
							description: 'Only devices that were connected before this time',
						},
						{
							displayName: 'Customer Key',
							name: 'customerKey',
							type: 'string',
							default: '',
							description: 'Only devices of the customer with this key',
						},
						{
							displayName: 'Device Types',
							name: 'deviceTypes',
							type: 'multiOptions',
							options: DEVICE_TYPES.map((value) => ({ name: toTitle(value), value })),
							default: [],
							description: 'Only devices of these types. Another type can be given by an expression.',
						},
						{
							displayName: 'Manufacturer',
							name: 'manufacturer',
							type: 'string',
							default: '',
							placeholder: 'e.g. august',
							description: 'Only devices of this manufacturer, as the service writes it',
						},
						{
							displayName: 'Search',
							name: 'search',
							type: 'string',
							default: '',
							placeholder: 'e.g. front door',
							description: 'Only devices whose name, location, custom metadata or ID contains this text',
						},
						{
							displayName: 'Space ID',
							name: 'spaceId',
							type: 'string',
							default: '',
							description: 'Only devices in the space with this ID',
						},
					],
				},
			},
			request: ({ filters }) => ({
				connected_account_id: optionalUuid('Connected Account Name or ID', filters.connectedAccountId),
				created_before: optionalDateTime('Created Before', filters.createdBefore),
				customer_key: optionalText(filters.customerKey),
				device_types: textList(filters.deviceTypes),
				manufacturer: optionalText(filters.manufacturer),
				search: optionalText(filters.search),
				space_id: optionalUuid('Space ID', filters.spaceId),
			}),
		}),
		defineOperation({
			value: 'get',
			name: 'Get',
			action: 'Get device',
			description: 'Get one lock or other device',
			endpoint: '/devices/get',
			effect: 'read',
			returns: one('device'),
			output: deviceOutput,
			hasIssues: true,
			fields: { deviceId: deviceField },
			request: ({ deviceId }) => ({ device_id: requireUuid('Device', deviceId) }),
		}),
		updateDevice,
		defineOperation({
			value: 'lock',
			name: 'Lock',
			action: 'Lock device',
			description: 'Lock a door from afar',
			endpoint: '/locks/lock_door',
			effect: 'write',
			returns: attempt({
				idField: 'device_id',
				done: { outcome: 'locked', sentence: 'The lock has carried out the command' },
				acceptedSentence: 'The service accepted the command',
				failedSentence: 'The door was not locked',
			}),
			fields: { deviceId: deviceField },
			request: ({ deviceId }) => ({ device_id: requireUuid('Device', deviceId) }),
		}),
		defineOperation({
			value: 'unlock',
			name: 'Unlock',
			action: 'Unlock device',
			description: 'Unlock a door from afar',
			endpoint: '/locks/unlock_door',
			effect: 'write',
			returns: attempt({
				idField: 'device_id',
				done: { outcome: 'unlocked', sentence: 'The lock has carried out the command' },
				acceptedSentence: 'The service accepted the command',
				failedSentence: 'The door was not unlocked',
			}),
			fields: { deviceId: deviceField },
			request: ({ deviceId }) => ({ device_id: requireUuid('Device', deviceId) }),
		}),
	],
};

/** 'two_n_intercom' -> 'Two N Intercom'. */
function toTitle(value: string): string {
	return value
		.split('_')
		.map((word) => word.charAt(0).toUpperCase() + word.slice(1))
		.join(' ');
}

/** A choice of several, or a text with commas from an expression; undefined when empty. */
function textList(value: unknown): string[] | undefined {
	const entries = Array.isArray(value) ? value.map(String) : String(value ?? '').split(',');
	const texts = entries.map((entry) => entry.trim()).filter((entry) => entry !== '');
	return texts.length > 0 ? texts : undefined;
}
