import { type Grant, idOfPlace } from '../grants/grant';
import type { Wanted } from '../plan/situation';
import type { Rooms } from '../stays/rooms';
import type { StayWithAccess } from '../stays/stay';
import type { WireObject } from '../../wire/records';

/** A stay of the input that is to have access, with everything that a rehearsal compares. */
export interface RehearsedStay {
	stay: StayWithAccess;
	wanted: Wanted;
	rooms: Rooms;
	/** The locks of the rooms. */
	locks: readonly WireObject[];
	entrances: readonly WireObject[];
	/** The access that the plan keeps. Undefined if the guest has none yet. */
	current?: Grant;
	/** The PIN that the guest would have. Undefined if the service chooses it. */
	pin?: string;
}

/** True if the service must set the guest's PIN on this lock, which does not have it yet. */
export const isPinNewOn = ({ pin, current }: RehearsedStay, lock: WireObject): boolean =>
	pin !== undefined && (pin !== current?.pin || !current.doorIds.includes(idOfPlace(lock)));
