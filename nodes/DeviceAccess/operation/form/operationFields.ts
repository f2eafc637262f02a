import { takesNoWorkspace } from '../../transport/credential';
import type { WireObject } from '../../wire/records';
import type { Field, Fields, NestedField, Operation, OutputForms } from '../types';
import { OPTION_OF_ISSUES, OPTIONS_OF_ALL } from './options';
import { OPTION_OF_WORKSPACE } from './workspace';

/** The fields are in the editor's order, without Options. */
export function fieldsOf({ fields, kind, output }: Operation): Fields {
	return { ...fields, ...kind.fields, ...(output ? outputFields(output) : {}) };
}

/**
 * The operation's own, as a person looks for them, then those of its kind, then those of every
 * operation. The last two groups are sorted by label, as n8n's guide requires.
 */
export function optionsOf(operation: Operation): Fields {
	const fields = optionFieldsOf(operation);
	const { options = {}, kind, hasIssues } = operation;
	const own = Object.keys(options);
	const ofKind = { ...kind.options, ...(hasIssues ? OPTION_OF_ISSUES : {}) };
	const groupOf = (name: string) => (own.includes(name) ? 0 : name in ofKind ? 1 : 2);
	const order = ([a, fieldA]: [string, Field], [b, fieldB]: [string, Field]) =>
		groupOf(a) - groupOf(b) ||
		(own.includes(a)
			? own.indexOf(a) - own.indexOf(b)
			: fieldA.displayName.localeCompare(fieldB.displayName));
	return Object.fromEntries(Object.entries(fields).sort(order));
}

/** The entries are unsorted to save time, because the node needs them in every execution. */
export function optionFieldsOf({ options, kind, hasIssues, endpoint }: Operation): Fields {
	return {
		...options,
		...(endpoint === undefined ? {} : OPTIONS_OF_ALL),
		...kind.options,
		...(hasIssues ? OPTION_OF_ISSUES : {}),
		...(takesNoWorkspace(endpoint) ? {} : OPTION_OF_WORKSPACE),
	};
}

const OPTIONS_TEXT = {
	read: 'Timeouts, retries, waits and page limits are read from the first item',
	write:
		"Timeouts, retries, waits and page limits are read from the first item. Leave 'Retry On Fail' off in the node's settings, because it sends every item again.",
};

export const optionsField = (options: Fields, effect?: Operation['effect']): Field => ({
	displayName: 'Options',
	type: 'collection',
	...(effect ? { description: OPTIONS_TEXT[effect] } : {}),
	placeholder: 'Add Option',
	default: {},
	options: Object.entries(options).map(([name, field]): NestedField => ({ ...field, name })),
});

export function outputFields({ selectable }: OutputForms) {
	return {
		output: {
			displayName: 'Output',
			type: 'options',
			options: [
				{ name: 'Raw', value: 'raw', description: 'All fields, including nested ones' },
				{
					name: 'Selected Fields',
					value: 'selectedFields',
					description: 'The ID and the fields you choose',
				},
				{ name: 'Simplified', value: 'simplified', description: 'The most used fields' },
			],
			default: 'simplified',
			description: 'Which fields of each record to return',
		},
		outputFieldNames: {
			displayName: 'Fields',
			type: 'multiOptions',
			options: Object.entries(selectable).map(([value, { label }]) => ({ name: label, value })),
			default: [],
			description: 'The fields to return',
			showWhen: { output: ['selectedFields'] },
		},
	} as const satisfies Fields;
}

/** A hidden field can still have a stored value, which must not count. */
export function isShown({ showWhen = {} }: Field, values: WireObject): boolean {
	return Object.entries(showWhen).every(([other, shownFor]) =>
		shownFor.includes(String(values[other])),
	);
}
