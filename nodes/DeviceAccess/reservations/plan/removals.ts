import type { GrantKey } from '../grants/grantKey';
import type { CurrentAccess } from './plan';
import { isRunning } from './plan';

/** Limits for removing reservations that are missing from the input. */
export interface RemovalRules {
	/** The limit as a number, or as a percentage of all our current and upcoming reservations. A percentage is rounded up, so that a small property can remove one. */
	atMost: { count: number } | { percent: number };
	includeRunningStays: boolean;
}

export interface Removals {
	remove: CurrentAccess[];
	/** Why the node removes nothing although reservations are missing. */
	refusal?: { reason: string; remedy: string };
}

/**
 * Finds the access of missing reservations, which no item names. Skips stays that are over, and running stays unless the
 * rules include them. Returns none if the input is empty or partly unreadable, or if more are missing than the limit
 * allows, because an incomplete feed must not close doors.
 */
export function findRemovals(
	found: readonly CurrentAccess[],
	isNamed: (key: GrantKey) => boolean,
	isInputWhole: boolean,
	rules: RemovalRules,
	nowMs: number,
): Removals {
	const open = found.filter(({ endsAt }) => endsAt === null || Date.parse(endsAt) > nowMs);
	const gone = open.filter(({ key }) => !isNamed(key));
	const remove = gone.filter((access) => rules.includeRunningStays || !isRunning(access, nowMs));
	const count = countReservations(remove);
	if (count === 0) return { remove: [] };
	if (!isInputWhole) {
		return {
			remove: [],
			refusal: {
				reason: `${missing(count)}, but the input is empty or has items that could not be read, so nothing was removed`,
				remedy: 'Check the input of this node.',
			},
		};
	}
	const limit =
		'count' in rules.atMost
			? rules.atMost.count
			: Math.ceil((countReservations(open) * rules.atMost.percent) / 100);
	if (count <= limit) return { remove };
	return {
		remove: [],
		refusal: {
			reason: `${missing(count)}, and at most ${limit} may be removed in one execution, so nothing was removed`,
			remedy:
				"Check the input of this node. If it is complete, raise 'Remove at Most' under Options for one execution.",
		},
	};
}

const missing = (count: number) =>
	count === 1 ? '1 reservation is missing' : `${count} reservations are missing`;

const countReservations = (accesses: readonly CurrentAccess[]) =>
	new Set(accesses.map(({ key }) => key.reservationKey)).size;
