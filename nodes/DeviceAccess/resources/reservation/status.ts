/** What the status of a reservation means for the doors. */
export type StatusMeaning = 'givesAccess' | 'endsAccess' | 'unknown';

/** Words of property management systems for a stay that takes place (PMS facts). */
export const WORDS_THAT_GIVE_ACCESS: readonly string[] = [
	'accepted', 'active', 'booked', 'checked_in', 'confirmed', 'in_house', 'modified', 'new', 'new_reservation', 'owner_stay', 'reserved', 'started',
	'update_reservation',
];

/** Their words for one that does not, or is over. */
export const WORDS_THAT_END_ACCESS: readonly string[] = [
	'cancel_reservation', 'canceled', 'cancelled', 'checked_out', 'closed', 'declined', 'delete_reservation', 'deleted', 'expired', 'no_show', 'processed',
	'rejected', 'set_to_no_show',
];

/**
 * What a status means; case, blanks, hyphens and underscores make no difference. A word in neither list, and one in both,
 * is unknown, and changes nothing.
 */
export function readStatus(status: string, givesAccess: readonly string[] = WORDS_THAT_GIVE_ACCESS, endsAccess: readonly string[] = WORDS_THAT_END_ACCESS): StatusMeaning {
	const word = normalize(status);
	const gives = givesAccess.some((entry) => normalize(entry) === word);
	const ends = endsAccess.some((entry) => normalize(entry) === word);
	if (word === '' || gives === ends) return 'unknown';
	return gives ? 'givesAccess' : 'endsAccess';
}

const normalize = (word: string) => word.toLowerCase().replaceAll(/[\s_-]+/g, '');
