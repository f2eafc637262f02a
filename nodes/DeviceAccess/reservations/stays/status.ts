import type { BookingStatus } from '../bookings/booking';
import { normalize } from '../bookings/meaning';
import { type Problem, toProblem } from './problems';

/** Statuses of property management systems that give access, from their public documentation. */
export const WORDS_THAT_GIVE_ACCESS: readonly string[] = [
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

/** Statuses of inquiries, requests, holds and blocks. */
const WORDS_OF_UNCONFIRMED: readonly string[] = [
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
 * What a status means. Case, spaces, hyphens and underscores do not matter. A word in neither list,
 * or in both, is none that the node knows, and changes nothing.
 */
export function readStatus(
	status: string,
	givesAccess: readonly string[] = WORDS_THAT_GIVE_ACCESS,
	endsAccess: readonly string[] = WORDS_THAT_END_ACCESS,
): BookingStatus {
	const word = normalize(status);
	const gives = givesAccess.some((entry) => normalize(entry) === word);
	const ends = endsAccess.some((entry) => normalize(entry) === word);
	const isUnconfirmed = WORDS_OF_UNCONFIRMED.some((entry) => normalize(entry) === word);
	if (word === '' || (gives && ends)) return 'not_a_stay';
	if (gives) return 'confirmed';
	if (ends) return 'cancelled';
	return isUnconfirmed ? 'unconfirmed' : 'not_a_stay';
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
