import { isWireObject, type WireObject } from '../wire/records';

/**
 * Undefined if it cannot be read: damaged, or of another version. Readers of older versions belong
 * here.
 */
export const readState = <Value>(
	stored: unknown,
	version: number,
	read: (stored: WireObject) => Value | undefined,
): Value | undefined =>
	isWireObject(stored) && stored.version === version ? read(stored) : undefined;

/** Ends a sentence. Never quotes the data, because it may contain a secret. */
export const UNREADABLE = 'is damaged, or from another version of this package';

/** The clocks of the service's servers, and those of n8n's processes, differ by less. */
const CLOCK_DIFFERENCE_MS = 5 * 60 * 1000;

/** True for a time that was stored before the clock was set back: it does not show what is newer. */
export const isAhead = (timeMs: number, nowMs: number): boolean =>
	timeMs > nowMs + CLOCK_DIFFERENCE_MS;
