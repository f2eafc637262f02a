import { toStoredCredentialRecord } from '../../domain/access/credentials';
import {
	toAccessGrantRecord,
	toAccessGroupRecord,
	toAccessMethodRecord,
	toAccessSystemRecord,
	toAccessSystemUserRecord,
	toEncoderRecord,
	toEntranceRecord,
	toSpaceRecord,
	toUnmanagedGrantRecord,
	toUnmanagedIdentityRecord,
	toUnmanagedMethodRecord,
	toUserIdentityRecord,
} from '../../domain/access/records';
import { toDeviceRecord, toUnmanagedDeviceRecord } from '../../domain/devices/records';
import type { ConnectedAccount } from '../../schemas/connectedAccount';
import type { ConnectWebview } from '../../schemas/connectWebview';
import type { Device } from '../../schemas/device';
import type { ThermostatSchedule } from '../../schemas/thermostatSchedule';
import type { AccessState } from '../../state/accessState';
import type { Collection } from '../../state/collection';
import type { SandboxHere } from '../sandboxService';
import type { RecordKind } from './recordRoutes';

const kind = <Data extends object>(
	name: string,
	collectionIn: (access: AccessState) => Collection<Data>,
	show: (data: Data, here: SandboxHere) => object,
	plural = `${name}s`,
): RecordKind<Data> => ({ name, plural, in: ({ access }) => collectionIn(access), show });

export const spaces = kind('space', (access) => access.spaces, toSpaceRecord);
export const accessGroups = kind(
	'acs_access_group',
	(access) => access.accessGroups,
	toAccessGroupRecord,
);
export const encoders = kind('acs_encoder', (access) => access.encoders, toEncoderRecord);
export const credentials = kind(
	'acs_credential',
	(access) => access.credentials,
	toStoredCredentialRecord,
);
export const accessMethods = kind(
	'access_method',
	(access) => access.accessMethods,
	toAccessMethodRecord,
);
export const unmanagedMethods = kind(
	'access_method',
	(access) => access.unmanagedMethods,
	toUnmanagedMethodRecord,
);
export const instantKeys = kind(
	'instant_key',
	(access) => access.instantKeys,
	(key) => key,
);
export const userIdentities = kind(
	'user_identity',
	(access) => access.userIdentities,
	(data, here) => toUserIdentityRecord(here, data),
	'user_identities',
);
export const unmanagedIdentities = kind(
	'user_identity',
	(access) => access.unmanagedUserIdentities,
	(data, here) => toUnmanagedIdentityRecord(here, data),
	'user_identities',
);
export const accessSystems = kind(
	'acs_system',
	(access) => access.accessSystems,
	(data, here) => toAccessSystemRecord(here, data),
);
export const accessSystemUsers = kind(
	'acs_user',
	(access) => access.accessSystemUsers,
	(data, here) => toAccessSystemUserRecord(here, data),
);
export const entrances = kind(
	'acs_entrance',
	(access) => access.entrances,
	(data, here) => toEntranceRecord(here, data),
);
export const accessGrants = kind(
	'access_grant',
	(access) => access.accessGrants,
	(data, here) => toAccessGrantRecord(here, data),
);
export const unmanagedGrants = kind(
	'access_grant',
	(access) => access.unmanagedGrants,
	(data, here) => toUnmanagedGrantRecord(here, data),
);

export const devices: RecordKind<Device> = {
	name: 'device',
	in: ({ devices: entries, devicesById }) => ({
		entries,
		get: (id) => devicesById.get(id)?.record,
	}),
	show: (record, here) => toDeviceRecord(here, { record }),
};
export const unmanagedDevices: RecordKind<Device> = {
	name: 'device',
	in: ({ unmanagedDevices: entries }) => ({
		entries,
		get: (id) => entries.find(({ record }) => record.device_id === id)?.record,
	}),
	show: toUnmanagedDeviceRecord,
};
export const connectedAccounts: RecordKind<ConnectedAccount> = {
	name: 'connected_account',
	in: (workspace) => workspace.connectedAccounts,
	show: (account) => account,
};
export const connectWebviews: RecordKind<ConnectWebview> = {
	name: 'connect_webview',
	in: (workspace) => workspace.connectWebviews,
	show: (webview) => webview,
};
export const thermostatSchedules: RecordKind<ThermostatSchedule> = {
	name: 'thermostat_schedule',
	in: (workspace) => workspace.thermostatSchedules,
	show: (schedule) => schedule,
};
