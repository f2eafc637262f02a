import type { INode } from 'n8n-workflow';
import { resources } from '../../../nodes/DeviceAccess/resources';
import { type Table, toTable } from './tables';

/** What a person reads about a failure: the message and the text below it, with names for the IDs. */
export type Said = [message: string, description?: string];

/** The service's state of a code. */
export type CodeState = 'managed' | 'unmanaged' | 'gone';

/** The outcome of a run under a fault. */
export interface FaultOutcome {
	/** How the workflow ended. */
	run: 'success' | 'error' | 'canceled';
	/** All different texts, in the order of the items. */
	says: Said[];
	/**
	 * The result of the node for each input item: its outcome, `read`, `12 records`, `failed`, `in doubt` (failed, and may
	 * have taken effect), `not sent`, or `no result` if the node stopped.
	 */
	items: string[];
	/** The service's state of each code after everything has ended; for writes only. */
	atService?: CodeState[];
	/** The answers to the requests of each item, or of all items together if they have no ID: `429, 200 x2`. */
	sent: string[];
	/** The endpoints called for the outcome of accepted actions. */
	lookUps?: string[];
}

/** A fault, the operation that it hits, and the outcome. */
export interface FaultRow {
	/** What goes wrong, in a person's words. */
	fault: string;
	/** Resource and operation as a workflow stores them, such as `device.getAll`. */
	operation: string;
	/** Settings that matter for the row, in words. */
	note?: string;
	/** The number of input items. */
	inputItems: number;
	onError?: INode['onError'];
	outcome: FaultOutcome;
}

const COLUMNS = ['What goes wrong', 'Operation', 'What you see', 'Items', 'Answers'];

const LOOK_UPS: Record<string, string> = {
	'/action_attempts/list': 'action attempts',
	'/events/list': 'events',
	'/access_codes/get': 'managed codes',
	'/access_codes/list': 'managed codes',
	'/access_codes/unmanaged/get': 'unmanaged codes',
};

const RESULTS: Record<string, string> = {
	'in doubt': 'failed (may have been carried out)',
	'no result': 'not returned',
	pending: 'still pending',
};

const ON_ERROR: Record<string, string> = {
	continueRegularOutput: "'On Error': Continue",
	continueErrorOutput: "'On Error': Continue (using error output)",
};

/** The table of a section of docs/faults.md. */
export const faultTable = (rows: readonly FaultRow[]): Table =>
	toTable(
		COLUMNS,
		rows.map((row) => [
			row.fault,
			whatIsRun(row),
			whatYouSee(row.outcome),
			whatBecame(row.outcome),
			whatWasSent(row.outcome),
		]),
	);

function whatIsRun({ operation: name, inputItems, onError, note }: FaultRow): string {
	const [resourceValue, value] = name.split('.');
	const resource = resources.find((entry) => entry.value === resourceValue);
	const operation = resource?.operations.find((entry) => entry.value === value);
	return [operation?.action, inputItems > 1 && `${inputItems} items`, ON_ERROR[onError ?? ''], note]
		.filter(Boolean)
		.join('; ');
}

function whatYouSee({ run, says }: FaultOutcome): string {
	if (says.length === 0) return 'Nothing: the node succeeds';
	const texts = says
		.map(([message, description]) =>
			description ? `**${message}**<br>${description}` : `**${message}**`,
		)
		.join('<br><br>');
	return run === 'canceled'
		? `Nothing, because n8n drops the output of a node that is stopped. The node returned:<br>${texts}`
		: texts;
}

function whatBecame({ run, items, atService = [] }: FaultOutcome): string {
	const ended = { success: '', error: 'The node stops: ', canceled: 'The execution is canceled: ' }[
		run
	];
	const states = atService.length > 0 ? `. At the service: ${counted(atService)}` : '';
	return `${ended}${resultsInWords(items)}${states}`;
}

function resultsInWords(items: string[]): string {
	const words = items.map((item) => RESULTS[item] ?? item);
	const isList = words.some((word) => word.endsWith(' records'));
	return isList || words.length === 1 ? words.join(', ') : counted(words);
}

function whatWasSent({ sent, lookUps = [] }: FaultOutcome): string {
	const requests = answersInWords(
		sent.map((answers) => answers.replace(/ x(\d+)/g, ' ×$1') || 'nothing'),
	);
	return lookUps.length > 0
		? `${requests}. Outcomes read from: ${lookUps.map((path) => LOOK_UPS[path] ?? path).join(', ')}`
		: requests;
}

function answersInWords(answers: string[]): string {
	const [first = 'nothing'] = answers;
	if (answers.length === 1) return first;
	if (answers.every((answer) => answer === first)) return `for each item: ${first}`;
	return answers.map((answer, index) => `item ${index}: ${answer}`).join('; ');
}

/** Counts words, as `2 converted, 1 failed`, in the order in which they first occur. */
function counted(words: readonly string[]): string {
	return [...new Set(words)]
		.map((word) => `${words.filter((other) => other === word).length} ${word}`)
		.join(', ');
}
