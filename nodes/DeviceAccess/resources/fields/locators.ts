import type { IDataObject, INodePropertyMode } from 'n8n-workflow';
import {
	choiceField,
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
import { RECORDS, type RecordName, searchMethodOf } from '../../wire/recordTable';

export const SEVERAL_IDS = validId(`^\\s*${UUID_PATTERN}(\\s*,\\s*${UUID_PATTERN})*\\s*$`);

export type Locator = Field & { readonly modes: INodePropertyMode[] };

/** What is chosen among unmanaged records is called like a managed one. */
const nameIn = (record: RecordName) => RECORDS[record].name.replace('unmanaged ', '');

const articleOf = (name: string) => `${/^[aeiou]/.test(name) ? 'an' : 'a'} ${name}`;

const labelOf = (name: string) => name.replace(/\b[a-z]/g, (letter) => letter.toUpperCase());

const locatorOf = (record: RecordName) =>
	locator(
		{
			displayName: labelOf(nameIn(record)),
			description: RECORDS[record].description as string,
			required: true,
		},
		searchMethodOf(record),
		articleOf(nameIn(record)),
	);

/** It only shortens the list of another field. */
const narrowing = (record: RecordName, description: string) =>
	({
		...locatorOf(record),
		description,
		required: undefined,
		notSent: true,
	}) as const satisfies Field;

export const accessCodeField = locatorOf('accessCode');
export const accessCredentialField = locatorOf('accessCredential');
export const accessGrantField = locatorOf('accessGrant');
export const accessGroupField = locatorOf('accessGroup');
export const accessMethodField = locatorOf('accessMethod');
export const accessSystemField = locatorOf('accessSystem');
export const accessSystemUserField = locatorOf('accessSystemUser');
export const connectedAccountField = locatorOf('connectedAccount');
export const connectWebviewField = locatorOf('connectWebview');
export const deviceField = locatorOf('device');
export const encoderField = locatorOf('encoder');
export const entranceField = locatorOf('entrance');
export const instantKeyField = locatorOf('instantKey');
export const spaceField = locatorOf('space');
export const unmanagedAccessCodeField = locatorOf('unmanagedAccessCode');
export const unmanagedAccessGrantField = locatorOf('unmanagedAccessGrant');
export const unmanagedAccessMethodField = locatorOf('unmanagedAccessMethod');
export const unmanagedDeviceField = locatorOf('unmanagedDevice');
export const unmanagedUserIdentityField = locatorOf('unmanagedUserIdentity');
export const userIdentityField = locatorOf('userIdentity');

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

/** It also sets the device for the rate limit. */
export const narrowingDeviceField = narrowing(
	'device',
	"The device that the code is on. Optional: it shortens the list under 'Access Code'.",
);

const GRANT_OF_METHOD =
	"The grant that the method belongs to. Optional: it shortens the list under 'Access Method'.";

export const narrowingAccessGrantField = narrowing('accessGrant', GRANT_OF_METHOD);
export const narrowingUnmanagedGrantField = narrowing('unmanagedAccessGrant', GRANT_OF_METHOD);

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
	devices: choiceField(
		'Devices',
		'Which devices to list codes from',
		[
			{
				name: 'All Devices',
				value: 'all',
				description: 'Every device in the workspace. Sends one request for each.',
			},
			{ name: 'One Device', value: 'one' },
			{ name: 'Several Devices', value: 'several' },
		],
		'one',
		{ notSent: true },
	),
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
