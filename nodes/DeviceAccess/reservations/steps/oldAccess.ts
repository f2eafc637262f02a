import { type Grant, newestOf } from '../grants/grant';
import { findProblems } from '../grants/readiness';
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

/** Which old rooms still open, and why: the item shows only one of the two. */
export function oldAccessKept({ situation, memo }: Progress): Problem[] {
	const { current } = situation;
	const kept = current ? othersInUse(situation, current) : [];
	if (!current || kept.length === 0) return [];
	const rooms = kept.flatMap(({ placeNames }) => placeNames).join(', ');
	const why = memo.came.ready === true ? '' : notReadyYet(situation.wanted, current);
	return [toProblem('old_access_kept', { rooms, why })];
}

function notReadyYet({ placeNames }: Wanted, current: Grant): string {
	const causes = findProblems(current);
	const cause = causes.find(({ code }) => rowOf(code).keepsDoorClosed && !rowOf(code).follows);
	const why = cause ? `: ${cause.reason}` : '';
	return `, because the new access to ${placeNames.join(', ')} is not ready yet${why}`;
}
