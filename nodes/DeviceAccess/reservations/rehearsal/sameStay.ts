import { type RoomStays, toRoomStay } from '../plan/overlaps';
import { type Problem, toProblem } from '../stays/problems';
import type { RehearsedStay } from './rehearsedStay';

/**
 * The problem of a stay that is in the list twice, that has access under another reservation key,
 * or that another system or workflow gives access with another key prefix.
 */
export function sameStayTwice(
	{ stay, wanted }: RehearsedStay,
	roomStays: Pick<RoomStays, 'sameStays'>,
): Problem[] {
	const [same] = roomStays.sameStays(toRoomStay(stay.reservationKey, wanted));
	if (!same) return [];
	const { isOfOtherSystem, reservationKey } = same;
	return [
		toProblem(
			'same_stay_twice',
			{ key: reservationKey },
			isOfOtherSystem
				? {
						reason: `The access '${reservationKey}' is for the same guest, room and time, so the guest would have two PINs`,
						remedy:
							"Leave the stay to one of the two systems, and end the other's access with 'Delete reservation' and its 'Key Prefix'.",
					}
				: {},
		),
	];
}
