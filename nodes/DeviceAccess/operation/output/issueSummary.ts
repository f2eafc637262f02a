import { warningsOf } from '../../wire/issues';
import { type WireObject, wireObjectsIn } from '../../wire/records';

/** Summary of a record's errors, warnings and pending mutations, for an If node or a message. */
export interface IssueSummary {
	issue_summary: string;
	has_errors: boolean;
	has_warnings: boolean;
}

/**
 * Sums up the issues of a record in one text, one line each. Issue codes are an open set, so a line
 * has the service's message and the code, or only the words of the code if there is no message.
 */
export function summarizeIssues(record: WireObject): IssueSummary {
	const errors = wireObjectsIn(record.errors);
	const warnings = warningsOf(record);
	const lines = [
		...errors.map((issue) => `Error: ${describeIssue(issue)}`),
		...warnings.map((issue) => `Warning: ${describeIssue(issue)}`),
		...wireObjectsIn(record.pending_mutations).map(
			(mutation) => `Pending: ${describeIssue(mutation)}`,
		),
	];
	return {
		issue_summary: lines.join('\n'),
		has_errors: errors.length > 0,
		has_warnings: warnings.length > 0,
	};
}

/**
 * The code of an issue. Warnings have `warning_code`, but some records have `error_code` in both
 * lists (docs/service.md#codes-8). Mutations have `mutation_code`.
 */
export function codeOfIssue({
	error_code: error,
	warning_code: warning,
	mutation_code: mutation,
}: WireObject): string {
	return (
		[error, warning, mutation].find(
			(code): code is string => typeof code === 'string' && code !== '',
		) ?? ''
	);
}

function describeIssue(issue: WireObject): string {
	const message = typeof issue.message === 'string' ? issue.message.trim().replace(/\.$/, '') : '';
	const code = codeOfIssue(issue);
	const text = message || code.replaceAll('_', ' ') || 'no reason given';
	return [code && message ? `${text} (${code})` : text, ...concerned(issue)].join('; ');
}

/** The IDs in an issue. */
function concerned(issue: WireObject): string[] {
	const parts: string[] = [];
	if (Array.isArray(issue.missing_device_ids))
		parts.push(`devices without access: ${issue.missing_device_ids.join(', ')}`);
	if (typeof issue.original_access_method_id === 'string')
		parts.push(`replaces access method ${issue.original_access_method_id}`);
	const failedDevices = wireObjectsIn(issue.failed_devices).map((device) =>
		String(device.device_id),
	);
	if (failedDevices.length > 0) parts.push(`failed devices: ${failedDevices.join(', ')}`);
	if (typeof issue.device_id === 'string') parts.push(`device: ${issue.device_id}`);
	if (typeof issue.managed_access_code_id === 'string')
		parts.push(`managed code: ${issue.managed_access_code_id}`);
	if (typeof issue.unmanaged_access_code_id === 'string')
		parts.push(`unmanaged code: ${issue.unmanaged_access_code_id}`);
	return parts;
}
