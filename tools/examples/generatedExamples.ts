import { readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import type { INode } from 'n8n-workflow';
import { bookingWorkflow } from './bookingWorkflow';
import { messageInLanguage, textsNode } from './guestTexts';
import { apaleo } from './pms/apaleo';
import { beds24 } from './pms/beds24';
import { cloudbeds } from './pms/cloudbeds';
import { guesty } from './pms/guesty';
import { hospitable } from './pms/hospitable';
import { hostaway } from './pms/hostaway';
import { lodgify } from './pms/lodgify';
import { mews } from './pms/mews';
import { ownerRez } from './pms/ownerRez';
import { smoobu } from './pms/smoobu';
import { uplisting } from './pms/uplisting';

export const EXAMPLES = resolve(__dirname, '../../examples');

const SYSTEMS = [
	apaleo,
	beds24,
	cloudbeds,
	guesty,
	hospitable,
	hostaway,
	lodgify,
	mews,
	ownerRez,
	smoobu,
	uplisting,
];

/** Other workflows that write to guests, and the node of each that makes the access. */
const OTHERS: ReadonlyMap<string, string> = new Map([
	['reservation-to-access.json', 'Create or Update'],
	['nightly-sync.json', 'Apply changes'],
]);

/** The workflow of a file, with the generated message to the guest. */
function withGuestMessage(file: string, change: string): string {
	const workflow = JSON.parse(readFileSync(join(EXAMPLES, file), 'utf8')) as { nodes: INode[] };
	const message = messageInLanguage(
		"$('Reservation').item.json.language",
		`$('${change}').item.json`,
	);
	for (const { name, parameters } of workflow.nodes) {
		if (name === 'Texts') Object.assign(parameters, textsNode([0, 0]).parameters);
		if (name === 'Message to the guest')
			for (const field of fieldsOf(parameters))
				field.value = new Map(Object.entries(message)).get(field.name) ?? field.value;
	}
	return `${JSON.stringify(workflow, null, '\t')}\n`;
}

/** What an *Edit Fields* node sets. */
const fieldsOf = ({ assignments }: INode['parameters']) =>
	(assignments as { assignments: Array<{ name: string; value: string }> }).assignments;

/** The path in `examples` and the text of each generated workflow. */
export const generatedExamples = (): ReadonlyMap<string, string> =>
	new Map([
		...SYSTEMS.map((system): [string, string] => [
			`pms/${system.from}.json`,
			bookingWorkflow(system),
		]),
		...[...OTHERS].map(([file, change]): [string, string] => [
			file,
			withGuestMessage(file, change),
		]),
	]);
