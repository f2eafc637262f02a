import { OUTPUT_FIELDS } from './outputFields';
import type { IDataObject, IExecuteFunctions, NodeParameterValueType } from 'n8n-workflow';
import { readAll, InvalidParameterError, rethrow } from '../../errors/errors';
import { isWireObject, type WireObject } from '../../wire/records';
import { readSwitch, requireGiven, requireTextEntries } from './checkValues';
import type { Field, ItemValues, NestedField, Operation, Fields } from '../types';
import { toWorkflowTime } from './times';
import { takesNoWorkspace } from '../../transport/credential';
import { OPTION_OF_ISSUES, OPTIONS_OF_ALL, OPTION_OF_WORKSPACE } from './options';

/**
 * Skips n8n's own validation: it checks only `validateType`, which no field has, but searches all
 * properties of the node each time.
 */
export function getParameter(
	context: IExecuteFunctions,
	name: string,
	itemIndex: number,
	fallback: NodeParameterValueType | object,
): unknown {
	return context.getNodeParameter(name, itemIndex, fallback, { skipValidation: true });
}

/** The function throws for a value that cannot be read, or leaves it out if asked. */
export function parameterReader(
	context: IExecuteFunctions,
	operation: Operation,
): (itemIndex: number, invalid?: { leavesOutInvalid: boolean }) => ItemValues {
	const timeZone = context.getTimezone();
	const fields = Object.entries(fieldsOf(operation));
	const ofOptions = optionsField(optionsOf(operation));
	const stored = context.getNode().parameters ?? {};
	return (itemIndex, { leavesOutInvalid } = { leavesOutInvalid: false }) => {
		const values: ItemValues = { options: {} };
		const read = (name: string, field: Field, fallback: NodeParameterValueType | object) => {
			try {
				const given = getParameter(context, name, itemIndex, fallback) as IDataObject[string];
				values[name] = toFieldValue(field, given, timeZone, { stored: stored[name] });
			} catch (error) {
				if (!leavesOutInvalid) rethrow(error);
			}
		};
		readAll([
			() => read('options', ofOptions, {}),
			...fields.map(([name, field]) => () => {
				if (isShown(field, values)) read(name, field, field.default);
				else values[name] = '';
			}),
		]);
		return values;
	};
}

/** How a person filled in a field: what the workflow stores, and whether the field was added. */
interface Given {
	stored: unknown;
	isAdded?: boolean;
}

const isExpression = (stored: unknown) => typeof stored === 'string' && stored.startsWith('=');

/** Of a field in a collection or row, which n8n never takes from an expression for the whole. */
const storedIn = (stored: unknown, name: string | number): unknown =>
	(stored as Record<string | number, unknown> | undefined)?.[name];

/** Reads dates from the editor in the workflow's time zone. Leaves out hidden nested fields. */
function toFieldValue(
	field: Field,
	value: IDataObject[string],
	timeZone: string,
	given: Given,
): IDataObject[string] {
	const { type, options = [] } = field;
	if (field.isFilter) requireFilter(field, value);
	if (type === 'dateTime' && !field.keepsLocalTime) return toDate(field, value, timeZone, given);
	if (type === 'boolean') return toSwitch(field, value);
	if (type === 'string' || type === 'options') return toText(field, value);
	if (type === 'multiOptions') return toText({ ...field, takesList: true }, value);
	if (type === 'number') return toNumber(field, value);
	if (type === 'resourceLocator') return toLocated(field, value);
	if (!isWireObject(value)) return value;
	if (type === 'collection')
		return toNestedValues(
			options.filter((option) => 'type' in option),
			value as IDataObject,
			timeZone,
			(name) => ({ stored: storedIn(given.stored, name), isAdded: true }),
		);
	if (type !== 'fixedCollection') return value as IDataObject;
	const rows = options.filter((option) => 'values' in option);
	return Object.fromEntries(
		Object.entries(value as Record<string, IDataObject[]>).map(([name, ofName]) => {
			const fields = rows.find((row) => row.name === name)?.values ?? [];
			const stored = storedIn(given.stored, name);
			const toRow = (row: IDataObject, index: number) =>
				toNestedValues(fields, row, timeZone, (field) => ({
					stored: storedIn(storedIn(stored, index), field),
				}));
			return [name, ofName.map(toRow)];
		}),
	);
}

const isBlank = (value: unknown) =>
	value === undefined || value === null || (typeof value === 'string' && value.trim() === '');

function requireFilter(field: Field, value: unknown): void {
	if (isEmptyFilter(field, value))
		throw new InvalidParameterError(
			`'${field.displayName}' is empty`,
			'Fill it in, or remove the filter.',
		);
}

function isEmptyFilter(field: Field, value: unknown): boolean {
	const { type, takesList } = field;
	if (Array.isArray(value)) return value.every((entry) => isEmptyFilter(field, entry));
	if (typeof value === 'string' && (takesList || type === 'multiOptions'))
		return isBlank(value.replaceAll(',', ''));
	if (!isWireObject(value)) return isBlank(value);
	if (type === 'resourceLocator') return isEmptyFilter(field, value.value);
	return type === 'fixedCollection' && Object.values(value).flat().length === 0;
}

/**
 * A time that an expression or an added field gives as nothing is refused: access would begin now,
 * or never end.
 */
function toDate(
	{ displayName, required, leftOutBy, read, laterThan }: Field,
	value: IDataObject[string],
	timeZone: string,
	{ stored, isAdded = false }: Given,
): IDataObject[string] {
	if (leftOutBy && typeof value === 'string' && value.trim().toLowerCase() === leftOutBy)
		return read ? leftOutBy : '';
	// Of an hour that occurs twice, access ends with the later one.
	const whichOfTwo = laterThan === undefined ? 'first' : 'last';
	if (!isBlank(value)) return toWorkflowTime(value, timeZone, whichOfTwo) as IDataObject[string];
	const isFromExpression = isExpression(stored) || value === undefined;
	if (required || !(isFromExpression || isAdded)) return '';
	const otherwise = leftOutBy
		? `make it return '${leftOutBy}'`
		: `${isAdded ? 'remove' : 'clear'} the field`;
	throw new InvalidParameterError(
		`'${displayName}' is empty`,
		isFromExpression
			? `Its expression returns nothing. Correct it, or ${otherwise}.`
			: 'Enter a time, or remove the field.',
	);
}

/** If nothing counted as off, a dry run would change doors. */
function toSwitch({ displayName }: Field, value: IDataObject[string]): boolean {
	const isOn = readSwitch(value);
	if (isOn !== undefined) return isOn;
	requireGiven(displayName, isBlank(value) ? undefined : value, 'true or false');
	throw new InvalidParameterError(
		`'${displayName}' must be true or false`,
		'Its expression returns something else.',
	);
}

/**
 * A table cell can have a number as text. If nothing counted as the default, the access of every
 * guest would end instead of one guest's.
 */
function toNumber({ displayName }: Field, value: IDataObject[string]): number {
	if (isBlank(value))
		throw new InvalidParameterError(
			`'${displayName}' is empty`,
			'Enter a number, or correct the expression, which returns nothing.',
		);
	const number = typeof value === 'string' ? Number(value) : value;
	if (typeof number === 'number' && Number.isFinite(number)) return number;
	throw new InvalidParameterError(
		`'${displayName}' must be a number`,
		'Its expression returns something else.',
	);
}

/**
 * If a list, an object or a boolean counted as empty, a filter would be ignored, or the service
 * would choose a PIN.
 */
function toText(
	{ displayName, takesAnything, takesList, takesBoolean }: Field,
	value: IDataObject[string],
): IDataObject[string] {
	if (takesAnything) return isBlank(value) ? '' : String(value);
	if (typeof value === 'string' && isBlank(value)) return '';
	if (typeof value === 'boolean' && !takesBoolean)
		throw new InvalidParameterError(
			`'${displayName}' must be text`,
			`Its expression returns ${value}.`,
		);
	requireExactNumbers(displayName, value);
	if (takesList && Array.isArray(value))
		return requireTextEntries(displayName, value) as IDataObject[string];
	if (typeof value !== 'object' || value === null) return value;
	throw new InvalidParameterError(
		`'${displayName}' must be text`,
		Array.isArray(value)
			? 'Its expression returns a list. Choose one of its entries.'
			: 'Its expression returns an object. Choose one of its fields.',
	);
}

/** An expression can also return the value without its locator. */
function toLocated({ displayName }: Field, value: IDataObject[string]): IDataObject[string] {
	const located =
		isWireObject(value) && Object.hasOwn(value, 'value') ? (value as IDataObject).value : value;
	requireExactNumbers(displayName, located);
	return located;
}

/** A number that lost digits could be another record's key. */
function requireExactNumbers(label: string, value: unknown): void {
	const inexact = [value]
		.flat(Infinity)
		.find((entry) => typeof entry === 'number' && !(Math.abs(entry) <= Number.MAX_SAFE_INTEGER));
	if (inexact === undefined) return;
	const isTooLarge = Number.isFinite(inexact);
	throw new InvalidParameterError(
		`'${label}' must be text`,
		`Its expression returns ${isTooLarge ? 'a number that is too large to be exact' : String(inexact)}. Map the value as text.`,
	);
}

function toNestedValues(
	fields: readonly NestedField[],
	values: IDataObject,
	timeZone: string,
	givenOf: (name: string) => Given,
): IDataObject {
	const readOne = ([name, value]: [string, IDataObject[string]]) => {
		const field = fields.find((entry) => entry.name === name);
		if (!field) return [[name, value]];
		return isShown(field, values)
			? [[name, toFieldValue(field, value, timeZone, givenOf(name))]]
			: [];
	};
	return Object.fromEntries(
		readAll(Object.entries(values).map((entry) => () => readOne(entry))).flat(),
	) as IDataObject;
}

/** The fields are in the editor's order, without Options. */
export function fieldsOf({ fields, kind, output }: Operation): Fields {
	return { ...fields, ...kind.fields, ...(output ? OUTPUT_FIELDS : {}) };
}

/**
 * The operation's own, as a person looks for them, then those of its kind, then those of every
 * operation. The last two groups are sorted by label, as n8n's guide requires.
 */
export const optionsOf = ({ options, kind, hasIssues, endpoint }: Operation): Fields => ({
	...options,
	...byLabel({ ...kind.options, ...(hasIssues ? OPTION_OF_ISSUES : {}) }),
	...byLabel({
		...(endpoint === undefined ? {} : OPTIONS_OF_ALL),
		...(takesNoWorkspace(endpoint) ? {} : OPTION_OF_WORKSPACE),
	}),
});

const byLabel = (fields: Fields): Fields =>
	Object.fromEntries(
		Object.entries(fields).sort(([, a], [, b]) => a.displayName.localeCompare(b.displayName)),
	);

export const optionsField = (options: Fields): Field => ({
	displayName: 'Options',
	type: 'collection',
	placeholder: 'Add Option',
	default: {},
	options: Object.entries(options).map(([name, field]): NestedField => ({ ...field, name })),
});

/** A hidden field can still have a stored value, which must not count. */
export function isShown({ showWhen = {} }: Field, values: WireObject): boolean {
	return Object.entries(showWhen).every(([other, shownFor]) =>
		shownFor.includes(String(values[other])),
	);
}
