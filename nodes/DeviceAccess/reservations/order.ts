import type { OtherTimeZone } from './items/timeZone';
import type { Wanted } from './plan/situation';
import type { End, Fail, Leave } from './stays/asked';
import type { Problem } from './stays/problem';
import type { Rooms } from './stays/rooms';
import type { StayWithAccess } from './stays/stay';

/** Access to give, with everything looked up that the service does not have to be compared with. */
export interface Give {
	is: 'give';
	stay: StayWithAccess;
	wanted: Wanted;
	rooms: Rooms;
	/** For the times of the stay, if the rooms have none. */
	otherTimeZone: OtherTimeZone;
	/** What a rehearsal expects to go wrong. */
	expected?: readonly Problem[];
}

/** What to do about one guest of a reservation. Finished when it is made. */
export type Order = Give | End | Leave | Fail;
