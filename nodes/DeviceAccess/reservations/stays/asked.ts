import type { Problem } from './problems';
import type { Stay, StayKey, StayWithAccess } from './stay';

export interface End {
	is: 'end';
	stay: Stay;
	/** With the guest's, the access of all guests ends but these. Undefined: only the guest's ends. */
	keptGuests?: readonly number[];
	sparesGuestInHouse?: boolean;
	guestName?: string;
	/** True for an operation on one reservation without an entered prefix. */
	isPrefixUsual?: boolean;
	isMissing?: true;
	/** True if the list of grants is enough, although it can lack what was created a moment ago. */
	isListEnough?: boolean;
}

export interface Leave {
	is: 'leave';
	stay: Stay;
	why: Problem;
	guestName?: string;
	/** True if an item has a later version of the stay. */
	isEarlierVersion?: true;
	/** True for an item that fails without a dry run. */
	isFailed?: true;
}

export interface Fail {
	is: 'fail';
	stay: Stay;
	error: unknown;
	/** True for a booking of a list whose room is not assigned yet, or not any more. */
	hasNoRoom?: boolean;
}

/** What an item asks for, before its rooms are looked up. */
export type Asked = { is: 'give'; stay: StayWithAccess } | End | Leave | Fail;

export const isEndedBy = (
	{ stay, keptGuests }: Pick<End, 'stay' | 'keptGuests'>,
	{ key: { guestNumber } }: { key: StayKey },
): boolean =>
	guestNumber === stay.guestNumber ||
	(keptGuests !== undefined && !keptGuests.includes(guestNumber));
