/** What the status of a reservation means for the doors. */
export type StatusMeaning = 'givesAccess' | 'endsAccess' | 'unknown';

/** Statuses of property management systems that give access, from their public documentation. */
export const WORDS_THAT_GIVE_ACCESS: readonly string[] = [
	'accepted',
	'active',
	'booked',
	'checked_in',
	'confirmed',
	'in_house',
	'modified',
	'new',
	'new_reservation',
	'owner_stay',
	'reserved',
	'started',
	'update_reservation',
];

/** Statuses that end access. */
export const WORDS_THAT_END_ACCESS: readonly string[] = [
	'cancel_reservation',
	'canceled',
	'cancelled',
	'checked_out',
	'closed',
	'declined',
	'delete_reservation',
	'deleted',
	'expired',
	'no_show',
	'processed',
	'rejected',
	'set_to_no_show',
];

/**
 * What a status means. Case, spaces, hyphens and underscores do not matter. A word in neither list, or in both, is
 * unknown and changes nothing.
 */
export function readStatus(
	status: string,
	givesAccess: readonly string[] = WORDS_THAT_GIVE_ACCESS,
	endsAccess: readonly string[] = WORDS_THAT_END_ACCESS,
): StatusMeaning {
	const word = normalize(status);
	const gives = givesAccess.some((entry) => normalize(entry) === word);
	const ends = endsAccess.some((entry) => normalize(entry) === word);
	if (word === '' || gives === ends) return 'unknown';
	return gives ? 'givesAccess' : 'endsAccess';
}

const normalize = (word: string) => word.toLowerCase().replaceAll(/[\s_-]+/g, '');
