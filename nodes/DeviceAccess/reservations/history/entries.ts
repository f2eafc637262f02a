import type { ServiceEvent } from '../../wire/records';
import { happenedAt, happenedAtMs } from './listStayEvents';

/** The openings of a stay, in ISO 8601. */
export interface Entries {
	first_entry_at: string | null;
	last_entry_at: string | null;
	never_entered: boolean;
}

/** Sorts by time, oldest first. */
export const oldestFirst = (events: readonly ServiceEvent[]): ServiceEvent[] =>
	[...events].sort((a, b) => happenedAtMs(a) - happenedAtMs(b));

/** The openings among the events of a guest's PINs, cards and keys, oldest first. */
export const openingsIn = (events: readonly ServiceEvent[]): ServiceEvent[] =>
	oldestFirst(events.filter(({ event_type: type }) => type === 'lock.unlocked'));

/** When the guest first and last opened a door, from the events of the guest's PINs, cards and keys. */
export function entriesOf(events: readonly ServiceEvent[]): Entries {
	const openings = openingsIn(events);
	const [first, last] = [openings.at(0), openings.at(-1)];
	return {
		first_entry_at: first ? happenedAt(first) : null,
		last_entry_at: last ? happenedAt(last) : null,
		never_entered: openings.length === 0,
	};
}
