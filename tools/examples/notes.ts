import type { BookingList, PmsSystem } from './system';
import { n8nNode, type WorkflowNode } from './workflow';

const WIDTH = 860;

const SOONER = {
	'Every hour': ', and every hour the arrivals of the next two days',
	'Every 10 minutes': ', and asks every 10 minutes for what has changed',
};

const compared = ({ sooner }: BookingList) =>
	` Every night, the workflow compares all bookings${sooner ? SOONER[sooner] : ''}.`;

const textOf = (system: PmsSystem): string => {
	const { from, name, notes, list, call } = system;
	const reading = call && !call.isAlwaysNamed && call.brings !== 'list' ? '*Read call*, ' : '';
	const steps = [
		notes.rooms,
		`Select your Device Access credential in ${reading}*Read booking* and *Sync many*.`,
		...notes.credentials,
		`Publish the workflow. ${notes.publish}`,
	];
	const points = [
		...notes.more,
		...(list.keepsMissing
			? []
			: [
					'A booking that is missing in the night loses its access, unless the guest has arrived. More than 3 stays, or 2 % of a large house, close only after you enter them under **Accept** in *Sync many*: you get their names.',
				]),
		`Each account needs its own **Key Prefix**: for a second one, import the workflow again, and add the option to *Sync many*, such as \`${from}-2:\`${system.protection === 'secretPath' ? '' : `, and another **Path** to *From ${name}*`}.`,
	];
	return `## ${name}
A guest who books gets a PIN for the room. New dates or another room move the access, and a cancellation ends it. ${notes.pin ?? `${name} does not get the PIN.`}${compared(list)}

The workflow writes to nobody: *Guest messages* tells guests and you. It reads the data table **Stays**, in which this workflow has a row for each stay.

**To use it:**
${steps.map((step, index) => `${index + 1}. ${step}`).join('\n')}

**Good to know:**
${points.map((point) => `- ${point}`).join('\n')}`;
};

/** How high a text is in n8n's editor, where a character is about 7 pixels wide. */
function heightOf(text: string): number {
	const rows = (line: string) => Math.ceil((line.length * 7) / (WIDTH - 50));
	return text.split('\n').reduce((sum, line) => sum + (line === '' ? 0 : rows(line) * 19 + 8), 60);
}

/** The note above the nodes. */
export function noteOf(system: PmsSystem): WorkflowNode {
	const content = textOf(system);
	const height = Math.ceil(heightOf(content) / 20) * 20;
	return n8nNode('Note', 'stickyNote', 1, [-60, -height - 240], { content, width: WIDTH, height });
}
