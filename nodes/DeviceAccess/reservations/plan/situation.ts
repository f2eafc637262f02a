import type { Grant } from '../grants/grant';
import type { WireObject } from '../../wire/records';
import type { Wanted } from './wanted';

/** What the plan compares. */
export interface Situation {
	wanted: Wanted;
	/** All our grants of this reservation and guest. */
	grants: readonly Grant[];
	/** Everyone who has a contact of the guest, if the plan writes one. */
	withContact: readonly WireObject[];
	/** The keys of people that were made for this reservation and guest. */
	ownKeys: readonly string[];
	/** How many grants a person has in the whole workspace, including those of this guest. */
	countGrants: (personId: string) => number;
	/** The locks of the wanted places that are offline. Known only for a change of rooms. */
	offlineLocks?: ReadonlyArray<{ id: string; name: string }>;
	nowMs: number;
}
