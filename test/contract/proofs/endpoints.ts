/** An endpoint of facts 4, 6 and 7 with the operations of the node that are about it, or why none is. */
export interface Endpoint {
	readonly path: string;
	/** `resource.operation`, or `trigger`. */
	readonly operations: readonly string[];
	readonly notOffered?: string;
}

const offered = (path: string, ...operations: string[]): Endpoint => ({ path, operations });
const notOffered = (reason: string, ...paths: string[]): Endpoint[] => paths.map((path) => ({ path, operations: [], notOffered: reason }));

const SAME_AS_DEVICE = 'gives the same records as /devices/get and /devices/list';
const SETUP = 'setting up devices, spaces and accounts is outside the scope of the node';
const CREDENTIALS = 'the node works with access methods, not with the credentials below them';
const UNMANAGED_GRANTS = 'the node handles managed grants alone';
const TESTING = 'serves tests of the service alone';

/** Every endpoint of the facts, in their order. */
export const endpoints: readonly Endpoint[] = [
	offered('/workspaces/get', 'workspace.get'),
	...notOffered('a key belongs to one workspace', '/workspaces/list'),
	offered('/workspaces/reset_sandbox', 'workspace.resetSandbox'),
	offered('/devices/get', 'device.get'),
	offered('/devices/list', 'device.getAll'),
	offered('/devices/update', 'device.update'),
	...notOffered(SETUP, '/devices/delete'),
	...notOffered('the node handles managed devices alone', '/devices/unmanaged/get', '/devices/unmanaged/list', '/devices/unmanaged/update'),
	...notOffered(SETUP, '/devices/list_device_providers'),
	...notOffered(SAME_AS_DEVICE, '/locks/get', '/locks/list'),
	offered('/locks/lock_door', 'device.lock'),
	offered('/locks/unlock_door', 'device.unlock'),
	...notOffered(SETUP, '/locks/configure_auto_lock'),
	...notOffered(
		TESTING, '/locks/simulate/keypad_code_entry', '/locks/simulate/manual_lock_via_keypad', '/devices/simulate/connect',
		'/devices/simulate/disconnect', '/devices/simulate/remove', '/devices/simulate/connect_to_hub', '/devices/simulate/disconnect_from_hub',
		'/devices/simulate/paid_subscription',
	),
	offered('/access_codes/create', 'accessCode.create', 'unmanagedAccessCode.replaceWithManaged'),
	offered('/access_codes/create_multiple', 'accessCode.createMultiple'),
	offered('/access_codes/get', 'accessCode.get'),
	offered('/access_codes/list', 'accessCode.getAll'),
	offered('/access_codes/update', 'accessCode.update'),
	offered('/access_codes/update_multiple', 'accessCode.updateMultiple'),
	offered('/access_codes/delete', 'accessCode.delete'),
	offered('/access_codes/generate_code', 'accessCode.generateCode'),
	offered('/access_codes/pull_backup_access_code', 'accessCode.pullBackupAccessCode'),
	...notOffered(SETUP, '/access_codes/report_device_constraints'),
	...notOffered('is undocumented and unreleased', '/access_codes/get_timeline'),
	offered('/access_codes/unmanaged/list', 'unmanagedAccessCode.getAll'),
	offered('/access_codes/unmanaged/get', 'unmanagedAccessCode.get'),
	offered('/access_codes/unmanaged/convert_to_managed', 'unmanagedAccessCode.convertToManaged'),
	...notOffered('is the older variant of the conversion', '/access_codes/unmanaged/update'),
	offered('/access_codes/unmanaged/delete', 'unmanagedAccessCode.delete', 'unmanagedAccessCode.replaceWithManaged'),
	offered('/access_codes/simulate/create_unmanaged_access_code', 'unmanagedAccessCode.simulateCreate'),
	offered('/access_grants/create', 'accessGrant.create'),
	offered('/access_grants/get', 'accessGrant.get'),
	offered('/access_grants/list', 'accessGrant.getAll'),
	offered('/access_grants/update', 'accessGrant.update'),
	offered('/access_grants/delete', 'accessGrant.delete'),
	offered('/access_grants/request_access_methods', 'accessGrant.requestAccessMethods'),
	...notOffered('its records are read by the operations of their own resources', '/access_grants/get_related', '/access_methods/get_related'),
	...notOffered(UNMANAGED_GRANTS, '/access_grants/unmanaged/get', '/access_grants/unmanaged/list', '/access_grants/unmanaged/update', '/access_methods/unmanaged/list'),
	offered('/access_methods/get', 'accessMethod.get'),
	offered('/access_methods/list', 'accessMethod.getAll'),
	offered('/access_methods/delete', 'accessMethod.delete'),
	offered('/access_methods/encode', 'accessMethod.encode'),
	offered('/access_methods/assign_card', 'accessMethod.assignCard'),
	offered('/access_methods/unlock_door', 'accessMethod.unlockDoor'),
	offered('/acs/access_groups/get', 'accessGroup.get'),
	offered('/acs/access_groups/list', 'accessGroup.getAll'),
	offered('/acs/access_groups/list_users', 'accessGroup.getUsers'),
	offered('/acs/access_groups/list_accessible_entrances', 'accessGroup.getEntrances'),
	offered('/acs/access_groups/add_user', 'accessGroup.addUser'),
	offered('/acs/access_groups/remove_user', 'accessGroup.removeUser'),
	offered('/acs/access_groups/delete', 'accessGroup.delete'),
	offered('/acs/systems/get', 'accessSystem.get'),
	offered('/acs/systems/list', 'accessSystem.getAll'),
	...notOffered('the users of a system are read by accessGroup.getUsers, and offered for choice', '/acs/users/get', '/acs/users/list'),
	offered('/acs/entrances/get', 'entrance.get'),
	offered('/acs/entrances/list', 'entrance.getAll'),
	...notOffered(CREDENTIALS, '/acs/entrances/unlock', '/acs/entrances/grant_access', '/acs/credentials/get', '/acs/credentials/list'),
	...notOffered('encoders are offered for choice in accessMethod.encode', '/acs/encoders/get', '/acs/encoders/list', '/acs/encoders/encode_credential'),
	offered('/spaces/get', 'space.get'),
	offered('/spaces/list', 'space.getAll'),
	...notOffered(SETUP, '/spaces/create', '/spaces/update', '/spaces/delete', '/spaces/add_devices', '/spaces/remove_devices'),
	offered('/user_identities/get', 'userIdentity.get'),
	offered('/user_identities/list', 'userIdentity.getAll'),
	offered('/user_identities/create', 'userIdentity.create'),
	offered('/user_identities/update', 'userIdentity.update'),
	offered('/user_identities/delete', 'userIdentity.delete'),
	offered('/connected_accounts/get', 'connectedAccount.get'),
	offered('/connected_accounts/list', 'connectedAccount.getAll'),
	...notOffered(SETUP, '/connected_accounts/sync', '/connect_webviews/list'),
	...notOffered(TESTING, '/connected_accounts/simulate/disconnect'),
	offered('/action_attempts/get', 'actionAttempt.get', 'actionAttempt.waitForCompletion'),
	offered('/action_attempts/list', 'actionAttempt.getAll'),
	offered('/events/get', 'event.get'),
	offered('/events/list', 'event.getAll', 'trigger'),
	offered('/webhooks/create', 'trigger'),
	offered('/webhooks/list', 'trigger'),
	offered('/webhooks/delete', 'trigger'),
	...notOffered('the trigger needs to create, list and delete alone', '/webhooks/get', '/webhooks/update'),
];
