import { optionalDateTime, optionalText, optionalTexts, optionalUuid, optionalUuids, requireUuid } from '../operation/checkValues';
import { defineOperation } from '../operation/defineOperation';
import { codeOfIssue } from '../operation/issueSummary';
import { done } from '../operation/kinds/done';
import { many } from '../operation/kinds/many';
import { one } from '../operation/kinds/one';
import type { OutputForms, Resource } from '../operation/types';
import { readPath } from '../wire/readPath';
import { wireObjectsIn } from '../wire/records';
import { byDeviceTypes, byManufacturer } from './fields/deviceFilters';
import { byConnectedAccount, byCustomer, createdBefore, filtersField, recordFilter, recordsFilter, textFilter } from './fields/filters';
import { connectWebviewField, unmanagedDeviceField } from './fields/locators';
import { recordLocator } from './fields/recordLocator';

/** Of a device that a workspace does not manage the service tells little (facts 2, B2). */
const unmanagedDeviceOutput: OutputForms = {
	idField: 'device_id',
	simplify: (device) => ({
		device_id: device.device_id,
		// The OpenAPI has no display name here, the later SDK has.
		display_name: device.display_name ?? readPath(device, 'properties.name'),
		device_type: device.device_type,
		manufacturer: readPath(device, 'properties.manufacturer'),
		online: readPath(device, 'properties.online'),
		battery_level: readPath(device, 'properties.battery_level'),
		connected_account_id: device.connected_account_id,
		created_at: device.created_at,
		error_codes: wireObjectsIn(device.errors).map(codeOfIssue),
	}),
	selectable: {
		battery_level: { label: 'Battery Level', path: 'properties.battery_level' },
		connected_account_id: { label: 'Connected Account ID', path: 'connected_account_id' },
		created_at: { label: 'Created At', path: 'created_at' },
		custom_metadata: { label: 'Custom Metadata', path: 'custom_metadata' },
		device_type: { label: 'Device Type', path: 'device_type' },
		errors: { label: 'Errors', path: 'errors' },
		manufacturer: { label: 'Manufacturer', path: 'properties.manufacturer' },
		model: { label: 'Model', path: 'properties.model' },
		name: { label: 'Name', path: 'properties.name' },
		online: { label: 'Online', path: 'properties.online' },
		warnings: { label: 'Warnings', path: 'warnings' },
	},
};

const unmanagedDeviceLocator = recordLocator(
	{ name: 'deviceId', wireName: 'device_id', field: unmanagedDeviceField },
	{
		name: 'deviceName',
		wireName: 'name',
		choice: { name: 'Name', value: 'name', description: 'By the full name of the device' },
		field: { displayName: 'Device Name', type: 'string', default: '', placeholder: 'e.g. Front Door', description: 'The name of the device' },
	},
);

export const unmanagedDevice: Resource = {
	value: 'unmanagedDevice',
	name: 'Unmanaged Device',
	description: 'A lock or other device that this workspace does not manage. You can list or convert it.',
	operations: [
		defineOperation({
			value: 'getAll',
			name: 'Get Many',
			action: 'Get many unmanaged devices',
			description: 'Retrieve a list of devices that this workspace does not manage',
			endpoint: '/devices/unmanaged/list',
			effect: 'read',
			kind: many('devices', {
				nothingFound: 'No unmanaged devices. Devices that this workspace manages are under the resource Device.',
				nothingFits: 'No unmanaged device matches the filters. Remove them to see all. Devices that this workspace manages are under the resource Device.',
			}),
			output: unmanagedDeviceOutput,
			hasIssues: true,
			fields: {
				// The later SDK has no filter by metadata, space or user key any more (facts 2, A13).
				filters: filtersField(
					byConnectedAccount,
					recordFilter(connectWebviewField, 'connectWebviewId', 'Only devices that an owner connected on this login page'),
					createdBefore('Only devices connected'),
					byCustomer('devices'),
					recordsFilter(unmanagedDeviceField, 'Devices', 'deviceIds', 'Only these devices'),
					byDeviceTypes,
					byManufacturer,
					textFilter('Search', 'search', 'Only devices whose name, location or ID contains this text'),
				),
			},
			request: ({ filters }) => ({
				connect_webview_id: optionalUuid('Connect Webview', filters.connectWebviewId),
				connected_account_id: optionalUuid('Connected Account Name or ID', filters.connectedAccountId),
				created_before: optionalDateTime('Created Before', filters.createdBefore),
				customer_key: optionalText(filters.customerKey),
				device_ids: optionalUuids('Devices', filters.deviceIds),
				device_types: optionalTexts(filters.deviceTypes),
				manufacturer: optionalText(filters.manufacturer),
				search: optionalText(filters.search),
			}),
		}),
		defineOperation({
			value: 'get',
			name: 'Get',
			action: 'Get unmanaged device',
			description: 'Get one unmanaged device, by its ID or name',
			endpoint: '/devices/unmanaged/get',
			effect: 'read',
			kind: one('device'),
			output: unmanagedDeviceOutput,
			hasIssues: true,
			fields: unmanagedDeviceLocator.fields,
			request: unmanagedDeviceLocator.body,
		}),
		defineOperation({
			value: 'convertToManaged',
			name: 'Convert to Managed',
			action: 'Convert unmanaged device to managed',
			description: 'Convert a device to managed, so that you can set codes on it and unlock it',
			endpoint: '/devices/unmanaged/update',
			effect: 'write',
			kind: done({ outcome: 'converted', message: 'The device is now managed' }, ['device_id']),
			fields: { deviceId: unmanagedDeviceField },
			request: ({ deviceId }) => ({ device_id: requireUuid('Device', deviceId), is_managed: true }),
		}),
	],
};
