import { type Grant, newestOf } from '../grants/grant';
import { findProblems } from '../grants/readiness';
import { othersInUse } from '../plan/situation';
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
	if (memo.came.ready === true) {
		const rooms = kept.flatMap(({ placeNames }) => placeNames).join(', ');
		return [toProblem('old_access_kept', {}, oldAccessNotEnded(rooms))];
	}
	const rooms = situation.wanted.placeNames.join(', ');
	const causes = findProblems(current);
	const cause = causes.find(({ code }) => rowOf(code).keepsDoorClosed && !rowOf(code).follows);
	return [toProblem('old_access_kept', { rooms, why: cause ? `: ${cause.reason}` : '' })];
}

const oldAccessNotEnded = (rooms: string) => ({
	reason: `The new access is ready, but the old access to ${rooms} could not be ended, so it still opens`,
	remedy: 'Execute the node again. It ends the old access.',
});
