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

/** How high a note's text is in n8n, from the measures of its editor; a character is about 7 pixels wide, and 17 in a heading. */
function heightOf({ content, width }: { content: string; width: number }): number {
	const rows = (text: string, indent = 0, character = 7) =>
		Math.ceil((text.length * character) / (width - 26 - indent));
	const shown = content.replace(/\[([^\]]*)\]\([^)]*\)/g, '$1').replace(/[*`]/g, '');
	const heights = shown
		.split('\n')
		.filter((line) => line !== '')
		.map((line) => {
			if (line.startsWith('# ')) return rows(line, 0, 17) * 50 + 8;
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
	expect(parents.slice(0, 2)).toEqual(['From the PMS', 'A booking to try']);
});

it('the questions of "Lock assistant" need only tools that it has, and all of them', () => {
	const { nodes } = readExample('lock-assistant.json');
	const tools = nodes.filter(({ type }) => /Tool$|\.toolWorkflow$/.test(type));
	const [header = '', ...rows] = readFileSync(
		join(EXAMPLES, 'lock-assistant-questions.csv'),
		'utf8',
	)
		.trim()
		.split('\n');
	const needed = rows.flatMap((row) =>
		[...row.matchAll(/[a-z]+(?:_[a-z]+)+/g)].map(([name]) => name),
	);

	expect(header).toBe('sessionId,chatInput,expected_tools');
	expect([...new Set(needed)].sort()).toEqual(tools.map(({ name }) => name).sort());
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

describe('the expressions of the examples', () => {
	it('are at most 400 characters long', () => {
		const longest = exampleFiles().map((file): [string, number] => [
			file,
			Math.max(0, ...expressionsOf(file).map(({ length }) => length)),
		]);
		expect(longest.filter(([, length]) => length > 400)).toEqual([]);
	});

	it('have at most 90 kB together', () => {
		const all = exampleFiles().flatMap(expressionsOf).join('');
		expect(all.length).toBeLessThanOrEqual(90_000);
	});

	it('are no programs, and no example has a Code node', () => {
		const programs = exampleFiles().flatMap((file) =>
			expressionsOf(file).filter((text) => /\breturn\b/.test(text)),
		);
		const codes = exampleFiles().filter((file) =>
			readExample(file).nodes.some(({ type }) => /\.(code|function|functionItem)$/.test(type)),
		);
		expect([programs, codes]).toEqual([[], []]);
	});
});

const OF_BOOKINGS = exampleFiles().filter((file) => /^(pms\/|reservation-to-access)/.test(file));

describe.each(OF_BOOKINGS)('%s', (file) => {
	const { nodes, connections } = readExample(file);
	const isNote = ({ type }: INode) => type.endsWith('.stickyNote');
	const working = nodes.filter((node) => !isNote(node));
	const expressions = expressionsOf(file);
	const targetsOf = (name: string) =>
		(connections[name]?.main ?? []).flatMap((output) => (output ?? []).map(({ node }) => node));

	it('is small: at most 14 nodes, one more where a refusal has the status of a success, and short expressions', () => {
		expect(working.length).toBeLessThanOrEqual(file === 'pms/hostex.json' ? 15 : 14);
		expect(nodes.length - working.length).toBe(file.startsWith('pms/') ? 1 : 2);
		expect(Math.max(...expressions.map(({ length }) => length))).toBeLessThanOrEqual(340);
		expect(expressions.join('').length).toBeLessThanOrEqual(2_100);
	});

	it('puts an ID of a call into the path of a request only as one part of it', () => {
		const urls = working.map(({ parameters: { url } }) => String(url ?? ''));
		const ids = urls.flatMap((url) => url.match(/\{\{.*?\}\}/g) ?? []);
		const ofCalls = ids.filter((id) => id.includes('$json.body'));
		expect(ofCalls.filter((id) => !id.includes('encodeURIComponent('))).toEqual([]);
	});

	it('has no Wait, Code node or loop', () => {
		expect(working.filter(({ type }) => /\.(wait|code)$/.test(type))).toEqual([]);
		const reached = (from: string, seen = new Set<string>()): Set<string> => {
			for (const target of targetsOf(from))
				if (!seen.has(target)) reached(target, seen.add(target));
			return seen;
		};
		expect(working.filter(({ name }) => reached(name).has(name))).toEqual([]);
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
