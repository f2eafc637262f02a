import { isWireObject, type WireObject } from '../wire/records';

export type StateProblem =
	{ kind: 'damaged' } | { kind: 'laterVersion'; version: number; knownVersion: number };

export type StoredState<Value> =
	{ value: Value; problem?: undefined } | { value?: undefined; problem: StateProblem };

/** `read` returns undefined for a damaged object. Readers of older versions belong here. */
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

/** The clocks of the service's servers, and those of n8n's processes, differ by less. */
const CLOCK_DIFFERENCE_MS = 5 * 60 * 1000;

/** True for a time that cannot have been now when it was stored: such data is damaged. */
export const isAhead = (timeMs: number, nowMs: number): boolean =>
	timeMs > nowMs + CLOCK_DIFFERENCE_MS;

/** Ends a sentence. Never quotes the data, because it may contain a secret. */
export function describeProblem(problem: StateProblem): string {
	if (problem.kind === 'damaged') return 'is damaged and could not be read';
	return `is from a newer version of this package (format ${problem.version}; this version knows format ${problem.knownVersion})`;
}
