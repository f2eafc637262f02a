import type { INode } from 'n8n-workflow';
import { type Example, nodeOf } from '../../../host/n8n/readExample';

type Failure = (node: INode) => void;

/** Each way in which a node that sends an email sends nothing, as a change to the node. A missing credential is as a refusal. */
export const FAILING_SENDS: Readonly<Record<string, Failure>> = {
	'is refused': (node) => sendTo(node, 'refused@example.com'),
	'is refused, and continues': (node) => {
		sendTo(node, 'refused@example.com');
		node.onError = 'continueRegularOutput';
	},
	'is deactivated': (node) => {
		node.disabled = true;
	},
	'answers nothing': (node) => {
		node.type = 'n8n-nodes-base.filter';
		node.typeVersion = 1;
		node.parameters = { conditions: { boolean: [{ value1: true, value2: false }] } };
	},
};

/** An address that the inbox refuses, and with it the email. */
function sendTo(node: INode, address: string): void {
	node.parameters.toEmail = address;
}

/** The example with a node that sends nothing. */
export function withFailingSend(example: Example, nodeName: string, how: string): Example {
	const changed = structuredClone(example);
	FAILING_SENDS[how]?.(nodeOf(changed, nodeName));
	return changed;
}
