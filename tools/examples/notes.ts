import { changeOf, comparisonOf, type PmsSystem } from './system';
import { n8nNode, type Position, type WorkflowNode } from './workflow';

// The texts of the notes: what is the same for all systems. The rest is in `notes` of each system.

const EMAIL =
	'Replace *Send it* with your email node, choose **Text** as its email type or format, and paste `{{ $json.to }}`, `{{ $json.subject }}` and `{{ $json.text }}` into its fields for the recipient, the subject and the text.';

function howToUseIt(system: PmsSystem): string {
	const { name, notes, list } = system;
	const { trigger } = comparisonOf(system);
	const steps = [
		`${notes.rooms} The actions **Get many spaces** and **Create or update space** of a **Device Access** node show and change them.`,
		`Select your Device Access credential in *Read booking*, *${changeOf(system)}*, *Check again* and *Texts*.${notes.credentials.length > 1 ? ' Give each credential that you create next a name of its own.' : ''}`,
		...notes.credentials,
		`In *Message to yourself*, enter your own email address. ${EMAIL}`,
		`${list ? `If guests with earlier bookings should get no message, read the note *${trigger}* first. ` : ''}Publish the workflow. ${notes.publish}`,
	];
	const repair = list
		? ` ${trigger}, the workflow compares all bookings, and corrects what it missed because a call got lost.`
		: '';
	return `## ${name}
A guest who books gets a PIN for the room, and a message with it. New dates or another room move the access, and a cancellation ends it. ${notes.pin}${repair}

**To use it:**
${steps.map((step, index) => `${index + 1}. ${step}`).join('\n')}`;
}

const languageOf = ({ name, sendsNoLanguage }: PmsSystem) =>
	sendsNoLanguage
		? `${name} does not say the language of a guest, so guests get the message in English.`
		: 'Guests get the message in the language of the booking, or in English.';

const whoGetsAMessage = (system: PmsSystem) => `### Who gets a message
- **The guest**, after a new booking or a change, as soon as the PIN is issued. From 24 hours before the arrival, only if no lock has a problem.
- **You**, when something is missing or wrong, with the reason and what to do. Also ${system.guestMessage ? '' : 'when the booking has no email address, and '}when access has ended.
- **Nobody**, when nothing has changed. ${system.notes.ignored}

${languageOf(system)} All words are in *Texts*, one row for each language. To add a language, add a row under **First Message** and one under **Something Changed**.

${system.notes.more}`;

/** The node that sends guests their messages. People replace the one for emails. */
const sender = ({ guestMessage }: PmsSystem) =>
	guestMessage ? '*Send it to the guest*' : 'your email node (*Send it*)';

function comparison(system: PmsSystem): string {
	const { name, notes, list, guestMessage } = system;
	const { trigger, time, hour } = comparisonOf(system);
	return `### ${trigger}
${
	list?.keepsMissing
		? notes.list
		: `At ${hour} AM in the workflow's time zone, *Sync many* compares all bookings that end today or later. After a call, it changes only what the call is about. ${notes.list}
- If the list is empty, or a booking in it cannot be read, no missing booking ends.
- A guest who has already arrived keeps the access.
- If more than 10% of current and upcoming stays are missing (**Remove at Most**, rounded up), none of them ends, and you get their names.`
}

${['Guests get the message then too, if nobody has told them yet.', notes.repair].filter(Boolean).join(' ')}

On the first ${time}, these are all guests whose bookings you already had. To write to none of them, select ${sender(system)}, and press \`D\` before you publish. After the first comparison at ${hour} AM, press \`D\` again, and publish again: otherwise no guest ever gets a message. Until then, the workflow counts the messages to guests${guestMessage ? '' : ' and to you'} as sent, also those to guests who book in that time. Look for them in the executions.

${keyPrefix(system)}${system.protection === 'secretPath' ? '' : ` Also enter another **Path** in *From ${name}*.`}

If a lock can store only a few PINs, add **Only Stays Within** under **Options** of *Sync many*: how many days ahead a stay gets its PIN, such as \`14\`.`;
}

const keyPrefix = (system: PmsSystem) => {
	const { name, from } = system;
	return `The workflow only touches access with the key prefix \`${from}:\`. Each system needs its own **Key Prefix**. For a second ${name} account, import the workflow again. In its *${changeOf(system)}*, add **Key Prefix** under **Options**, and enter another one, such as \`${from}-2:\`.`;
};

/** The notes above the nodes, side by side. */
export function notesOf(system: PmsSystem): WorkflowNode[] {
	const { notes, list } = system;
	const note = (name: string, x: number, width: number, content: string, color?: number) => {
		const at: Position = [x, -notes.height - 240];
		const look = { width, height: notes.height, ...(color && { color }) };
		return n8nNode(name, 'stickyNote', 1, at, { content, ...look });
	};
	const last = list
		? note('Note on the comparison', 1280, 520, comparison(system), 5)
		: note('Note on lost calls', 1280, 520, lostCalls(system), 5);
	return [
		note('Note', -60, 800, howToUseIt(system)),
		note('Note on messages', 780, 460, whoGetsAMessage(system), 5),
		last,
	];
}

const lostCalls = (system: PmsSystem) => `### Calls that get lost
${system.notes.list}

${keyPrefix(system)}`;
