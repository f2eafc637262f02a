import { type EventGroup, row } from '../eventRow';

/** How a lock was locked or unlocked. */
const METHODS =
	"'method' is 'keycode', 'card', 'mobile_key', 'manual', 'remote', 'automatic' or 'unknown'.";

export const connectedAccountEvents: EventGroup = {
	name: 'Connected Account',
	types: [
		row(
			'connected_account.completed_first_sync',
			'The service read the devices of a new account for the first time',
			{ title: 'First Sync Completed' },
		),
		row(
			'connected_account.completed_first_sync_after_reconnection',
			'The service read the devices of an account again after it was reconnected',
			{ title: 'First Sync After Reconnection Completed' },
		),
		row(
			'connected_account.connected',
			"The service connected or reconnected to an owner's account with a lock maker",
		),
		row(
			'connected_account.created',
			"An owner's account with a lock maker was added to the workspace",
		),
		row(
			'connected_account.deleted',
			"An owner's account with a lock maker was removed from the workspace",
		),
		row(
			'connected_account.disconnected',
			"The service can no longer reach an owner's account with a lock maker, or the devices in that account",
		),
		row(
			'connected_account.reauthorization_requested',
			'An owner must sign in again to an account with a lock maker',
			{ title: 'Sign-In Required' },
		),
		row(
			'connected_account.successful_login',
			'An owner signed in to an account with a lock maker',
			{ title: 'Signed In' },
		),
	],
};

export const deviceEvents: EventGroup = {
	name: 'Device',
	types: [
		row('device.accessory_keypad_connected', 'A keypad was connected to a lock', {
			title: 'Keypad Connected',
		}),
		row('device.accessory_keypad_disconnected', 'The keypad of a lock is offline', {
			title: 'Keypad Disconnected',
		}),
		row('device.added', 'A device was added to the workspace'),
		row(
			'device.battery_status_changed',
			"The battery status of a device changed. 'battery_status' is 'critical', 'low', 'good' or 'full'; 'battery_level' ranges from 0 (empty) to 1 (full).",
		),
		row('device.connected', 'A device came online or is back online'),
		row('device.connection_became_flaky', 'A device keeps losing its connection', {
			title: 'Connection Became Unreliable',
		}),
		row('device.connection_stabilized', 'The connection to a device is reliable again', {
			title: 'Connection Became Reliable',
		}),
		row(
			'device.converted_to_unmanaged',
			'The workspace no longer manages a device or its access codes',
		),
		row(
			'device.deleted',
			"A device was deleted from the workspace. 'device_name' may hold its name.",
		),
		row(
			'device.disconnected',
			"A device is offline. 'error_code' is 'device_disconnected', 'hub_disconnected' or 'account_disconnected'.",
		),
		row('device.doorbell_rang', 'Someone rang the doorbell of a device'),
		row('device.error.subscription_required', 'A device needs a paid subscription from its maker'),
		row(
			'device.error.subscription_required.resolved',
			'A device that needed a paid subscription works again',
			{ title: 'Subscription No Longer Missing' },
		),
		row(
			'device.low_battery',
			"The battery of a device is almost empty. 'battery_level' ranges from 0 (empty) to 1 (full).",
			{ title: 'Battery Low' },
		),
		row('device.name_changed', "A device has a new name, in 'device_name'"),
		row('device.removed', 'A device is no longer in its account with the lock maker'),
		row(
			'device.salto.privacy_mode_activated',
			'Someone turned on privacy mode on a Salto lock, which keeps others out',
			{ title: 'Privacy Mode On (Salto)' },
		),
		row(
			'device.salto.privacy_mode_deactivated',
			'Someone turned off privacy mode on a Salto lock',
			{ title: 'Privacy Mode Off (Salto)' },
		),
		row('device.tampered', 'A device reports that someone tampered with it', {
			title: 'Tampered With',
		}),
		row(
			'device.third_party_integration_detected',
			'Another system also seems to control a device',
			{ title: 'Other System Detected' },
		),
		row(
			'device.third_party_integration_no_longer_detected',
			'No other system seems to control a device anymore',
			{ title: 'Other System No Longer Detected' },
		),
		row('device.unmanaged.connected', 'An unmanaged device came online or is back online', {
			title: 'Unmanaged Device Connected',
		}),
		row('device.unmanaged.converted_to_managed', 'An unmanaged device is now managed', {
			title: 'Unmanaged Device Converted to Managed',
		}),
		row('device.unmanaged.disconnected', 'An unmanaged device is offline', {
			title: 'Unmanaged Device Disconnected',
		}),
	],
};

export const lockEvents: EventGroup = {
	name: 'Lock',
	types: [
		row('lock.access_denied', "A lock did not open for someone. 'reason' may say why.", {
			action: 'On access denied at lock',
		}),
		row('lock.locked', `A door was locked. ${METHODS}`),
		row(
			'lock.unlocked',
			`A door was unlocked. ${METHODS} If a PIN was used, 'access_code_id' is the ID of its access code.`,
			{ action: 'On door unlocked' },
		),
	],
};
