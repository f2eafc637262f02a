import { type EventGroup, row } from '../eventRow';

export const actionAttemptEvents: EventGroup = {
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
};

export const otherEvents: EventGroup = {
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
};
