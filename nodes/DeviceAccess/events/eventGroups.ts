/** A group of event types, as a person finds them in the list. */
export interface EventGroup {
	name: string;
	types: readonly EventRow[];
}

/**
 * One event type: the wire's own value, which workflows store; the words after its group in the list; what has happened,
 * and what the event adds to the fields that all have (facts 6); the sentence in the node panel, where the one made of
 * the group and its words would read badly.
 */
export interface EventRow {
	value: string;
	title: string;
	description: string;
	action?: string;
}

const row = (value: string, title: string, description: string, action?: string): EventRow => ({ value, title, description, action });

/** Where an event about a delay or a refusal says why; all may be empty (facts 6). */
const REASONS = "'access_code_errors', 'device_errors' and 'connected_account_errors' can say why.";

/** How a lock was moved (facts 6). */
const METHODS = "'method' says how: 'keycode', 'card', 'mobile_key', 'manual', 'remote', 'automatic' or 'unknown'.";

/** Every event type that has a record in the contract (facts 6, facts 2 A; an open set: others can be typed in). */
export const EVENT_GROUPS: readonly EventGroup[] = [
	{
		name: 'Access Code',
		types: [
			row('access_code.backup_access_code_pulled', 'Backup Code Pulled', "A backup code has taken the place of a code that could not be set in time. 'backup_access_code_id' is the ID of the backup code.", 'On backup access code pulled'),
			row('access_code.changed', 'Changed', "Something about a code has changed. 'changed_properties' lists what, with the old and the new value; 'change_reason' may say why."),
			row('access_code.code_changed', 'PIN Changed', "A code has a new PIN. 'from' and 'to' hold the old and the new one.", 'On PIN of access code changed'),
			row('access_code.created', 'Created', 'A managed code was created. It need not be on its lock yet.'),
			row('access_code.delay_in_removing_from_device', 'Delay in Removing from Device', `It takes longer than usual to remove a code from its lock, so the PIN may still work. ${REASONS}`, 'On delay in removing access code from device'),
			row('access_code.delay_in_setting_on_device', 'Delay in Setting on Device', `It takes longer than usual to set a code on its lock, so the PIN may not work yet. ${REASONS}`, 'On delay in setting access code on device'),
			row('access_code.deleted', 'Deleted', "A managed code was deleted. 'code' holds its PIN, where it is known."),
			row('access_code.deleted_external_to_seam', 'Deleted Outside the Service', "Somebody has deleted a managed code at the lock or in the lock maker's own app"),
			row('access_code.failed_to_remove_from_device', 'Could Not Be Removed from Device', `A code could not be removed from its lock, so the PIN may still work. ${REASONS}`, 'On access code that could not be removed from device'),
			row('access_code.failed_to_set_on_device', 'Could Not Be Set on Device', `A code could not be set on its lock, so the PIN does not work. ${REASONS}`, 'On access code that could not be set on device'),
			row('access_code.modified_external_to_seam', 'Changed Outside the Service', "Somebody has changed a managed code at the lock or in the lock maker's own app"),
			row('access_code.mutations_requested', 'Changes Requested', "Changes to a code are asked for, and not carried out yet. 'requested_mutations' lists them.", 'On changes to access code requested'),
			row('access_code.name_changed', 'Name Changed', "A code has a new name. 'from' and 'to' hold the old and the new one.", 'On name of access code changed'),
			row('access_code.removed_from_device', 'Removed from Device', 'A code is no longer on its lock. The event is not sent for a code that never was on it.'),
			row('access_code.scheduled_on_device', 'Scheduled on Device', "The lock has a code together with its times, and lets it work from its start to its end. 'code' holds the PIN."),
			row('access_code.set_on_device', 'Set on Device', "A code is on its lock, and its PIN works. 'code' holds the PIN."),
			row('access_code.time_frame_changed', 'Times Changed', "A code has a new start or end. 'from' and 'to' hold the old and the new times.", 'On times of access code changed'),
		],
	},
	{
		name: 'Unmanaged Access Code',
		types: [
			row('access_code.unmanaged.converted_to_managed', 'Converted to Managed', 'This workspace has taken over a code, and can change and delete it now. The code keeps its ID and its PIN.'),
			row('access_code.unmanaged.created', 'Found on Device', 'A code that this workspace did not create was found on a lock'),
			row('access_code.unmanaged.failed_to_convert_to_managed', 'Could Not Be Converted to Managed', `A code could not be taken over, and stays on the lock as it is. ${REASONS}`, 'On unmanaged access code that could not be converted'),
			row('access_code.unmanaged.removed', 'Removed from Device', 'A code that this workspace did not create is no longer on its lock'),
		],
	},
	{
		name: 'Access Grant',
		types: [
			row('access_grant.access_granted_to_all_doors', 'Access to All Doors Given', 'The person of a grant can open every door that the grant is for', 'On access to all doors of grant given'),
			row('access_grant.access_granted_to_door', 'Access to a Door Given', "The person of a grant can open one of its doors. 'acs_entrance_id' is the door.", 'On access to a door of grant given'),
			row('access_grant.access_times_changed', 'Times Changed', "A grant has a new start or end, in 'starts_at' and 'ends_at'. 'access_grant_key' is your own key for the grant, where it has one.", 'On times of access grant changed'),
			row('access_grant.access_to_door_lost', 'Access to a Door Lost', "The person of a grant can no longer open one of its doors. 'acs_entrance_id' is the door.", 'On access to a door of grant lost'),
			row('access_grant.could_not_create_requested_access_methods', 'Access Methods Could Not Be Created', "PINs, cards or keys of a grant could not be made. 'error_message' says why, and 'missing_device_ids' may list the devices that got no code.", 'On access methods of grant that could not be created'),
			row('access_grant.created', 'Created', 'A person was given access to doors for a time. The PINs, cards and keys for it need not work yet.'),
			row('access_grant.deleted', 'Deleted', 'A grant was deleted, and with it all its PINs, cards and keys'),
		],
	},
	{
		name: 'Access Method',
		types: [
			row('access_method.card_encoding_required', 'Card Has to Be Encoded', "A card opens nothing until it is written with an encoder. 'Access Method: Encode' does that.", 'On card that has to be encoded'),
			row('access_method.created', 'Created', 'A PIN, card or key of a grant was created. It need not work yet.'),
			row('access_method.delay_in_issuing', 'Delay in Issuing', 'It takes longer than usual until a PIN, card or key of a grant works', 'On delay in issuing access method'),
			row('access_method.deleted', 'Deleted', 'A PIN, card or key of a grant was deleted'),
			row('access_method.failed_to_issue', 'Could Not Be Issued', 'A PIN, card or key of a grant could not be made to work', 'On access method that could not be issued'),
			row('access_method.issued', 'Issued', "A PIN, card or key of a grant works. 'code' may hold the PIN, and 'is_backup_code' says whether it is a backup."),
			row('access_method.reissued', 'Issued Again', "A PIN, card or key of a grant works again after a change. 'code' may hold the PIN, and 'is_backup_code' says whether it is a backup."),
			row('access_method.revoked', 'Revoked', 'A PIN, card or key of a grant no longer works. When a grant is changed this happens for a moment, until it is issued again.'),
		],
	},
	{
		name: 'Access System',
		types: [
			row('acs_access_group.deleted', 'Access Group Deleted', 'A group of an access control system was deleted', 'On access group deleted'),
			row('acs_credential.deleted', 'Credential Deleted', 'A credential of an access control system, such as a card or a PIN, was deleted', 'On credential of access system deleted'),
			row('acs_credential.invalidated', 'Credential Invalidated', 'A credential of an access control system, such as a card or a PIN, is no longer valid', 'On credential of access system invalidated'),
			row('acs_credential.issued', 'Credential Issued', 'A credential of an access control system, such as a card or a PIN, works', 'On credential of access system issued'),
			row('acs_credential.reissued', 'Credential Issued Again', 'A credential of an access control system, such as a card or a PIN, works again after a change', 'On credential of access system issued again'),
			row('acs_encoder.added', 'Card Encoder Added', 'A device that writes cards was added to an access control system', 'On card encoder added'),
			row('acs_encoder.removed', 'Card Encoder Removed', 'A device that writes cards was removed from an access control system', 'On card encoder removed'),
			row('acs_entrance.added', 'Entrance Added', 'An entrance was added to an access control system', 'On entrance added'),
			row('acs_entrance.removed', 'Entrance Removed', 'An entrance was removed from an access control system', 'On entrance removed'),
			row('acs_system.added', 'System Added', 'An access control system was added to the workspace', 'On access system added'),
			row('acs_system.connected', 'System Connected', 'The service can reach an access control system', 'On access system connected'),
			row('acs_system.disconnected', 'System Disconnected', 'The service can no longer reach an access control system', 'On access system disconnected'),
			row('acs_user.created', 'User Created', 'A user of an access control system was created', 'On user of access system created'),
			row('acs_user.deleted', 'User Deleted', 'A user of an access control system was deleted', 'On user of access system deleted'),
		],
	},
	{
		name: 'Action Attempt',
		types: [
			row('action_attempt.lock_door.failed', 'Door Could Not Be Locked', 'A door was to be locked from afar, and was not', 'On door that could not be locked'),
			row('action_attempt.lock_door.succeeded', 'Door Locked', 'A door was locked from afar, as asked', 'On door locked from afar'),
			row('action_attempt.simulate_keypad_code_entry.failed', 'Simulated Code Entry Not Done', 'In a sandbox, a PIN was to be entered at a keypad, and was not', 'On simulated code entry not done'),
			row('action_attempt.simulate_keypad_code_entry.succeeded', 'Simulated Code Entry Done', 'In a sandbox, a PIN was entered at a keypad, as asked', 'On simulated code entry done'),
			row('action_attempt.simulate_manual_lock_via_keypad.failed', 'Simulated Locking by Hand Not Done', 'In a sandbox, a door was to be locked at its keypad, and was not', 'On simulated locking by hand not done'),
			row('action_attempt.simulate_manual_lock_via_keypad.succeeded', 'Simulated Locking by Hand Done', 'In a sandbox, a door was locked at its keypad, as asked', 'On simulated locking by hand done'),
			row('action_attempt.unlock_door.failed', 'Door Could Not Be Unlocked', 'A door was to be unlocked from afar, and was not', 'On door that could not be unlocked'),
			row('action_attempt.unlock_door.succeeded', 'Door Unlocked', 'A door was unlocked from afar, as asked', 'On door unlocked from afar'),
		],
	},
	{
		name: 'Connected Account',
		types: [
			row('connected_account.completed_first_sync', 'First Sync Completed', 'The service has read the devices of a newly connected account for the first time', 'On first sync of connected account completed'),
			row('connected_account.completed_first_sync_after_reconnection', 'First Sync After Reconnection Completed', 'The service has read the devices of an account for the first time since it was connected again', 'On first sync after reconnection of account completed'),
			row('connected_account.connected', 'Connected', 'The service can reach an account at a lock maker, for the first time or again', 'On account connected'),
			row('connected_account.created', 'Created', 'An account at a lock maker was added to the workspace'),
			row('connected_account.deleted', 'Deleted', 'An account at a lock maker was taken out of the workspace'),
			row('connected_account.disconnected', 'Disconnected', 'The service can no longer reach an account at a lock maker, nor the devices of it', 'On account disconnected'),
			row('connected_account.reauthorization_requested', 'New Sign-In Requested', 'Somebody has to sign in to an account at a lock maker again', 'On new sign-in to connected account requested'),
			row('connected_account.successful_login', 'Signed In', 'Somebody has signed in to an account at a lock maker', 'On sign-in to connected account'),
		],
	},
	{
		name: 'Device',
		types: [
			row('device.accessory_keypad_connected', 'Keypad Connected', 'A keypad was connected to a lock', 'On keypad of device connected'),
			row('device.accessory_keypad_disconnected', 'Keypad Disconnected', 'The keypad of a lock can no longer be reached', 'On keypad of device disconnected'),
			row('device.added', 'Added', 'A device was added to the workspace'),
			row('device.battery_status_changed', 'Battery Status Changed', "The battery of a device is in another state. 'battery_status' is 'critical', 'low', 'good' or 'full', and 'battery_level' goes from 0 (empty) to 1 (full).", 'On battery status of device changed'),
			row('device.connected', 'Connected', 'A device is online, for the first time or again'),
			row('device.connection_became_flaky', 'Connection Became Unreliable', 'The connection to a device comes and goes', 'On connection to device became unreliable'),
			row('device.connection_stabilized', 'Connection Became Reliable', 'The connection to a device is reliable again', 'On connection to device became reliable'),
			row('device.converted_to_unmanaged', 'Converted to Unmanaged', 'This workspace no longer manages a device, nor the codes on it'),
			row('device.deleted', 'Deleted', "A device was deleted from the workspace. 'device_name' may tell its name."),
			row('device.disconnected', 'Disconnected', "A device is offline. 'error_code' says what cannot be reached: 'device_disconnected', 'hub_disconnected' or 'account_disconnected'."),
			row('device.doorbell_rang', 'Doorbell Rang', 'Somebody has rung the bell of a device', 'On doorbell ringing'),
			row('device.error.subscription_required', 'Subscription Required', 'A device cannot be used until a subscription of its maker is paid for', 'On subscription required for device'),
			row('device.error.subscription_required.resolved', 'Subscription No Longer Missing', 'A device that lacked a subscription of its maker can be used again', 'On subscription for device no longer missing'),
			row('device.low_battery', 'Battery Low', "The battery of a device is nearly empty. 'battery_level' goes from 0 (empty) to 1 (full).", 'On battery of device low'),
			row('device.name_changed', 'Name Changed', "A device has a new name, in 'device_name'", 'On name of device changed'),
			row('device.removed', 'Removed', 'A device is no longer in its account at the lock maker'),
			row('device.salto.privacy_mode_activated', 'Privacy Mode On (Salto)', 'Somebody has switched on the privacy mode of a Salto lock, which keeps others out', 'On privacy mode of Salto lock switched on'),
			row('device.salto.privacy_mode_deactivated', 'Privacy Mode Off (Salto)', 'The privacy mode of a Salto lock was switched off', 'On privacy mode of Salto lock switched off'),
			row('device.tampered', 'Tampered With', 'A device reports that somebody has tampered with it'),
			row('device.third_party_integration_detected', 'Other System Detected', 'A system that is not the service seems to control a device too', 'On other system at device detected'),
			row('device.third_party_integration_no_longer_detected', 'Other System No Longer Detected', 'No system but the service seems to control a device any more', 'On other system at device no longer detected'),
			row('device.unmanaged.connected', 'Unmanaged Device Connected', 'A device that this workspace does not manage is online', 'On unmanaged device connected'),
			row('device.unmanaged.converted_to_managed', 'Unmanaged Device Converted to Managed', 'This workspace manages a device from now on', 'On unmanaged device converted to managed'),
			row('device.unmanaged.disconnected', 'Unmanaged Device Disconnected', 'A device that this workspace does not manage is offline', 'On unmanaged device disconnected'),
		],
	},
	{
		name: 'Lock',
		types: [
			row('lock.access_denied', 'Access Denied', "A lock did not open for somebody. 'reason' may say why.", 'On access denied at lock'),
			row('lock.locked', 'Locked', `A door was locked. ${METHODS}`, 'On door locked'),
			row('lock.unlocked', 'Unlocked', `A door was unlocked. ${METHODS} With a code, 'access_code_id' says which.`, 'On door unlocked'),
		],
	},
	{
		name: 'Other',
		types: [
			row('camera.activated', 'Camera Activated', 'A camera was switched on, by a movement for example', 'On camera activated'),
			row('client_session.deleted', 'Client Session Deleted', 'The session of somebody who uses the service in an app or a web page was ended', 'On client session deleted'),
			row('connect_webview.login_failed', 'Connection Window Sign-In Refused', 'Somebody tried to connect an account at a lock maker in a connection window, and could not sign in', 'On sign-in in connection window refused'),
			row('connect_webview.login_succeeded', 'Connection Window Sign-In Accepted', 'Somebody has signed in to an account at a lock maker in a connection window', 'On sign-in in connection window accepted'),
			row('enrollment_automation.deleted', 'Enrollment Automation Deleted', 'An automation that gave people their mobile keys was deleted', 'On enrollment automation deleted'),
			row('noise_sensor.noise_threshold_triggered', 'Noise Threshold Exceeded', 'A noise sensor has heard more noise than its limit', 'On noise threshold exceeded'),
			row('phone.deactivated', 'Phone Deactivated', 'A phone that held mobile keys was deactivated', 'On phone deactivated'),
			row('space.created', 'Space Created', 'A space, such as a room or a floor, was created', 'On space created'),
			row('space.deleted', 'Space Deleted', 'A space, such as a room or a floor, was deleted', 'On space deleted'),
			row('space.device_membership_changed', 'Devices of Space Changed', 'Devices were put into a space or taken out of it', 'On devices of space changed'),
			row('thermostat.climate_preset_activated', 'Thermostat Preset Activated', 'A thermostat has changed to one of its presets', 'On thermostat preset activated'),
			row('thermostat.manually_adjusted', 'Thermostat Adjusted by Hand', 'Somebody has set a thermostat by hand', 'On thermostat adjusted by hand'),
			row('thermostat.temperature_changed', 'Temperature Changed', 'A thermostat measures another temperature', 'On temperature changed'),
			row('thermostat.temperature_reached_set_point', 'Temperature Reached', 'It is as warm or as cool as a thermostat was set to', 'On set temperature reached'),
			row('thermostat.temperature_threshold_exceeded', 'Temperature Limit Exceeded', 'It is warmer or colder than the limits of a thermostat', 'On temperature limit exceeded'),
			row('thermostat.temperature_threshold_no_longer_exceeded', 'Temperature Within Limits Again', 'It is no longer warmer or colder than the limits of a thermostat', 'On temperature within limits again'),
		],
	},
];
