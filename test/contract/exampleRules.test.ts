import type { INode } from 'n8n-workflow';
import { exampleFiles, readExample, type Example } from '../../host/n8n/readExample';
import {
	isSending,
	isWriteToTable,
	reachedFrom,
	targetsOf,
	textsIn,
} from '../support/example/graph';

const EXAMPLES = exampleFiles().map((file) => ({ file, example: readExample(file) }));

/** What is wrong with the nodes of the examples, one line each. */
const complaints = (about: (node: INode, example: Example) => string | false): string[] =>
	EXAMPLES.flatMap(({ file, example }) =>
		example.nodes.flatMap((node) => {
			const complaint = about(node, example);
			return complaint === false ? [] : [`${file}: ${node.name}${complaint && `: ${complaint}`}`];
		}),
	);

const isOf = ({ type }: INode, ...names: string[]) =>
	names.some((name) => type === `n8n-nodes-base.${name}` || type.endsWith(`langchain.${name}`));

describe('whatever strangers can reach', () => {
	const hasLogin = ({ parameters: { authentication = 'none' } }: INode) =>
		authentication !== 'none';

	/** A check of the signature lets a call pass or not: the node after the one that signs the body. */
	const checksSignature = (example: Example, name: string) =>
		example.nodes.some(
			(node) =>
				isOf(node, 'crypto') &&
				node.parameters.action === 'hmac' &&
				targetsOf(example, node.name).includes(name),
		);

	/** The booking is fetched with the host's own credential: from here on, nothing of the call is believed. */
	const fetches = (node: INode) => isOf(node, 'httpRequest') && !isSending(node);

	/** The row of a data table that has the token of the call. */
	const looksUpToken = (node: INode) =>
		isOf(node, 'dataTable') &&
		node.parameters.operation === 'get' &&
		textsIn(node.parameters.filters).some((text) => text.includes('key'));

	const acts = (node: INode) =>
		isSending(node) ||
		isWriteToTable(node) ||
		(node.type.endsWith('.deviceAccess') && node.parameters.operation !== 'readBooking');

	const nodeNamed = ({ nodes }: Example, name: string) =>
		nodes.find((node) => node.name === name) as INode;

	/** The nodes that do something with a call before anything has protected them. */
	function unprotected(entry: INode, example: Example): string[] {
		const isSecretPath = isOf(entry, 'webhook') && !entry.parameters.path;
		const isGate = (name: string) => {
			const node = nodeNamed(example, name);
			return (
				checksSignature(example, name) || looksUpToken(node) || (isSecretPath && fetches(node))
			);
		};
		return [...reachedFrom(example, entry.name, isGate)].filter(
			(name) => !isGate(name) && acts(nodeNamed(example, name)),
		);
	}

	/** After the fetch, the words of the call count for nothing. */
	function believes(entry: INode, example: Example): string[] {
		const fetched = example.nodes.filter(fetches).map(({ name }) => name);
		return fetched
			.flatMap((name) => [...reachedFrom(example, name)].map((one) => nodeNamed(example, one)))
			.filter((node) => !fetches(node))
			.filter(({ parameters }) =>
				textsIn(parameters).some((text) => text.includes(`$('${entry.name}')`)),
			)
			.map(({ name }) => name);
	}

	it('has a login, a signature, a token of a data table, or a secret path whose call is only a hint', () => {
		const isEntry = (node: INode) => isOf(node, 'formTrigger', 'webhook', 'mcpTrigger');
		expect(
			complaints((node, example) => {
				if (isOf(node, 'chatTrigger'))
					return node.parameters.public === true && !hasLogin(node) && '';
				if (!isEntry(node) || hasLogin(node)) return false;
				if (isOf(node, 'formTrigger')) return 'no login';
				const found = [...unprotected(node, example), ...believes(node, example)];
				return found.length > 0 && `nothing protects ${[...new Set(found)].join(', ')}`;
			}),
		).toEqual([]);
	});
});

it('no condition is a regular expression: n8n stops those that take long, and the execution with them', () => {
	const operationsOf = (value: unknown): string[] =>
		typeof value !== 'object' || value === null
			? []
			: Object.entries(value).flatMap(([name, member]) =>
					name === 'operation' && typeof member === 'string' ? [member] : operationsOf(member),
				);
	expect(
		complaints(
			(node) =>
				isOf(node, 'if', 'filter', 'switch') &&
				operationsOf(node.parameters).some((operation) => /regex/i.test(operation)) &&
				'',
		),
	).toEqual([]);
});

it('no workflow has a setting that the import drops, so nothing relies on it', () => {
	const kept = { executionOrder: 'v1' };
	expect(
		EXAMPLES.map(({ file, example: { settings } }) => ({ file, settings })).filter(
			({ settings }) => JSON.stringify(settings) !== JSON.stringify(kept),
		),
	).toEqual([]);
});

it('no node has an address of its own, which a second import of the file would have too', () => {
	expect(complaints((node) => node.webhookId !== undefined && '')).toEqual([]);
});
