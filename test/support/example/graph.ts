import type { INode } from 'n8n-workflow';
import type { Example } from '../../../host/n8n/readExample';

/** The names of the nodes that `name` leads to, through the output `output` or through any. */
export const targetsOf = ({ connections }: Example, name: string, output?: number): string[] =>
	(connections[name]?.main ?? [])
		.filter((_, index) => output === undefined || index === output)
		.flatMap((targets) => (targets ?? []).map(({ node }) => node));

/** What is reached from `from`, which is not part of it, without going on from a node that `stops` names. */
export function reachedFrom(
	example: Example,
	from: string,
	stops: (name: string) => boolean = () => false,
	seen = new Set<string>(),
): Set<string> {
	for (const name of targetsOf(example, from)) {
		if (seen.has(name)) continue;
		seen.add(name);
		if (!stops(name)) reachedFrom(example, name, stops, seen);
	}
	return seen;
}

export const textsIn = (value: unknown): string[] =>
	typeof value === 'string'
		? [value]
		: Object.values(value ?? {}).flatMap((member: unknown) => textsIn(member));

/** A node that changes rows of a data table. */
export const isWriteToTable = ({ type, parameters }: Pick<INode, 'type' | 'parameters'>): boolean =>
	type === 'n8n-nodes-base.dataTable' &&
	['insert', 'update', 'upsert', 'deleteRows'].includes(String(parameters.operation));

const MESSAGE_NODE = /\.(emailSend|gmail|twilio|whatsApp|telegram|slack|microsoftOutlook)$/;

/** A node that sends something to a person or another system. */
export const isSending = ({ type, parameters }: Pick<INode, 'type' | 'parameters'>): boolean =>
	MESSAGE_NODE.test(type) ||
	(type === 'n8n-nodes-base.httpRequest' &&
		['POST', 'PUT', 'PATCH'].includes(String(parameters.method)) &&
		!/fetch_|\/getAll\b/.test(String(parameters.url)));
