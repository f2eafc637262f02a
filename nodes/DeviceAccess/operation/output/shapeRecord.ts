import type { IDataObject } from 'n8n-workflow';
import { maskPins } from '../../errors/maskPins';
import { toItemJson } from '../../wire/toItemJson';
import type { WireObject } from '../../wire/records';
import { summarizeIssues } from './issueSummary';
import { orderForReading } from './readingOrder';
import type { ItemValues, Operation, OutputForms } from '../types';
import { readPath } from '../../wire/readPath';

/**
 * Makes the function that turns a record into an item's json in the chosen output form. The options
 * decide whether PINs are masked and whether the summary is added.
 */
export function recordShaper(
	{ output, hasIssues }: Pick<Operation, 'output' | 'hasIssues'>,
	values: ItemValues,
): (record: WireObject) => IDataObject {
	const mask = values.options.maskPinCodes === true ? maskPins : (record: WireObject) => record;
	const select = output ? outputForm(output, values) : orderForReading;
	const addSummary = hasIssues && values.options.addIssueSummary === true;
	return (record) => {
		const masked = mask(record);
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

/**
 * Accepts names from the list and the service's own paths, so that every field can be selected. A
 * field that is in the list always gets its name from there.
 */
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
