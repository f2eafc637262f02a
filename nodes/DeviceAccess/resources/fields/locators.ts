import type { IDataObject, INodePropertyMode } from 'n8n-workflow';
import {
	type DeviceScope,
	type Field,
	type Fields,
	loadedBy,
	locator,
	requireUuid,
	requireUuids,
	UUID_PATTERN,
	validId,
} from '../../operation';

/** The pattern of a locator with several IDs. */
export const SEVERAL_IDS = validId(`^\\s*${UUID_PATTERN}(\\s*,\\s*${UUID_PATTERN})*\\s*$`);

/** A field that chooses one record. */
export type Locator = Field & { readonly modes: INodePropertyMode[] };

export const deviceField = locator(
	{
		displayName: 'Device',
		description: 'The lock or other device',
		required: true,
	},
	'searchDevices',
	'a device',
);

/**
 * For operations that do not need a device. It narrows the list of codes, and sets the device for
 * the rate limit.
 */
export const narrowingDeviceField = {
	...locator(
		{
			displayName: 'Device',
			description:
				"The device that the code is on. Optional: it shortens the list under 'Access Code'.",
		},
		'searchDevices',
		'a device',
	),
	notSent: true,
} as const satisfies Field;

export const unmanagedDeviceField = locator(
	{ displayName: 'Device', description: 'The unmanaged lock or other device', required: true },
	'searchUnmanagedDevices',
	'a device',
);

export const unmanagedAccessCodeField = locator(
	{
		displayName: 'Access Code',
		description: 'The unmanaged code on the lock',
		required: true,
	},
	'searchUnmanagedAccessCodes',
	'an access code',
);

export const accessCodeField = locator(
	{ displayName: 'Access Code', description: 'The managed code', required: true },
	'searchAccessCodes',
	'an access code',
);

export const accessGrantField = locator(
	{
		displayName: 'Access Grant',
		description: 'The grant that gives a person access',
		required: true,
	},
	'searchAccessGrants',
	'an access grant',
);

export const userIdentityField = locator(
	{ displayName: 'Person', description: 'The guest, cleaner or member of staff', required: true },
	'searchUserIdentities',
	'a person',
);

export const spaceField = locator(
	{ displayName: 'Space', description: 'The space, such as a room or a floor', required: true },
	'searchSpaces',
	'a space',
);

export const connectedAccountField = locator(
	{
		displayName: 'Connected Account',
		description: 'The account with a lock maker or other provider',
		required: true,
	},
	'searchConnectedAccounts',
	'a connected account',
);

export const connectWebviewField = locator(
	{
		displayName: 'Connect Webview',
		description: 'The page where an owner connects an account',
		required: true,
	},
	'searchConnectWebviews',
	'a connect webview',
);

export const accessMethodField = locator(
	{ displayName: 'Access Method', description: 'The PIN, card or key of a grant', required: true },
	'searchAccessMethods',
	'an access method',
);

/** For operations that do not need a grant. It narrows the list of methods. */
export const narrowingAccessGrantField = {
	...locator(
		{
			displayName: 'Access Grant',
			description:
				"The grant that the method belongs to. Optional: it shortens the list under 'Access Method'.",
		},
		'searchAccessGrants',
		'an access grant',
	),
	notSent: true,
} as const satisfies Field;

export const unmanagedUserIdentityField = locator(
	{ displayName: 'Person', description: 'The unmanaged person', required: true },
	'searchUnmanagedUserIdentities',
	'a person',
);

export const unmanagedAccessGrantField = locator(
	{ displayName: 'Access Grant', description: 'The unmanaged grant', required: true },
	'searchUnmanagedAccessGrants',
	'an access grant',
);

/** For operations that do not need a grant. It narrows the list of methods. */
export const narrowingUnmanagedGrantField = {
	...locator(
		{
			displayName: 'Access Grant',
			description:
				"The grant that the method belongs to. Optional: it shortens the list under 'Access Method'.",
		},
		'searchUnmanagedAccessGrants',
		'an access grant',
	),
	notSent: true,
} as const satisfies Field;

export const unmanagedAccessMethodField = locator(
	{
		displayName: 'Access Method',
		description: 'The PIN, card or key of an unmanaged grant',
		required: true,
	},
	'searchUnmanagedAccessMethods',
	'an access method',
);

export const instantKeyField = locator(
	{
		displayName: 'Instant Key',
		description: 'The link that puts mobile keys on a phone',
		required: true,
	},
	'searchInstantKeys',
	'an instant key',
);

export const encoderField = locator(
	{
		displayName: 'Encoder',
		description:
			'The encoder that writes the card. Put the card on the encoder before you execute the node. Send the node only one item per encoder.',
		required: true,
	},
	'searchEncoders',
	'an encoder',
);

export const accessSystemUserField = locator(
	{
		displayName: 'Access System User',
		description: 'The user of the access system',
		required: true,
	},
	'searchAccessSystemUsers',
	'a user',
);

export const accessSystemField = locator(
	{
		displayName: 'Access System',
		description: 'The access system of the building',
		required: true,
	},
	'searchAccessSystems',
	'an access system',
);

export const entranceField = locator(
	{ displayName: 'Entrance', description: 'The door of the access system', required: true },
	'searchEntrances',
	'an entrance',
);

/** For operations on an entrance. The list shows only the credentials of this entrance. */
export const entranceCredentialField = locator(
	{
		displayName: 'Access Credential',
		description:
			'The cloud key that opens the entrance. Choose the entrance first: the list shows its cloud keys.',
		required: true,
	},
	'searchCredentialsOfEntrance',
	'an access credential',
);

export const accessGroupField = locator(
	{ displayName: 'Access Group', description: 'The group of the access system', required: true },
	'searchAccessGroups',
	'an access group',
);

export const accessCredentialField = locator(
	{
		displayName: 'Access Credential',
		description: 'The card, PIN or key of the access system',
		required: true,
	},
	'searchAccessCredentials',
	'an access credential',
);

/**
 * A choice of several devices, in a collection or below another choice. At the top level, use
 * deviceRows.
 */
export const severalDevicesField = {
	displayName: 'Device Names or IDs',
	type: 'multiOptions',
	typeOptions: loadedBy('getDevices'),
	default: [],
	description:
		'Choose from the list, or specify IDs using an <a href="https://docs.n8n.io/code/expressions/">expression</a>',
} as const satisfies Field;

/** For lists that need one request per device. The fields choose the devices. */
export const devicesScopeFields = {
	devices: {
		displayName: 'Devices',
		type: 'options',
		options: [
			{
				name: 'All Devices',
				value: 'all',
				description: 'Every device in the workspace. Sends one request for each.',
			},
			{ name: 'One Device', value: 'one' },
			{ name: 'Several Devices', value: 'several' },
		],
		default: 'one',
		description: 'Which devices to list codes from',
		notSent: true,
	},
	deviceId: { ...deviceField, showWhen: { devices: ['one'] }, notSent: true },
	deviceIds: {
		...severalDevicesField,
		required: true,
		showWhen: { devices: ['several'] },
		notSent: true,
	},
} as const satisfies Fields;

/** The devices chosen by the fields above. */
export function chosenDevices({ devices, deviceId, deviceIds }: IDataObject): DeviceScope {
	if (devices === 'all') return 'allDevices';
	if (devices === 'several') return { deviceIds: requireUuids('Device Names or IDs', deviceIds) };
	return { deviceIds: [requireUuid('Device', deviceId)] };
}
