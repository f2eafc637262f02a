import type { FaultCase, FaultSection, Outcome } from './faultCase';
import { inputOf, operationOf } from './observeOutcome';
import { TRIGGERS_SECTION } from './triggersSection';
import { resources } from '../../../nodes/DeviceAccess/resources';

const INTRO = `# When something goes wrong

What the Device Access node does when the service, the network or a lock fails, and what you see then. A test run writes this
page: each row was brought about in the real n8n engine, against a service that misbehaves on purpose, and says what was
observed (\`npx jest test/engine/faults.test.ts\`).

In every row:

* **No action is sent twice where the service may have carried it out.** An action is sent again only after 429, where the service
  says that it did nothing, or where nothing was reached at all. If the node cannot know, it says so and leaves the decision to you.
* **No item is lost silently.** Each input item has its result, or the node stops and says how many items had been accepted.
* **A list is whole or it is an error.**
* **The API key goes to the address in the credential and nowhere else**, and neither the key nor a PIN is in any text.

How to read the tables:

* The setting 'On Error' is 'Stop Workflow' unless the row says otherwise. The runs send one request at a time and have 'Maximum
  Retries' 1, so that it is certain what the fault strikes; the defaults are 10 requests at a time and 3 retries.
* Of what you see, the first line is the message and the rest its description. With 'On Error' set to 'Continue' the two are in
  \`error\` and \`details.description\` of the failed item. A pending or failed action that is returned has the text in \`message\`.
* What was sent are the answers to the requests, in order: 200 is success, *cut* means that the connection ended without an answer.
`;

const COLUMNS = ['What goes wrong', 'What is run', 'What you see', 'What became of the items', 'What was sent'];

const LOOK_UPS: Record<string, string> = {
	'/action_attempts/list': 'action attempts',
	'/events/list': 'events',
	'/access_codes/get': 'managed codes',
	'/access_codes/list': 'managed codes',
	'/access_codes/unmanaged/get': 'unmanaged codes',
};

const RESULTS: Record<string, string> = {
	'in doubt': 'failed, perhaps carried out',
	'no result': 'not returned',
	pending: 'still pending',
};

const ON_ERROR: Record<string, string> = {
	continueRegularOutput: "'On Error': Continue",
	continueErrorOutput: "'On Error': Continue (using error output)",
};

/** The page for users, from what was observed; the same text whenever the same was observed. */
export function faultsPage(sections: FaultSection[], observed: ReadonlyMap<FaultCase, Outcome>): string {
	const parts = sections.map(({ title, intro, cases }) => {
		const rows = cases.map((faultCase) => {
			const outcome = observed.get(faultCase);
			if (!outcome) throw new Error(`Nothing was observed of '${faultCase.fault}': run the whole file`);
			return toRow([faultCase.fault, whatIsRun(faultCase), whatYouSee(outcome), whatBecame(outcome), whatWasSent(outcome)]);
		});
		return [`## ${title}`, '', intro, '', toRow(COLUMNS), toRow(COLUMNS.map(() => '---')), ...rows, ''].join('\n');
	});
	return [INTRO, ...parts, TRIGGERS_SECTION].join('\n');
}

const toRow = (cells: string[]): string => `| ${cells.map((cell) => cell.replaceAll('|', '\\|')).join(' | ')} |`;

function whatIsRun(faultCase: FaultCase): string {
	const [resourceValue] = faultCase.operation.split('.');
	const resource = resources.find((entry) => entry.value === resourceValue);
	const { length } = inputOf(faultCase);
	return [
		`${resource?.name}: ${operationOf(faultCase).name}`,
		length > 1 && `${length} items`,
		ON_ERROR[faultCase.onError ?? ''],
		faultCase.note,
	].filter(Boolean).join('; ');
}

function whatYouSee({ says }: Outcome): string {
	if (says.length === 0) return 'Nothing. The run succeeds';
	return says.map(([message, description]) => (description ? `**${message}**<br>${description}` : `**${message}**`)).join('<br><br>');
}

function whatBecame({ run, items, atService = [] }: Outcome): string {
	const ended = { success: '', error: 'The node stops: ', canceled: 'The run is canceled: ' }[run];
	const states = atService.length > 0 ? `. At the service: ${counted(atService)}` : '';
	return `${ended}${resultsInWords(items)}${states}`;
}

function resultsInWords(items: string[]): string {
	const words = items.map((item) => RESULTS[item] ?? item);
	const isList = words.some((word) => word.endsWith(' records'));
	return isList || words.length === 1 ? words.join(', ') : counted(words);
}

function whatWasSent({ sent, lookUps = [] }: Outcome): string {
	const requests = answersInWords(sent.map((answers) => answers.replace(/ x(\d+)/g, ' ×$1') || 'nothing'));
	return lookUps.length > 0 ? `${requests}. Outcomes looked up in: ${lookUps.map((path) => LOOK_UPS[path] ?? path).join(', ')}` : requests;
}

function answersInWords(answers: string[]): string {
	const [first = 'nothing'] = answers;
	if (answers.length === 1) return first;
	if (answers.every((answer) => answer === first)) return `for each item: ${first}`;
	return answers.map((answer, index) => `item ${index + 1}: ${answer}`).join('; ');
}

/** `2 converted, 1 failed`, in the order in which they first occur. */
function counted(words: readonly string[]): string {
	return [...new Set(words)].map((word) => `${words.filter((other) => other === word).length} ${word}`).join(', ');
}
