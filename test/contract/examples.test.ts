import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { type INode } from 'n8n-workflow';
import { EXAMPLES, generatedExamples } from '../../tools/examples/generatedExamples';
import { SETTINGS_COLUMNS } from '../../tools/examples/settings';
import { STAYS_COLUMNS } from '../../tools/examples/stays';
import { exampleFiles, readExample } from '../../host/n8n/readExample';
import { textsIn } from '../support/example/graph';

it('the generated workflows are up to date (if not, run npm run generate, and commit what it writes)', () => {
	const generated = generatedExamples();
	const committed = [...generated.keys()].map((file): [string, string] => [
		file,
		readFileSync(join(EXAMPLES, file), 'utf8'),
	]);
	expect(Object.fromEntries(committed)).toEqual(Object.fromEntries(generated));
});

it('all workflows of booking systems are generated', () => {
	expect(exampleFiles().filter((file) => file.startsWith('pms/'))).toEqual(
		[...generatedExamples().keys()].filter((file) => file.startsWith('pms/')).sort(),
	);
});

it.each(['lock-assistant.json', 'doors-for-assistants.json'])(
	'in %s, the model gets no email address or phone number of a guest, as the note says',
	(file) => {
		const stays = readExample(file).nodes.find(({ name }) => name === 'list_stays');
		expect(stays?.parameters.output).toBe('selectedFields');
		const fields = stays?.parameters.outputFieldNames as string[];
		expect(fields.filter((name) => /^guest_(?:email|phone)$|message/.test(name))).toEqual([]);
	},
);

const expressionsOf = (file: string): string[] =>
	readExample(file)
		.nodes.flatMap(({ parameters }) => textsIn(parameters))
		.filter((text) => text.startsWith('='));

it('the expressions of the examples have at most 90 kB together', () => {
	const all = exampleFiles().flatMap(expressionsOf).join('');
	expect(all.length).toBeLessThanOrEqual(90_000);
});

const OF_BOOKINGS = exampleFiles().filter((file) => /^(pms\/|reservation-to-access)/.test(file));

describe.each(OF_BOOKINGS)('%s', (file) => {
	const { nodes, connections } = readExample(file);
	const isNote = ({ type }: INode) => type.endsWith('.stickyNote');
	const working = nodes.filter((node) => !isNote(node));
	const expressions = expressionsOf(file);
	const targetsOf = (name: string) =>
		(connections[name]?.main ?? []).flatMap((output) => (output ?? []).map(({ node }) => node));

	it('puts an ID of a call into the path of a request only as one part of it', () => {
		const urls = working.map(({ parameters: { url } }) => String(url ?? ''));
		const ids = urls.flatMap((url) => url.match(/\{\{.*?\}\}/g) ?? []);
		const ofCalls = ids.filter((id) => id.includes('$json.body'));
		expect(ofCalls.filter((id) => !id.includes('encodeURIComponent('))).toEqual([]);
	});

	it('names only nodes that are there, in connections, expressions and its note', () => {
		const names = new Set(nodes.map(({ name }) => name));
		const inExpressions = [...expressions.join(' ').matchAll(/\$\('([^']+)'\)/g)];
		const inNotes = nodes
			.filter(isNote)
			.flatMap(({ parameters: { content } }) => [
				...String(content).matchAll(/(?<!\*)\*([A-Z][^*\n]*)\*(?!\*)/g),
			]);
		const named = [...inExpressions, ...inNotes].map(([, name = '']) => name);
		const all = [
			...Object.keys(connections),
			...Object.keys(connections).flatMap(targetsOf),
			...named,
		];
		const others = ['Guest messages', 'Subscribe once', 'Something failed'];
		expect(all.filter((name) => !names.has(name) && !others.includes(name))).toEqual([]);
	});
});

it.each([
	['Stays', STAYS_COLUMNS],
	['Settings', SETTINGS_COLUMNS],
])(
	'all workflows that use the data table "%s" create it with the same columns',
	(table, columns) => {
		const columnsOf = exampleFiles().flatMap((file) =>
			readExample(file)
				.nodes.filter(({ parameters }) => parameters.tableName === table)
				.map(({ parameters }) => JSON.stringify(parameters.columns)),
		);
		expect([...new Set(columnsOf)]).toEqual([
			JSON.stringify({ column: columns.map((name) => ({ name, type: 'string' })) }),
		]);
	},
);

describe('the workflow of a booking system', () => {
	const formats = join(__dirname, '../../nodes/DeviceAccess/reservations/bookings/formats');
	const files = exampleFiles().filter((file) => file.startsWith('pms/'));
	const bookingsHave = (member: string) => (file: string) =>
		readFileSync(join(formats, file.slice(4).replace('.json', '.ts')), 'utf8').includes(
			`${member}: `,
		);

	it.each(['guest_language', 'conversation_id'])(
		'remembers %s if its bookings have it',
		(column) => {
			const remembers = (file: string) => expressionsOf(file).includes(`={{ $json.${column} }}`);
			expect(files.filter(remembers)).toEqual(files.filter(bookingsHave(column)));
		},
	);
});

it('no data table is found by the name of another one: n8n looks for a part of the name', () => {
	const named = exampleFiles().flatMap((file) =>
		readExample(file).nodes.flatMap(({ parameters: { tableName } }) =>
			typeof tableName === 'string' ? [tableName] : [],
		),
	);
	const names = [...new Set(named)];
	const found = names.filter((name) =>
		names.some((other) => other !== name && other.toLowerCase().includes(name.toLowerCase())),
	);
	expect(found).toEqual([]);
});
