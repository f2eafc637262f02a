/** A group of event types in the list. */
export interface EventGroup {
	name: string;
	types: readonly EventRow[];
}

/**
 * One event type. `value`: the service's own value, which workflows store. `title`: the words after the group in the list.
 * `description`: what happened, and what the event adds to the fields of all events. `action`: the sentence in the
 * node panel, if the one built from group and title would read badly.
 */
export interface EventRow {
	value: string;
	title: string;
	description: string;
	action?: string;
}

const row = (value: string, title: string, description: string, action?: string): EventRow => ({
	value,
	title,
	description,
	action,
});

/**
 * The fields in which an event about a delay or a failure gives its reason; all may be empty
 * (docs/service.md#events-5).
 */
const REASONS =
	"See 'access_code_errors', 'device_errors' and 'connected_account_errors' for the reason.";

/** How a lock was locked or unlocked. */
const METHODS =
	"'method' is 'keycode', 'card', 'mobile_key', 'manual', 'remote', 'automatic' or 'unknown'.";

/**
 * Every event type of the OpenAPI. The set is open: people can enter other types
 * (docs/service.md#events-3).
 */
export const EVENT_GROUPS: readonly EventGroup[] = [
	{
		name: 'Access Code',
		types: [
			row(
				'access_code.backup_access_code_pulled',
				'Backup Code Pulled',
				"A backup code replaced an access code that could not be set in time. 'backup_access_code_id' is the ID of the backup code.",
				'On backup access code pulled',
			),
			row(
				'access_code.changed',
				'Changed',
				"An access code changed. 'changed_properties' lists the old and new values, and 'change_reason' may say why.",
			),
			row(
				'access_code.code_changed',
				'PIN Changed',
				"An access code has a new PIN. 'from' and 'to' hold the old and the new PIN.",
				'On access code PIN changed',
			),
			row(
				'access_code.created',
				'Created',
				'A managed access code was created. It may not be on its lock yet.',
			),
			row(
				'access_code.delay_in_removing_from_device',
				'Delay in Removing from Device',
				`An access code is taking longer than usual to leave its lock, so the PIN may still work. ${REASONS}`,
				'On delay in removing access code from device',
			),
			row(
				'access_code.delay_in_setting_on_device',
				'Delay in Setting on Device',
				`An access code is taking longer than usual to reach its lock, so the PIN may not work yet. ${REASONS}`,
				'On delay in setting access code on device',
			),
			row(
				'access_code.deleted',
				'Deleted',
				"A managed access code was deleted. 'code' holds its PIN, if known.",
			),
			row(
				'access_code.deleted_external_to_seam',
				'Deleted Outside the Service',
				"Someone deleted a managed access code at the lock or in the lock maker's app",
			),
			row(
				'access_code.failed_to_remove_from_device',
				'Failed to Remove from Device',
				`An access code could not be removed from its lock, so the PIN may still work. ${REASONS}`,
			),
			row(
				'access_code.failed_to_set_on_device',
				'Failed to Set on Device',
				`An access code could not be set on its lock, so the PIN does not work. ${REASONS}`,
			),
			row(
				'access_code.modified_external_to_seam',
				'Changed Outside the Service',
				"Someone changed a managed access code at the lock or in the lock maker's app",
			),
			row(
				'access_code.mutations_requested',
				'Changes Requested',
				"Changes to an access code were requested but have not been made yet. 'requested_mutations' lists them.",
			),
			row(
				'access_code.name_changed',
				'Name Changed',
				"An access code has a new name. 'from' and 'to' hold the old and the new name.",
			),
			row(
				'access_code.removed_from_device',
				'Removed from Device',
				'An access code is no longer on its lock. Codes that never reached their lock do not send this event.',
			),
			row(
				'access_code.scheduled_on_device',
				'Scheduled on Device',
				"The lock stored an access code with its start and end, and enforces them itself. 'code' holds the PIN.",
			),
			row(
				'access_code.set_on_device',
				'Set on Device',
				"An access code is on its lock, and its PIN works. 'code' holds the PIN.",
			),
			row(
				'access_code.time_frame_changed',
				'Times Changed',
				"An access code has a new start or end. 'from' and 'to' hold the old and the new times.",
			),
		],
	},
	{
		name: 'Unmanaged Access Code',
		types: [
			row(
				'access_code.unmanaged.converted_to_managed',
				'Converted to Managed',
				'An unmanaged access code is now managed. You can change and delete it. It keeps its ID and PIN.',
			),
			row(
				'access_code.unmanaged.created',
				'Found on Device',
				'An access code created elsewhere was found on a lock',
			),
			row(
				'access_code.unmanaged.failed_to_convert_to_managed',
				'Failed to Convert to Managed',
				`An unmanaged access code could not be converted. It stays on the lock unchanged. ${REASONS}`,
			),
			row(
				'access_code.unmanaged.removed',
				'Removed from Device',
				'An access code created elsewhere is no longer on its lock',
			),
		],
	},
	{
		name: 'Access Grant',
		types: [
			row(
				'access_grant.access_granted_to_all_doors',
				'Access to All Doors Granted',
				"A person with an access grant can now open all of the grant's doors",
				'On access to all doors granted',
			),
			row(
				'access_grant.access_granted_to_door',
				'Access to a Door Granted',
				"A person with an access grant can now open one of the grant's doors. 'acs_entrance_id' is the ID of the door.",
				'On access to a door granted',
			),
			row(
				'access_grant.access_times_changed',
				'Times Changed',
				"A grant has a new start or end, in 'starts_at' and 'ends_at'. 'access_grant_key' is your own key for the grant, if it has one.",
			),
			row(
				'access_grant.access_to_door_lost',
				'Access to a Door Lost',
				"A person with an access grant can no longer open one of the grant's doors. 'acs_entrance_id' is the ID of the door.",
				'On access to a door lost',
			),
			row(
				'access_grant.could_not_create_requested_access_methods',
				'Failed to Create Access Methods',
				"PINs, cards or keys of a grant could not be created. 'error_message' says why, and 'missing_device_ids' may list the devices without an access code.",
			),
			row(
				'access_grant.created',
				'Created',
				'A person was granted access. The PINs, cards and keys may not work yet.',
			),
			row(
				'access_grant.deleted',
				'Deleted',
				'A grant was deleted with all its PINs, cards and keys',
			),
		],
	},
	{
		name: 'Access Method',
		types: [
			row(
				'access_method.card_encoding_required',
				'Card Encoding Required',
				"A card must be encoded before it opens a door. Use 'Access Method: Encode'.",
				'On card encoding required',
			),
			row(
				'access_method.created',
				'Created',
				'A PIN, card or key of a grant was created. It may not work yet.',
			),
			row(
				'access_method.delay_in_issuing',
				'Delay in Issuing',
				'Issuing a PIN, card or key of a grant is taking longer than usual. It may not work yet.',
				'On delay in issuing access method',
			),
			row('access_method.deleted', 'Deleted', 'A PIN, card or key of a grant was deleted'),
			row(
				'access_method.failed_to_issue',
				'Failed to Issue',
				'A PIN, card or key of a grant could not be issued, so it does not work',
			),
			row(
				'access_method.issued',
				'Issued',
				"The service issued a PIN, card or key of a grant. A PIN may reach its lock only shortly before the stay. 'code' may hold the PIN, and 'is_backup_code' says whether it is a backup.",
			),
			row(
				'access_method.reissued',
				'Reissued',
				"The service issued a PIN, card or key of a grant again after a change. A PIN may reach its lock only shortly before the stay. 'code' may hold the PIN, and 'is_backup_code' says whether it is a backup.",
			),
			row(
				'access_method.revoked',
				'Revoked',
				'A PIN, card or key of a grant no longer works. If the grant changed, the access method works again once it is reissued.',
			),
		],
	},
	{
		name: 'Access System',
		types: [
			row(
				'acs_access_group.deleted',
				'Access Group Deleted',
				'An access group of an access system was deleted',
				'On access group deleted',
			),
			row(
				'acs_credential.deleted',
				'Credential Deleted',
				'A credential of an access system, such as a card or a PIN, was deleted',
			),
			row(
				'acs_credential.invalidated',
				'Credential Invalidated',
				'A credential of an access system, such as a card or a PIN, is no longer valid',
			),
			row(
				'acs_credential.issued',
				'Credential Issued',
				'A credential of an access system, such as a card or a PIN, now works',
			),
			row(
				'acs_credential.reissued',
				'Credential Reissued',
				'A credential of an access system, such as a card or a PIN, now works again after a change',
			),
			row(
				'acs_encoder.added',
				'Card Encoder Added',
				'A card encoder was added to an access system',
				'On card encoder added',
			),
			row(
				'acs_encoder.removed',
				'Card Encoder Removed',
				'A card encoder was removed from an access system',
				'On card encoder removed',
			),
			row(
				'acs_entrance.added',
				'Entrance Added',
				'An entrance was added to an access system',
				'On entrance added',
			),
			row(
				'acs_entrance.removed',
				'Entrance Removed',
				'An entrance was removed from an access system',
				'On entrance removed',
			),
			row(
				'acs_system.added',
				'System Added',
				'An access system was added to the workspace',
				'On access system added',
			),
			row(
				'acs_system.connected',
				'System Connected',
				'The service can now reach an access system',
				'On access system connected',
			),
			row(
				'acs_system.disconnected',
				'System Disconnected',
				'The service can no longer reach an access system',
				'On access system disconnected',
			),
			row('acs_user.created', 'User Created', 'A user of an access system was created'),
			row('acs_user.deleted', 'User Deleted', 'A user of an access system was deleted'),
		],
	},
	{
		name: 'Action Attempt',
		types: [
			row(
				'action_attempt.lock_door.failed',
				'Locking Failed',
				'A door could not be locked remotely',
				'On remote locking failed',
			),
			row(
				'action_attempt.lock_door.succeeded',
				'Locking Succeeded',
				'A door was locked remotely',
				'On remote locking succeeded',
			),
			row(
				'action_attempt.simulate_keypad_code_entry.failed',
				'Simulated PIN Entry Failed',
				'In a sandbox, entering a PIN at a keypad could not be simulated',
				'On simulated PIN entry failed',
			),
			row(
				'action_attempt.simulate_keypad_code_entry.succeeded',
				'Simulated PIN Entry Succeeded',
				'In a sandbox, entering a PIN at a keypad was simulated',
				'On simulated PIN entry succeeded',
			),
			row(
				'action_attempt.simulate_manual_lock_via_keypad.failed',
				'Simulated Manual Locking Failed',
				'In a sandbox, locking a door at its keypad could not be simulated',
				'On simulated manual locking failed',
			),
			row(
				'action_attempt.simulate_manual_lock_via_keypad.succeeded',
				'Simulated Manual Locking Succeeded',
				'In a sandbox, locking a door at its keypad was simulated',
				'On simulated manual locking succeeded',
			),
			row(
				'action_attempt.unlock_door.failed',
				'Unlocking Failed',
				'A door could not be unlocked remotely',
				'On remote unlocking failed',
			),
			row(
				'action_attempt.unlock_door.succeeded',
				'Unlocking Succeeded',
				'A door was unlocked remotely',
				'On remote unlocking succeeded',
			),
		],
	},
	{
		name: 'Connected Account',
		types: [
			row(
				'connected_account.completed_first_sync',
				'First Sync Completed',
				'The service read the devices of a new account for the first time',
			),
			row(
				'connected_account.completed_first_sync_after_reconnection',
				'First Sync After Reconnection Completed',
				'The service read the devices of an account again after it was reconnected',
			),
			row(
				'connected_account.connected',
				'Connected',
				"The service connected or reconnected to an owner's account with a lock maker",
			),
			row(
				'connected_account.created',
				'Created',
				"An owner's account with a lock maker was added to the workspace",
			),
			row(
				'connected_account.deleted',
				'Deleted',
				"An owner's account with a lock maker was removed from the workspace",
			),
			row(
				'connected_account.disconnected',
				'Disconnected',
				"The service can no longer reach an owner's account with a lock maker, or the devices in that account",
			),
			row(
				'connected_account.reauthorization_requested',
				'Sign-In Required',
				'An owner must sign in again to an account with a lock maker',
			),
			row(
				'connected_account.successful_login',
				'Signed In',
				'An owner signed in to an account with a lock maker',
			),
		],
	},
	{
		name: 'Device',
		types: [
			row(
				'device.accessory_keypad_connected',
				'Keypad Connected',
				'A keypad was connected to a lock',
			),
			row(
				'device.accessory_keypad_disconnected',
				'Keypad Disconnected',
				'The keypad of a lock is offline',
			),
			row('device.added', 'Added', 'A device was added to the workspace'),
			row(
				'device.battery_status_changed',
				'Battery Status Changed',
				"The battery status of a device changed. 'battery_status' is 'critical', 'low', 'good' or 'full'; 'battery_level' ranges from 0 (empty) to 1 (full).",
			),
			row('device.connected', 'Connected', 'A device came online or is back online'),
			row(
				'device.connection_became_flaky',
				'Connection Became Unreliable',
				'A device keeps losing its connection',
			),
			row(
				'device.connection_stabilized',
				'Connection Became Reliable',
				'The connection to a device is reliable again',
			),
			row(
				'device.converted_to_unmanaged',
				'Converted to Unmanaged',
				'The workspace no longer manages a device or its access codes',
			),
			row(
				'device.deleted',
				'Deleted',
				"A device was deleted from the workspace. 'device_name' may hold its name.",
			),
			row(
				'device.disconnected',
				'Disconnected',
				"A device is offline. 'error_code' is 'device_disconnected', 'hub_disconnected' or 'account_disconnected'.",
			),
			row(
				'device.doorbell_rang',
				'Doorbell Rang',
				'Someone rang the doorbell of a device',
				'On doorbell rang',
			),
			row(
				'device.error.subscription_required',
				'Subscription Required',
				'A device needs a paid subscription from its maker',
			),
			row(
				'device.error.subscription_required.resolved',
				'Subscription No Longer Missing',
				'A device that needed a paid subscription works again',
			),
			row(
				'device.low_battery',
				'Battery Low',
				"The battery of a device is almost empty. 'battery_level' ranges from 0 (empty) to 1 (full).",
			),
			row('device.name_changed', 'Name Changed', "A device has a new name, in 'device_name'"),
			row('device.removed', 'Removed', 'A device is no longer in its account with the lock maker'),
			row(
				'device.salto.privacy_mode_activated',
				'Privacy Mode On (Salto)',
				'Someone turned on privacy mode on a Salto lock, which keeps others out',
				'On Salto lock privacy mode turned on',
			),
			row(
				'device.salto.privacy_mode_deactivated',
				'Privacy Mode Off (Salto)',
				'Someone turned off privacy mode on a Salto lock',
				'On Salto lock privacy mode turned off',
			),
			row('device.tampered', 'Tampered With', 'A device reports that someone tampered with it'),
			row(
				'device.third_party_integration_detected',
				'Other System Detected',
				'Another system also seems to control a device',
				'On other system detected at device',
			),
			row(
				'device.third_party_integration_no_longer_detected',
				'Other System No Longer Detected',
				'No other system seems to control a device anymore',
				'On other system no longer detected at device',
			),
			row(
				'device.unmanaged.connected',
				'Unmanaged Device Connected',
				'An unmanaged device came online or is back online',
				'On unmanaged device connected',
			),
			row(
				'device.unmanaged.converted_to_managed',
				'Unmanaged Device Converted to Managed',
				'An unmanaged device is now managed',
				'On unmanaged device converted to managed',
			),
			row(
				'device.unmanaged.disconnected',
				'Unmanaged Device Disconnected',
				'An unmanaged device is offline',
				'On unmanaged device disconnected',
			),
		],
	},
	{
		name: 'Lock',
		types: [
			row(
				'lock.access_denied',
				'Access Denied',
				"A lock did not open for someone. 'reason' may say why.",
				'On access denied at lock',
			),
			row('lock.locked', 'Locked', `A door was locked. ${METHODS}`, 'On door locked'),
			row(
				'lock.unlocked',
				'Unlocked',
				`A door was unlocked. ${METHODS} If a PIN was used, 'access_code_id' is the ID of its access code.`,
				'On door unlocked',
			),
		],
	},
	{
		name: 'Other',
		types: [
			row(
				'camera.activated',
				'Camera Activated',
				'A camera was turned on, for example by movement',
				'On camera activated',
			),
			row(
				'client_session.deleted',
				'Client Session Deleted',
				'A client session ended. It let a person use the service in an app or on a web page.',
				'On client session deleted',
			),
			row(
				'connect_webview.login_failed',
				'Connect Webview Sign-In Failed',
				'An owner could not sign in to a lock maker in a connect webview',
				'On connect webview sign-in failed',
			),
			row(
				'connect_webview.login_succeeded',
				'Connect Webview Sign-In Succeeded',
				'An owner signed in to a lock maker in a connect webview',
				'On connect webview sign-in succeeded',
			),
			row(
				'enrollment_automation.deleted',
				'Enrollment Automation Deleted',
				'An automation that issues mobile keys was deleted',
				'On enrollment automation deleted',
			),
			row(
				'noise_sensor.noise_threshold_triggered',
				'Noise Threshold Exceeded',
				'A noise sensor measured noise above its threshold',
				'On noise threshold exceeded',
			),
			row(
				'phone.deactivated',
				'Phone Deactivated',
				'A phone with mobile keys was deactivated',
				'On phone deactivated',
			),
			row(
				'space.created',
				'Space Created',
				'A space, such as a room or a floor, was created',
				'On space created',
			),
			row(
				'space.deleted',
				'Space Deleted',
				'A space, such as a room or a floor, was deleted',
				'On space deleted',
			),
			row(
				'space.device_membership_changed',
				'Devices of Space Changed',
				'Devices were added to or removed from a space',
				'On space devices changed',
			),
			row(
				'thermostat.climate_preset_activated',
				'Thermostat Preset Activated',
				'A thermostat switched to one of its presets',
				'On thermostat preset activated',
			),
			row(
				'thermostat.manually_adjusted',
				'Thermostat Adjusted Manually',
				'Someone adjusted a thermostat manually',
				'On thermostat adjusted manually',
			),
			row(
				'thermostat.temperature_changed',
				'Temperature Changed',
				'A thermostat measured a new temperature',
				'On temperature changed',
			),
			row(
				'thermostat.temperature_reached_set_point',
				'Temperature Reached',
				'A thermostat reached its set temperature',
				'On set temperature reached',
			),
			row(
				'thermostat.temperature_threshold_exceeded',
				'Temperature Limit Exceeded',
				'The temperature at a thermostat is outside its limits',
				'On temperature limit exceeded',
			),
			row(
				'thermostat.temperature_threshold_no_longer_exceeded',
				'Temperature Within Limits Again',
				'The temperature at a thermostat is within its limits again',
				'On temperature within limits again',
			),
		],
	},
];
