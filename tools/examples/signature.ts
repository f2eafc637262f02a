import type { Protection } from './system';
import { keep, n8nNode, type Position, type WorkflowPart } from './workflow';

/**
 * Lets only calls pass whose header has the HMAC of the raw body. Their sender gets the same answer as any other. With several
 * secrets, each node makes the signature with one of them, and a call passes if one is right.
 */
export function signatureCheck(
	name: string,
	{ header, prefix, nodes = ['Sign the body'] }: Extract<Protection, object>,
	[x, y]: Position,
	next: string,
): WorkflowPart {
	const check = `Is it from ${name}?`;
	return {
		nodes: [
			...nodes.map((node, index) =>
				n8nNode(node, 'crypto', 2, [x, y + 140 * (index - nodes.length + 1)], {
					action: 'hmac',
					binaryData: true,
					binaryPropertyName: 'data',
					type: 'SHA256',
					dataPropertyName: 'signature',
					encoding: 'hex',
				}),
			),
			keep(
				check,
				[x + 240, y],
				[
					`={{ $json.headers['${header}'] }}`,
					'string',
					'equals',
					`=${prefix}{{ $json.signature }}`,
				],
			),
		],
		connections: {
			...Object.fromEntries(nodes.map((node) => [node, [[check]]])),
			[check]: [[next]],
		},
		first: [...nodes],
	};
}
