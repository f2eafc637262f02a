import {
	booleanField,
	defineOperation,
	done,
	one,
	type Resource,
	stringField,
} from '../../operation';
import { RECORDS } from '../../wire/recordTable';
import { recordOf } from '../fields/recordOperations';
import { additionalFieldsOf, updateFieldsOf } from '../fields/collections';
import { DRY_RUN_OPTION } from '../fields/dryRun';
import { byCustomer, filtersField, textFilter } from '../fields/filters';
import { spaceField } from '../fields/locators';
import { recordLocator } from '../fields/recordLocator';
import {
	ADDRESS,
	CHANGED_DATA,
	CUSTOMER_KEY,
	devicesField,
	entrancesField,
	HOURS_FIELDS,
	NAME,
	SPACE_KEY,
} from './spaceFields';
import { UPSERT_FIELDS, upsertKind } from './upsert';

const whichSpace = recordLocator('spaceId', spaceField, {
	choice: {
		name: 'Key',
		value: 'key',
		description: 'By your own key for the space, such as the room number',
	},
	name: 'spaceKey',
	field: stringField('Space Key', 'Your own key for the space, such as the room number', {
		placeholder: 'e.g. room-101',
	}),
});

const deviceFields = {
	spaceId: spaceField,
	deviceIds: { ...devicesField, required: true, description: 'The locks and other devices' },
};
const entranceFields = {
	spaceId: spaceField,
	entranceIds: { ...entrancesField, required: true, description: 'The doors of access systems' },
};

const record = recordOf(RECORDS.space);

export const space: Resource = {
	value: 'space',
	name: 'Space',
	description: 'A place with one or more doors, such as a room or a floor',
	operations: [
		defineOperation({
			value: 'create',
			name: 'Create',
			action: 'Create space',
			description: 'Create a space, such as a room, with its locks and entrances',
			endpoint: '/spaces/create',
			effect: 'write',
			reference: {
				items:
					'If you have your own key for it, use *Create or Update*, which you can safely repeat.',
			},
			kind: one('space'),
			fields: {
				name: { ...NAME, required: true },
				deviceIds: devicesField,
				entranceIds: entrancesField,
				...HOURS_FIELDS,
				additionalFields: additionalFieldsOf(ADDRESS, CUSTOMER_KEY, SPACE_KEY),
			},
		}),
		defineOperation({
			value: 'upsert',
			name: 'Create or Update',
			action: 'Create or update space',
			description: 'Create a new record, or update the current one if it already exists (upsert)',
			endpoint: '/spaces/create',
			effect: 'write',
			reference: {
				items:
					'`outcome` is `created`, `updated` or `unchanged`. With *Remove Other Doors*, a space keeps all its doors while another item about it cannot be read.',
			},
			kind: upsertKind,
			fields: UPSERT_FIELDS,
			options: {
				...DRY_RUN_OPTION,
				removeOthers: booleanField(
					'Remove Other Doors',
					"Whether to remove from the space all devices and entrances that are not listed under 'Devices' and 'Entrances'. A field left empty removes nothing.",
					false,
				),
			},
			request: (_values, ofFields) => ({ space_key: ofFields().space_key }),
		}),
		record.get('Get one space, such as a room or a floor, by its ID or your own key', whichSpace),
		record.getMany('Retrieve a list of spaces', {
			filters: filtersField(
				byCustomer,
				textFilter('Search', 'search', 'Only spaces whose name or key contains this text'),
				textFilter('Space Key', 'spaceKey', 'Only the space with this key'),
			),
		}),
		defineOperation({
			value: 'update',
			name: 'Update',
			action: 'Update space',
			description: "Update a space's name, address, time zone, or check-in and check-out times",
			endpoint: '/spaces/update',
			effect: 'write',
			isRepeatable: true,
			inOrderOf: ['space_id', 'space_key'],
			kind: one('space'),
			fields: {
				...whichSpace,
				updateFields: updateFieldsOf(...CHANGED_DATA.slice(0, 3), NAME, ...CHANGED_DATA.slice(3)),
			},
		}),
		defineOperation({
			value: 'addDevices',
			name: 'Add Devices',
			action: 'Add devices to space',
			description:
				'Add locks and other devices to a space. Everyone with access to the space can open them.',
			endpoint: '/spaces/add_devices',
			effect: 'write',
			kind: done('added', ['space_id', 'device_ids']),
			fields: deviceFields,
		}),
		defineOperation({
			value: 'removeDevices',
			name: 'Remove Devices',
			action: 'Remove devices from space',
			description:
				'Remove locks and other devices from a space. Access to the space no longer opens them.',
			endpoint: '/spaces/remove_devices',
			effect: 'write',
			kind: done('removed', ['space_id', 'device_ids']),
			fields: deviceFields,
		}),
		defineOperation({
			value: 'addEntrances',
			name: 'Add Entrances',
			action: 'Add entrances to space',
			description:
				'Add doors of access systems to a space. Everyone with access to the space can open them.',
			endpoint: '/spaces/add_acs_entrances',
			effect: 'write',
			kind: done('added', ['space_id', 'acs_entrance_ids']),
			fields: entranceFields,
		}),
		defineOperation({
			value: 'removeEntrances',
			name: 'Remove Entrances',
			action: 'Remove entrances from space',
			description:
				'Remove doors of access systems from a space. Access to the space no longer opens them.',
			endpoint: '/spaces/remove_acs_entrances',
			effect: 'write',
			kind: done('removed', ['space_id', 'acs_entrance_ids']),
			fields: entranceFields,
		}),
		record.delete(
			'Delete a space. People with access to it may lose that access. This cannot be undone.',
			{ spaceId: spaceField },
		),
	],
};
