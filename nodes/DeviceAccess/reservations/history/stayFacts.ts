import type { ServiceEvent } from '../../wire/records';
import type { MethodLife } from './methodLives';

/** One access grant of a stay. A stay has several after a change of rooms. */
export interface GrantLife {
	id: string;
	/** ISO 8601; undefined for a grant that was deleted. */
	createdAt?: string;
	/** ISO 8601; null for access without an end, undefined for a grant that was deleted. */
	endsAt?: string | null;
	/** The name of the guest; undefined for a grant that was deleted. */
	guestName?: unknown;
	/** IDs of the doors; undefined if none is known. */
	doorIds?: readonly string[];
	/** Names of the rooms; undefined for a grant that was deleted. */
	roomNames?: readonly string[];
}

/** What is known of a stay. */
export interface StayFacts {
	grants: readonly GrantLife[];
	methods: readonly MethodLife[];
	/** All events of the stay, each once. */
	events: readonly ServiceEvent[];
	/** Names of locks and entrances by ID. */
	doors: ReadonlyMap<string, string>;
	/** When the current access starts, in milliseconds since 1970. */
	startsAtMs?: number;
	/** For the times in the sentences. Undefined means UTC. */
	timeZone?: string;
	nowMs: number;
}
