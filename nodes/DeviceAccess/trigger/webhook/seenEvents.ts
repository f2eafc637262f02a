import { toMark } from '../fingerprint';

const HOUR_MS = 3_600_000;

/** The sender tries a delivery again for up to 28 hours (facts 7); what is remembered must outlive that. */
export const REMEMBERED_HOURS = 30;

/**
 * Most events remembered, the oldest go first. n8n writes the whole state with every delivery and copies it into every
 * saved execution, so it stays small; what the running process has seen, it knows besides.
 */
export const MAX_REMEMBERED_EVENTS = 5_000;

/** Short marks of event ids by the hour in which they came in (hours since 1970). Kept in n8n's static data. */
export type SeenEvents = Record<string, string[]>;

export function hasSeen(seen: SeenEvents, eventId: string): boolean {
	const mark = toMark(eventId);
	return Object.values(seen).some((marks) => marks.includes(mark));
}

/**
 * A new state that also remembers the event, and further marks that it may have missed, without what is older than the
 * window or more than the maximum.
 */
export function remember(seen: SeenEvents, eventId: string, nowMs: number, furtherMarks: readonly string[] = []): SeenEvents {
	const hour = Math.floor(nowMs / HOUR_MS);
	const kept: SeenEvents = {};
	for (const [key, marks] of Object.entries(seen)) {
		if (Number(key) >= hour - REMEMBERED_HOURS && marks.length > 0) kept[key] = [...marks];
	}
	const known = new Set(Object.values(kept).flat());
	const added = [...new Set([...furtherMarks, toMark(eventId)])].filter((mark) => !known.has(mark));
	if (added.length > 0) kept[hour] = [...(kept[hour] ?? []), ...added];
	dropOldest(kept);
	return kept;
}

function dropOldest(seen: SeenEvents): void {
	const hours = Object.keys(seen).sort((a, b) => Number(a) - Number(b));
	let surplus = hours.reduce((sum, hour) => sum + (seen[hour]?.length ?? 0), 0) - MAX_REMEMBERED_EVENTS;
	for (const hour of hours) {
		if (surplus <= 0) return;
		const marks = seen[hour] ?? [];
		const removed = Math.min(surplus, marks.length);
		seen[hour] = marks.slice(removed);
		surplus -= removed;
	}
}
