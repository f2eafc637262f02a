import { happenedAt, happenedAtMs } from '../../wire/events';
import type { ServiceEvent } from '../../wire/records';

/** The openings of a stay, in ISO 8601. */
export interface Entries {
	first_entry_at: string | null;
	last_entry_at: string | null;
	/** Null if no opening is known, and the service no longer has the events of the whole stay. */
	never_entered: boolean | null;
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

/** The entries of a guest who has several grants. */
export function uniteEntries(all: readonly Entries[]): Entries {
	const times = all
		.flatMap(({ first_entry_at: first, last_entry_at: last }) => [first, last])
		.filter((time) => time !== null)
		.sort((a, b) => Date.parse(a) - Date.parse(b));
	return {
		first_entry_at: times.at(0) ?? null,
		last_entry_at: times.at(-1) ?? null,
		never_entered:
			times.length > 0 ? false : all.some((one) => one.never_entered === null) ? null : true,
	};
}
