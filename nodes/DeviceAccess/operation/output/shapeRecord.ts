import type { IDataObject } from 'n8n-workflow';
import { maskPinsIf } from '../../errors/maskPins';
import { warningsOf } from '../../wire/issues';
import { readPath, toItemJson, type WireObject, wireObjectsIn } from '../../wire/records';
import type { ItemValues, Operation, OutputForms } from '../types';

/** The options decide whether PINs are masked and whether the summary is added. */
export function recordShaper(
	{ output, hasIssues }: Pick<Operation, 'output' | 'hasIssues'>,
	values: ItemValues,
): (record: WireObject) => IDataObject {
	const select = output ? outputForm(output, values) : orderForReading;
	const addSummary = hasIssues && values.options.addIssueSummary === true;
	return (record) => {
		const masked = maskPinsIf(values.options.maskPinCodes === true, record);
		return toItemJson(
			addSummary ? { ...select(masked), ...summarizeIssues(masked) } : select(masked),
		);
	};
}

function outputForm(output: OutputForms, values: ItemValues): (record: WireObject) => WireObject {
	if (values.output === 'raw') return (record) => record;
	if (values.output === 'simplified') return output.simplify;
	const names = [...readNames(values.outputFieldNames), output.idField];
	return (record) => selectFields(record, names, output.selectable);
}

/** A list from the editor, or a text with commas from an expression or an AI agent. */
function readNames(value: unknown): string[] {
	const names: unknown[] = Array.isArray(value) ? value : String(value ?? '').split(',');
	return names.map((name) => String(name).trim()).filter((name) => name !== '');
}

/** Accepts names from the list and the service's own paths, so that every field can be selected. */
function selectFields(
	record: WireObject,
	names: string[],
	selectable: OutputForms['selectable'],
): WireObject {
	const selected: WireObject = {};
	const nameByPath = new Map(Object.entries(selectable).map(([name, { path }]) => [path, name]));
	for (const name of names) {
		const path = Object.hasOwn(selectable, name) ? (selectable[name]?.path ?? name) : name;
		const value = readPath(record, path);
		if (value !== undefined) selected[nameByPath.get(path) ?? path.replaceAll('.', '_')] = value;
	}
	return selected;
}

export interface IssueSummary {
	issue_summary: string;
	has_errors: boolean;
	has_warnings: boolean;
}

/**
 * One line for each issue. Codes are an open set, so a line has the service's message and the code,
 * or only the words of the code.
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

/** Warnings of some records have `error_code` (docs/service.md#codes-8). */
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

const FIRST = [
	'event_type',
	'occurred_at',
	'trigger_message',
	'event_description',
	'outcome',
	'name',
	'device_name',
	'message',
	'display_name',
	'full_name',
	'code',
	'migration',
];

const isId = (key: string) => /(^|_)ids?$/.test(key);

const placeOf = (key: string): number =>
	FIRST.includes(key) ? FIRST.indexOf(key) : FIRST.length + Number(isId(key));

/** Names first, IDs last, the others as they are. */
export const inReadingOrder = (keys: readonly string[]): string[] =>
	[...keys].sort((a, b) => placeOf(a) - placeOf(b));

export const orderForReading = (record: WireObject): WireObject =>
	Object.fromEntries(inReadingOrder(Object.keys(record)).map((key) => [key, record[key]]));
