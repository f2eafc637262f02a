import { createHash } from 'node:crypto';
import type { IConnections, INode } from 'n8n-workflow';

/** A node before its workflow gives it an ID. */
export type WorkflowNode = Omit<INode, 'id'>;
export type Position = [x: number, y: number];

/** What people can set in a node beside its parameters. */
type NodeSettings = Omit<Partial<INode>, 'id' | 'name' | 'type' | 'position' | 'parameters'>;

/** The name of a node, with the number of its input if it is not the first. */
type Target = string | { node: string; index: number };

/** A part of a workflow: nodes, and what their outputs lead to. */
export interface WorkflowPart {
	nodes: WorkflowNode[];
	/** For each node, what each of its outputs leads to. */
	connections: Record<string, Target[][]>;
	/** The nodes that the part begins with. Default: the first one. */
	first?: string[];
}

export const NOTHING: WorkflowPart = { nodes: [], connections: {} };

/** Where a part begins: the targets of an output that leads to it. None for an empty part. */
export const firstOf = ({ nodes, first }: WorkflowPart): string[] =>
	first ?? nodes.slice(0, 1).map(({ name }) => name);

/** An ID that is the same for the same words. */
export function idOf(...words: string[]): string {
	const hash = createHash('sha256').update(words.join('\n')).digest('hex');
	return hash.replace(/^(.{8})(.{4}).(.{3}).(.{3})(.{12}).*$/, '$1-$2-5$3-8$4-$5');
}

/** A node of n8n itself. */
export const n8nNode = (
	name: string,
	type: string,
	typeVersion: number,
	position: Position,
	parameters: INode['parameters'],
	settings: NodeSettings = {},
): WorkflowNode => ({
	name,
	type: `n8n-nodes-base.${type}`,
	typeVersion,
	position,
	parameters,
	...settings,
});

/** A *Device Access* node with an operation of the resource *Reservation*. Its credential is left to choose. */
export const reservationNode = (
	name: string,
	position: Position,
	parameters: INode['parameters'],
): WorkflowNode => ({
	name,
	type: 'n8n-nodes-device-access.deviceAccess',
	typeVersion: 1,
	position,
	parameters: { resource: 'reservation', ...parameters },
	credentials: { deviceAccessApi: { id: '', name: 'Device Access API' } },
});

/** An *HTTP Request* node. If it fails, the execution fails. */
export const httpRequest = (
	name: string,
	position: Position,
	parameters: INode['parameters'],
	settings: NodeSettings = RETRIES,
): WorkflowNode => n8nNode(name, 'httpRequest', 4.3, position, parameters, settings);

/** The parameters of a request that is authenticated with a credential of this type, such as `oAuth2Api`. */
export const withCredential = (genericAuthType: string) => ({
	authentication: 'genericCredentialType',
	genericAuthType,
});

/**
 * The option of a request that reads a list page by page: what each page asks for (or the name of the page's number), and
 * whether an answer was the last page. Both are JavaScript.
 */
export const allPages = (
	parameter: { type?: 'qs' | 'body'; name: string; value?: string },
	isLast: string,
	requestInterval?: number,
) => {
	const { type = 'qs', name, value = '$pageCount + 1' } = parameter;
	return {
		pagination: {
			pagination: {
				paginationMode: 'updateAParameterInEachRequest',
				parameters: { parameters: [{ type, name, value: `={{ ${value} }}` }] },
				paginationCompleteWhen: 'other',
				completeExpression: `={{ ${isLast} }}`,
				requestInterval,
			},
		},
	};
};

/** For requests that may be sent again. */
export const RETRIES: NodeSettings = { retryOnFail: true, maxTries: 5, waitBetweenTries: 5000 };

/** The members of a fixed collection of n8n that holds names with values. */
export const namesWithValues = (values: Record<string, string>) => ({
	parameters: Object.entries(values).map(([name, value]) => ({ name, value })),
});

/** The option of a request that pauses after so many items. */
export const inBatches = (batchSize: number, batchInterval: number) => ({
	batching: { batch: { batchSize, batchInterval } },
});

export const oneByOne = (batchInterval: number) => inBatches(1, batchInterval);

/** What a request asks for, in its address. */
export const asking = (values: Record<string, string>) => ({
	sendQuery: true,
	queryParameters: namesWithValues(values),
});

/** A part of one request. */
export const oneRequest =
	(name: string, parameters: INode['parameters']) =>
	(at: Position): WorkflowPart => ({
		nodes: [httpRequest(name, at, parameters)],
		connections: {},
	});

/** A request for what each booking lacks: one that fails must not keep the others from their PINs. */
export const completing =
	(name: string, parameters: INode['parameters']) =>
	(at: Position): WorkflowPart => ({
		nodes: [{ ...httpRequest(name, at, parameters), onError: 'continueRegularOutput' }],
		connections: { [name]: [['Read booking']] },
	});

/** An *Edit Fields* node that sets these values: texts, or the lists that expressions make. */
export const editFields = (
	name: string,
	position: Position,
	values: Record<string, string | { array: string }>,
): WorkflowNode =>
	n8nNode(name, 'set', 3.4, position, {
		assignments: {
			assignments: Object.entries(values).map(([field, value]) => ({
				id: idOf(name, field),
				name: field,
				...(typeof value === 'string'
					? { value, type: 'string' }
					: { value: value.array, type: 'array' }),
			})),
		},
		options: {},
	});

/** A condition of a *Filter* or *If* node: an operation of n8n on a value, such as `array` `notEmpty`. */
export type Condition = [
	value: string,
	type: 'string' | 'boolean' | 'array',
	operation: string,
	other?: string,
];

const conditionsOf = (conditions: readonly Condition[]) => ({
	conditions: {
		options: { caseSensitive: true, leftValue: '', typeValidation: 'loose', version: 3 },
		conditions: conditions.map(([leftValue, type, operation, rightValue]) => ({
			id: idOf(leftValue, operation, rightValue ?? ''),
			leftValue,
			rightValue: rightValue ?? '',
			operator: { type, operation, ...(rightValue === undefined && { singleValue: true }) },
		})),
		combinator: 'and',
	},
	options: {},
});

/** A *Filter* node that keeps the items for which all conditions are true. */
export const keep = (name: string, position: Position, ...conditions: Condition[]): WorkflowNode =>
	n8nNode(name, 'filter', 2.3, position, conditionsOf(conditions));

/**
 * A request to a system that refuses with the status of a success: the execution then fails with a
 * *Stop and Error* node. `isTaken`: an expression that is false for a refusal.
 */
export function failIfRefused(
	request: WorkflowNode,
	system: string,
	isTaken: string,
	[failure, errorMessage]: [name: string, message: string],
): WorkflowPart {
	const [x, y] = request.position;
	const refused = keep(`Did ${system} refuse it?`, [x + 240, y], [isTaken, 'boolean', 'false']);
	const stop = n8nNode(
		failure,
		'stopAndError',
		1,
		[x + 480, y],
		{ errorMessage },
		{ executeOnce: true },
	);
	return {
		nodes: [request, refused, stop],
		connections: { [request.name]: [[refused.name]], [refused.name]: [[stop.name]] },
	};
}

/** An *If* node: its first output gets the items for which the condition is true, its second the others. */
export const ifTrue = (name: string, position: Position, condition: Condition): WorkflowNode =>
	n8nNode(name, 'if', 2.3, position, conditionsOf([condition]));

/** A *Switch* node: each output gets the items for which all of its conditions are true. */
export const sortOut = (
	name: string,
	position: Position,
	outputs: Record<string, readonly Condition[]>,
): WorkflowNode =>
	n8nNode(name, 'switch', 3.4, position, {
		rules: {
			values: Object.entries(outputs).map(([outputKey, conditions]) => ({
				conditions: conditionsOf(conditions).conditions,
				renameOutput: true,
				outputKey,
			})),
		},
		looseTypeValidation: true,
		options: { allMatchingOutputs: true },
	});

/** The workflow as n8n imports it. */
export function workflowText(name: string, parts: readonly WorkflowPart[]): string {
	const nodes = parts
		.flatMap((part) => part.nodes)
		// Without a webhookId: n8n makes one at import, and uses it as the address if the node has no path.
		.map((one) => ({ id: idOf(name, one.name), ...one }));
	const connections: IConnections = Object.fromEntries(
		parts
			.flatMap((part) => Object.entries(part.connections))
			.map(([from, outputs]) => [
				from,
				{
					main: outputs.map((targets) =>
						targets.map((target) => ({
							...(typeof target === 'string' ? { node: target, index: 0 } : target),
							type: 'main' as const,
						})),
					),
				},
			]),
	);
	const workflow = {
		name,
		nodes,
		connections,
		settings: { executionOrder: 'v1' },
		pinData: {},
		active: false,
	};
	return `${JSON.stringify(workflow, null, '\t')}\n`;
}
