import { endsBefore, type Grant, isRunning, newestOf } from '../grants/grant';
import { findProblems, opensWithoutCards } from '../grants/readiness';
import { othersInUse, type Wanted } from '../plan/situation';
import { type Problem, rowOf, toProblem } from '../stays/problems';
import type { Progress } from './progress';

/** Until the new access of a guest in the house is ready, the item shows what works: the old one. */
export function oldAccessInUse({ situation, memo }: Progress): Grant | undefined {
	const { current } = situation;
	return current && memo.came.ready !== true
		? newestOf(othersInUse(situation, current))
		: undefined;
}

/** Of what a stay has, the old access that opens as long as the newest is not ready. */
export function accessInUse(
	grants: readonly Grant[],
	newest: Grant,
	nowMs: number,
): Grant | undefined {
	if (!isRunning(newest, nowMs) || opensWithoutCards(newest, findProblems(newest)))
		return undefined;
	const others = grants.filter((one) => one.id !== newest.id && !endsBefore(one, newest));
	return newestOf(others.filter((one) => isRunning(one, nowMs) && one.methods.length > 0));
}

/** Why an item shows old access. */
export const keptInstead = (kept: Grant, newest: Grant): Problem =>
	toProblem('old_access_kept', {
		rooms: kept.placeNames.join(', '),
		why: notReadyYet(newest, newest),
	});

/** Which old rooms still open, and why: the item shows only one of the two. */
export function oldAccessKept({ situation, memo }: Progress): Problem[] {
	const { current } = situation;
	const kept = current ? othersInUse(situation, current) : [];
	if (!current || kept.length === 0) return [];
	const rooms = kept.flatMap(({ placeNames }) => placeNames).join(', ');
	const why = memo.came.ready === true ? '' : notReadyYet(situation.wanted, current);
	return [toProblem('old_access_kept', { rooms, why })];
}

function notReadyYet({ placeNames }: Pick<Wanted, 'placeNames'>, current: Grant): string {
	const causes = findProblems(current);
	const cause = causes.find(({ code }) => rowOf(code).keepsDoorClosed && !rowOf(code).follows);
	const why = cause ? `: ${cause.reason}` : '';
	return `, because the new access to ${placeNames.join(', ')} is not ready yet${why}`;
}
