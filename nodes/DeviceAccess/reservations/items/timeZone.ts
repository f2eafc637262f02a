import type { WireObject } from '../../wire/records';
import type { Grant } from '../grants/grant';
import { type Problem, toProblem } from '../stays/problems';
import { timeZoneOfDoors } from '../stays/rooms';

/** The time zone that stands in for that of the rooms. */
export interface OtherTimeZone {
	name: string;
	/** True if somebody chose it for this stay. */
	isChosen: boolean;
	/** True if the doors open at hours of this time zone. */
	setsDoors: boolean;
}

/** The time zone in which people read the times of a grant: that of its rooms, or else of its locks. */
export const timeZoneOf = ({ spaces, devices }: Grant): string | undefined =>
	timeZoneOfDoors(spaces, devices);

/**
 * The time zone of an item, and what to say if neither its rooms nor its locks have one. `ofRooms` is
 * undefined if nobody has looked for it; then it is that of the grant or, without a grant, of the doors.
 */
export function timeZoneOfItem(
	grant: Grant | undefined,
	{
		ofRooms,
		doors,
		other,
	}: {
		ofRooms?: string;
		doors?: readonly WireObject[];
		other?: OtherTimeZone;
	},
): { timeZone?: string; problems: Problem[] } {
	const own = ofRooms ?? (grant ? timeZoneOf(grant) : timeZoneOfDoors([], doors ?? []));
	if (own !== undefined || !other || other.isChosen)
		return { timeZone: own ?? other?.name, problems: [] };
	if (!grant && !doors && !other.setsDoors) return { problems: [] };
	return { timeZone: other.name, problems: [toProblem('no_time_zone')] };
}
