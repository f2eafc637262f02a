import type { IDataObject } from 'n8n-workflow';
import { InvalidParameterError } from '../api/errors';
import { isWireObject, type WireObject } from '../api/types';
import { optionalText, requireUuid } from '../operation/checkValues';
import { defineOperation, done } from '../operation/defineOperation';
import { deviceField } from './fields';

/** Limits of custom metadata (facts 8). */
const MAX_METADATA_ENTRIES = 50;
const MAX_METADATA_VALUE_LENGTH = 500;

export const updateDevice = defineOperation({
	value: 'update',
	name: 'Update',
	action: 'Update device',
	description: 'Change the name of a device, its custom metadata, or whether this workspace manages it, and return it as it is then',
	endpoint: '/devices/update',
	effect: 'write',
	// A device that was given up cannot be read any more (facts 4): its item says that it is updated, and no more.
	returns: done('updated', ['device_id'], { readBack: { endpoint: '/devices/get', member: 'device' } }),
	hasIssues: true,
	fields: {
		deviceId: deviceField,
		updateFields: {
			displayName: 'Update Fields',
			type: 'collection',
			placeholder: 'Add Field',
			default: {},
			options: [
				{
					displayName: 'Backup Access Code Pool',
					name: 'backupAccessCodePoolEnabled',
					type: 'boolean',
					default: true,
					description: 'Whether the service keeps backup codes on the lock, for codes that cannot be set in time',
				},
				{
					displayName: 'Custom Metadata',
					name: 'customMetadata',
					type: 'fixedCollection',
					typeOptions: { multipleValues: true },
					placeholder: 'Add Entry',
					default: {},
					description: 'Texts of your own that are kept with the device. Entries that are not named here stay as they are.',
					options: [
						{
							displayName: 'Entries',
							name: 'entries',
							values: [
								{ displayName: 'Key', name: 'key', type: 'string', default: '', placeholder: 'e.g. floor', description: 'The name of the entry' },
								{
									displayName: 'Value',
									name: 'value',
									type: 'string',
									default: '',
									description: 'The text of the entry, up to 500 characters. Left empty, the entry is removed.',
								},
							],
						},
					],
				},
				{
					displayName: 'Managed',
					name: 'isManaged',
					type: 'boolean',
					default: true,
					description: 'Whether this workspace manages the device. Off gives up the device and makes all its codes unmanaged.',
				},
				{
					displayName: 'Name',
					name: 'name',
					type: 'string',
					default: '',
					placeholder: 'e.g. Room 101',
					description: 'The name of the device in this workspace. Left empty, it has the name that its maker knows.',
				},
			],
		},
	},
	request: ({ deviceId, updateFields }) => {
		const id = requireUuid('Device', deviceId);
		if (Object.keys(updateFields).length === 0) {
			throw new InvalidParameterError('Nothing is to be changed', "Add a field under 'Update Fields'.");
		}
		return {
			device_id: id,
			backup_access_code_pool_enabled: updateFields.backupAccessCodePoolEnabled,
			custom_metadata: customMetadata(updateFields.customMetadata),
			is_managed: updateFields.isManaged,
			// Null takes the name back (facts 4).
			name: 'name' in updateFields ? (optionalText(updateFields.name) ?? null) : undefined,
		};
	},
});

/** Rows as an object; null removes an entry. Throws InvalidParameterError for what the service does not keep. */
function customMetadata(rows: IDataObject[string]): WireObject | undefined {
	if (!isWireObject(rows) || !Array.isArray(rows.entries)) return undefined;
	const metadata: WireObject = {};
	for (const { key, value } of rows.entries.filter(isWireObject)) {
		const name = optionalText(key);
		if (name === undefined) throw new InvalidParameterError("'Key' under 'Custom Metadata' is empty", 'Give every entry a name.');
		const text = typeof value === 'boolean' ? value : (optionalText(value) ?? null);
		if (typeof text === 'string' && text.length > MAX_METADATA_VALUE_LENGTH) {
			throw new InvalidParameterError(`'Value' of '${name}' must have ${MAX_METADATA_VALUE_LENGTH} characters at most`);
		}
		metadata[name] = text;
	}
	if (Object.keys(metadata).length > MAX_METADATA_ENTRIES) {
		throw new InvalidParameterError(`'Custom Metadata' can hold ${MAX_METADATA_ENTRIES} entries at most`);
	}
	return metadata;
}
