import type { Grant } from './grants/grant';
import type { OtherTimeZone } from './items/timeZone';
import type { Wanted } from './plan/wanted';
import type { Problem } from './stays/problem';
import type { Rooms } from './stays/rooms';
import type { Stay, StayWithAccess } from './stays/stay';

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

/** Access to end. */
export interface End {
	is: 'end';
	stay: Stay;
	/** With the guest's, the access of all guests ends but these. Undefined: only the guest's ends. */
	keptGuests?: readonly number[];
	/** True if a guest in the house keeps the access. */
	sparesGuestInHouse?: boolean;
	guestName?: string;
	/** True for an operation on one reservation for which nobody entered a prefix. */
	isPrefixUsual?: boolean;
	/** True for a stay that no item names. */
	isMissing?: true;
	/** True if the list of grants is enough, although it can lack what was created a moment ago. */
	isListEnough?: boolean;
}

/** Access to leave as it is, and why. */
export interface Leave {
	is: 'leave';
	stay: Stay;
	why: Problem;
	guestName?: string;
	/** True if an item has a later version of the stay. */
	isEarlierVersion?: boolean;
	/** True for an item that fails without a dry run. */
	isFailed?: true;
}

/** An item that fails before anything is changed. */
export interface Fail {
	is: 'fail';
	stay: Stay;
	error: unknown;
	/** True for a booking of a list whose room is not assigned yet, or not any more. */
	hasNoRoom?: boolean;
}

/** What to do about one guest of a reservation. Finished when it is made. */
export type Order = Give | End | Leave | Fail;

/** True if the end of this guest's access, or that of all guests, also ends this grant. */
export const isEndedBy = (
	{ stay, keptGuests }: Pick<End, 'stay' | 'keptGuests'>,
	{ key: { guestNumber } }: Pick<Grant, 'key'>,
): boolean =>
	guestNumber === stay.guestNumber ||
	(keptGuests !== undefined && !keptGuests.includes(guestNumber));
