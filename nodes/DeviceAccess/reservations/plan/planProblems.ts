import { nameOfMode } from '../../wire/records';
import { type Problem, toProblem } from '../stays/problems';
import type { RequestedPin } from '../stays/stay';
import type { LeftOutContact } from './person';

/** A PIN, card or key that is no longer among 'Access Methods'. */
export const formerMethodKept = (mode: string, isGuestInHouse: boolean): Problem =>
	toProblem(
		'former_method_kept',
		{ method: nameOfMode(mode) },
		isGuestInHouse
			? {
					reason: `The ${nameOfMode(mode)} is no longer wanted, but stays because the guest is in the house`,
					remedy: 'No action needed. It ends with the stay.',
				}
			: {},
	);

/** A change of rooms that waits for these locks. */
export const oldRoomsKept = (locks: readonly string[]): Problem =>
	toProblem(
		'old_access_kept',
		{},
		{
			reason: `${locks.join(', ')} ${locks.length === 1 ? 'is' : 'are'} offline, so the guest in the house keeps the old rooms for now`,
			remedy:
				'Check the lock at the door, then execute the node again. Until then, the guest needs another way into the new rooms.',
			keeps_door_closed: true,
		},
	);

/** The wanted PIN is not the guest's. */
export const pinNotUsed = (
	{ isEntered }: Pick<RequestedPin, 'isEntered'>,
	why: string,
	more: Partial<Problem> = {},
): Problem => toProblem(isEntered ? 'entered_pin_not_used' : 'phone_pin_not_used', { why }, more);

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
export const leftOutProblem = ({ contact, why }: LeftOutContact): Problem =>
	toProblem(
		'contact_left_out',
		{ why: REASONS[why](CONTACT_NAMES[contact]) },
		why === 'notWritten'
			? {
					remedy:
						'Execute the node again if the service should send something to it, such as a mobile key.',
				}
			: {},
	);

export const NAME_NOT_WRITTEN = toProblem(
	'contact_left_out',
	{},
	{
		reason:
			"The guest's name could not be written to the guest's person, who keeps the former name",
		remedy: 'No action needed at the doors. To correct the name, execute the node again.',
	},
);
