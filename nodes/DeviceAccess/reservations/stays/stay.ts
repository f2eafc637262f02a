import type { Booking, BookingStatus } from '../bookings/booking';
import { oneLine, type WireObject } from '../../wire/records';
import type { StayTime } from './stayTimes';
import type { Problem } from './problems';

/** With unchecked values. The fields name no system, and no rooms apart from their keys. */
export type GivenBooking = Pick<Booking, 'status'> &
	Readonly<Partial<Record<Exclude<keyof Booking, 'status'>, unknown>>>;

export interface StayKey {
	prefix: string;
	reservationKey: string;
	/** Something else made it, so the node only reads it. */
	isOthers?: true;
}

/** Unique among all systems, because a prefix has one colon, at its end. */
export const stayKeyOf = ({ prefix, reservationKey }: StayKey): string =>
	`${prefix}${reservationKey}`;

/**
 * That of the item about this access. A reservation of something else can have access for each of its
 * guests: each is told of their own.
 */
export const stayKeyOfGrant = (key: StayKey, grantId: unknown): string =>
	key.isOthers ? `${stayKeyOf(key)}/${String(grantId)}` : stayKeyOf(key);

export interface Stay extends StayKey {
	status: BookingStatus;
	/** At its source, in milliseconds since 1970. */
	changedAtMs?: number;
	/** True if the system can have given it another key. */
	canHaveFormerKey?: true;
}

export interface Guest {
	key?: string;
	name?: string;
	emailAddress?: string;
	/** With a country code. */
	phoneNumber?: string;
	/** Contacts that the service cannot take. */
	unusable: ReadonlyArray<'email_address' | 'phone_number'>;
}

export interface RequestedPin {
	code: string;
	/** False for one that is made of the phone number. */
	isEntered: boolean;
}

/** Before the node looks up times and rooms. */
export interface StayWithAccess extends Stay {
	guest: Guest;
	/** Keys or IDs of spaces. */
	rooms: string[];
	/** Names by room, to find those whose key no space has. Undefined if only keys count. */
	roomNames?: Readonly<Record<string, string>>;
	arrival: StayTime;
	departure: StayTime;
	checkIn?: string;
	checkOut?: string;
	/** `room`, `workflow`, or the name of a time zone. */
	timeZone: string;
	openBeforeMinutes: number;
	closeAfterMinutes: number;
	/** For a guest in the house who changes rooms. At most MOST_KEPT_MINUTES. */
	keepOldRoomsMinutes: number;
	modes: string[];
	/** Undefined if the service chooses. */
	pin?: RequestedPin;
	whyNoPhonePin?: string;
}

/** A code may be on its lock this long before the start of a stay (docs/service.md#codes-4). */
export const LEAD_MS = 72 * 3_600_000;

/** Of two, what ends within this time is what the guest has left. */
export const MOST_KEPT_MINUTES = 60;

export interface End {
	is: 'end';
	stay: Stay;
	sparesGuestInHouse?: boolean;
	/** True if the guest has left, and false for a booking that is canceled. */
	hasCheckedOut?: boolean;
	guestKey?: string;
	guestName?: string;
	/** True for an operation on one reservation without an entered prefix. */
	isPrefixUsual?: boolean;
	isMissing?: true;
}

export interface Leave {
	is: 'leave';
	stay: Stay;
	why: Problem;
	guestName?: string;
	/** Whose stay it is, where and when, as the booking says: for the host alone, because nothing is changed for it. */
	said?: WireObject;
	/** Why it is no stay, of a block and the like, which can have been a stay before. */
	noStay?: string;
	/** True if an item has a later version of the stay. */
	isEarlierVersion?: true;
	/** True for an item that fails without a dry run. */
	isFailed?: true;
}

export interface Fail {
	is: 'fail';
	stay: Stay;
	error: unknown;
	/** True for a booking whose room is not assigned yet, or not any more. */
	hasNoRoom?: boolean;
}

export type Asked = { is: 'give'; stay: StayWithAccess } | End | Leave | Fail;

/** To compare what people type. */
export const folded = (value: unknown): string =>
	oneLine(String(value ?? '').normalize('NFC')).toLowerCase();

export const isSameText = (a: unknown, b: unknown): boolean => folded(a) === folded(b);

/** Without case, spaces and punctuation. */
export const lettersOf = (text: string): string => folded(text).replaceAll(/[^\p{L}\p{N}]/gu, '');
