import type { WireObject } from '../../wire/records';

/** The records of a grant, as the service returned them. */
export interface GrantRecords {
	grant: WireObject;
	/** Oldest first, without those that are being deleted. */
	methods: readonly WireObject[];
	/** The devices of the places that the grant is for. */
	devices: readonly WireObject[];
	/** The entrances of access systems that it opens. */
	entrances?: readonly WireObject[];
	/** Names of the places that it is for. */
	placeNames?: readonly string[];
	/** Names of the doors that none of its PINs, cards and keys opens, if read. */
	closed?: readonly string[];
	/** The codes on the locks, if read. */
	codes?: readonly WireObject[];
}
