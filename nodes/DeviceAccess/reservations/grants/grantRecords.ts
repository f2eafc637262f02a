import type { WireObject } from '../../wire/records';

/** The records of a grant, as the service returned them. */
export interface GrantRecords {
	grant: WireObject;
	/** Oldest first, without those that are being deleted. */
	methods: readonly WireObject[];
	/** The devices that the grant opens. */
	devices: readonly WireObject[];
	/** The codes on the locks, if read. */
	codes?: readonly WireObject[];
}
