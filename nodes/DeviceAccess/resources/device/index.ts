import { optionalDateTime, optionalText, optionalTexts, optionalUuid, optionalUuids, requireUuid } from '../../operation/checkValues';
import { defineOperation } from '../../operation/defineOperation';
import { action } from '../../operation/kinds/action';
import { many } from '../../operation/kinds/many';
import { one } from '../../operation/kinds/one';
import type { Resource } from '../../operation/types';
import { byMetadata, metadataFilter } from '../fields/customMetadata';
import { byDeviceTypes, byManufacturer } from '../fields/deviceFilters';
import { deviceOutput } from '../fields/deviceOutput';
import { connectWebviewField, deviceField, severalDevicesField } from '../fields/locators';
import { recordLocator } from '../fields/recordLocator';
import { byConnectedAccount, byCustomer, bySpace, byUserIdentifier, createdBefore, filtersField, recordFilter, textFilter } from '../fields/filters';
import { configureAutoLock } from './configureAutoLock';
import { reportTimeZone } from './reportTimeZone';
import { simulateDevice } from './simulate';
import { updateDevice } from './update';

const deviceLocator = recordLocator(
	{ name: 'deviceId', wireName: 'device_id', field: deviceField },
	{
		name: 'deviceName',
		wireName: 'name',
		choice: { name: 'Name', value: 'name', description: 'By the full name of the device' },
		field: { displayName: 'Device Name', type: 'string', default: '', placeholder: 'e.g. Front Door', description: 'The name of the device in this workspace' },
	},
);

export const device: Resource = {
	value: 'device',
	name: 'Device',
	description: 'A lock or other device that this workspace manages',
	operations: [
		defineOperation({
			value: 'getAll',
			name: 'Get Many',
			action: 'Get many devices',
			description: 'Retrieve a list of locks and other devices',
			endpoint: '/devices/list',
			effect: 'read',
			kind: many('devices'),
			output: deviceOutput,
			hasIssues: true,
			fields: {
				filters: filtersField(
					byConnectedAccount,
					recordFilter(connectWebviewField, 'connectWebviewId', 'Only devices that an owner connected on this login page'),
					createdBefore('Only devices connected'),
					byMetadata,
					byCustomer('devices'),
					{ ...severalDevicesField, name: 'deviceIds', default: [] as string[] },
					byDeviceTypes,
					byManufacturer,
					{ ...textFilter('Search', 'search', 'Only devices whose name, location, custom metadata or ID contains this text'), placeholder: 'e.g. front door' },
					bySpace,
					byUserIdentifier('devices'),
				),
			},
			request: ({ filters }) => ({
				connect_webview_id: optionalUuid('Connect Webview', filters.connectWebviewId),
				connected_account_id: optionalUuid('Connected Account Name or ID', filters.connectedAccountId),
				created_before: optionalDateTime('Created Before', filters.createdBefore),
				customer_key: optionalText(filters.customerKey),
				custom_metadata_has: metadataFilter(filters.customMetadata),
				device_ids: optionalUuids('Device Names or IDs', filters.deviceIds),
				device_types: optionalTexts(filters.deviceTypes),
				manufacturer: optionalText(filters.manufacturer),
				search: optionalText(filters.search),
				space_id: optionalUuid('Space Name or ID', filters.spaceId),
				user_identifier_key: optionalText(filters.userIdentifierKey),
			}),
		}),
		defineOperation({
			value: 'get',
			name: 'Get',
			action: 'Get device',
			description: 'Get one lock or other device, by its ID or name',
			endpoint: '/devices/get',
			effect: 'read',
			kind: one('device'),
			output: deviceOutput,
			hasIssues: true,
			fields: deviceLocator.fields,
			request: deviceLocator.body,
		}),
		updateDevice,
		moveBolt('lock', 'Lock', 'locked'),
		moveBolt('unlock', 'Unlock', 'unlocked'),
		configureAutoLock,
		reportTimeZone,
		simulateDevice,
	],
};

/** Locking and unlocking differ in their words alone. */
function moveBolt(value: 'lock' | 'unlock', name: string, done: string) {
	return defineOperation({
		value,
		name,
		action: `${name} device`,
		description: `${name} a door remotely`,
		endpoint: `/locks/${value}_door`,
		effect: 'write',
		kind: action({
			idField: 'device_id',
			done: { outcome: done, sentence: `The door was ${done}` },
			acceptedSentence: 'The service accepted the command',
			failedSentence: `The door was not ${done}`,
			lookLater: "Use 'Device: Get' to see whether the door is locked",
		}),
		fields: { deviceId: deviceField },
		request: ({ deviceId }) => ({ device_id: requireUuid('Device', deviceId) }),
	});
}
