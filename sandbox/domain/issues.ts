import type { ErrorIssue, WarningIssue } from '../schemas/issue';
import { nowIso } from './clock';
import type { Service } from './service';

export function newWarning<Members extends object>(
	service: Service,
	warning_code: string,
	message: string,
	members?: Members,
): WarningIssue & Members {
	return { warning_code, message, created_at: nowIso(service), ...members } as WarningIssue &
		Members;
}

export function newError<Members extends object>(
	service: Service,
	error_code: string,
	message: string,
	members?: Members,
): ErrorIssue & Members {
	return { error_code, message, created_at: nowIso(service), ...members } as ErrorIssue & Members;
}

/** A pending mutation. */
export const newMutation = <Code extends string, Members extends object>(
	service: Service,
	mutation_code: Code,
	message: string,
	members?: Members,
) =>
	({ mutation_code, message, created_at: nowIso(service), ...members }) as {
		mutation_code: Code;
		message: string;
		created_at: string;
	} & Members;

export function withoutWarning<W extends WarningIssue>(
	warnings: readonly W[] | undefined,
	warningCode: string,
): W[] {
	return (warnings ?? []).filter(({ warning_code }) => warning_code !== warningCode);
}

export const withBeingDeleted = <W extends WarningIssue>(
	service: Service,
	warnings: readonly W[],
	what: string,
) => [...warnings, newWarning(service, 'being_deleted', `The ${what} is being deleted.`)];

export function isBeingDeleted({
	warnings,
}: {
	warnings: ReadonlyArray<{ warning_code: string }>;
}): boolean {
	return warnings.some(({ warning_code }) => warning_code === 'being_deleted');
}
