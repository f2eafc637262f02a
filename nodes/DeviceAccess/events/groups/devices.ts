import { type EventGroup, row } from '../eventRow';

/** How a lock was locked or unlocked. */
const METHODS =
	"'method' is 'keycode', 'card', 'mobile_key', 'manual', 'remote', 'automatic' or 'unknown'.";

export const connectedAccountEvents: EventGroup = {
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
};

export const deviceEvents: EventGroup = {
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
};

export const lockEvents: EventGroup = {
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
};
