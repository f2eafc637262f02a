/** The outcome of one check: what was looked at, and every finding in full. No findings means passed. */
export interface CheckResult {
	readonly check: string;
	readonly findings: readonly string[];
}

/** A condition that keeps the checks from running at all (no network, no disk, no build), said in the user's words. */
export class CannotVerifyError extends Error {
	override readonly name = 'CannotVerifyError';
}
