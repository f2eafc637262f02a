import type { WireObject } from '../wire/records';
import type { Closing } from './endedGrants';
import type { Grant } from './grants/grant';
import {
	findListOfOthers,
	findTooManyClosed,
	findTooManyEnded,
	type RemovalRules,
} from './plan/removals';
import type { Problem } from './stays/problem';
import type { StayRequest } from './stays/stay';

/** Why the list changes less than it says, and the reservations that a person has to look at. */
export interface Refusal {
	problem: Problem;
	missing?: readonly Grant[];
	wouldEnd?: readonly Grant[];
}

/** A list that names none of our reservations is not ours. */
export function refuseUnknownList(
	grants: readonly Grant[],
	keys: ReadonlySet<string>,
	nowMs: number,
): Refusal | undefined {
	const missing =
		keys.size > 0 ? findListOfOthers(grants, (key) => keys.has(key), nowMs) : undefined;
	return missing && { problem: UNKNOWN_LIST, missing };
}

/** Why these items end and close nothing. */
export type ClosingRefusal = Refusal & { requests: ReadonlySet<StayRequest> };

export const closedByDates = (closings: readonly Closing[]): Grant[] =>
	closings.flatMap(({ by, grants }) => (by === 'dates' ? grants : []));

/** A list with wrong dates must not end stays or lock out guests in the house. */
export function refuseClosings(
	closings: readonly Closing[],
	requests: readonly StayRequest[],
	{ grants, rules, nowMs }: { grants: readonly Grant[]; rules: RemovalRules; nowMs: number },
): ClosingRefusal | undefined {
	const tooManyEnded = findTooManyEnded(
		grants,
		new Set(closings.flatMap((closing) => closing.grants)),
		nowMs,
	);
	if (tooManyEnded) {
		const refused = closings.flatMap((closing) =>
			closing.grants.length > 0 ? [closing.request] : [],
		);
		return {
			problem: TOO_MANY_ENDED,
			wouldEnd: tooManyEnded,
			requests: new Set([...refused, ...requests.filter(({ is }) => is === 'end')]),
		};
	}
	const tooManyClosed = findTooManyClosed(grants, closedByDates(closings), rules, nowMs);
	if (!tooManyClosed) return undefined;
	const ofDates = closings.filter((closing) => closing.by === 'dates' && closing.grants.length > 0);
	return {
		problem: notClosed(tooManyClosed.wouldEnd, tooManyClosed.limit),
		wouldEnd: tooManyClosed.wouldEnd,
		requests: new Set(ofDates.map(({ request }) => request)),
	};
}

const ACCEPT =
	"If the list is right, turn on 'Accept Unusual List' under Options for one execution.";

const UNKNOWN_LIST: Problem = {
	code: 'unknown_list',
	reason:
		'None of the current and upcoming reservations with this key prefix is in the input, so nothing was changed',
	remedy: `Check the account and the 'Key Prefix': each system needs its own. ${ACCEPT}`,
	keeps_door_closed: false,
};

const TOO_MANY_ENDED: Problem = {
	code: 'too_many_ended',
	reason:
		'More than half of the current and upcoming reservations would end or close now by their status, dates or rooms, so nothing was changed for them',
	remedy: `Check the status, dates and rooms in the input. ${ACCEPT}`,
	keeps_door_closed: false,
};

const notClosed = (grants: readonly Grant[], limit: number): Problem => {
	const count = new Set(grants.map(({ key }) => key.reservationKey)).size;
	return {
		code: 'not_removed',
		reason: `${count === 1 ? '1 reservation' : `${count} reservations`} would end or close now by dates in the input, and at most ${limit} may be removed in one execution, so nothing was changed for them`,
		remedy:
			"Compare the list under 'would_end' with your property management system. If it is right, raise 'Remove at Most' under Options for one execution.",
		keeps_door_closed: false,
	};
};

/** The item at the end that says why the list changes less than it says. */
export const refusedItem = (
	{ problem, missing, wouldEnd }: Refusal,
	isDryRun: boolean,
): WireObject => ({
	reservation_key: null,
	outcome: 'failed',
	changes: [],
	...(isDryRun && { dry_run: true }),
	is_ready: false,
	problems: [problem],
	...(missing && { missing: namedStays(missing) }),
	...(wouldEnd && { would_end: namedStays(wouldEnd) }),
});

/** Reservations as a person would look for them, the first arrival first. */
const namedStays = (grants: readonly Grant[]): WireObject[] =>
	[...grants]
		.sort((a, b) => Date.parse(a.startsAt) - Date.parse(b.startsAt))
		.map((grant) => ({
			reservation_key: grant.key.reservationKey,
			guest_name: grant.name,
			rooms: grant.placeNames,
			starts_at: grant.startsAt,
			ends_at: grant.endsAt,
		}));
