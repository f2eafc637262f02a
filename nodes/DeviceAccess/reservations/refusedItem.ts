import type { WireObject } from '../wire/records';
import type { Grant } from './grants/grant';
import { stayInWords } from './items/hostMessage';
import { withMessages } from './items/messages';
import { timeZoneOf } from './items/timeZone';
import type { Problem } from './stays/problem';

/** The item at the end that says why the list changes less than it says. */
export function refusedItem(
	{
		problem,
		missing,
		wouldEnd,
	}: { problem: Problem; missing?: readonly Grant[]; wouldEnd?: readonly Grant[] },
	isDryRun: boolean,
): WireObject {
	const item: WireObject = {
		reservation_key: null,
		stay_key: null,
		outcome: 'failed',
		changes: [],
		...(isDryRun && { dry_run: true }),
		is_ready: false,
		problems: [problem],
		...(missing && { missing: byArrival(missing).map(namedStay) }),
		...(wouldEnd && { would_end: byArrival(wouldEnd).map(namedStay) }),
	};
	const lines = [...linesOf('Missing', missing), ...linesOf('Would end', wouldEnd)];
	return withMessages(item, { lines });
}

const linesOf = (what: string, grants: readonly Grant[] = []): string[] =>
	byArrival(grants).map(
		(grant) => `${what}: ${stayInWords({ ...namedStay(grant), time_zone: timeZoneOf(grant) })}`,
	);

/** Reservations as a person would look for them, the first arrival first. */
const byArrival = (grants: readonly Grant[]): Grant[] =>
	[...grants].sort((a, b) => Date.parse(a.startsAt) - Date.parse(b.startsAt));

const namedStay = (grant: Grant): WireObject => ({
	reservation_key: grant.key.reservationKey,
	guest_name: grant.name,
	rooms: grant.placeNames,
	starts_at: grant.startsAt,
	ends_at: grant.endsAt,
});
