import { isWireObject } from '../../wire/records';
import { MARK_LENGTH, toMark } from '../fingerprint';

/** Marks are kept by stretches of time, so that those no longer needed go together. */
const STRETCH_MS = 10_000;

/** What n8n stores: the marks of a stretch without a gap between them, by the start of the stretch in seconds since 1970. */
export type StoredMarks = Record<string, string>;

/** The events that a polling trigger has returned, as far as they can be listed again. */
export type ReturnedEvents = Map<number, Set<string>>;

interface MadeEvent {
	id: string;
	createdAtMs: number;
}

const stretchOf = (timeMs: number) => Math.floor(timeMs / STRETCH_MS);

export const hasReturned = (returned: ReturnedEvents, { id, createdAtMs }: MadeEvent) =>
	returned.get(stretchOf(createdAtMs))?.has(toMark(id)) ?? false;

export function addReturned(returned: ReturnedEvents, { id, createdAtMs }: MadeEvent): void {
	const stretch = stretchOf(createdAtMs);
	const marks = returned.get(stretch) ?? new Set<string>();
	returned.set(stretch, marks.add(toMark(id)));
}

/** Forgets the stretches that end before a time; an event made since then stays. */
export function forgetBefore(returned: ReturnedEvents, timeMs: number): void {
	for (const stretch of returned.keys()) if (stretch < stretchOf(timeMs)) returned.delete(stretch);
}

/** How many are left once those before a time are forgotten. */
export function countSince(returned: ReturnedEvents, timeMs: number): number {
	return [...returned].reduce((sum, [stretch, marks]) => (stretch < stretchOf(timeMs) ? sum : sum + marks.size), 0);
}

export const toStoredMarks = (returned: ReturnedEvents): StoredMarks =>
	Object.fromEntries([...returned].map(([stretch, marks]) => [String((stretch * STRETCH_MS) / 1000), [...marks].join('')]));

/** Undefined when what is stored cannot be marks. */
export function readStoredMarks(stored: unknown): ReturnedEvents | undefined {
	if (!isWireObject(stored)) return undefined;
	const returned: ReturnedEvents = new Map();
	for (const [seconds, joined] of Object.entries(stored)) {
		const stretch = stretchOf(Number(seconds) * 1000);
		if (Number.isNaN(stretch) || typeof joined !== 'string' || joined.length % MARK_LENGTH !== 0) return undefined;
		returned.set(stretch, new Set(joined.match(new RegExp(`.{${MARK_LENGTH}}`, 'g'))));
	}
	return returned;
}
