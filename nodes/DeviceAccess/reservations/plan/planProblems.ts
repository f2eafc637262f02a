import { nameOfMode } from '../../wire/records';
import type { Problem } from '../stays/problem';
import type { RequestedPin } from '../stays/stay';
import type { LeftOutContact } from './person';

export const GUEST_CHANGED: Problem = {
	code: 'guest_changed',
	reason:
		'Another guest has this reservation now, but the stay has begun, so the access stays as it is',
	remedy:
		"If the first guest has left, give the stay a new PIN with 'Change PIN of reservation', and send it to the new guest.",
	keeps_door_closed: false,
};

export const GUEST_IN_HOUSE: Problem = {
	code: 'guest_in_house',
	reason:
		'The reservation is not confirmed or not in the input, but the stay has begun, so the access stays as it is',
	remedy: "If the guest has left, end the access with 'Delete reservation'.",
	keeps_door_closed: false,
};

export const tooFarAhead = (days: number): Problem => ({
	code: 'too_far_ahead',
	reason: `The stay begins in more than ${days} days, so no access was created yet`,
	remedy: "No action needed. To change the days, use 'Only Stays Within' under Options.",
	keeps_door_closed: false,
});

/** A PIN, card or key that is no longer among 'Access Methods'. */
export const formerMethodKept = (mode: string, isGuestInHouse: boolean): Problem => ({
	code: 'former_method_kept',
	reason: `The ${nameOfMode(mode)} is no longer wanted, but stays ${
		isGuestInHouse ? 'because the guest is in the house' : 'until what replaces it is issued'
	}`,
	remedy: isGuestInHouse
		? 'No action needed. It ends with the stay.'
		: 'Execute the node again. It removes what is no longer wanted once the rest is issued.',
	keeps_door_closed: false,
});

/** A change of rooms that waits for these locks. */
export const oldRoomsKept = (locks: readonly string[]): Problem => ({
	code: 'old_access_kept',
	reason: `${locks.join(', ')} ${locks.length === 1 ? 'is' : 'are'} offline, so the guest in the house keeps the old rooms for now`,
	remedy:
		'Check the lock at the door, then execute the node again. Until then, the guest needs another way into the new rooms.',
	keeps_door_closed: true,
});

/** The wanted PIN is not the guest's. */
export const pinNotUsed = (
	{ isEntered }: Pick<RequestedPin, 'isEntered'>,
	why: string,
	remedy = 'Send the guest the PIN in this item.',
): Problem => ({
	code: isEntered ? 'entered_pin_not_used' : 'phone_pin_not_used',
	reason: isEntered
		? `The PIN is not the entered one. ${why}`
		: `The PIN is not the last digits of the phone number. ${why}`,
	remedy,
	keeps_door_closed: false,
});

export const STAY_IS_OVER: Problem = {
	code: 'stay_is_over',
	reason: 'The stay is over, so no access was created',
	remedy: 'No action needed.',
	keeps_door_closed: false,
};

const CONTACT_NAMES = { email_address: 'email address', phone_number: 'phone number' } as const;

const REASONS: Readonly<Record<LeftOutContact['why'], (contact: string) => string>> = {
	unusable: (contact) =>
		contact === 'phone number'
			? 'The phone number has no country code or is not a phone number, so the guest has access without it'
			: 'The email address is not an address, so the guest has access without it',
	belongsToAnother: (contact) =>
		`Another person has this ${contact}, so the guest has access without it`,
	contradicts: (contact) =>
		`The guest's person has another ${contact}, which other access may use, so the guest has access without it`,
	refused: (contact) => `The service refused the ${contact}, so the guest has access without it`,
	notWritten: (contact) =>
		`The ${contact} could not be written to the guest's person, so the guest has access without it`,
};

/**
 * A contact never decides over access. The item says which one the guest's person does not have.
 */
export const leftOutProblem = ({ contact, why }: LeftOutContact): Problem => ({
	code: 'contact_left_out',
	reason: REASONS[why](CONTACT_NAMES[contact]),
	remedy:
		why === 'notWritten'
			? 'Execute the node again if the service should send something to it, such as a mobile key.'
			: 'Correct it in your property management system if the service should send something to it, such as a mobile key.',
	keeps_door_closed: false,
});

export const NAME_NOT_WRITTEN: Problem = {
	code: 'contact_left_out',
	reason: "The guest's name could not be written to the guest's person, who keeps the former name",
	remedy: 'No action needed at the doors. To correct the name, execute the node again.',
	keeps_door_closed: false,
};
