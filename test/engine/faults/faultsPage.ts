import {
	DEFAULT_MAX_RETRIES,
	DEFAULT_REQUESTS_IN_FLIGHT,
} from '../../../nodes/DeviceAccess/transport/limits';
import type { FaultCase, FaultSection, Outcome } from './faultCase';
import { inputOf, operationOf } from './observeOutcome';
import { TRIGGERS_SECTION } from './triggersSection';
import { resources } from '../../../nodes/DeviceAccess/resources';

const INTRO = `# Faults

Look up what the Device Access node does when the service, the network or a lock fails, and what you then see. A test writes this page
(\`npx jest test/engine/faults.test.ts\`): it runs each row in the real n8n engine against a service with that fault.

In every row, the node keeps these promises:

* **The node never repeats an action that the service may have carried out.** It repeats an action only after 429, which says that
  nothing was done, or if the request reached no server. If the node cannot know, it says so and you decide.
  *Replace With Managed* looks at the lock first, and [creates the code again](replace-with-managed.md#the-creation) only if it is not there.
* **No item is lost silently.** Each input item has an outcome, or the node stops and says how many items the service accepted.
* **A list is complete, or it is an error.**
* **The API key goes only to the address in the credential.** No text contains the key or a PIN.

How to read the tables:

* **On Error** is **Stop Workflow** unless the row says otherwise. The tests send one request at a time with **Maximum Retries** set to
  1, so that the fault hits a known request. The defaults are ${DEFAULT_REQUESTS_IN_FLIGHT} requests at a time and ${DEFAULT_MAX_RETRIES} retries.
* *What you see*: the first line is the message, the rest its description. With **On Error** set to **Continue**, both are in the
  failed item, as \`error\` and \`details.description\`. A pending or failed action that is returned has its text in \`message\`.
* *Items*: how the items ended. *Not returned*: its request was sent, but the node stopped before it returned the item.
  *Failed (may have been carried out)*: no answer says whether the service did it. *Not sent*: the node stopped before it sent the item.
  *At the service*: the state of the codes afterwards.
* *Answers*: how the service answered the requests, in order. 200 is success. *cut* means that the connection closed, or the node
  stopped waiting, before the answer was complete. *nothing* means that no request reached the service. *Outcomes read from*: where
  the node then looked up how the actions ended.
`;

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

/** The page for users, created from the observed outcomes. */
export function faultsPage(
	sections: FaultSection[],
	observed: ReadonlyMap<FaultCase, Outcome>,
): string {
	const parts = sections.map(({ title, intro, cases }) => {
		const rows = cases.map((faultCase) => {
			const outcome = observed.get(faultCase);
			if (!outcome)
				throw new Error(`Nothing was observed of '${faultCase.fault}': run the whole file`);
			return toRow([
				faultCase.fault,
				whatIsRun(faultCase),
				whatYouSee(outcome),
				whatBecame(outcome),
				whatWasSent(outcome),
			]);
		});
		return [
			`## ${title}`,
			'',
			intro,
			'',
			toRow(COLUMNS),
			toRow(COLUMNS.map(() => '---')),
			...rows,
			'',
		].join('\n');
	});
	return [INTRO, ...parts, TRIGGERS_SECTION].join('\n');
}

const toRow = (cells: string[]): string =>
	`| ${cells.map((cell) => cell.replaceAll('|', '\\|')).join(' | ')} |`;

function whatIsRun(faultCase: FaultCase): string {
	const [resourceValue] = faultCase.operation.split('.');
	const resource = resources.find((entry) => entry.value === resourceValue);
	const { length } = inputOf(faultCase);
	return [
		`${resource?.name}: ${operationOf(faultCase).name}`,
		length > 1 && `${length} items`,
		ON_ERROR[faultCase.onError ?? ''],
		faultCase.note,
	]
		.filter(Boolean)
		.join('; ');
}

function whatYouSee({ run, says }: Outcome): string {
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

function whatBecame({ run, items, atService = [] }: Outcome): string {
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

function whatWasSent({ sent, lookUps = [] }: Outcome): string {
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
