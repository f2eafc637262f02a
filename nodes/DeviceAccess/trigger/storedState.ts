import { isWireObject, type WireObject } from '../wire/records';

/** Why the data that a trigger stored in n8n's static data cannot be used. */
export type StateProblem =
	{ kind: 'damaged' } | { kind: 'laterVersion'; version: number; knownVersion: number };

/** The stored value, or why it cannot be used. */
export type StoredState<Value> =
	{ value: Value; problem?: undefined } | { value?: undefined; problem: StateProblem };

/**
 * Reads an object with a `version`. `read` returns undefined if the object is damaged. When a
 * release raises the version, the readers of the older versions belong here.
 */
export function readState<Value>(
	stored: unknown,
	knownVersion: number,
	read: (stored: WireObject) => Value | undefined,
): StoredState<Value> {
	const { version } = isWireObject(stored) ? stored : {};
	if (typeof version === 'number' && Number.isInteger(version) && version > knownVersion) {
		return { problem: { kind: 'laterVersion', version, knownVersion } };
	}
	const value = isWireObject(stored) && version === knownVersion ? read(stored) : undefined;
	return value === undefined ? { problem: { kind: 'damaged' } } : { value };
}

/**
 * How far a stored time may be ahead of now, in milliseconds. The clocks of the service's servers,
 * and those of n8n's processes, differ by less.
 */
const CLOCK_DIFFERENCE_MS = 5 * 60 * 1000;

/** True for a stored time that cannot have been now when it was stored. Such data is damaged. */
export const isAhead = (timeMs: number, nowMs: number): boolean =>
	timeMs > nowMs + CLOCK_DIFFERENCE_MS;

/**
 * The end of a sentence about stored data. Never quotes the data, because the data may contain a
 * secret.
 */
export function describeProblem(problem: StateProblem): string {
	if (problem.kind === 'damaged') return 'is damaged and could not be read';
	return `is from a newer version of this package (format ${problem.version}; this version knows format ${problem.knownVersion})`;
}
