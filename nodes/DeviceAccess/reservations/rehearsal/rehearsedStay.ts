import type { WireObject } from '../../wire/records';

/** A stay of the input that is to have access, with everything that a rehearsal compares. */
export interface RehearsedStay {
	reservationKey: string;
	guestNumber: number;
	guestName?: string;
	emailAddress?: string;
	phoneNumber?: string;
	/** ISO 8601. */
	startsAt: string;
	endsAt: string;
	spaces: readonly WireObject[];
	/** The locks of the rooms, and those outside the rooms. */
	locks: readonly WireObject[];
	/** IDs of the rooms that have neither a lock nor an entrance. */
	spacesWithoutDoor: readonly string[];
	/** IDs that no device or entrance of the workspace has. */
	unknownDeviceIds: readonly string[];
	unknownEntranceIds: readonly string[];
	modes: readonly string[];
	/** The PIN that the guest would have. Undefined if the service chooses it. */
	pin?: string;
	/** True if the locks do not have this PIN for the guest yet. */
	isPinNew: boolean;
	/** True if the guest has no access yet. */
	isNew: boolean;
	/** True if a PIN that a lock cannot have fails the item. */
	failsIfPinTaken: boolean;
	/** True if the times are those of the workflow's time zone, because the rooms have none. */
	lacksTimeZone: boolean;
}

/** How a person finds a stay. */
export const namedStay = ({
	reservationKey,
	guestNumber,
}: Pick<RehearsedStay, 'reservationKey' | 'guestNumber'>): string =>
	guestNumber > 1 ? `'${reservationKey}' (guest ${guestNumber})` : `'${reservationKey}'`;
