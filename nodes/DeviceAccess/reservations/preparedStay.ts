import type { OtherTimeZone } from './items/timeZone';
import type { Wanted } from './plan/wanted';
import type { Rooms } from './stays/rooms';
import type { StayRequest } from './stays/stay';

/** A request with everything looked up, or why it cannot be carried out. */
export type PreparedStay = { request: StayRequest; access?: WantedAccess } | { error: unknown };

/** The wanted access of a stay, and its rooms. */
export interface WantedAccess {
	wanted: Wanted;
	rooms: Rooms;
	/** For the times of the stay, if the rooms have none. */
	otherTimeZone: OtherTimeZone;
}
