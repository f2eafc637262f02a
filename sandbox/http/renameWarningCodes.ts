const PATHS_WITH_SPECIFIED_WARNINGS = /^\/(access_codes|access_grants)\//;

/**
 * Renames `warning_code` to `error_code` in answers about codes and grants
 * (docs/service.md#codes-8).
 */
export function renameWarningCodes(
	path: string,
	answer: Record<string, unknown>,
): Record<string, unknown> {
	return PATHS_WITH_SPECIFIED_WARNINGS.test(path)
		? (renamed(answer) as Record<string, unknown>)
		: answer;
}

function renamed(value: unknown): unknown {
	if (Array.isArray(value)) return value.map(renamed);
	if (typeof value !== 'object' || value === null) return value;
	return Object.fromEntries(
		Object.entries(value).map(([member, content]) => [
			member === 'warning_code' ? 'error_code' : member,
			renamed(content),
		]),
	);
}
