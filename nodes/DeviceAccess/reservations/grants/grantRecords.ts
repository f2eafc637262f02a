import type { WireObject } from '../../wire/records';

/** The records of a grant, as the service returned them. */
export interface GrantRecords {
	grant: WireObject;
	/** Oldest first, without those that are being deleted. */
	methods: readonly WireObject[];
	devices: readonly WireObject[];
	entrances?: readonly WireObject[];
	placeNames?: readonly string[];
	/** Names of the doors that none of its PINs, cards and keys opens, if read. */
	closed?: readonly string[];
	/** The codes on the locks, if read. */
	codes?: readonly WireObject[];
}
