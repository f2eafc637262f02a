/** What a code of a problem says, and who is told. */
export interface Row {
	/** With words in braces. Undefined: that of the service or of an error. */
	reason?: string;
	remedy?: string;
	/** In place of words that only people who build workflows know. */
	host?: { reason?: string; remedy?: string };
	/** True for what needs nobody, also not the host who reads it. */
	isForInformation?: true;
	/** True for what only follows from another problem, such as a late PIN on an offline lock. */
	follows?: true;
	keepsDoorClosed?: true;
	/**
	 * `host`: the host, although nothing was changed. `host too`: the host beside the guest, or
	 * although nobody else is told. `later`: nobody yet.
	 */
	tell?: 'host' | 'host too' | 'later';
	/** True for what can pass before the arrival without anybody's help. */
	canPass?: true;
}

const NO_ACTION = 'No action needed.';
const OTHER_WAY_IN = 'Execute the node again, or give the guest another way in.';
const CHECK_LOCK =
	"Check the lock's battery and its connection. If it does not recover before the arrival, give the guest another way in.";
const ACCEPT =
	"enter the text in 'accept' of this item under 'Accept' in Options for the next execution. If only some are right, enter these, and 0 as 'Close at Most': otherwise, the others can close too.";
const HOST_ACCEPTS =
	'Compare them with your booking system. If they are right, enter their booking numbers, as the last line has them, under Accept in the workflow for one execution. If only some are right, enter these, and 0 as Close at Most: otherwise, the others can close too.';
const SEND_PIN = "Send the guest this PIN. To replace it, use 'Change PIN of reservation'.";
const CHECK_APP = "Check the lock in the lock maker's app, then execute the node again.";
const OFFLINE = { remedy: CHECK_LOCK, keepsDoorClosed: true, canPass: true } as const;
const LATE = { ...OFFLINE, host: { reason: 'The PIN or key is late' }, follows: true } as const;
const OF_ERROR = { keepsDoorClosed: true } as const;

const contactNeeded = (contact: string) => ({
	remedy: `Add the guest's ${contact}, because the mobile key is sent to it.`,
	keepsDoorClosed: true as const,
});

export const ROWS = {
	access_interrupted: {
		reason:
			'This reservation cannot have two access grants with different doors or dates, so the old grant ended before the new one was ready',
		remedy: 'If the guest has already arrived, tell them as soon as the new PIN works.',
		host: {
			reason:
				'The old access ended before the new one worked, so the guest could not enter in between',
		},
	},
	access_restored: {
		reason: 'The new access could not be created, so the old access was given again',
		remedy: 'Execute the node again to change the rooms.',
		tell: 'host too',
	},
	account_disconnected: {
		remedy: "Sign in to the lock maker's account again, in the console of the lock service.",
		keepsDoorClosed: true,
	},
	added_method_ended: {
		reason: 'The {method} that somebody added later is not wanted by the booking, so it ended',
		remedy: "If the guest needs it, add it under 'Access Methods' in Options.",
		tell: 'host too',
	},
	ambiguous_room: OF_ERROR,
	cannot_create_requested_access_methods: {
		remedy:
			"Check that every lock in the room supports the access methods, such as PINs, or choose others under 'Access Methods'. Once the locks support them, end the access with 'Delete reservation', then execute the node again.",
		keepsDoorClosed: true,
		host: {
			reason: 'The locks of the room take no PIN or key of the kind that you chose',
			remedy: 'Choose what the locks take in the workflow, or let the guest in yourself.',
		},
	},
	contact_left_out: {
		reason: '{why}',
		remedy:
			"If the service should send something to it, such as a mobile key, correct it in your property management system, or for a guest with a 'Guest Key' with 'Update person'.",
		isForInformation: true,
	},
	contradicting_items: OF_ERROR,
	delay_in_issuing: LATE,
	delay_in_setting_on_device: { ...LATE, remedy: CHECK_APP },
	device_disconnected: OFFLINE,
	device_does_not_support_access_codes: {
		remedy: 'Remove this device from the room, or use another access method, such as a mobile key.',
		keepsDoorClosed: true,
	},
	device_offline: OFFLINE,
	device_time_constraints_violated: {
		remedy: 'The lock does not accept these times. Change the arrival or departure.',
		keepsDoorClosed: true,
	},
	door_not_opened: {
		reason: 'The {methods} {do} not open {doors}',
		remedy:
			"Under 'Access Methods', add one that this door takes, such as 'PIN', or give the guest another way in.",
		keepsDoorClosed: true,
		host: { remedy: 'Let the guest in yourself, or give the guest another way in.' },
	},
	empty_input: {
		reason: 'The input is empty, so nothing was changed',
		remedy: 'Check the previous node.',
		tell: 'host',
	},
	encoding_required: {
		reason: 'The card of the guest is not written yet',
		remedy:
			"Write it with 'Encode card of access method' or 'Assign card to access method', or where you give out cards.",
		host: { remedy: 'Write the card where you give out cards, and give it to the guest.' },
		keepsDoorClosed: true,
	},
	ended_meanwhile: {
		reason: 'Something else ended the access while it was changed',
		remedy: 'If it should not have ended, execute the node again to give access again.',
		keepsDoorClosed: true,
	},
	entered_pin_not_used: {
		reason: 'The PIN is not the entered one. {why}',
		remedy: SEND_PIN,
		isForInformation: true,
	},
	failed: OF_ERROR,
	failed_to_issue: LATE,
	failed_to_set_on_device: { ...LATE, remedy: CHECK_APP },
	former_method_kept: {
		reason: 'The {method} is no longer wanted, but stays {why}',
		remedy: 'No action needed. A later execution removes it, or it ends with the stay.',
		isForInformation: true,
	},
	guest_changed: {
		reason:
			'Another guest has this reservation now, but the stay has begun, so the access and its PIN are still those of {guest}',
		remedy:
			"If {guest} has left, end the access with 'Delete reservation', then execute the node again: the new guest gets a PIN of their own. If not, correct the booking.",
	},
	guest_in_house: {
		reason:
			'The reservation is not confirmed or not in the input, but the stay has begun, so the access stays as it is',
		remedy: "If the guest has left, end the access with 'Delete reservation'.",
		tell: 'host',
	},
	held_back: {
		reason: '{why}',
		remedy: `Compare the list under 'would_close' with your property management system. If it is right, ${ACCEPT}`,
		host: { remedy: HOST_ACCEPTS },
	},
	hub_disconnected: { ...OFFLINE, remedy: CHECK_APP },
	invalid_value: OF_ERROR,
	mobile_key_sent_elsewhere: {
		reason: 'The mobile key is not sent to the contact of the booking. {why}',
		remedy:
			"Correct the contact with 'Update person', or send the guest the link of the key yourself.",
		host: {
			reason: 'The mobile key is not sent to the contact of the booking, but to another one',
			remedy: 'Correct the contact in the console of the lock service, or give the guest a PIN.',
		},
		tell: 'host too',
	},
	newer_than_list: {
		reason:
			'The reservation is not in the input, but its access was created so recently that the list may be older, so nothing was changed',
		remedy: "No action needed. To change the time, use 'Keep New Reservations' under Options.",
		isForInformation: true,
	},
	no_access: {
		reason:
			'The guest has no access now: the old access ended, and the new one could not be created',
		remedy: OTHER_WAY_IN,
		keepsDoorClosed: true,
	},
	no_longer_a_stay: {
		reason: '{why}, so the booking is no stay now, but {guest} can still open {rooms}',
		remedy:
			"If {guest} does not come, cancel the booking in your property management system, or end the access with 'Delete reservation'. Otherwise, make the booking a stay again.",
		tell: 'host',
	},
	no_pin: {
		reason:
			'The guest may have no PIN now: the old one was removed, and the new one could not be requested',
		remedy: OTHER_WAY_IN,
		keepsDoorClosed: true,
	},
	no_room: OF_ERROR,
	no_space_for_access_code_on_device: {
		reason:
			'{lock} takes {most} codes at once, and {count} stays of the list need one there at the same time',
		remedy:
			"Delete PINs that nobody needs, or create access later, with 'Only Stays Within' under Options.",
	},
	no_time_of_day: OF_ERROR,
	no_time_zone: {
		reason:
			'The room and its locks have no time zone that n8n knows, or several, so the times are in another one, such as that of the workflow',
		remedy:
			"Set the room's 'Time Zone' with 'Create or update space', or choose one under 'Time Zone' in Options.",
		tell: 'host too',
	},
	not_a_stay: {
		reason: '{why}, so nothing was changed',
		remedy: NO_ACTION,
		isForInformation: true,
	},
	not_ready: {
		reason: 'A PIN, card or key is not issued yet, and the stay begins soon or has begun',
		remedy: CHECK_LOCK,
		keepsDoorClosed: true,
		canPass: true,
		follows: true,
	},
	not_removed: {
		reason: '{why}',
		remedy: 'Check the input of this node.',
		host: {
			remedy: 'Check that your booking system sent its whole list. The next one corrects it.',
		},
	},
	old_access_kept: {
		reason: 'The guest can still open the old rooms ({rooms}){why}',
		remedy:
			'Execute the action that gives access again. It ends the old access once the new one is ready.',
		tell: 'host too',
	},
	old_pin_kept: {
		reason: 'The new PIN is not set yet, so the old one still works',
		remedy: 'Execute the node again. It removes the old PIN once the new one is set.',
	},
	other_key_prefix: {
		reason: '{reason}',
		remedy: '{remedy}',
		host: {
			reason: 'Another booking system has access with this booking number, and it stays',
			remedy: 'If it is this booking, cancel it in that system.',
		},
		tell: 'host too',
	},
	other_room_without_lock: {
		reason: '{room} has no lock, and another room of the booking has one',
		remedy: "If it should have a lock, add it with 'Add devices to space'.",
		isForInformation: true,
	},
	outdated: {
		reason:
			'A later change of the reservation, or its cancellation, is known, so this one does not count',
		remedy: NO_ACTION,
		isForInformation: true,
	},
	overlapping_stay: {
		reason:
			'The reservation {keys} of another guest has the same room at the same time, so both guests can open it',
		remedy: 'Correct one of the reservations in your property management system.',
		tell: 'host too',
	},
	overprovisioned_access: {
		remedy:
			'The guest can still open doors that are no longer part of the stay. Check the locks that failed.',
		tell: 'host too',
	},
	phone_pin_not_used: {
		reason: 'The PIN is not the last digits of the phone number. {why}',
		remedy: SEND_PIN,
		// Without why, which can differ in the next execution, it is told once.
		host: { reason: 'The PIN of a door is not the last digits of the phone number' },
		tell: 'host too',
	},
	pin_interrupted: {
		reason:
			'The service allows only one PIN for this access, so the old PIN stopped working before the new one was set',
		remedy: 'Tell the guest as soon as the new PIN works.',
	},
	pulled_backup_access_code: {
		remedy: 'Send the guest the PIN that the stay has now, which is a backup code.',
		isForInformation: true,
		tell: 'host too',
	},
	requested_code_unavailable: {
		remedy: 'Send the guest the PIN in this item instead.',
		canPass: true,
		isForInformation: true,
	},
	room_found_by_name: {
		reason: "No space has the key '{room}', so the room was found by its name: '{space}', {key}",
		remedy:
			"Give the space '{space}' the key '{room}', so that no room of another house opens. The next bookings of this room no longer say so.",
		tell: 'host too',
	},
	room_not_assigned: {
		reason: 'The booking names no room now, so the access of {guest} to {rooms} stays as it is',
		remedy: 'Assign a room in your property management system, or cancel the booking.',
		tell: 'host',
	},
	room_without_lock: {
		reason: '{room} has no lock',
		remedy: "Add its lock with 'Add devices to space'.",
		keepsDoorClosed: true,
	},
	same_stay_twice: {
		reason:
			"The {what} '{key}' is for the same guest, room and time, so the guest would have two PINs",
		remedy:
			"Leave one of the two out of the list, and end its access with 'Delete reservation' if it has any.",
	},
	several_time_zones: OF_ERROR,
	stay_begins_later: {
		reason:
			'The stay of {guest} had begun. Now the booking begins later, so {guest} can no longer open the doors',
		remedy: 'If {guest} is in the house, correct the dates in your property management system.',
		tell: 'host',
	},
	stay_is_over: {
		reason: 'The stay is over, so no access was created',
		remedy: NO_ACTION,
		isForInformation: true,
	},
	too_far_ahead: {
		reason: 'The stay begins in more than {days} days, so no access was created yet',
		remedy: "No action needed. To change the days, use 'Only Stays Within' under Options.",
		tell: 'later',
		isForInformation: true,
	},
	underprovisioned_access: {
		remedy:
			'Some doors do not open for the guest yet. If this stays for more than an hour, ask the support team of the lock service.',
		keepsDoorClosed: true,
		canPass: true,
		follows: true,
	},
	unknown: { remedy: CHECK_APP, keepsDoorClosed: true },
	unknown_list: {
		reason: 'None of the current and upcoming reservations is in the input, so nothing was changed',
		remedy: `Check the account and the 'Key Prefix': each system needs its own. If the list is right, ${ACCEPT}`,
		host: { remedy: HOST_ACCEPTS },
	},
	unknown_room: OF_ERROR,
	unknown_status: {
		reason: "The status '{status}' is unknown, so nothing was changed",
		remedy:
			"Under Options, add it to 'Words That Give Access' or 'Words That End Access', but not to both.",
		tell: 'host',
	},
	unknown_time_zone: OF_ERROR,
	unread_item: OF_ERROR,
	unreadable: {
		reason: 'The access could not be read again: {why}',
		remedy: "Use 'Get reservation' to read it later.",
	},
	user_identity_missing_email_address: contactNeeded('email address'),
	user_identity_missing_phone_number: contactNeeded('phone number'),
} as const satisfies Readonly<Record<string, Row>>;
