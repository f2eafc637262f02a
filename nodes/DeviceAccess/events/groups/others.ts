import { type EventGroup, row } from '../eventRow';

export const actionAttemptEvents: EventGroup = {
	name: 'Action Attempt',
	types: [
		row('action_attempt.lock_door.failed', 'A door could not be locked remotely', {
			title: 'Locking Failed',
		}),
		row('action_attempt.lock_door.succeeded', 'A door was locked remotely', {
			title: 'Locking Succeeded',
		}),
		row(
			'action_attempt.simulate_keypad_code_entry.failed',
			'In a sandbox, entering a PIN at a keypad could not be simulated',
			{ title: 'Simulated PIN Entry Failed' },
		),
		row(
			'action_attempt.simulate_keypad_code_entry.succeeded',
			'In a sandbox, entering a PIN at a keypad was simulated',
			{ title: 'Simulated PIN Entry Succeeded' },
		),
		row(
			'action_attempt.simulate_manual_lock_via_keypad.failed',
			'In a sandbox, locking a door at its keypad could not be simulated',
			{ title: 'Simulated Manual Locking Failed' },
		),
		row(
			'action_attempt.simulate_manual_lock_via_keypad.succeeded',
			'In a sandbox, locking a door at its keypad was simulated',
			{ title: 'Simulated Manual Locking Succeeded' },
		),
		row('action_attempt.unlock_door.failed', 'A door could not be unlocked remotely', {
			title: 'Unlocking Failed',
		}),
		row('action_attempt.unlock_door.succeeded', 'A door was unlocked remotely', {
			title: 'Unlocking Succeeded',
		}),
	],
};

export const otherEvents: EventGroup = {
	name: 'Other',
	types: [
		row(
			'client_session.deleted',
			'A client session ended. It let a person use the service in an app or on a web page.',
			{ title: 'Client Session Deleted' },
		),
		row(
			'connect_webview.login_failed',
			'An owner could not sign in to a lock maker in a connect webview',
			{ title: 'Connect Webview Sign-In Failed' },
		),
		row(
			'connect_webview.login_succeeded',
			'An owner signed in to a lock maker in a connect webview',
			{ title: 'Connect Webview Sign-In Succeeded' },
		),
		row('space.created', 'A space, such as a room or a floor, was created', {
			title: 'Space Created',
		}),
		row('space.deleted', 'A space, such as a room or a floor, was deleted', {
			title: 'Space Deleted',
		}),
		row('space.device_membership_changed', 'Devices were added to or removed from a space', {
			title: 'Devices of Space Changed',
		}),
	],
};
