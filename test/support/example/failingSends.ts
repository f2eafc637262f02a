import type { INode } from 'n8n-workflow';
import { type Example, nodeOf } from '../../../host/n8n/readExample';

type Failure = (node: INode) => void;

/** Each way in which a node that sends an email sends nothing, as a change to the node. */
export const FAILING_SENDS: Readonly<Record<string, Failure>> = {
	'has no credential': (node) => withoutCredential(node),
	'has no credential, and continues': (node) => {
		withoutCredential(node);
		node.onError = 'continueRegularOutput';
	},
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
		node.typeVersion = 2.3;
		node.parameters = {
			conditions: {
				options: { caseSensitive: true, leftValue: '', typeValidation: 'strict', version: 3 },
				conditions: [
					{
						id: 'never',
						leftValue: 'a',
						rightValue: 'b',
						operator: { type: 'string', operation: 'equals' },
					},
				],
				combinator: 'and',
			},
			options: {},
		};
	},
};

/** As after the import, although the harness selects what it can. */
function withoutCredential(node: INode): void {
	Object.assign(node, { credentials: { smtp: undefined } });
}

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
