import type { GrantKey } from './grantKey';
import type { FoundAccess } from './plan';
import { isRunning } from './plan';

/** What may be removed of what no item names any more. */
export interface RemovalRules {
	/** A count, or a share of all running and coming reservations of ours. */
	atMost: { count: number } | { percent: number };
	includeRunningStays: boolean;
}

export interface Removals {
	remove: FoundAccess[];
	/** Why nothing is removed although something is gone. */
	refusal?: { reason: string; remedy: string };
}

/**
 * The access of reservations that are gone: in no item, and not over. None when the input was empty or could not be read
 * in part, and none when there are more than the limit allows: a feed that comes back cut must not close doors.
 */
export function findRemovals(found: readonly FoundAccess[], isNamed: (key: GrantKey) => boolean, isInputWhole: boolean, rules: RemovalRules, nowMs: number): Removals {
	const open = found.filter(({ endsAt }) => endsAt === null || Date.parse(endsAt) > nowMs);
	const gone = open.filter(({ key }) => !isNamed(key));
	const remove = gone.filter((access) => rules.includeRunningStays || !isRunning(access, nowMs));
	const count = countReservations(remove);
	if (count === 0) return { remove: [] };
	if (!isInputWhole) {
		return { remove: [], refusal: { reason: `${missing(count)}, but the input is empty or has items that could not be read: nothing was removed`, remedy: 'Check the list that comes in.' } };
	}
	const limit = 'count' in rules.atMost ? rules.atMost.count : Math.floor((countReservations(open) * rules.atMost.percent) / 100);
	if (count <= limit) return { remove };
	return {
		remove: [],
		refusal: {
			reason: `${missing(count)}, more than the ${limit} that may be removed at once: nothing was removed`,
			remedy: "Check the list that comes in. If it is right, raise 'Remove at Most' under Options for one run.",
		},
	};
}

const missing = (count: number) => (count === 1 ? '1 reservation is missing' : `${count} reservations are missing`);

const countReservations = (accesses: readonly FoundAccess[]) => new Set(accesses.map(({ key }) => key.reservationKey)).size;
