import type { BookingList, PmsSystem } from './system';
import { n8nNode, type WorkflowNode } from './workflow';

const WIDTH = 640;

const compared = ({ sooner, soonerAsks = 'the arrivals of the next two days' }: BookingList) =>
	` Every night, the workflow compares all bookings${sooner ? `, and ${sooner.toLowerCase()} ${soonerAsks}` : ''}.`;

/** Whom a call is believed from. */
const believed = ({ name, call }: PmsSystem): string[] => {
	if (!call || call.login) return [];
	return [
		`Anybody who knows the address of *From ${name}* can call it. So nothing in a call is believed: the workflow asks ${name} for the booking.`,
	];
};

const textOf = (system: PmsSystem): string => {
	const { from, name, notes, list, call } = system;
	const steps = [
		`Give each room a space whose key is ${notes.rooms}`,
		'Select your Device Access credential in *Read booking* and *Sync many*.',
		...(call?.login === undefined ? [] : [loginOf(system)]),
		...notes.credentials,
		`Publish the workflow. ${notes.publish}`,
	];
	const points = [
		...(notes.messagesHave === undefined
			? []
			: [
					`If your messages in ${name} have the ${notes.messagesHave}, guests need none from *Guest messages*.`,
				]),
		...notes.more,
		...believed(system),
		...(list.keepsMissing
			? []
			: [
					'A booking that is missing from the nightly list loses its access, unless the guest has arrived.',
				]),
		'If a list would close the doors of more guests than usual, nobody loses access, and you are told: see **Close at Most** under **Options** of *Sync many*.',
		'A guest who has left stays out, even if the booking goes on: empty `left_at` in **Stays** to let the guest in again.',
		`Each account needs its own **Key Prefix**: for a second one, import the workflow again, add the option to *Read booking*, such as \`${from}-2:\`, and enter the same in *Remember the comparison*, in both places of \`${from}:\`.`,
	];
	return `## ${name}
**First:** in the workflow's settings, choose *Something failed* as **Error workflow**.

A guest who books gets a PIN for the room. New dates or another room move the access, and a cancellation ends it. ${notes.pin ?? `${name} does not get the PIN.`}${compared(list)}

The workflow writes to nobody: *Guest messages* tells guests and you. It reads the data table **Stays**, in which this workflow has a row for each stay.

**To use it:**
${steps.map((step, index) => `${index + 1}. ${step}`).join('\n')}

**Good to know:**
${points.map((point) => `- ${point}`).join('\n')}`;
};

const loginOf = ({ name, call }: PmsSystem) =>
	call?.login === 'headerAuth'
		? `In *From ${name}*, create a **Header Auth** credential: a name such as \`X-Webhook-Secret\`, and a long password of your choice as its value.`
		: `In *From ${name}*, create a **Basic Auth** credential: a name and a long password of your choice, of letters and digits.`;

/** How high a text is in n8n's editor, where a character is about 7 pixels wide. */
function heightOf(text: string): number {
	const rows = (line: string) => Math.ceil((line.length * 7) / (WIDTH - 50));
	return text.split('\n').reduce((sum, line) => sum + (line === '' ? 0 : rows(line) * 19 + 8), 60);
}

/** The note beside the nodes: above them, n8n would open the workflow too small to read it. */
export function noteOf(system: PmsSystem): WorkflowNode {
	const content = textOf(system);
	const height = Math.ceil(heightOf(content) / 20) * 20;
	return n8nNode('Note', 'stickyNote', 1, [-WIDTH - 120, -260], { content, width: WIDTH, height });
}
