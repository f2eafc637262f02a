import type { CollectedText } from './collectTexts';
import type { Explanation, Section } from './explanations';

const INTRO = `# Troubleshooting by message

Every message of this package, what it means and what to do. Search this page for your message. A part of it that differs from case
to case, such as a name or a number, stands here as …: leave that part out of the search, and what n8n adds at the end, such as
*[item 1]*. Where a message has a colon, what stands before and after it may be in two rows.

In the editor the message is the red text of the node, and what stands below it here is in its details. With *On Error: Continue* the two are in
\`error\` and \`details.description\` of the item.

A test run writes this page and finds every message in the source (\`npx jest test/contract/troubleshooting\`). What the node does for each
kind of fault: [Faults](faults.md).
`;

/** The page for users: messages and their own advice as the sources say them, and what they mean. */
export function troubleshootingPage(sections: readonly Section[], texts: readonly CollectedText[]): string {
	const collected = new Map(texts.map((entry) => [entry.text, entry]));
	const adviceFor = (text: string) => collected.get(text)?.advice ?? [];
	const parts = sections.map((section) => {
		const rows = section.rows.map((row) => toRow([toMessages(row, adviceFor), row.means]));
		return [`## ${section.title}`, '', section.intro, '', toRow(['What you see', 'What it means, and what to do']), toRow(['---', '---']), ...rows, ''].join('\n');
	});
	const contents = sections.map(({ title }) => `[${title}](#${title.toLowerCase().replaceAll(' ', '-')})`).join(' · ');
	return [INTRO, `${contents}\n`, ...parts].join('\n');
}

/** Each message with its advice below it; what several in a row advise alike stands below the last of them. */
function toMessages({ says, details = [] }: Explanation, adviceFor: (text: string) => readonly string[]): string {
	const lines = says.flatMap((text, index) => {
		const advice = adviceFor(text);
		const next = says[index + 1];
		const isToldBelow = next !== undefined && advice.join() === adviceFor(next).join();
		return [`**${text}**`, ...(isToldBelow ? [] : advice)];
	});
	return [...lines, ...details].join('<br>');
}

const toRow = (cells: readonly string[]): string => `| ${cells.map((cell) => cell.replaceAll('|', '\\|')).join(' | ')} |`;
