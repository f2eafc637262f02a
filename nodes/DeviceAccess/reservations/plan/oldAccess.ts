import { accessOfStay, endsBefore, type Grant, isOver, isRunning, newestOf } from '../grants/grant';
import { findProblems, opensWithoutCards } from '../grants/readiness';
import { idsIn } from '../../wire/records';
import { type Problem, rowOf, toProblem } from '../stays/problems';
import type { StayKey } from '../stays/stay';
import { type RoomStays, toRoomStay } from './overlaps';
import { isInHouse, isSameSpaces, type Memo, type Situation, type Booked } from './situation';

/**
 * Beside the current access, what must still end. In the house, what the guest moved out of ends by
 * itself.
 */
export const oldAccess = ({
	current,
	wanted,
	grants,
	nowMs,
	keepOldRoomsMs,
}: Situation): Grant[] => {
	// Old rooms never open longer than the stay lasts.
	const leaseEndMs = Math.min(nowMs + keepOldRoomsMs, Date.parse(wanted.endsAt));
	return grants.filter(
		(one) =>
			current !== undefined &&
			one.id !== current.id &&
			!isOver(one, nowMs) &&
			!(isInHouse(wanted, one, nowMs) && isOver(one, leaseEndMs)),
	);
};

/**
 * What a guest in the house can open, until access to the wanted rooms is ready: of it, or else the
 * current one. What was changed between two reads still counts.
 */
export function oldAccessInUse(situation: Situation): Grant[] {
	const { current, wanted, nowMs } = situation;
	const inUse = (grants: readonly Grant[]) =>
		grants
			.filter((one) => isInHouse(wanted, one, nowMs))
			.filter(({ methods, record }) => methods.length + idsIn(record.access_method_ids).length > 0);
	const old = inUse(oldAccess(situation));
	const isReplaced = old.length === 0 && current && !isSameSpaces(current, wanted);
	return isReplaced ? inUse([current]) : old;
}

/** The rest, such as what a guest in the house moved out of and whose PIN somebody has deleted. */
export function unusedOldAccess(situation: Situation): Grant[] {
	const used = oldAccessInUse(situation);
	return oldAccess(situation).filter((one) => !used.includes(one));
}

interface Seen {
	situation: Situation;
	memo: Memo;
}

/** Until the new access of a guest in the house is ready, the item shows what works. */
export const oldAccessShown = ({ situation, memo }: Seen): Grant | undefined =>
	memo.came.ready === true ? undefined : newestOf(oldAccessInUse(situation));

/** The same in a reading, which knows no booking: the newest, and the old one until that is ready. */
export function accessInUse(
	grants: readonly Grant[],
	nowMs: number,
): { newest?: Grant; old?: Grant } {
	const newest = accessOfStay(grants, nowMs);
	if (!newest || !isRunning(newest, nowMs) || opensWithoutCards(newest, findProblems(newest)))
		return { newest };
	const others = grants.filter((one) => one.id !== newest.id && !endsBefore(one, newest));
	const open = others.filter((one) => isRunning(one, nowMs) && one.methods.length > 0);
	return { newest, old: newestOf(open) };
}

/** What the guest can open. */
export function accessShown(grants: readonly Grant[], nowMs: number): Grant | undefined {
	const { newest, old } = accessInUse(grants, nowMs);
	return old ?? newest;
}

/**
 * Which old rooms still open, and why: the item shows only one of the two. A new access that could not
 * be looked at counts as not ready.
 */
export function oldAccessKept({ situation, memo }: Seen): Problem[] {
	const { current } = situation;
	const old = oldAccessInUse(situation);
	if (!current || old.length === 0) return [];
	const rooms = old.flatMap(({ placeNames }) => placeNames).join(', ');
	const why = memo.came.ready === true ? '' : notReadyYet(situation.wanted, current);
	return [toProblem('old_access_kept', { rooms, why })];
}

/** The same in a reading. */
export const oldAccessRead = ({ placeNames }: Grant, newest: Grant): Problem =>
	toProblem('old_access_kept', { rooms: placeNames.join(', '), why: notReadyYet(newest, newest) });

function notReadyYet(wanted: Pick<Booked, 'placeNames' | 'spaceIds'>, current: Grant): string {
	const causes = isSameSpaces(current, wanted) ? findProblems(current) : [];
	const cause = causes.find(({ code }) => rowOf(code).keepsDoorClosed && !rowOf(code).follows);
	const why = cause ? `: ${cause.reason}` : '';
	return `, because the new access to ${wanted.placeNames.join(', ')} is not ready yet${why}`;
}

/** Who else has the old rooms as long as they open. */
export async function overlapsOfOldAccess(
	situation: Situation,
	{ reservationKey }: StayKey,
	roomStaysWith: (spaceIds: readonly string[]) => Promise<RoomStays>,
): Promise<Problem[]> {
	const { booked } = situation;
	const old = oldAccessInUse(situation).map((one) => ({
		...toRoomStay(reservationKey, booked),
		spaceIds: one.spaceIds.filter((id) => !booked.spaceIds.includes(id)),
		untilMs: one.endsAt === null ? Infinity : Date.parse(one.endsAt),
	}));
	const rooms = old.flatMap(({ spaceIds }) => spaceIds);
	if (rooms.length === 0) return [];
	const roomStays = await roomStaysWith(rooms);
	return old.flatMap((one) => roomStays.problemsOf(one, { remedy: UNTIL_READY }));
}

const UNTIL_READY =
	'Check the lock of the new room: once it is ready, the old access ends. If that takes too long, give the next guest another room.';
