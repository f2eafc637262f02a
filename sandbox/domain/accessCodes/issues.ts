import type { Clock } from '../clock';
import { nowIso } from '../nowIso';
import type { PendingMutation } from '../../schemas/accessCode';
import type { ErrorIssue, WarningIssue } from '../../schemas/issue';
import type { StoredAccessCode } from '../../state/state';

type Timed = { clock: Clock };

/** A mutation that has no members of its own, as of now. */
export function pendingMutation(service: Timed, mutation_code: 'creating' | 'deleting', message: string): PendingMutation {
	return { mutation_code, message, created_at: nowIso(service) };
}

/** An error of the code itself, not of its device, as of now. */
export function codeError(service: Timed, issue: Pick<ErrorIssue, 'error_code' | 'message'>): ErrorIssue {
	return { ...issue, created_at: nowIso(service), is_access_code_error: true };
}

/** A warning on the code, as of now. */
export function codeWarning(service: Timed, warning_code: string, message: string): WarningIssue {
	return { warning_code, message, created_at: nowIso(service) };
}

/** The warnings of a code but those with this code. */
export function withoutWarning({ warnings = [] }: StoredAccessCode, warningCode: string): WarningIssue[] {
	return warnings.filter(({ warning_code }) => warning_code !== warningCode);
}
