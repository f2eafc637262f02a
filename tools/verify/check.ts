/** The result of one check with all findings. No findings means passed. */
export interface CheckResult {
	readonly check: string;
	readonly findings: readonly string[];
}

/** A condition that prevents the checks (no network, disk space or build), in plain words. */
export class CannotVerifyError extends Error {
	override readonly name = 'CannotVerifyError';
}
