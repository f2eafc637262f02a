import { readFileSync, readdirSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { DEFAULT_BASE_URL } from '../../nodes/DeviceAccess/transport/credential';
import type { IConnections, INode, IPinData, IWorkflowSettings } from 'n8n-workflow';

const EXAMPLES = resolve(__dirname, '..', '..', 'examples');

/** An example workflow from its file. */
export interface Example {
	name: string;
	nodes: INode[];
	connections: IConnections;
	settings?: IWorkflowSettings;
	pinData?: IPinData;
}

/** The paths of the workflows in examples/ and its folders. */
export const exampleFiles = (): string[] =>
	readdirSync(EXAMPLES, { encoding: 'utf8', recursive: true }).filter(
		(file) => file.endsWith('.json') && file !== 'tsconfig.json',
	);

export const readExample = (file: string): Example =>
	JSON.parse(readFileSync(join(EXAMPLES, file), 'utf8')) as Example;

/** The example as it behaves an hour after it made access: a test makes and removes access within seconds. */
export function withOlderAccess<
	E extends { nodes: ReadonlyArray<{ parameters: Record<string, unknown> }> },
>(example: E): E {
	const changed = structuredClone(example);
	for (const { parameters } of changed.nodes)
		if (parameters.operation === 'syncMany')
			parameters.options = { ...(parameters.options as object), keepNewFor: 0 };
	return changed;
}

/** The example whose requests to the service go to this address, because the credential is sent nowhere else. */
export function withServiceAt<
	E extends { nodes: ReadonlyArray<{ parameters: Record<string, unknown> }> },
>(example: E, baseUrl: string): E {
	const changed = structuredClone(example);
	for (const { parameters } of changed.nodes)
		if (parameters.nodeCredentialType === 'deviceAccessApi')
			parameters.url = String(parameters.url).replace(DEFAULT_BASE_URL, baseUrl);
	return changed;
}

interface NamedNodes<N> {
	name: string;
	nodes: readonly N[];
}

export function nodeOf<N extends { name: string }>(example: NamedNodes<N>, name: string): N {
	const node = example.nodes.find((candidate) => candidate.name === name);
	if (node === undefined) throw new Error(`"${example.name}" has no node "${name}"`);
	return node;
}

/** The example after a person has typed `value` into the field `field` of its node `nodeName`: an Edit Fields node, or the body or query of an HTTP Request node. Throws for an unknown field. */
export function withSetting<E extends NamedNodes<{ name: string; parameters: object }>>(
	example: E,
	nodeName: string,
	field: string,
	value: unknown,
): E {
	const changed = structuredClone(example);
	const { assignments, bodyParameters, queryParameters } = nodeOf(changed, nodeName).parameters as {
		assignments?: { assignments: Field[] };
		bodyParameters?: { parameters: Field[] };
		queryParameters?: { parameters: Field[] };
	};
	const fields = [
		...(assignments?.assignments ?? []),
		...(bodyParameters?.parameters ?? []),
		...(queryParameters?.parameters ?? []),
	];
	const found = fields.find(({ name }) => name === field);
	if (found === undefined) throw new Error(`"${nodeName}" has no field "${field}"`);
	found.value = value;
	return changed;
}

interface Field {
	name: string;
	value: unknown;
}
