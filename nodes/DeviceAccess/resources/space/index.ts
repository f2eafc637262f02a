import type { IDataObject } from 'n8n-workflow';
import { refuse } from '../../errors/allErrors';
import { InvalidParameterError } from '../../errors/errors';
import {
	defineOperation,
	done,
	isEmptyBody,
	many,
	one,
	optionalText,
	optionalUuids,
	requireUuid,
	requireUuids,
	type Resource,
} from '../../operation';
import { additionalFieldsOf, updateFieldsOf } from '../fields/collections';
import { DRY_RUN_OPTION } from '../fields/dryRun';
import { byCustomer, filtersField, textFilter } from '../fields/filters';
import { spaceField } from '../fields/locators';
import { recordLocator } from '../fields/recordLocator';
import { rowValues } from '../fields/recordRows';
import {
	ADDRESS,
	CUSTOMER_KEY,
	customerDataOf,
	devicesField,
	entrancesField,
	HOURS_FIELDS,
	NAME,
	orNothing,
	SPACE_KEY,
	withCustomerData,
} from './spaceFields';
import { requireSpaceKey, upsertKind } from './upsert';

const spaceLocator = recordLocator(
	{ name: 'spaceId', wireName: 'space_id', field: spaceField },
	{
		name: 'spaceKey',
		wireName: 'space_key',
		choice: {
			name: 'Key',
			value: 'key',
			description: 'By your own key for the space, such as the room number',
		},
		field: {
			displayName: 'Space Key',
			type: 'string',
			default: '',
			placeholder: 'e.g. room-101',
			description: 'Your own key for the space, such as the room number',
		},
	},
);

const deviceFields = {
	spaceId: spaceField,
	deviceIds: { ...devicesField, required: true, description: 'The locks and other devices' },
};
const entranceFields = {
	spaceId: spaceField,
	entranceIds: { ...entrancesField, required: true, description: 'The doors of access systems' },
};

const deviceBody = ({ spaceId, deviceIds }: IDataObject) => ({
	space_id: requireUuid('Space', spaceId),
	device_ids: requireUuids('Devices', rowValues(deviceIds as IDataObject)),
});

const entranceBody = ({ spaceId, entranceIds }: IDataObject) => ({
	space_id: requireUuid('Space', spaceId),
	acs_entrance_ids: requireUuids('Entrances', rowValues(entranceIds as IDataObject)),
});

export const space: Resource = {
	value: 'space',
	name: 'Space',
	description: 'A place with one or more doors, such as a room or a floor',
	operations: [
		defineOperation({
			value: 'create',
			name: 'Create',
			action: 'Create space',
			description:
				"Create a space, such as a room, with its locks and entrances. If you have your own key for it, use 'Create or Update', which you can safely repeat.",
			endpoint: '/spaces/create',
			effect: 'write',
			kind: one('space'),
			fields: {
				name: { ...NAME, required: true },
				deviceIds: devicesField,
				entranceIds: entrancesField,
				...HOURS_FIELDS,
				additionalFields: additionalFieldsOf(ADDRESS, CUSTOMER_KEY, SPACE_KEY),
			},
			request: ({ name, deviceIds, entranceIds, additionalFields, ...data }) => {
				const text = optionalText(name);
				if (text === undefined)
					return refuse(
						new InvalidParameterError(
							"'Name' is empty",
							'Enter the name of the space, such as Room 101.',
						),
					);
				return {
					name: text,
					space_key: optionalText(additionalFields.spaceKey),
					customer_key: optionalText(additionalFields.customerKey),
					customer_data: orNothing(customerDataOf({ ...data, ...additionalFields })),
					device_ids: optionalUuids('Devices', rowValues(deviceIds)),
					acs_entrance_ids: optionalUuids('Entrances', rowValues(entranceIds)),
				};
			},
		}),
		defineOperation({
			value: 'upsert',
			name: 'Create or Update',
			action: 'Create or update space',
			description: 'Create a new record, or update the current one if it already exists (upsert)',
			endpoint: '/spaces/create',
			effect: 'write',
			reference: { items: '`outcome` is `created`, `updated` or `unchanged`.' },
			kind: upsertKind,
			fields: {
				spaceKey: { ...SPACE_KEY, required: true, placeholder: 'e.g. room-101' },
				name: {
					...NAME,
					description:
						'The name of the space. Leave empty to keep the current name. A new space then gets its key as its name.',
				},
				deviceIds: {
					...devicesField,
					description: 'The locks and other devices in the space. Leave empty to keep its devices.',
				},
				entranceIds: {
					...entrancesField,
					description:
						'The doors of access systems that lead into the space. Leave empty to keep its entrances.',
				},
				...HOURS_FIELDS,
				additionalFields: additionalFieldsOf(ADDRESS, CUSTOMER_KEY),
			},
			options: {
				...DRY_RUN_OPTION,
				removeOthers: {
					displayName: 'Remove Other Doors',
					type: 'boolean',
					default: false,
					description:
						"Whether to remove from the space all devices and entrances that are not listed under 'Devices' and 'Entrances'. A field left empty removes nothing.",
				},
			},
			request: ({ spaceKey }) => ({ space_key: requireSpaceKey(spaceKey) }),
		}),
		defineOperation({
			value: 'get',
			name: 'Get',
			action: 'Get space',
			description: 'Get one space, such as a room or a floor, by its ID or your own key',
			endpoint: '/spaces/get',
			effect: 'read',
			kind: one('space'),
			fields: spaceLocator.fields,
			request: spaceLocator.body,
		}),
		defineOperation({
			value: 'getAll',
			name: 'Get Many',
			action: 'Get many spaces',
			description: 'Retrieve a list of spaces',
			endpoint: '/spaces/list',
			effect: 'read',
			kind: many('spaces'),
			fields: {
				filters: filtersField(
					byCustomer('spaces'),
					textFilter('Search', 'search', 'Only spaces whose name or key contains this text'),
					textFilter('Space Key', 'spaceKey', 'Only the space with this key'),
				),
			},
		}),
		defineOperation({
			value: 'update',
			name: 'Update',
			action: 'Update space',
			description: "Update a space's name, address, time zone, or check-in and check-out times",
			endpoint: '/spaces/update',
			effect: 'write',
			inOrderOf: ['space_id', 'space_key'],
			kind: one('space'),
			fields: {
				...spaceLocator.fields,
				updateFields: updateFieldsOf(...withCustomerData([NAME], '. Leave empty to clear it.')),
			},
			request: ({ updateFields, ...which }) => {
				const changes = {
					name: optionalText(updateFields.name),
					customer_data: orNothing(customerDataOf(updateFields, null)),
				};
				if (isEmptyBody(changes))
					throw new InvalidParameterError(
						'There is nothing to change',
						"Add a field under 'Update Fields'.",
					);
				return { ...spaceLocator.body(which), ...changes };
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
			request: deviceBody,
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
			request: deviceBody,
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
			request: entranceBody,
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
			request: entranceBody,
		}),
		defineOperation({
			value: 'delete',
			name: 'Delete',
			action: 'Delete space',
			description:
				'Delete a space. Its locks and entrances stay, but people with access to the space may lose that access. This cannot be undone.',
			endpoint: '/spaces/delete',
			effect: 'write',
			kind: done('deleted', ['space_id']),
			fields: { spaceId: spaceField },
		}),
	],
};
