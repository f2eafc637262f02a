import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { INode } from 'n8n-workflow';
import { EXAMPLES, generatedExamples } from '../../tools/examples/generatedExamples';
import { ownWorkflows } from '../../tools/examples/ownWorkflows';
import { exampleFiles, readExample } from '../support/readExample';

it('the generated workflows are up to date (if not, run npm run examples, and commit what it writes)', () => {
	const generated = generatedExamples();
	const files = [
		...readdirSync(join(EXAMPLES, 'pms')).map((name) => `pms/${name}`),
		...generated.keys(),
	];
	const committed = files.map((file) => [file, readFileSync(join(EXAMPLES, file), 'utf8')]);
	expect(Object.fromEntries(committed)).toEqual(Object.fromEntries(generated));
});

describe.each([
	'Texts',
	'Message to the guest',
	'Message to yourself',
	'Is everything ready?',
	'Each message once',
	'Wait 15 minutes',
])("without the node '%s', which is generated", (name) => {
	it('no workflow is generated', () => {
		const without = (file: string) => {
			const example = readExample(file);
			return JSON.stringify({ nodes: example.nodes.filter((node) => node.name !== name) });
		};
		expect(() => ownWorkflows(without)).toThrow(`has no node '${name}'`);
	});
});

/** How high a note's text is in n8n, from the measures of its editor; a character is about 7 pixels wide. */
function heightOf({ content, width }: { content: string; width: number }): number {
	const rows = (text: string, indent = 0) => Math.ceil((text.length * 7) / (width - 26 - indent));
	const shown = content.replace(/\[([^\]]*)\]\([^)]*\)/g, '$1').replace(/[*`]/g, '');
	const heights = shown
		.split('\n')
		.filter((line) => line !== '')
		.map((line) => {
			if (line.startsWith('## ')) return 40;
			if (line.startsWith('### ')) return 30;
			return /^(\d+\.|-) /.test(line) ? rows(line, 20) * 18.2 + 3.5 : rows(line) * 18.9 + 8;
		});
	return 18 + heights.reduce((sum, height) => sum + height, 0);
}

it('each note of an example is as high as its text', () => {
	const isNote = ({ type }: INode) => type === 'n8n-nodes-base.stickyNote';
	const cut = exampleFiles().flatMap((file) =>
		readExample(file)
			.nodes.filter(isNote)
			.map(({ name, parameters }) => ({
				note: `${file}: ${name}`,
				height: Number(parameters.height),
				needed: heightOf(parameters as { content: string; width: number }),
			}))
			.filter(({ height, needed }) => height < needed),
	);
	expect(cut).toEqual([]);
});

it('in "Reservation to access", the message of the PMS is the first input of "Reservation", so that the editor shows it there', () => {
	const { connections } = readExample('reservation-to-access.json');
	const parents = Object.keys(connections).filter((from) =>
		connections[from]?.main?.some((targets) => targets?.some(({ node }) => node === 'Reservation')),
	);
	expect(parents).toEqual(['From the PMS', 'A booking to try']);
});
