import type { WireObject } from '../../wire/records';

/** Doors of a grant that its cards or keys of one mode do not open. */
export interface ClosedDoors {
	mode: string;
	/** The names of the doors. */
	doors: readonly string[];
	/** True if each of these doors opens with another PIN, card or key of the grant. */
	isOpenedOtherwise: boolean;
}

/** The records of a grant, as the service returned them. */
export interface GrantRecords {
	grant: WireObject;
	/** Oldest first, without those that are being deleted. */
	methods: readonly WireObject[];
	/** The devices that the grant opens. */
	devices: readonly WireObject[];
	/** The entrances of access systems that it opens. */
	entrances?: readonly WireObject[];
	/** Names of the places that it is for. */
	placeNames?: readonly string[];
	/** The doors that its cards and keys do not open, if read. */
	closed?: readonly ClosedDoors[];
	/** The codes on the locks, if read. */
	codes?: readonly WireObject[];
}
