import type { PmsSystem } from './system';
import { n8nNode, type Position, type WorkflowNode } from './workflow';

// The texts of the notes: what is the same for all systems. The rest is in `notes` of each system.

const START = `A guest who books gets a PIN for the room, and a message with it. New dates or another room move the access, and a cancellation ends it.`;
const REPAIR =
	'Every night, the workflow compares all bookings, and repairs what a lost call has left.';
const MESSAGES =
	'In *Message to yourself*, enter your own address. Replace *Send it* with your email node, choose **Text** as its email type or format, and drag `to`, `subject` and `text` into its fields.';

function howToUseIt({ name, notes }: PmsSystem): string {
	const steps = [
		notes.rooms,
		'Select your Device Access credential in *Read booking*, *Create or update*, *Read bookings* and *Sync many*.',
		...notes.credentials,
		MESSAGES,
		`Publish the workflow. ${notes.publish}`,
	];
	return `## ${name}\n${START} ${notes.pin} ${REPAIR}\n\n**To use it:**\n${steps.map((step, index) => `${index + 1}. ${step}`).join('\n')}`;
}

const whoGetsAMessage = ({ notes }: PmsSystem) => `### Who gets a message
- **The guest**, after a new booking or a change, when the PIN is issued and no lock has a problem.
- **You**, when something is missing or wrong, with the reason and what to do. Also when the booking has no email address, and when access has ended.
- **Nobody**, when nothing has changed. ${notes.ignored}

${notes.more}`;

const everyNight = ({ name, from, notes }: PmsSystem) => `### Every night
*Sync many* compares all bookings that end today or later. ${notes.list}
- Never if the list is empty, or if a booking in it cannot be read.
- Never if the guest has already arrived.
- At most 10% of current and upcoming stays at once (**Remove at Most**), rounded up. If more are missing, none ends, and you get their names.

You get one message with what was created, ended or failed, and with PINs that have changed. These guests got no message from this workflow. In the first night, that is every booking you already had. ${notes.repair}

It only touches access with the key prefix \`${from}:\`. Each system needs its own **Key Prefix**. For a second ${name} account, import the workflow again, and enter another one, such as \`${from}-2:\`, in *Create or update* and *Sync many*, and another **Path** in *From ${name}*.

If your locks have few places for codes, add **Only Stays Within** under the options of *Sync many*.`;

/** The three notes above the nodes, side by side. */
export function notesOf(system: PmsSystem): WorkflowNode[] {
	const { height } = system.notes;
	const note = (name: string, x: number, width: number, content: string, color?: number) =>
		n8nNode(name, 'stickyNote', 1, [x, -height - 60] satisfies Position, {
			content,
			width,
			height,
			...(color && { color }),
		});
	return [
		note('Note', -60, 800, howToUseIt(system)),
		note('Note on messages', 780, 460, whoGetsAMessage(system), 5),
		note('Note on the night', 1280, 520, everyNight(system), 5),
	];
}
