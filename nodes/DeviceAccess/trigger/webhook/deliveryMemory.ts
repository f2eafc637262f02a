import {
	type Fingerprints,
	readFingerprints,
	startOfPeriod,
	type StoredFingerprints,
	toFingerprint,
	toStoredFingerprints,
} from '../fingerprints';
import { readState } from '../storedState';

const HOUR_MS = 60 * 60 * 1000;

/** Longer than the sender repeats a delivery (docs/service.md#events-9). */
const MEMORY_MS = 30 * HOUR_MS;

/**
 * n8n writes the whole state with every delivery and copies it into every saved execution, so it
 * stays small.
 */
export const MAX_STORED_EVENTS = 5_000;
const MAX_EVENTS_IN_PROCESS = 20_000;

/** If n8n answers later, such as when its queue is down, an event may be handled again. */
const PROCESSING_LIMIT_MS = 15 * 60 * 1000;

export interface StoredEvents {
	version: typeof EVENTS_VERSION;
	byHour: StoredFingerprints;
}

const EVENTS_VERSION = 1;

/** `open`: n8n has not answered the sender yet. */
export type Answer = 'accepted' | 'rejected' | 'open';

interface Claim {
	claimedAtMs: number;
	readAnswer: () => Answer;
}

const accepted = () => 'accepted' as const;
const open = () => 'open' as const;

/** An hour to come counts as this one: the clock was set back, and the events were handled before. */
export function readStoredEvents(stored: unknown, nowMs: number): Fingerprints | undefined {
	if (stored === undefined) return new Map();
	const thisHourMs = startOfPeriod(nowMs, HOUR_MS);
	return readState(stored, EVENTS_VERSION, ({ byHour }) => {
		const events = readFingerprints(byHour);
		return (
			events && new Map([...events].map(([event, hourMs]) => [event, Math.min(hourMs, thisHourMs)]))
		);
	});
}

/**
 * n8n gives each delivery the static data from its arrival, and stores all of it afterwards: of
 * deliveries at the same time, only the last one's changes are kept. So each process remembers its
 * own events and stores them with every event.
 */
export class DeliveryMemory {
	private readonly claims = new Map<string, Claim>();

	/**
	 * 'processing' while an earlier caller handles the event, which may fail. Synchronous, so that
	 * two deliveries cannot both claim the event.
	 */
	claim(
		eventId: string,
		stored: Fingerprints,
		nowMs: number,
	): 'claimed' | 'processing' | 'handled' {
		this.forgetOld(nowMs);
		const fingerprint = toFingerprint(eventId);
		const earlier = this.claims.get(fingerprint);
		const answer = earlier?.readAnswer();
		if (answer === 'accepted' || stored.has(fingerprint)) return 'handled';
		if (earlier && answer === 'open' && earlier.claimedAtMs > nowMs - PROCESSING_LIMIT_MS)
			return 'processing';
		// Moves it to the end: the map is in order of age.
		this.claims.delete(fingerprint);
		this.claims.set(fingerprint, { claimedAtMs: nowMs, readAnswer: open });
		return 'claimed';
	}

	/** `readAnswer` is polled, because nothing reports the end of an answer to a lost connection. */
	acknowledge(eventId: string, readAnswer: () => Answer): void {
		const claim = this.claims.get(toFingerprint(eventId));
		if (claim) claim.readAnswer = readAnswer;
	}

	toStored(eventId: string, stored: Fingerprints, nowMs: number): StoredEvents {
		const handled = [...this.claims].filter(([fingerprint, claim]) =>
			this.isHandled(fingerprint, claim),
		);
		// Of the same hour, the last stay.
		const events: Fingerprints = new Map(stored);
		const addLast = (fingerprint: string, timeMs: number) => {
			events.delete(fingerprint);
			events.set(fingerprint, startOfPeriod(Math.min(timeMs, nowMs), HOUR_MS));
		};
		for (const [fingerprint, { claimedAtMs }] of handled.slice(-MAX_STORED_EVENTS))
			addLast(fingerprint, claimedAtMs);
		// n8n stores nothing if it rejects the event.
		addLast(toFingerprint(eventId), nowMs);
		const oldestMs = startOfPeriod(nowMs - MEMORY_MS, HOUR_MS);
		const remembered = [...events]
			.filter(([, hourMs]) => hourMs >= oldestMs)
			.sort(([, a], [, b]) => a - b);
		return {
			version: EVENTS_VERSION,
			byHour: toStoredFingerprints(new Map(remembered.slice(-MAX_STORED_EVENTS))),
		};
	}

	/** Drops the reference to the sender's connection once n8n has answered. */
	private isHandled(fingerprint: string, claim: Claim): boolean {
		const answer = claim.readAnswer();
		if (answer === 'accepted') claim.readAnswer = accepted;
		if (answer === 'rejected') this.claims.delete(fingerprint);
		return answer === 'accepted';
	}

	private forgetOld(nowMs: number): void {
		for (const [fingerprint, { claimedAtMs }] of this.claims) {
			if (this.claims.size <= MAX_EVENTS_IN_PROCESS && claimedAtMs > nowMs - MEMORY_MS) return;
			this.claims.delete(fingerprint);
		}
	}
}

const memories = new Map<string, DeliveryMemory>();

export function deliveryMemoryOf(url: string): DeliveryMemory {
	const memory = memories.get(url) ?? new DeliveryMemory();
	memories.set(url, memory);
	return memory;
}
