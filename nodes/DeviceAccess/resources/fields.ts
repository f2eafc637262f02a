import type { Field } from '../operation/defineOperation';

const UUID_PATTERN = '^\\s*[0-9a-fA-F]{8}-[0-9a-fA-F]{4}-[0-9a-fA-F]{4}-[0-9a-fA-F]{4}-[0-9a-fA-F]{12}\\s*$';

/** A locator: from a searchable, paged list, or by ID. */
function locator<const Texts extends { displayName: string; description: string; required?: boolean }>(
	texts: Texts,
	searchListMethod: string,
	recordName: string,
) {
	return {
		...texts,
		type: 'resourceLocator',
		default: { mode: 'list', value: '' },
		modes: [
			{
				displayName: 'From List',
				name: 'list',
				type: 'list',
				placeholder: `Select ${recordName}...`,
				typeOptions: { searchListMethod, searchable: true },
			},
			{
				displayName: 'By ID',
				name: 'id',
				type: 'string',
				placeholder: 'e.g. 6a3f1c52-0f5e-4d0a-9a53-2f8f6f0e7b11',
				validation: [
					{ type: 'regex', properties: { regex: UUID_PATTERN, errorMessage: 'Not a valid ID' } },
				],
			},
		],
	} as const satisfies Field;
}

export const deviceField = locator(
	{
		displayName: 'Device',
		description: 'The lock or other device, from the workspace that the API key belongs to',
		required: true,
	},
	'searchDevices',
	'a device',
);

/** For operations that need no device: it narrows the list of codes, and paces requests per device. */
export const narrowingDeviceField = locator(
	{
		displayName: 'Device',
		description: "The device that holds the code. Not needed; it shortens the list under 'Access Code'.",
	},
	'searchDevices',
	'a device',
);

export const unmanagedAccessCodeField = locator(
	{
		displayName: 'Access Code',
		description: 'The code on the lock that was not created by this workspace',
		required: true,
	},
	'searchUnmanagedAccessCodes',
	'an access code',
);

/** One operation and both triggers choose several devices. */
export const severalDevicesField = {
	displayName: 'Device Names or IDs',
	type: 'multiOptions',
	typeOptions: { loadOptionsMethod: 'getDevices' },
	default: [],
	description:
		'Choose from the list, or specify IDs using an <a href="https://docs.n8n.io/code/expressions/">expression</a>',
} as const satisfies Field;
