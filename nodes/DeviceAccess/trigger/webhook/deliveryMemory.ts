import {
	type Fingerprints,
	readFingerprints,
	startOfPeriod,
	type StoredFingerprints,
	toFingerprint,
	toStoredFingerprints,
} from '../fingerprints';
import { isAhead, readState, type StoredState } from '../storedState';

const HOUR_MS = 60 * 60 * 1000;

/**
 * The sender repeats a delivery for up to 28 hours (docs/service.md#events-9), and the trigger
 * remembers events for longer.
 */
const MEMORY_MS = 30 * HOUR_MS;

/**
 * The most events to store; the newest are kept. n8n writes the whole state with every delivery and
 * copies it into every saved execution, so it stays small. The running process remembers more.
 */
export const MAX_STORED_EVENTS = 5_000;
const MAX_EVENTS_IN_PROCESS = 20_000;

/**
 * If n8n does not answer for this long, such as when its queue or database is down, an event may be
 * handled again.
 */
const PROCESSING_LIMIT_MS = 15 * 60 * 1000;

/** The events that an instant trigger has handled, as n8n stores them, by hour of arrival. */
export interface StoredEvents {
	version: typeof EVENTS_VERSION;
	byHour: StoredFingerprints;
}

const EVENTS_VERSION = 1;

/** Whether n8n accepted the event, rejected it, or has not answered the sender yet. */
export type Answer = 'accepted' | 'rejected' | 'open';

interface Reservation {
	reservedAtMs: number;
	readAnswer: () => Answer;
}

const accepted = () => 'accepted' as const;
const open = () => 'open' as const;

export function readStoredEvents(stored: unknown, nowMs: number): StoredState<Fingerprints> {
	if (stored === undefined) return { value: new Map() };
	return readState(stored, EVENTS_VERSION, ({ byHour }) => {
		const events = readFingerprints(byHour);
		return [...(events?.values() ?? [])].some((hourMs) => isAhead(hourMs, nowMs))
			? undefined
			: events;
	});
}

/**
 * The events that this process is handling or has handled for one trigger. n8n gives each delivery
 * the static data from when the delivery arrived, and stores all of it afterwards. If several
 * deliveries run at the same time, even in other processes, only the last one's changes are kept.
 * So each process remembers its own events and stores them with every event.
 */
export class DeliveryMemory {
	private readonly reservations = new Map<string, Reservation>();

	/**
	 * 'reserved' if the caller must handle the event. Otherwise, 'processing' while an earlier caller
	 * handles it, which may fail, or 'handled'. Synchronous, so that two deliveries cannot both
	 * reserve the event.
	 */
	reserve(
		eventId: string,
		stored: Fingerprints,
		nowMs: number,
	): 'reserved' | 'processing' | 'handled' {
		this.forgetOld(nowMs);
		const fingerprint = toFingerprint(eventId);
		const earlier = this.reservations.get(fingerprint);
		const answer = earlier?.readAnswer();
		if (answer === 'accepted' || stored.has(fingerprint)) return 'handled';
		if (earlier && answer === 'open' && earlier.reservedAtMs > nowMs - PROCESSING_LIMIT_MS)
			return 'processing';
		// Deleted first, so that it moves to the end: the map is in order of age.
		this.reservations.delete(fingerprint);
		this.reservations.set(fingerprint, { reservedAtMs: nowMs, readAnswer: open });
		return 'reserved';
	}

	/** Releases an event whose handling failed, so that the sender's next try gets it. */
	release(eventId: string): void {
		this.reservations.delete(toFingerprint(eventId));
	}

	/**
	 * Marks an event that was handed to n8n. `readAnswer` is polled instead of awaited, because
	 * nothing reports the end of an answer if the sender has disconnected.
	 */
	acknowledge(eventId: string, readAnswer: () => Answer): void {
		const reservation = this.reservations.get(toFingerprint(eventId));
		if (reservation) reservation.readAnswer = readAnswer;
	}

	/**
	 * What n8n stores with an event: this one, and the events of the last 30 hours that were stored
	 * or handled by this process.
	 */
	toStored(eventId: string, stored: Fingerprints, nowMs: number): StoredEvents {
		const events: Fingerprints = new Map();
		const handled = [...this.reservations].filter(([fingerprint, reservation]) =>
			this.isHandled(fingerprint, reservation),
		);
		for (const [fingerprint, { reservedAtMs }] of handled.slice(-MAX_STORED_EVENTS))
			events.set(fingerprint, startOfPeriod(reservedAtMs, HOUR_MS));
		for (const [fingerprint, hourMs] of stored)
			if (!events.has(fingerprint)) events.set(fingerprint, hourMs);
		// n8n stores nothing if it rejects the event.
		events.set(toFingerprint(eventId), startOfPeriod(nowMs, HOUR_MS));
		const oldestMs = startOfPeriod(nowMs - MEMORY_MS, HOUR_MS);
		const remembered = [...events]
			.filter(([, hourMs]) => hourMs >= oldestMs)
			.sort(([, a], [, b]) => a - b);
		return {
			version: EVENTS_VERSION,
			byHour: toStoredFingerprints(new Map(remembered.slice(-MAX_STORED_EVENTS))),
		};
	}

	/**
	 * True if n8n accepted the event. Once n8n has answered, drops the reference to the sender's
	 * connection.
	 */
	private isHandled(fingerprint: string, reservation: Reservation): boolean {
		const answer = reservation.readAnswer();
		if (answer === 'accepted') reservation.readAnswer = accepted;
		if (answer === 'rejected') this.reservations.delete(fingerprint);
		return answer === 'accepted';
	}

	/** The map is in order of insertion: the oldest come first. */
	private forgetOld(nowMs: number): void {
		for (const [fingerprint, { reservedAtMs }] of this.reservations) {
			if (this.reservations.size <= MAX_EVENTS_IN_PROCESS && reservedAtMs > nowMs - MEMORY_MS)
				return;
			this.reservations.delete(fingerprint);
		}
	}
}

const memories = new Map<string, DeliveryMemory>();

/** This process's memory of the trigger with this webhook URL. */
export function deliveryMemoryOf(url: string): DeliveryMemory {
	const memory = memories.get(url) ?? new DeliveryMemory();
	memories.set(url, memory);
	return memory;
}
