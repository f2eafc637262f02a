import type { INodeProperties, INodePropertyCollection, INodePropertyOptions } from 'n8n-workflow';
import { enumerate, isEventType, prose } from './prose';

const INDENT = '  ';

/** Link from the pages of the reference to the list of events. */
const EVENTS_PAGE = '../events.md';

/** Types of fields that the index of the reference explains. */
const TYPES: Readonly<Partial<Record<INodeProperties['type'], string>>> = {
	resourceLocator: 'record',
	dateTime: 'date',
};

/** What the index of the reference says of every field of such a type. */
const SAID_ONCE =
	/ ?(An expression can give several IDs, as a list or separated by commas\.|In an expression, use the form 2030-01-31T15:00\.|Choose from the list, or specify (an ID|IDs) using an \[expression\]\([^)]*\)\.)/g;

/** The fields as nested lists in Markdown, one line each, with their choices and the conditions under which they show. */
export function fieldList(fields: readonly INodeProperties[]): string[] {
	return fields.flatMap((field) => describeField(field, fields));
}

function describeField(field: INodeProperties, siblings: readonly INodeProperties[]): string[] {
	const condition = conditionOf(field, siblings);
	if (field.type === 'notice')
		return [
			`- *Note in the panel${condition ? ` when ${condition}` : ''}:* ${prose(field.displayName)}`,
		];
	const properties = propertiesOf(field, condition);
	const inBrackets = properties.length > 0 ? ` (${properties.join('; ')})` : '';
	const sentences = [
		withExample(
			prose(field.description ?? '')
				.replace(SAID_ONCE, '')
				.trim(),
			exampleOf(field),
		),
		prose(field.hint ?? ''),
		howToFill(field),
	].filter((text) => text !== '');
	return [
		`- **${[`${field.displayName}**${inBrackets}${sentences.length > 0 || insideOf(field).length > 0 ? ':' : ''}`, ...sentences].join(' ')}`,
		...insideOf(field).map((line) => `${INDENT}${line}`),
	];
}

/** The text in brackets: whether the field is required, its type, when it shows, its default and its limits. */
function propertiesOf(
	{ required, type, typeOptions, default: preset }: INodeProperties,
	condition: string,
): string[] {
	return [
		required ? 'required' : '',
		TYPES[type] ?? '',
		condition ? `shown when ${condition}` : '',
		type === 'boolean' ? (preset === true ? 'on by default' : 'off by default') : '',
		type === 'number'
			? `${boundsOf(typeOptions)}; ${Number(preset).toLocaleString('en-US')} by default`
			: '',
		typeOptions?.password ? 'hidden once saved' : '',
		type === 'string' && typeof preset === 'string' && preset !== ''
			? `\`${preset}\` by default`
			: '',
	].filter((text) => text !== '');
}

const boundsOf = ({
	minValue,
	maxValue,
}: NonNullable<INodeProperties['typeOptions']> = {}): string =>
	maxValue === undefined
		? `a number of ${minValue} or more`
		: `a number from ${minValue} to ${maxValue}`;

/** The values of the other fields under which a field shows, in the words of the editor. */
function conditionOf(
	{ displayOptions }: INodeProperties,
	siblings: readonly INodeProperties[],
): string {
	const conditions = Object.entries(displayOptions?.show ?? {}).filter(
		([other]) => other !== 'resource' && other !== 'operation',
	);
	return conditions
		.map(([other, values]) => {
			const sibling = siblings.find(({ name }) => name === other);
			const words = (values ?? []).map((value) =>
				typeof value === 'boolean' ? (value ? 'on' : 'off') : `*${choiceName(sibling, value)}*`,
			);
			return `*${sibling?.displayName ?? other}* is ${words.join(' or ')}`;
		})
		.join(' and ');
}

const choiceName = (field: INodeProperties | undefined, value: unknown): string =>
	choicesOf(field).find((choice) => choice.value === value)?.name ?? String(value);

const choicesOf = (field: INodeProperties | undefined): INodePropertyOptions[] =>
	field && ['options', 'multiOptions'].includes(field.type)
		? ((field.options ?? []) as INodePropertyOptions[])
		: [];

const isChosenAtFirst = (
	{ default: preset }: INodeProperties,
	{ value }: INodePropertyOptions,
): boolean => [preset].flat().includes(value as string);

/** How to fill in a field of this kind, if its description does not say so. */
function howToFill(field: INodeProperties): string {
	const { type } = field;
	if (type === 'collection') return '';
	if (type === 'fixedCollection') return 'Each has:';
	const choices = choicesOf(field);
	if (choices.length === 0) return '';
	if (isLongEventList(choices)) return toEventChoice(field);
	const before = type === 'multiOptions' ? 'One or more of' : 'One of';
	return hasWords(choices)
		? `${before}:`
		: `${before} ${enumerate(choices.map((choice) => `*${choice.name}*${isChosenAtFirst(field, choice) ? ' (default)' : ''}`))}.`;
}

function toEventChoice(field: INodeProperties): string {
	const atFirst = choicesOf(field)
		.filter((choice) => isChosenAtFirst(field, choice))
		.map(({ name }) => `*${name}*`);
	const chosen = atFirst.length > 0 ? ` Default: ${enumerate(atFirst)}.` : '';
	return `${field.type === 'multiOptions' ? 'One or more' : 'One'} of the [events](${EVENTS_PAGE}).${chosen}`;
}

/** Whether the list is the long one, which has its own page; the main events are listed with the field. */
const isLongEventList = (choices: INodePropertyOptions[]): boolean =>
	choices.length > 20 && choices.some(({ value }) => isEventType(value));

const hasWords = (choices: INodePropertyOptions[]): boolean =>
	choices.some(({ description }) => description);

/** An example from the field itself; never an ID, which would help nobody. */
function exampleOf({ placeholder, type, default: preset }: INodeProperties): string {
	const example = type === 'string' ? /^e\.g\. (.+)$/.exec(placeholder ?? '')?.[1] : undefined;
	return example && example !== preset && !/^[0-9a-f]{8}-/.test(example)
		? `For example \`${example}\`.`
		: '';
}

/** Puts the example after the first sentence, which says what to enter. */
function withExample(text: string, example: string): string {
	const [first = '', rest = ''] = text.split(/(?<=[.!?]) (.*)/s);
	return [first, example, rest].filter((part) => part !== '').join(' ');
}

/** The lines below a field: its choices if they have descriptions, the fields of a collection, or the fields of a row. */
function insideOf(field: INodeProperties): string[] {
	if (field.type === 'collection') return addedFields(field);
	if (field.type === 'fixedCollection')
		return rowsOf((field.options ?? []) as INodePropertyCollection[]);
	const choices = choicesOf(field);
	if (!hasWords(choices) || isLongEventList(choices)) return [];
	return choices.map((choice) => {
		const words = choice.description ? `: ${prose(choice.description)}` : '';
		return `- *${choice.name}*${isChosenAtFirst(field, choice) ? ' (default)' : ''}${words}`;
	});
}

/** The fields of a row, under the name of the row if there are several kinds. */
function rowsOf(rows: readonly INodePropertyCollection[]): string[] {
	if (rows.length === 1) return rows.flatMap(({ values }) => fieldList(values));
	const lists = rows.map(({ values }) => fieldList(values));
	const textOf = (list: readonly string[] = []) => list.join('\n');
	return rows.flatMap(({ displayName }, index) => {
		const list = lists[index] ?? [];
		return index > 0 && textOf(list) === textOf(lists[index - 1])
			? [`- *${displayName}*: the same.`]
			: [`- *${displayName}*:`, ...list.map((line) => `${INDENT}${line}`)];
	});
}

/** The fields of a collection. Except for options, only added fields are sent, so a field's default applies once you add it. */
function addedFields({ name, options }: INodeProperties): string[] {
	const lines = fieldList(((options ?? []) as INodeProperties[]).map(toNarrowing));
	return name === 'options'
		? ofOptions(lines)
		: lines.map((line) => line.replace(/\b(on|off) by default\b/, '$1 when you add it'));
}

/** An option counts only once it is added, so a switch that is on then is off before. */
export const ofOptions = (lines: readonly string[]): string[] =>
	lines.map((line) => line.replace(/\bon by default\b/, 'off until you add it'));

/** Adds a hint for a loaded list, because n8n's fixed text cannot say what a choice is for. */
function toNarrowing(field: INodeProperties): INodeProperties {
	const isLoaded = field.typeOptions?.loadOptionsMethod !== undefined;
	return isLoaded && !field.hint
		? { ...field, hint: `Narrows the results to ${chosenRecords(field.displayName)}` }
		: field;
}

/** "Space Names or IDs" as "these spaces". */
function chosenRecords(displayName: string): string {
	const isSeveral = displayName.endsWith(' Names or IDs');
	const record = displayName.replace(/ Names? or IDs?$/, '').toLowerCase();
	return isSeveral ? `these ${record}s` : `this ${record}`;
}
