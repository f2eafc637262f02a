import type { OneKind } from '../../../nodes/DeviceAccess/operation/kinds/one';
import { kindOf } from '../../kindOf';
import type {
	NestedField,
	Operation,
	OutputForms,
	Resource,
} from '../../../nodes/DeviceAccess/operation/types';
import { OPTION_OF_ISSUES } from '../../../nodes/DeviceAccess/operation/form/options';
import { optionsOf } from '../../../nodes/DeviceAccess/operation/form/readParameters';
import type { OutputSchema } from '../../schemas/outputSchema';
import { KEYS_OF_OPTIONS, schemaOfOperation } from '../../schemas/schemaOfOperation';
import { enumerate, prose, slug } from './prose';

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

/** The record of a page: the fields of its output forms. */
export interface PageRecord {
	/** The page that describes it, such as `access-grant`. */
	readonly page: string;
	readonly simplified: readonly string[];
	/** What only Raw has. */
	readonly more: readonly string[];
	/** All that Raw has: not what Simplified computes, such as `error_codes`. */
	readonly raw: readonly string[];
	readonly lines: readonly string[];
}

/** The heading of a page's record. */
export const RECORD = 'The record';

/** The record of each resource with output forms; other operations point at it. */
export const pageRecords = (resources: readonly Resource[]): PageRecord[] =>
	resources.flatMap((resource) => {
		const operation = resource.operations.find(({ output }) => output);
		return operation?.output ? [recordOf(resource, operation, operation.output)] : [];
	});

function recordOf(resource: Resource, operation: Operation, output: OutputForms): PageRecord {
	const schema = schemaOfOperation(resource.value, operation);
	const { own } = keysOf(operation, schema);
	const simplified = Object.keys(output.simplify({}));
	// Fields that Simplified and Selected Fields take from a nested record stay inside that record in Raw.
	const more = own.filter(
		(key) => !simplified.includes(key) && !output.selectable[key]?.path.includes('.'),
	);
	const inRaw = (key: string) => key === output.idField || output.selectable[key]?.path === key;
	const notInRaw = simplified.filter((key) => !inRaw(key)).map((key) => `\`${key}\``);
	return {
		page: slug(resource.name),
		simplified,
		more,
		raw: [...simplified.filter(inRaw), ...more],
		lines: [
			`[*Simplified*](README.md#output): ${keyList(simplified, schema)}.`,
			'',
			`*Raw* also has ${keyList(more, schema)}.${notInRaw.length > 0 ? ` Not in *Raw*: ${notInRaw.join(', ')}.` : ''}`,
		],
	};
}

/** What an operation returns, as lines of Markdown. */
export function outputText(
	resource: Resource,
	operation: Operation,
	records: readonly PageRecord[],
): string[] {
	const notes = [operation.reference?.items, readBackText(operation)].filter(Boolean);
	return [
		...(notes.length > 0 ? [notes.join(' '), ''] : []),
		...outcomeList(operation),
		...returnsText(resource, operation, records),
	];
}

function readBackText(operation: Operation): string | undefined {
	const kind = kindOf(operation);
	return kind.name === 'one' && kind.readBack
		? `If the node cannot read the record after the change, the item has its IDs, \`${kind.flag}\` and \`message\`.`
		: undefined;
}

/** What the index of the reference says of an outcome, instead of a sentence. */
const SAID_ONCE = '';

/** The values of `outcome`, and the meanings that are an operation's own. */
function outcomeList(operation: Operation): string[] {
	const outcomes = outcomesOf(operation);
	if (outcomes.length === 0) return [];
	const isOwn = ([, sentence]: [string, string]) => sentence !== SAID_ONCE;
	const own = outcomes.filter(isOwn);
	const others = enumerate(
		outcomes.filter((one) => !isOwn(one)).map(([outcome]) => `\`${outcome}\``),
	);
	if (own.length === 0) return [`[Outcomes](README.md#outcomes): ${others}.`, ''];
	return [
		'Outcomes:',
		'',
		...own.map(([outcome, sentence]) => `- \`${outcome}\`: ${prose(sentence)}`),
		...(others === '' ? [] : [`- ${others}: [as always](README.md#outcomes)`]),
		'',
	];
}

function outcomesOf(operation: Operation): Array<[string, string]> {
	if (operation.reference?.outcomes) return Object.entries(operation.reference.outcomes);
	const kind = kindOf(operation);
	const says = kind.name === 'one' ? kind.says : undefined;
	if (says && kind.name === 'one' && !kind.hasAttempt)
		return kind.check
			? [
					[says.done.outcome, SAID_ONCE],
					['pending', SAID_ONCE],
				]
			: [[says.done.outcome, says.done.sentence], ...alreadyIn(says)];
	const until = 'waitCondition' in kind ? kind.waitCondition : undefined;
	const waited = until?.option ? `With '${until.option.displayName}'` : '';
	if (!says) {
		if (!until || waited) return [];
		return [
			[until.done.outcome, until.done.sentence],
			['pending', until.pendingSentence],
			['failed', until.failedSentence],
		];
	}
	return [
		[says.done.outcome, says.done.sentence],
		...alreadyIn(says),
		...(until
			? ([
					[until.done.outcome, `${waited}: ${until.done.sentence.replace(/^The/, 'the')}`],
				] satisfies Array<[string, string]>)
			: []),
		['pending', SAID_ONCE],
		...(says.onceLockIsBack
			? ([['waiting_for_lock', says.onceLockIsBack.sentence]] satisfies Array<[string, string]>)
			: []),
		...(says.unsupported?.canBeReturned
			? ([['unsupported', says.unsupported.sentence]] satisfies Array<[string, string]>)
			: []),
		['failed', says.failedSentence],
	];
}

const alreadyIn = ({ already }: NonNullable<OneKind['says']>): Array<[string, string]> =>
	already ? [[already.outcome, already.sentence]] : [];

/** The keys of an operation's items: its own, those that come with an option, and those of the record that an option waits for. */
function keysOf(operation: Operation, schema: OutputSchema) {
	const options = { ...filtersOf(operation), ...optionsOf(operation) };
	const kind = kindOf(operation);
	// The items of this kind have the same fields whatever the options.
	const fromOptions =
		kind.name === 'desiredState'
			? []
			: Object.entries(KEYS_OF_OPTIONS)
					.filter(([option]) => option in options)
					.map(([option, keys]) => ({ option, label: options[option]?.displayName ?? '', keys }));
	const optional = new Set(fromOptions.flatMap(({ keys }) => keys));
	const all = Object.keys(schema.properties ?? {}).filter((key) => !optional.has(key));
	const waitsForRecord =
		kind.name === 'one' && kind.hasAttempt && !kind.member
			? kind.waitCondition?.option?.displayName
			: undefined;
	const idField = kind.about ?? '';
	const own = waitsForRecord
		? all.filter((key) => key === idField || KEYS_OF_ACTIONS.includes(key))
		: all;
	return { own, waitsForRecord, rest: all.filter((key) => !own.includes(key)), fromOptions };
}

function returnsText(
	resource: Resource,
	operation: Operation,
	records: readonly PageRecord[],
): string[] {
	const schema = schemaOfOperation(resource.value, operation);
	const { own, waitsForRecord, rest, fromOptions } = keysOf(operation, schema);
	const isOwn = ({ page }: PageRecord) => page === slug(resource.name);
	const inOrder = [...records.filter(isOwn), ...records];
	const linkTo = ({ page }: PageRecord) =>
		`[record](${page === slug(resource.name) ? '' : `${page}.md`}#${slug(RECORD)})`;
	const named = (keys: readonly string[]) => recordText(keys, schema, inOrder, linkTo);
	const { output } = operation;
	const simplified = Object.keys(output?.simplify({}) ?? {}).join();
	const record = inOrder.find((one) => output && one.simplified.join() === simplified);
	const kind = kindOf(operation);
	const many =
		kind.name === 'many' || (kind.name === 'records' && kind.member.endsWith('s'))
			? 'Returns a [list](README.md#lists). Each item has'
			: 'Returns';
	const text = record
		? `${many} the ${linkTo(record)}, in the [form](README.md#output) that you choose`
		: `${many} ${named(own)}`;
	const also = [
		...(waitsForRecord ? [`With *${waitsForRecord}*, also the record: ${named(rest)}.`] : []),
		...fromOptions
			.filter(({ option }) => !(option in OPTION_OF_ISSUES))
			.map(
				({ label, keys }) =>
					`With *${label}*, also ${enumerate(keys.map((key) => toKey(key, schema)))}.`,
			),
	];
	return [[`${text}.`, ...also].join(' ')];
}

/** Fields in words: as a record that a page describes with what differs, if that is shorter than all of them. */
function recordText(
	keys: readonly string[],
	schema: OutputSchema,
	records: readonly PageRecord[],
	linkTo: (record: PageRecord) => string,
): string {
	const plain = keyList(keys, schema);
	const texts = records.map((record) => {
		const inRecord = [...record.simplified, ...record.more];
		const extra = keys.filter((key) => !inRecord.includes(key));
		const missing = record.raw.filter((key) => !keys.includes(key));
		const without =
			missing.length > 0 ? `, without ${enumerate(missing.map((key) => `\`${key}\``))}` : '';
		const also = extra.length > 0 ? `${keyList(extra, schema)} and ` : '';
		return `${also}the full ${linkTo(record)}${without}`;
	});
	return [...texts, plain].reduce((best, text) => (text.length < best.length ? text : best));
}

/** The filters of a list by name. */
const filtersOf = ({ fields }: Operation) =>
	Object.fromEntries(
		((fields.filters?.options ?? []) as NestedField[]).map((filter) => [filter.name, filter]),
	);

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
