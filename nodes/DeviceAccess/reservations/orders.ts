import { groupBy } from '../operation/run/runGroups';
import type { LastChanges } from './stays/lastChanges';
import { isOfAllGuests, nameOfReservation, type Stay } from './stays/stay';
import { outdated, type UnitedRequest } from './stays/uniteRequests';

type Asked = UnitedRequest;

/**
 * Leaves as they are the stays of which a later change is known, or that were changed before the
 * cancellation of all guests in the same input.
 */
export function withoutOutdated(
	asked: readonly Asked[],
	lastChanges: Pick<LastChanges, 'isOutdated'>,
): Asked[] {
	const current = outdatedIf(asked, (stay) => lastChanges.isOutdated(stay));
	const ends = endsOfAll(current);
	return outdatedIf(current, (stay) => {
		const end = ends.get(nameOfReservation(stay));
		return end !== undefined && isBefore(stay, end);
	});
}

const outdatedIf = (asked: readonly Asked[], isOutdated: (stay: Stay) => boolean): Asked[] =>
	asked.map((one) =>
		(one.request.is === 'access' || one.request.is === 'end') && isOutdated(one.request.stay)
			? { ...one, request: outdated(one.request) }
			: one,
	);

/** The stays whose end is that of all guests of their reservation, by reservation. */
const endsOfAll = (asked: readonly Asked[]): ReadonlyMap<string, Stay> =>
	new Map(
		asked.flatMap(({ request: { is, stay } }) =>
			is === 'end' && isOfAllGuests(stay) ? [[nameOfReservation(stay), stay] as const] : [],
		),
	);

/**
 * Which guests keep their access although that of guest 1, and so of all, ends: those whose own item
 * does not end theirs. Otherwise, every execution would end their access and create it again.
 */
export function guestsKept(asked: readonly Asked[]): (end: Stay) => number[] | undefined {
	const keeping = asked.filter(
		({ request: { is }, isEarlierVersion }) => is !== 'end' && !isEarlierVersion,
	);
	const byReservation = groupBy(keeping, ({ request }) => nameOfReservation(request.stay));
	return (end) =>
		isOfAllGuests(end)
			? (byReservation.get(nameOfReservation(end)) ?? []).flatMap(({ request: { stay } }) =>
					isBefore(stay, end) ? [] : [stay.guestNumber],
				)
			: undefined;
}

const isBefore = (a: Stay, b: Stay) =>
	a.changedAtMs !== undefined && b.changedAtMs !== undefined && a.changedAtMs < b.changedAtMs;
