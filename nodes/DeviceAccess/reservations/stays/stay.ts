import type { Booking, BookingStatus } from '../bookings/booking';
import type { StayTime } from './stayTimes';

/**
 * A booking as the fields or the input item give it: nobody has checked its values yet. The fields
 * name no system, and no rooms apart from their keys.
 */
export type GivenBooking = Pick<Booking, 'status'> &
	Readonly<Partial<Record<Exclude<keyof Booking, 'status'>, unknown>>>;

export interface StayKey {
	prefix: string;
	reservationKey: string;
	/** 1 is the guest who booked. */
	guestNumber: number;
	/** True for a stay that something else made, which the node only reads. */
	isOthers?: true;
}

/** A text that names a reservation among those of all systems. */
export const nameOfReservation = ({
	prefix,
	reservationKey,
}: Omit<StayKey, 'guestNumber'>): string => JSON.stringify([prefix, reservationKey]);

/** A text that names a guest among those of one system. */
export const nameOfGuest = ({ reservationKey, guestNumber }: Omit<StayKey, 'prefix'>): string =>
	JSON.stringify([reservationKey, guestNumber]);

/** One guest of a reservation, as an item describes it. */
export interface Stay extends StayKey {
	status: BookingStatus;
	/** When the reservation was last changed at its source, in milliseconds since 1970. */
	changedAtMs?: number;
	/** True if the system can have given the reservation another key. */
	canHaveFormerKey?: true;
}

/** True if the end of this stay is that of all guests of the reservation. */
export const isOfAllGuests = ({ guestNumber }: StayKey): boolean => guestNumber === 1;

export interface Guest {
	key?: string;
	name?: string;
	emailAddress?: string;
	/** A number with a country code. */
	phoneNumber?: string;
	/** Contacts that the service cannot take, as entered. */
	unusable: ReadonlyArray<'email_address' | 'phone_number'>;
}

export interface RequestedPin {
	code: string;
	/** True for an entered PIN, which replaces one in use. */
	isEntered: boolean;
}

/** A stay whose status gives access, before the node looks up times and rooms. */
export interface StayWithAccess extends Stay {
	guest: Guest;
	/** Keys or IDs of spaces. */
	rooms: string[];
	/** Names to find the rooms by if no space has the key, by room. Undefined if only keys count. */
	roomNames?: Readonly<Record<string, string>>;
	arrival: StayTime;
	departure: StayTime;
	checkIn?: string;
	checkOut?: string;
	/** `room`, `workflow`, or the name of a time zone. */
	timeZone: string;
	openBeforeMinutes: number;
	closeAfterMinutes: number;
	modes: string[];
	/** Undefined if the service chooses. */
	pin?: RequestedPin;
	/** Why the PIN is not made of the phone number, if it should be. */
	whyNoPhonePin?: string;
}

/**
 * How long before the start of a stay its locks matter: a code may be on its lock since then
 * (docs/service.md#codes-4). In milliseconds.
 */
export const LEAD_MS = 72 * 3_600_000;
