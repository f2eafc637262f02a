import type { ProblemCode } from '../stays/problems';

/** What a host reads about a problem. */
interface HostWords {
	/** What happened. Undefined: the reason of the problem, which is in plain words. */
	what?: string | ((reason: string) => string);
	/** What to do. Undefined: the remedy of the problem; null if there is nothing to do. */
	todo?: string | null;
	/** True for what only follows from another problem, such as a PIN that is late because its lock is offline. */
	follows?: true;
}

/** Only for a door that stays closed: a lock that is offline opens for the PINs that it has. */
export const CHECK_LOCK =
	"Check the lock's battery and its connection. If it does not recover before the arrival, let the guest in yourself.";
const LET_IN = 'Let the guest in yourself, or give the guest another way in.';
const CALL_OFF = 'Change the booking, or let the guest in yourself.';
const AGAIN = 'Execute the workflow again.';
const AFTER_COMPARISON =
	'The next comparison of all bookings finishes it. To finish it now, execute the workflow again.';
const NEW_PIN =
	"If the first guest has left, give the stay a new PIN with the action 'Change PIN of reservation', and send it to the new guest.";
const LATE: HostWords = {
	what: 'The PIN or key is not ready yet',
	todo: CHECK_LOCK,
	follows: true,
};
const OFFLINE: HostWords = {
	what: (reason) => (/ is offline$/.test(reason) ? reason : 'A lock is offline'),
	todo: CHECK_LOCK,
};
const ROOM = 'Give the room this key in n8n, or correct the room in the booking.';

/** By the code of a problem, and by the type of the error of an item that failed. */
export const HOST_WORDS: Readonly<Record<ProblemCode, HostWords>> = {
	access_interrupted: {
		what: 'The old access ended before the new one worked, so the guest could not enter in between',
	},
	access_restored: { todo: AFTER_COMPARISON },
	account_disconnected: {
		what: "The lock maker's account is no longer connected",
		todo: "Sign in to the lock maker's account again, in the console of the lock service.",
	},
	ambiguous_room: {
		what: (reason) => reason.replace('Several spaces have', 'Several rooms have'),
		todo: 'Rename all but one of them, or give the right room the key that the booking has.',
	},
	cannot_create_requested_access_methods: {
		what: 'The locks of the room take no PIN or key of the kind that you chose',
		todo: 'Choose what the locks take in the workflow, or let the guest in yourself.',
	},
	contact_left_out: {
		what: "The guest's email address, phone number or name could not be used. The doors open without it",
		todo: null,
	},
	contradicting_items: {
		todo: 'Correct the booking, so that it is in the list once for each guest.',
	},
	delay_in_issuing: LATE,
	delay_in_setting_on_device: LATE,
	device_disconnected: OFFLINE,
	device_does_not_support_access_codes: {
		what: 'A lock of the room takes no PINs',
		todo: 'Remove it from the room in n8n, or let the guest in yourself.',
	},
	device_offline: OFFLINE,
	device_time_constraints_violated: {
		what: 'A lock does not take the times of this stay',
		todo: CALL_OFF,
	},
	door_not_opened: { todo: LET_IN },
	empty_input: {
		what: 'The list of bookings is empty, so nothing was changed',
		todo: 'Check the node that reads the list.',
	},
	encoding_required: { what: "The guest's card has to be encoded", todo: 'Encode the card.' },
	entered_pin_not_used: { todo: null },
	entrance_does_not_support_access_methods: {
		what: 'An entrance opens with none of the PINs and keys that you chose',
		todo: 'Choose what it takes in the workflow, or remove the entrance from the room in n8n.',
	},
	failed: {},
	failed_to_issue: LATE,
	failed_to_set_on_device: LATE,
	former_access_open: { todo: 'The next comparison of all bookings closes them.' },
	former_method_kept: {
		what: 'A PIN, card or key that you no longer want still works',
		todo: null,
	},
	guest_changed: { todo: NEW_PIN },
	guest_in_house: {
		what: 'The booking is canceled, not confirmed or missing from the list, but the stay has begun, so the doors still open for the guest',
		todo: "If the guest has left, end the access with the action 'Delete reservation'.",
	},
	hub_disconnected: { what: 'The bridge of a lock is offline', todo: CHECK_LOCK },
	invalid_value: {},
	newer_than_list: {
		what: 'The list lacks this booking, which is so new that the list can be older, so nothing was changed',
		todo: null,
	},
	no_access: { todo: LET_IN },
	no_pin: { todo: LET_IN },
	no_room: {
		what: 'The booking has no room yet',
		todo: 'Assign a room in your booking system.',
	},
	no_space_for_access_code_on_device: {
		what: 'A lock can store no further PIN',
		todo: 'Delete PINs that nobody needs, or give each stay its PIN later, with Only Stays Within.',
	},
	no_time_of_day: {
		what: 'Neither the booking nor the room has check-in and check-out times',
		todo: 'Set the check-in and check-out times of the room in n8n.',
	},
	no_time_zone: {
		what: 'Neither the room nor its locks have a time zone, so the doors may open at the wrong hours',
		todo: 'Set the time zone of the room in n8n.',
	},
	not_a_stay: { todo: null },
	not_ready: {
		what: 'The PIN or key is not ready, or not on its lock yet',
		todo: CHECK_LOCK,
		follows: true,
	},
	not_removed: {
		what: (reason) =>
			reason
				.replaceAll('reservation', 'booking')
				.replace('from the input', 'from the list')
				.replace('dates in the input', 'their dates in the list'),
		todo: 'Compare them with your booking system. If they are canceled there, raise Remove at Most in the workflow for one execution.',
	},
	old_access_kept: { todo: AFTER_COMPARISON },
	old_pin_kept: { todo: AGAIN },
	other_key_prefix: {
		what: 'Another booking system has access with this booking number, and it stays',
		todo: 'If it is this booking, cancel it in that system.',
	},
	outdated: { todo: null },
	overlapping_stay: { todo: 'Correct one of the bookings in your booking system.' },
	overprovisioned_access: {
		what: 'The guest can still open doors that are no longer part of the stay',
		todo: 'Check these locks.',
	},
	phone_pin_not_used: { todo: null },
	pin_interrupted: {
		what: 'The old PIN stopped working before the new one works',
		todo: 'Tell the guest as soon as the new PIN works.',
	},
	pin_length: { todo: null },
	pulled_backup_access_code: {
		what: 'A lock uses one of its spare PINs for the guest',
		todo: null,
	},
	requested_code_unavailable: { what: 'A lock takes another PIN than the others', todo: null },
	room_found_by_name: {
		what: 'The room was found by its name, because no room has the key that the booking has',
		todo: null,
	},
	room_without_lock: { todo: 'Add its lock to the room in n8n.' },
	same_stay_twice: {
		todo: "Leave the stay to one of the two, and end the access of the other with the action 'Delete reservation'.",
	},
	several_time_zones: { todo: 'Give the rooms the same time zone in n8n.' },
	stay_is_over: { todo: null },
	too_far_ahead: { todo: null },
	too_many_ended: {
		what: 'More than half of the current and upcoming stays would end or be locked out now, so nothing was changed for them',
		todo: 'Compare them with your booking system. If the list is right, turn on Accept Unusual List in the workflow for one execution.',
	},
	underprovisioned_access: {
		what: 'Some doors do not open for the guest yet',
		todo: CHECK_LOCK,
		follows: true,
	},
	unknown: {},
	unknown_list: {
		what: 'The list of bookings has none of your current and upcoming stays, so nothing was changed',
		todo: 'Check that it is the list of the right account. If it is, turn on Accept Unusual List in the workflow for one execution.',
	},
	unknown_room: {
		what: (reason) => reason.replace('No space has the key', 'There is no room with the key'),
		todo: ROOM,
	},
	unknown_status: {
		what: (reason) =>
			reason
				.replace('The reservation has', 'The booking has')
				.replace('is unknown', 'of the booking is not known to n8n'),
		todo: 'If it is a stay, add the status to Words That Give Access in the workflow. If it is not, add it to Words That End Access.',
	},
	unknown_time_zone: { todo: 'Set a time zone such as Europe/Berlin in the room.' },
	unread_item: { todo: 'Correct the other booking with this number.' },
	unreadable: {
		what: 'n8n could not look whether the doors open for the guest',
		todo: 'The next comparison of all bookings looks again. To look now, execute the workflow again.',
	},
	user_identity_missing_email_address: {
		what: "The mobile key goes to the guest's email address, and the booking has none",
		todo: "Add the guest's email address to the booking.",
	},
	user_identity_missing_phone_number: {
		what: "The mobile key goes to the guest's phone number, and the booking has none",
		todo: "Add the guest's phone number to the booking.",
	},
};
