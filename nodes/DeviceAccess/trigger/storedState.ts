import { isWireObject, type WireObject } from '../wire/records';

/** Why what a trigger stored in n8n's static data cannot be used. */
export type StateProblem = { kind: 'damaged' } | { kind: 'laterVersion'; version: number; knownVersion: number };

/** What was stored, or why it cannot be used. */
export type StoredState<Value> = { value: Value; problem?: undefined } | { value?: undefined; problem: StateProblem };

/**
 * Reads an object that carries its `version`. `read` gives undefined where the object is damaged. Readers of older
 * versions belong here once a release has stored one.
 */
export function readState<Value>(stored: unknown, knownVersion: number, read: (stored: WireObject) => Value | undefined): StoredState<Value> {
	const { version } = isWireObject(stored) ? stored : {};
	if (typeof version === 'number' && Number.isInteger(version) && version > knownVersion) {
		return { problem: { kind: 'laterVersion', version, knownVersion } };
	}
	const value = isWireObject(stored) && version === knownVersion ? read(stored) : undefined;
	return value === undefined ? { problem: { kind: 'damaged' } } : { value };
}

/** Half a sentence for a person. It quotes nothing of what was stored, which may hold a secret. */
export function describeProblem(problem: StateProblem): string {
	if (problem.kind === 'damaged') return 'is damaged and could not be read';
	return `is of a newer version of this package (form ${problem.version}; this version knows form ${problem.knownVersion})`;
}
