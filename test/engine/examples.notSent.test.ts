import type { IDataObject, INode, INodeExecutionData } from 'n8n-workflow';
import type { NodeDraft } from '../../host/engine/createWorkflow';
import { runWorkflow, type WorkflowRun } from '../../host/engine/runWorkflow';
import { exampleFiles, nodeOf, readExample, type Example } from '../../host/n8n/readExample';
import {
	ancestorsOf,
	isSending,
	isWriteToTable,
	reachedFrom,
	textsIn,
} from '../support/example/graph';

/** What remembers across executions that something was told. */
const remembers = (node: INode) =>
	isWriteToTable(node) || node.parameters.operation === 'removeItemsSeenInPreviousExecutions';

/** What reads rows, which are as many as the items that ask for them. */
const readsRows = ({ type, parameters }: INode) =>
	type === 'n8n-nodes-base.dataTable' && parameters.operation === 'get';

/** A merge that does nothing until each of its inputs has items. */
const waitsForAll = ({ type, parameters }: INode) =>
	type.endsWith('.merge') && ['chooseBranch', 'combine'].includes(String(parameters.mode));

/** What a person reads when the workflow answers. */
const answers = ({ type }: INode) => /\.(respondToWebhook|form)$/.test(type);

const SENT = {
	messageId: '<1@mail.example>',
	accepted: ['somebody@example.com'],
	statusCode: 200,
	body: { status: 'success' },
	// Hostex says so in the body.
	error_code: 200,
};

/** An item that has every field which an expression of the example reads, and the way to send that it sets. */
function itemFor({ nodes }: Example): IDataObject {
	const texts = nodes.flatMap(({ parameters }) => textsIn(parameters)).join('\n');
	const names = [...texts.matchAll(/json\??\.(\w+)|json\['([^']+)'\]/g)].map(
		([, plain, quoted]) => plain ?? quoted ?? '',
	);
	if (nodes.some(({ parameters }) => textsIn(parameters).includes('send_by')))
		names.push('send_by');
	const isList = (name: string) =>
		new RegExp(`\\b${name}\\??\\.(map|join|filter|find|some|every|flatMap|slice|includes)\\(`).test(
			texts,
		) ||
		['result', 'rows'].includes(name) ||
		name.startsWith('appended_');
	const valueOf = (name: string) =>
		/(_at|arrival|departure|createdAt)$/.test(name)
			? '2031-05-01T14:00:00.000Z'
			: /^(error|details|problem|left_at|marked|marked_at)$/.test(name)
				? undefined
				: isList(name)
					? [{ id: 1, name: 'one' }]
					: 'something';
	return JSON.parse(
		JSON.stringify(Object.fromEntries(names.map((name) => [name, valueOf(name)]))),
	) as IDataObject;
}

const set = (name: string, parameters: IDataObject): NodeDraft => ({
	name,
	type: 'n8n-nodes-base.set',
	typeVersion: 3.4,
	parameters: { ...parameters, options: {} } as INode['parameters'],
});
const asItem = (name: string, item: IDataObject) =>
	set(name, { mode: 'raw', jsonOutput: JSON.stringify(item) });
const passingOn = (name: string) =>
	set(name, { assignments: { assignments: [] }, includeOtherFields: true });

/** The node as the host has filled it in, but for its credential. */
function withoutCredential({ credentials: _, ...node }: INode): NodeDraft {
	const parameters = Object.fromEntries(
		Object.entries(node.parameters).map(([name, value]) => [
			name,
			value === '' ? 'filled in' : value,
		]),
	);
	const isRequest = node.type === 'n8n-nodes-base.httpRequest';
	return {
		...node,
		disabled: false,
		retryOnFail: false,
		parameters: isRequest ? { ...parameters, url: 'http://127.0.0.1:9/' } : parameters,
	};
}

/**
 * The sending node and what follows it. Whatever comes before has the item, and does nothing. What remembers and what answers
 * passes its items on: it counts whether they get there.
 */
function fromSending(example: Example, sending: INode, item: IDataObject) {
	const before = ancestorsOf(example, sending.name);
	const after = new Set(
		[...reachedFrom(example, sending.name, (name) => before.has(name))].filter(
			(name) => !before.has(name) && name !== sending.name,
		),
	);
	const texts = [...after, sending.name].flatMap((name) =>
		textsIn(nodeOf(example, name).parameters),
	);
	const named = [...texts.join('\n').matchAll(/\$\('([^']+)'\)/g)].map(([, name = '']) => name);
	const mergesAfter = (name: string) =>
		(example.connections[name]?.main?.[0] ?? []).filter(
			({ node }) => after.has(node) && waitsForAll(nodeOf(example, node)),
		);
	const merged = example.nodes
		.map(({ name }) => name)
		.filter((name) => mergesAfter(name).length > 0);
	const stubs = [...new Set([...named, ...merged])].filter(
		(name) => name !== sending.name && !after.has(name),
	);
	const chain = ['Start of the test', ...stubs];
	const kept = [sending.name, ...after].map((name) => {
		const node = nodeOf(example, name);
		return remembers(node) || answers(node) || readsRows(node)
			? passingOn(name)
			: withoutCredential(node);
	});
	const connections = {
		...Object.fromEntries(
			[sending.name, ...after].map((name) => [
				name,
				{
					main: (example.connections[name]?.main ?? []).map((targets) =>
						(targets ?? []).filter(({ node }) => after.has(node)),
					),
				},
			]),
		),
		...Object.fromEntries(
			chain.map((name, index) => [
				name,
				{
					main: [
						[
							{ node: chain[index + 1] ?? sending.name, type: 'main' as const, index: 0 },
							...mergesAfter(name),
						],
					],
				},
			]),
		),
	};
	return {
		workflow: { nodes: [...chain.map((name) => asItem(name, item)), ...kept], connections },
		after: [...after].map((name) => nodeOf(example, name)),
	};
}

async function play(example: Example, sending: INode, isSent: boolean) {
	const item = itemFor(example);
	const { workflow, after } = fromSending(example, sending, item);
	const asksService = ({ type, parameters }: INode) =>
		type.endsWith('.deviceAccess') && parameters.operation !== 'checkMessage';
	const pinned = after.filter((node) => isSending(node) || asksService(node));
	const sent = (json: IDataObject): INodeExecutionData[] => [{ json, pairedItem: { item: 0 } }];
	const run = await runWorkflow(workflow, {
		startNode: 'Start of the test',
		credentials: { deviceAccessApi: { baseUrl: 'http://127.0.0.1:9', apiKey: 'none' } },
		pinData: {
			...Object.fromEntries(
				pinned.map((node) => [node.name, sent(isSending(node) ? SENT : { ...item })]),
			),
			...(isSent && { [sending.name]: sent(SENT) }),
		},
	});
	const ran = (node: INode) =>
		run
			.runsOf(node.name)
			.some(({ executionStatus, error }) => executionStatus === 'success' && !error);
	return {
		run,
		remembered: after
			.filter(remembers)
			.filter(ran)
			.map(({ name }) => name),
		answered: after
			.filter(answers)
			.filter(ran)
			.map((node) => answerOf(run, node)),
	};
}

/** What a page is made of: its node, and the items that it got. */
const answerOf = (run: WorkflowRun, { name }: INode) =>
	JSON.stringify([name, run.items(name).map(({ json }) => json)]);

const SENDING = exampleFiles().flatMap((file) => {
	const example = readExample(file);
	return example.nodes.filter(isSending).map((node) => ({ file, name: node.name, example, node }));
});

describe.each(SENDING)('$file, without the credential of "$name"', ({ example, node }) => {
	it('nothing counts as told', async () => {
		const sent = await play(example, node, true);
		const notSent = await play(example, node, false);

		expect(sent.run.error()?.message).toBeUndefined();
		expect(notSent.remembered.filter((name) => sent.remembered.includes(name))).toEqual([]);
		expect(notSent.answered.filter((answer) => sent.answered.includes(answer))).toEqual([]);
	});

	it('nothing is remembered before it is sent, but a mark that is confirmed afterwards', async () => {
		const before = [...ancestorsOf(example, node.name)].map((name) => nodeOf(example, name));
		const memory = before.filter(
			({ parameters }) => parameters.operation === 'removeItemsSeenInPreviousExecutions',
		);
		expect(memory.map(({ name }) => name)).toEqual([]);
	});
});

it('finds a workflow that counts as told what was not sent', async () => {
	const send = { ...nodeOf(readExample('guest-messages.json'), 'Email'), name: 'Send' };
	const record: INode = {
		id: '2',
		name: 'Record',
		type: 'n8n-nodes-base.dataTable',
		typeVersion: 1,
		position: [0, 0],
		parameters: { resource: 'row', operation: 'upsert' },
	};
	const careless: Example = {
		name: 'Careless',
		nodes: [{ ...send, onError: 'continueRegularOutput' }, record],
		connections: { Send: { main: [[{ node: 'Record', type: 'main', index: 0 }]] } },
	};
	expect((await play(careless, send, false)).remembered).toEqual(['Record']);
});
