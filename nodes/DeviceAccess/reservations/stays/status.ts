import type { BookingStatus } from '../bookings/booking';
import { lettersOf } from './stay';

/** Statuses of property management systems, from their public documentation. */
export const WORDS_THAT_GIVE_ACCESS = [
	'accepted',
	'booked',
	'checked_in',
	'confirmed',
	'in_house',
	'modified',
	'new',
	'new_reservation',
	'owner_stay',
	'started',
	'update_reservation',
];

export const WORDS_THAT_END_ACCESS = [
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

const WORDS_OF_UNCONFIRMED = [
	'awaiting_payment',
	'black',
	'blocked',
	'inquiry',
	'not_accepted',
	'not_confirmed',
	'on_hold',
	'open',
	'option',
	'optional',
	'pending',
	'request',
	'tentative',
	'unconfirmed',
];

/**
 * Case, spaces and punctuation do not matter. A word in neither list, or in both, changes nothing.
 */
export function readStatus(
	status: string,
	givesAccess: readonly string[] = WORDS_THAT_GIVE_ACCESS,
	endsAccess: readonly string[] = WORDS_THAT_END_ACCESS,
): BookingStatus {
	const word = lettersOf(status);
	const isIn = (words: readonly string[]) => word !== '' && words.map(lettersOf).includes(word);
	if (isIn(givesAccess)) return isIn(endsAccess) ? 'not_a_stay' : 'confirmed';
	if (isIn(endsAccess)) return 'cancelled';
	return isIn(WORDS_OF_UNCONFIRMED) ? 'unconfirmed' : 'not_a_stay';
}

/** That of Mews is `processed`. */
export const isCheckOut = (status: string): boolean =>
	['checkedout', 'processed'].includes(lettersOf(status));
