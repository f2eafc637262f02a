import type { Protection } from './system';
import { keep, n8nNode, type Position, type WorkflowPart } from './workflow';

/** Lets only calls pass whose header has the HMAC of the raw body. Their sender gets the same answer as any other. */
export function signatureCheck(
	name: string,
	{ header, prefix }: Extract<Protection, object>,
	[x, y]: Position,
	next: string,
): WorkflowPart {
	const check = `Is it from ${name}?`;
	const signature = prefix === '' ? '$json.signature' : `'${prefix}' + $json.signature`;
	return {
		nodes: [
			n8nNode('Sign the body', 'crypto', 2, [x, y], {
				action: 'hmac',
				binaryData: true,
				binaryPropertyName: 'data',
				type: 'SHA256',
				dataPropertyName: 'signature',
				encoding: 'hex',
			}),
			keep(check, [x + 240, y], `={{ $json.headers['${header}'] === ${signature} }}`),
		],
		connections: { 'Sign the body': [[check]], [check]: [[next]] },
	};
}
