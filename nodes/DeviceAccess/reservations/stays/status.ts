import type { BookingStatus } from '../bookings/booking';
import { type Problem, toProblem } from './problems';
import { lettersOf } from './texts';

/** Statuses of property management systems that give access, from their public documentation. */
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

/** Statuses that end access. */
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

/** Statuses of inquiries, requests, holds and blocks. */
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
 * What a status means. Case, spaces and punctuation do not matter. A word in neither list, or in
 * both, is none that the node knows, and changes nothing.
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

/** The problem of a status that is in no list, or in both, and of none. */
export const unknownStatus = (status: string): Problem =>
	toProblem(
		'unknown_status',
		{ status },
		status === ''
			? {
					reason: 'The reservation has no status, so nothing was changed',
					remedy: "Enter a 'Status', or map it from your property management system.",
				}
			: {},
	);
