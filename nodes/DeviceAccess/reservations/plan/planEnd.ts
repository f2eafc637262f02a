import { type Grant, isOver, isRunning } from '../grants/grant';
import { endOfGuest } from './changes';
import { GUEST_IN_HOUSE } from './planProblems';
import type { Plan } from './step';

/** Plans the end of all access, for an item about the guest with this number. */
export function planEnd(grants: readonly Grant[], guestNumber = 1): Plan {
	return {
		outcome: grants.length > 0 ? 'ended' : 'nothing_to_end',
		changes: grants.map((grant) => endOfGuest(grant, guestNumber)),
		steps: grants.map(({ id }) => ({ do: 'end', grantId: id })),
		problems: [],
	};
}

/**
 * Plans the end of access whose reservation is not confirmed. Nothing is taken away from somebody
 * in the house.
 */
export function planUnconfirmed(grants: readonly Grant[], nowMs: number, guestNumber = 1): Plan {
	if (!grants.some((grant) => isRunning(grant, nowMs))) return planEnd(grants, guestNumber);
	return { outcome: 'ignored', changes: [], steps: [], problems: [GUEST_IN_HOUSE] };
}

/**
 * Plans a past stay. Ends its access if that is still open because the departure was moved earlier.
 * Otherwise, nothing changes.
 */
export function planOver(grants: readonly Grant[], nowMs: number): Plan {
	const open = grants.filter((grant) => !isOver(grant, nowMs));
	if (open.length > 0) return planEnd(open, open[0]?.key.guestNumber);
	return {
		outcome: grants.length > 0 ? 'unchanged' : 'ignored',
		changes: [],
		steps: [],
		problems: [],
	};
}
