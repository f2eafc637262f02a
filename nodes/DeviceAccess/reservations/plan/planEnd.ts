import { type Grant, isOver, isRunning } from '../grants/grant';
import { endOfGuest } from './changes';
import { GUEST_IN_HOUSE } from './planProblems';
import type { Diff } from './changes';

/** The end of all access, for an item about the guest with this number. */
export function planEnd(grants: readonly Grant[], guestNumber = 1): Diff {
	return {
		outcome: grants.length > 0 ? 'ended' : 'nothing_to_end',
		changes: grants.map((grant) => endOfGuest(grant, guestNumber)),
		problems: [],
	};
}

/**
 * The end of access whose reservation is not confirmed. Nothing is taken away from somebody
 * in the house.
 */
export function planUnconfirmed(grants: readonly Grant[], nowMs: number, guestNumber = 1): Diff {
	if (!grants.some((grant) => isRunning(grant, nowMs))) return planEnd(grants, guestNumber);
	return { outcome: 'ignored', changes: [], problems: [GUEST_IN_HOUSE] };
}

/**
 * A past stay. Ends its access if that is still open because the departure was moved earlier.
 * Otherwise, nothing changes.
 */
export function planOver(grants: readonly Grant[], nowMs: number): Diff {
	const open = grants.filter((grant) => !isOver(grant, nowMs));
	if (open.length > 0) return planEnd(open, open[0]?.key.guestNumber);
	return {
		outcome: grants.length > 0 ? 'unchanged' : 'ignored',
		changes: [],
		problems: [],
	};
}
