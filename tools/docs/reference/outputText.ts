import type { ActionKind } from '../../../nodes/DeviceAccess/operation/kinds/action';
import type { DoneKind } from '../../../nodes/DeviceAccess/operation/kinds/done';
import { kindOf } from '../../kindOf';
import type { NestedField, Operation } from '../../../nodes/DeviceAccess/operation/types';
import { optionsOf } from '../../../nodes/DeviceAccess/operation/form/operationFields';
import type { OutputSchema } from '../../schemas/outputSchema';
import { KEYS_OF_OPTIONS, schemaOfOperation } from '../../schemas/schemaOfOperation';
import {
	CHANGE_IS_MADE,
	CHANGE_IS_PENDING,
} from '../../../nodes/DeviceAccess/operation/run/checkChanges';
import { enumerate, prose } from './prose';

/** The keys of an action's item; all other keys of its schema belong to the record that an option waits for. */
const KEYS_OF_ACTIONS = [
	'outcome',
	'name',
	'device_name',
	'deleted',
	'message',
	'errors',
	'action_attempt',
	'device_id',
];

/** The number of output items, their meaning and their fields, as lines of Markdown. */
export function outputText(resource: string, operation: Operation): string[] {
	return [
		[itemsText(operation), operation.reference?.items].filter(Boolean).join(' '),
		...outcomeList(operation),
		'',
		...fieldLines(operation, schemaOfOperation(resource, operation)),
	];
}

function itemsText(operation: Operation): string {
	const kind = kindOf(operation);
	switch (kind.name) {
		case 'many':
			return 'One item per record. An empty list returns no items.';
		case 'several':
			return 'One item per record created.';
		case 'done':
			if (typeof kind.word === 'object' || kind.check)
				return 'One item per input item, with its `outcome`:';
			return kind.readBack
				? `One item per input item: the record after the change. If the node cannot read the record, the item has its IDs, with \`${kind.word}\` set to true, and \`message\` says why.`
				: `One item per input item, with \`${kind.word}\` set to true.`;
		case 'action':
		case 'checkedWrite':
			return 'One item per input item, with its `outcome`:';
		default:
			return outcomesOf(operation).length > 0
				? 'One item per input item, with its `outcome`:'
				: 'One item per input item.';
	}
}

/** The values of `outcome` and their meanings. */
function outcomeList(operation: Operation): string[] {
	const outcomes = outcomesOf(operation);
	return outcomes.length > 0
		? ['', ...outcomes.map(([outcome, sentence]) => `- \`${outcome}\`: ${prose(sentence)}`)]
		: [];
}

function outcomesOf(operation: Operation): Array<[string, string]> {
	if (operation.reference?.outcomes) return Object.entries(operation.reference.outcomes);
	const kind = kindOf(operation);
	if (kind.name === 'done' && typeof kind.word === 'object')
		return [[kind.word.outcome, kind.word.message], ...alreadyIn(kind)];
	if (kind.name === 'done' && kind.check)
		return [
			[String(kind.word), CHANGE_IS_MADE],
			['pending', CHANGE_IS_PENDING],
		];
	const until = 'waitCondition' in kind ? kind.waitCondition : undefined;
	const waited = until?.option ? `With '${until.option.displayName}'` : '';
	if (kind.name !== 'action') {
		if (!until || waited) return [];
		return [
			[until.outcome, until.reachedSentence],
			['pending', until.pendingSentence],
			['failed', toFailed(until.failedSentence)],
		];
	}
	return [
		[kind.done.outcome, kind.done.sentence],
		...alreadyIn(kind),
		...(until
			? ([
					[until.outcome, `${waited}: ${until.reachedSentence.replace(/^The/, 'the')}`],
				] satisfies Array<[string, string]>)
			: []),
		[
			'pending',
			`${kind.acceptedSentence}, but the action was not done when the wait ended, or 'Wait for Completion' was off`,
		],
		...(kind.onceLockIsBack
			? ([['waiting_for_lock', kind.onceLockIsBack.sentence]] satisfies Array<[string, string]>)
			: []),
		...(kind.unsupported?.canBeReturned
			? ([['unsupported', kind.unsupported.sentence]] satisfies Array<[string, string]>)
			: []),
		['failed', toFailed(kind.failedSentence)],
	];
}

const alreadyIn = ({ already }: Pick<ActionKind | DoneKind, 'already'>): Array<[string, string]> =>
	already ? [[already.outcome, already.sentence]] : [];

const toFailed = (sentence: string) =>
	`${sentence}. The item fails, unless 'On Failed Action' is 'Return the Item'.`;

function fieldLines(operation: Operation, schema: OutputSchema): string[] {
	const options = { ...filtersOf(operation), ...optionsOf(operation) };
	const kind = kindOf(operation);
	// The items of this kind have the same fields whatever the options.
	const fromOptions =
		kind.name === 'desiredState'
			? []
			: Object.entries(KEYS_OF_OPTIONS).filter(([option]) => option in options);
	const optional = new Set(fromOptions.flatMap(([, keys]) => keys));
	const all = Object.keys(schema.properties ?? {}).filter((key) => !optional.has(key));
	const waitsForRecord = kind.name === 'action' && !kind.member && kind.waitCondition?.option;
	const idField = 'idField' in kind ? kind.idField : '';
	const own = waitsForRecord
		? all.filter((key) => key === idField || KEYS_OF_ACTIONS.includes(key))
		: all;
	const rest = all.filter((key) => !own.includes(key));
	return [
		...(operation.output
			? formLines(operation.output, own, schema)
			: [`Fields: ${keyList(own, schema)}.`]),
		...(waitsForRecord
			? ['', `With *${waitsForRecord.displayName}*, also the record: ${keyList(rest, schema)}.`]
			: []),
		...fromOptions.flatMap(([option, keys]) => [
			'',
			`With *${options[option]?.displayName}*, also ${enumerate(keys.map((key) => toKey(key, schema)))}.`,
		]),
	];
}

/** The filters of a list by name. */
const filtersOf = ({ fields }: Operation) =>
	Object.fromEntries(
		((fields.filters?.options ?? []) as NestedField[]).map((filter) => [filter.name, filter]),
	);

/** The contents of each of the three output forms. */
function formLines(
	{ simplify, idField, selectable }: NonNullable<Operation['output']>,
	keys: string[],
	schema: OutputSchema,
): string[] {
	const simplified = Object.keys(simplify({}));
	// Fields that Simplified and Selected Fields take from a nested record stay inside that record in Raw.
	const more = keys.filter(
		(key) => !simplified.includes(key) && !selectable[key]?.path.includes('.'),
	);
	return [
		`- **Simplified**: ${keyList(simplified, schema)}.`,
		`- **Selected Fields**: \`${idField}\` and the fields that you choose.`,
		`- **Raw**: the full record. In addition to the fields of *Simplified*, it has ${keyList(more, schema)}.`,
	];
}

const keyList = (keys: readonly string[], schema: OutputSchema): string =>
	keys.map((key) => toKey(key, schema)).join(', ');

/** A key with the type of its value, unless that is text. */
function toKey(key: string, schema: OutputSchema): string {
	const type = [schema.properties?.[key]?.type].flat()[0];
	const kind = { boolean: 'true or false', number: 'number', array: 'list', object: 'object' }[
		String(type)
	];
	return kind ? `\`${key}\` (${kind})` : `\`${key}\``;
}
