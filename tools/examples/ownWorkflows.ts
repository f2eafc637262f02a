import { readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import type { INode } from 'n8n-workflow';
import { textsNode } from './guestTexts';
import {
	CAN_OPEN_FORMER_ROOM,
	HAS_MOVED,
	IS_FOR_HOST,
	IS_FOR_HOST_TOO,
	IS_NOT_READY_YET,
	IS_NEXT_ROW,
	IS_READY,
	IS_STILL_LATE,
	isOver,
	messageSeen,
	MINUTES_TO_WAIT,
} from './latePins';
import { expressionOf, HEAD_OF, JSON_OF, WHAT_HAPPENED, WRITTEN } from './messages';
import { chooseOutputs } from './workflow';

// Workflows in which people map the fields of their own system. They write to guests and hosts as those of the systems do.

export const EXAMPLES = resolve(__dirname, '../../examples');

/** What such a workflow does in its own way. The rules and lines are JavaScript. */
interface OwnWorkflow {
	file: string;
	/** The node that makes the access. */
	change: string;
	/** Whether nobody gets a message, whatever the guest was told before. */
	isDone: string;
	/** Whether nobody gets a message unless the guest was not told yet. */
	isTold: string;
	/** Whether the host is told too of a guest who is told. */
	isForHostToo: string;
	/** Whether there is an output for what is not ready when it is made. */
	hasNotReadyYet: boolean;
	/** The lines that return what the host reads. */
	textToHost: string[];
}

const BOOKING = "$('Reservation').item.json";
const TELLS_RELEVANT =
	"$json.changes.some(({ what }) => ['pin', 'access_methods', 'rooms', 'starts_at', 'ends_at'].includes(what))";

/** The lines that return what happened to one item. */
const WHAT_HAPPENED_HERE = [
	'const { error, details } = json;',
	"const reason = [error, details?.description].filter(Boolean).join('\\n');",
	...WHAT_HAPPENED,
	`const isReady = ${IS_READY.replaceAll('$json', 'json')};`,
	"const late = 'The access is not ready yet, so the guest got no message. The workflow keeps checking, and sends the message as soon as it is.';",
	"const noEmail = 'The booking has no email address, so the guest got no message. Send the guest the PIN.';",
	"const untold = !booking.email ? noEmail : isReady ? '' : late;",
	"return [...problems, untold].filter(Boolean).join('\\n');",
];

/** The lines that find out whether the PMS answered without a list. */
const NO_LIST = [
	'const noList = (() => { try {',
	"\tconst field = $('One item per reservation').params.fieldToSplitOut;",
	"\tconst lists = $('Get the reservations').all().map(({ json }) => field.replace(/^\\$json\\./, '').split('.').reduce((value, name) => (value ?? {})[name], json)).filter(list => typeof (list ?? '') === 'object');",
	'\tif (lists.flat().length > 0) return undefined;',
	"\treturn lists.length > 0 ? `The PMS answered, but the list under '${field}' is empty.` : `The PMS answered, but there is no list under '${field}'. Enter the name of its list in the node 'One item per reservation'.`;",
	'} catch { return undefined; } })();',
];

const OWN_WORKFLOWS: OwnWorkflow[] = [
	{
		file: 'reservation-to-access.json',
		change: 'Create or Update',
		isDone:
			"$json.outcome === 'nothing_to_end' || ($json.problems ?? []).some(({ code }) => code === 'outdated')",
		isTold: "$json.outcome === 'unchanged'",
		isForHostToo: IS_FOR_HOST_TOO,
		hasNotReadyYet: true,
		textToHost: [
			'const json = $json;',
			`const booking = ${BOOKING};`,
			"const made = json.outcome === undefined ? $('Create or Update').item.json : {};",
			'const whatHappened = (() => {',
			...WHAT_HAPPENED_HERE.map((line) => `\t${line}`),
			'})();',
			"const number = booking.reservation_id ? 'Reservation ' + booking.reservation_id : '';",
			"return [headOf(number, json, made, booking), whatHappened].filter(Boolean).join('\\n');",
		],
	},
	{
		file: 'nightly-sync.json',
		change: 'Apply changes',
		isDone:
			"['nothing_to_end', 'ended'].includes($json.outcome) || ($json.problems ?? []).some(({ code }) => code === 'stay_is_over')",
		isTold: `['unchanged', 'updated'].includes($json.outcome) && !${TELLS_RELEVANT}`,
		// The table has stays of two guests in one room.
		isForHostToo: CAN_OPEN_FORMER_ROOM,
		hasNotReadyYet: false,
		textToHost: [
			...NO_LIST,
			'if (noList) return noList;',
			JSON_OF,
			'const whatHappened = (json, booking, made) => {',
			...WHAT_HAPPENED_HERE.map((line) => `\t${line}`),
			'};',
			'return $input.all().map(({ json }, index) => {',
			"\tconst read = jsonOf('Reservation', index);",
			'\t// An access that is gone from the list belongs to none of its bookings.',
			'\tconst booking = json.outcome === undefined || read.reservation_id === json.reservation_key ? read : {};',
			"\tconst made = json.outcome === undefined ? jsonOf('Apply changes', index) : {};",
			'\tconst number = json.reservation_key ?? booking.reservation_id;',
			"\treturn [headOf(number ? 'Reservation ' + number : '', json, made, booking), whatHappened(json, booking, made)].filter(Boolean).join('\\n');",
			"}).join('\\n\\n');",
		],
	},
];

/** The outputs of *Is everything ready?*. What matches none of them goes to the host. */
function outputsOf({ change, isDone, isTold, isForHostToo, hasNotReadyYet }: OwnWorkflow) {
	const isNothing = `${isDone} || ${isOver(`$('${change}').item.json`)}`;
	const unless = (result: string) => `={{ !(${isNothing}) && ${result} }}`;
	const toGuest = `${IS_READY} && !${IS_NEXT_ROW} && !${IS_FOR_HOST} && Boolean(${BOOKING}.email)`;
	const outputs: Array<[string, string]> = [
		[
			'Nothing to tell',
			`={{ ${isNothing} || (${isTold}) && !${IS_FOR_HOST} && (${IS_NEXT_ROW} || !(${IS_READY} && ${BOOKING}.email)) }}`,
		],
		['Tell the guest', unless(toGuest)],
		...(hasNotReadyYet ? [['Not ready yet', unless(IS_NOT_READY_YET)] as [string, string]] : []),
		['Still not ready', unless(IS_STILL_LATE)],
		['Moved', unless(`${HAS_MOVED} && ${toGuest}`)],
		['You too', unless(`${isForHostToo} && ${toGuest}`)],
	];
	const { parameters } = chooseOutputs('', [0, 0], outputs);
	return {
		...parameters,
		options: {
			allMatchingOutputs: true,
			fallbackOutput: 'extra',
			renameFallbackOutput: 'Needs attention',
		},
	};
}

/** What an *Edit Fields* node sets. */
const fieldsOf = ({ assignments }: INode['parameters']) =>
	(assignments as { assignments: Array<{ name: string; value: string }> }).assignments;

/** The workflow of a file, with what is generated in it. */
function textOf(workflow: OwnWorkflow, read: (file: string) => string): string {
	const { file, change, textToHost } = workflow;
	const example = JSON.parse(read(file)) as { nodes: INode[] };
	/** The parameters of a node. Without it, the generated text would be missing, and nobody would notice. */
	const parametersOf = (name: string) => {
		const node = example.nodes.find((one) => one.name === name);
		if (!node) throw new Error(`examples/${file} has no node '${name}', which is generated`);
		return node.parameters;
	};
	const setFields = (name: string, values: Record<string, string>) => {
		const fields = fieldsOf(parametersOf(name));
		for (const [field, value] of Object.entries(values)) {
			const found = fields.find((one) => one.name === field);
			if (!found) throw new Error(`'${name}' in examples/${file} has no field '${field}'`);
			found.value = value;
		}
	};
	const texts = textsNode([0, 0], `${BOOKING}.language`, `$('${change}').item.json`);
	Object.assign(parametersOf('Texts'), texts.parameters);
	setFields('Message to the guest', WRITTEN);
	setFields('Message to yourself', { text: expressionOf([...HEAD_OF, ...textToHost]) });
	Object.assign(parametersOf('Is everything ready?'), outputsOf(workflow));
	parametersOf('Each message once').dedupeValue = messageSeen(`${BOOKING}.email`);
	parametersOf('Wait 15 minutes').amount = MINUTES_TO_WAIT;
	return `${JSON.stringify(example, null, '\t')}\n`;
}

/** The file and the text of each of these workflows. */
export const ownWorkflows = (
	read = (file: string) => readFileSync(join(EXAMPLES, file), 'utf8'),
): Array<[string, string]> =>
	OWN_WORKFLOWS.map((workflow) => [workflow.file, textOf(workflow, read)]);
