import { groupBy } from '../../operation/run/runGroups';
import type { Grant } from '../grants/grant';
import { nameOfReservation, type Stay, type StayRequest } from '../stays/stay';
import { isEarlierVersion } from '../stays/uniteRequests';

/** Whether the end of a stay, or of the whole reservation of guest 1, also ends this grant. */
export type IsEndedWith = (grant: Pick<Grant, 'key'>, end: Stay) => boolean;

/**
 * Ending guest 1's access ends that of all guests, except those whose own item does not end theirs.
 * Otherwise, every execution would end their access and create it again.
 */
export function withoutOwnItem(requests: readonly StayRequest[]): IsEndedWith {
	const keeping = requests.filter((request) => request.is !== 'end' && !isEarlierVersion(request));
	const byReservation = groupBy(keeping, ({ stay }) => nameOfReservation(stay));
	return ({ key }, end) =>
		key.guestNumber === 1 ||
		key.guestNumber === end.guestNumber ||
		!(byReservation.get(nameOfReservation(key)) ?? []).some(
			({ stay }) => stay.guestNumber === key.guestNumber && !isBefore(stay, end),
		);
}

const isBefore = (a: Stay, b: Stay) =>
	a.changedAtMs !== undefined && b.changedAtMs !== undefined && a.changedAtMs < b.changedAtMs;
