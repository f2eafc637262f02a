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

export const SEVERAL_IDS = validId(`^\\s*${UUID_PATTERN}(\\s*,\\s*${UUID_PATTERN})*\\s*$`);

export type Locator = Field & { readonly modes: INodePropertyMode[] };

const choice = (
	displayName: string,
	description: string,
	searchListMethod: string,
	record = `${/^[AEIOU]/.test(displayName) ? 'an' : 'a'} ${displayName.toLowerCase()}`,
) => locator({ displayName, description, required: true }, searchListMethod, record);

export const deviceField = choice('Device', 'The lock or other device', 'searchDevices');

/** It only shortens the list of another field. */
const narrowing = (
	displayName: string,
	description: string,
	searchListMethod: string,
	record: string,
) =>
	({
		...locator({ displayName, description }, searchListMethod, record),
		notSent: true,
	}) as const satisfies Field;

/** It also sets the device for the rate limit. */
export const narrowingDeviceField = narrowing(
	'Device',
	"The device that the code is on. Optional: it shortens the list under 'Access Code'.",
	'searchDevices',
	'a device',
);

export const unmanagedDeviceField = choice(
	'Device',
	'The unmanaged lock or other device',
	'searchUnmanagedDevices',
);

export const unmanagedAccessCodeField = choice(
	'Access Code',
	'The unmanaged code on the lock',
	'searchUnmanagedAccessCodes',
);

export const accessCodeField = choice('Access Code', 'The managed code', 'searchAccessCodes');

export const accessGrantField = choice(
	'Access Grant',
	'The grant that gives a person access',
	'searchAccessGrants',
);

export const userIdentityField = choice(
	'Person',
	'The guest, cleaner or member of staff',
	'searchUserIdentities',
);

export const spaceField = choice('Space', 'The space, such as a room or a floor', 'searchSpaces');

export const connectedAccountField = choice(
	'Connected Account',
	'The account with a lock maker or other provider',
	'searchConnectedAccounts',
);

export const connectWebviewField = choice(
	'Connect Webview',
	'The page where an owner connects an account',
	'searchConnectWebviews',
);

export const accessMethodField = choice(
	'Access Method',
	'The PIN, card or key of a grant',
	'searchAccessMethods',
);

export const narrowingAccessGrantField = narrowing(
	'Access Grant',
	"The grant that the method belongs to. Optional: it shortens the list under 'Access Method'.",
	'searchAccessGrants',
	'an access grant',
);

export const unmanagedUserIdentityField = choice(
	'Person',
	'The unmanaged person',
	'searchUnmanagedUserIdentities',
);

export const unmanagedAccessGrantField = choice(
	'Access Grant',
	'The unmanaged grant',
	'searchUnmanagedAccessGrants',
);

export const narrowingUnmanagedGrantField = narrowing(
	'Access Grant',
	"The grant that the method belongs to. Optional: it shortens the list under 'Access Method'.",
	'searchUnmanagedAccessGrants',
	'an access grant',
);

export const unmanagedAccessMethodField = choice(
	'Access Method',
	'The PIN, card or key of an unmanaged grant',
	'searchUnmanagedAccessMethods',
);

export const instantKeyField = choice(
	'Instant Key',
	'The link that puts mobile keys on a phone',
	'searchInstantKeys',
);

export const encoderField = choice(
	'Encoder',
	'The encoder that writes the card. Put the card on the encoder before you execute the node. Send the node only one item per encoder.',
	'searchEncoders',
);

export const accessSystemUserField = choice(
	'Access System User',
	'The user of the access system',
	'searchAccessSystemUsers',
	'a user',
);

export const accessSystemField = choice(
	'Access System',
	'The access system of the building',
	'searchAccessSystems',
);

export const entranceField = choice('Entrance', 'The door of the access system', 'searchEntrances');

export const entranceCredentialField = choice(
	'Access Credential',
	'The cloud key that opens the entrance. Choose the entrance first: the list shows its cloud keys.',
	'searchCredentialsOfEntrance',
);

export const accessGroupField = choice(
	'Access Group',
	'The group of the access system',
	'searchAccessGroups',
);

export const accessCredentialField = choice(
	'Access Credential',
	'The card, PIN or key of the access system',
	'searchAccessCredentials',
);

/** At the top level, use deviceRows. */
export const severalDevicesField = {
	displayName: 'Device Names or IDs',
	type: 'multiOptions',
	typeOptions: loadedBy('getDevices'),
	default: [],
	description:
		'Choose from the list, or specify IDs using an <a href="https://docs.n8n.io/code/expressions/">expression</a>',
} as const satisfies Field;

/** For lists that need one request per device. */
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

export function chosenDevices({ devices, deviceId, deviceIds }: IDataObject): DeviceScope {
	if (devices === 'all') return 'allDevices';
	if (devices === 'several') return { deviceIds: requireUuids('Device Names or IDs', deviceIds) };
	return { deviceIds: [requireUuid('Device', deviceId)] };
}
