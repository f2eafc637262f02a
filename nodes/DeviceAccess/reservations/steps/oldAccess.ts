import { accessOfStay, endsBefore, type Grant, isRunning, newestOf } from '../grants/grant';
import { findProblems, opensWithoutCards } from '../grants/readiness';
import type { Change } from '../plan/diff';
import { type RoomStays, toRoomStay } from '../plan/overlaps';
import { othersInUse, type Situation, type Wanted } from '../plan/situation';
import { type Problem, rowOf, toProblem } from '../stays/problems';
import type { StayKey } from '../stays/stay';
import type { Progress } from './progress';

/** Until the new access of a guest in the house is ready, the item shows what works: the old one. */
export const oldAccessInUse = ({ situation, memo }: Progress): Grant | undefined =>
	memo.came.ready === true ? undefined : newestOf(keptIn(situation));

/** Of what a stay has, the newest, and the old access that opens as long as that is not ready. */
export function accessInUse(
	grants: readonly Grant[],
	nowMs: number,
): { newest?: Grant; kept?: Grant } {
	const newest = accessOfStay(grants, nowMs);
	if (!newest || !isRunning(newest, nowMs) || opensWithoutCards(newest, findProblems(newest)))
		return { newest };
	const others = grants.filter((one) => one.id !== newest.id && !endsBefore(one, newest));
	const open = others.filter((one) => isRunning(one, nowMs) && one.methods.length > 0);
	return { newest, kept: newestOf(open) };
}

/** What the guest can open. */
export function accessShown(grants: readonly Grant[], nowMs: number): Grant | undefined {
	const { newest, kept } = accessInUse(grants, nowMs);
	return kept ?? newest;
}

/** Why an item shows old access. */
export const keptInstead = (kept: Grant, newest: Grant): Problem =>
	toProblem('old_access_kept', {
		rooms: kept.placeNames.join(', '),
		why: notReadyYet(newest, newest),
	});

const keptIn = (situation: Situation): Grant[] =>
	situation.current ? othersInUse(situation, situation.current) : [];

/** Who else has the old rooms as long as they open. */
export async function overlapsOfOldAccess(
	{ situation }: Progress,
	{ reservationKey }: StayKey,
	roomStaysWith: (spaceIds: readonly string[]) => Promise<RoomStays>,
): Promise<Problem[]> {
	const { booked } = situation;
	const kept = keptIn(situation).map((one) => ({
		...toRoomStay(reservationKey, booked),
		spaceIds: one.spaceIds.filter((id) => !booked.spaceIds.includes(id)),
		untilMs: one.endsAt === null ? Infinity : Date.parse(one.endsAt),
	}));
	const rooms = kept.flatMap(({ spaceIds }) => spaceIds);
	if (rooms.length === 0) return [];
	const roomStays = await roomStaysWith(rooms);
	return kept.flatMap((one) => roomStays.problemsOf(one, { remedy: UNTIL_READY }));
}

const UNTIL_READY =
	'Check the lock of the new room: once it is ready, the old access ends. If that takes too long, give the next guest another room.';

/** What was to end and still opens is not said to have ended, and its PIN not to have changed. */
export const withoutKept = (changes: readonly Change[], progress: Progress): Change[] => {
	const kept = keptIn(progress.situation).map(({ placeNames }) => placeNames.join());
	const isPinSame = oldAccessInUse(progress) !== undefined;
	return changes.filter(({ what, before }) =>
		what === 'access' ? !kept.includes((before as string[]).join()) : what !== 'pin' || !isPinSame,
	);
};

/** Which old rooms still open, and why: the item shows only one of the two. */
export function oldAccessKept({ situation, memo }: Progress): Problem[] {
	const { current } = situation;
	const kept = keptIn(situation);
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
