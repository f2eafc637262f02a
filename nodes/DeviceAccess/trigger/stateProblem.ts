/** Why what a trigger had kept in n8n's static data is of no use: a later release wrote it, or it is damaged. */
export type StateProblem = { kind: 'broken' } | { kind: 'newer'; version: number; knownVersion: number };

/** The version of a stored state; undefined when it is none. */
export const readVersion = (version: unknown): number | undefined =>
	typeof version === 'number' && Number.isInteger(version) && version > 0 ? version : undefined;

/** Half a sentence for a person; it has nothing of the state itself in it, for that may hold a secret. */
export function describeProblem(problem: StateProblem): string {
	if (problem.kind === 'broken') return 'is damaged and could not be read';
	return `is of a newer version of this package (form ${problem.version}; this version knows form ${problem.knownVersion})`;
}
