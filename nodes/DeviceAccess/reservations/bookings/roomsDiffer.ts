import { InvalidParameterError } from '../../errors/errors';

/**
 * The error for a booking whose rooms are the guest's only on some of its days: on the others, they
 * are somebody else's.
 */
export const roomsDiffer = (key: string): InvalidParameterError =>
	new InvalidParameterError(
		`The rooms of this booking have different days (ID '${key}')`,
		"The node gives all rooms of a booking for the same days, so nothing was changed. Give the guest access to each room with 'Create or update reservation', with a reservation key of its own.",
		'rooms_differ',
		key,
	);
