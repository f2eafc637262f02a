import { booleanField, defineOperation, done, stringField } from '../../operation';
import { orNothing } from '../../wire/records';
import { metadataField, metadataOf } from '../fields/customMetadata';
import { deviceField } from '../fields/locators';
import { updateFieldsOf } from '../fields/collections';

export const updateDevice = defineOperation({
	value: 'update',
	name: 'Update',
	action: 'Update device',
	description:
		"Change a device's name, its custom metadata, or whether this workspace manages it. Returns the device.",
	endpoint: '/devices/update',
	effect: 'write',
	inOrderOf: ['device_id'],
	// If the device is no longer managed, the node cannot read it (docs/service.md#devices-2), so
	// the item only says that it was updated.
	kind: done('updated', ['device_id'], {
		readBack: { endpoint: '/devices/get', member: 'device' },
	}),
	hasIssues: true,
	fields: {
		deviceId: deviceField,
		updateFields: updateFieldsOf(
			{
				...metadataField(
					'customMetadata',
					'Your own data to store with the device. Other entries stay as they are.',
					'The text of the entry, up to 500 characters. Leave empty to remove the entry.',
				),
				// The service takes an empty object as a change.
				read: (_label, rows) => orNothing(metadataOf(rows) ?? {}),
			},
			booleanField(
				'Keep Backup Codes',
				'Whether to keep backup codes on the lock, to replace codes that cannot be set in time',
				true,
				{ name: 'backupAccessCodePoolEnabled' },
			),
			booleanField(
				'Managed',
				'Whether this workspace manages the device. If off, the device and its codes become unmanaged.',
				true,
				{ name: 'isManaged' },
			),
			stringField(
				'Name',
				"The name of the device in this workspace. Leave empty to use the name from the lock maker's app.",
				{ name: 'name', placeholder: 'e.g. Room 101', clears: true },
			),
		),
	},
});
