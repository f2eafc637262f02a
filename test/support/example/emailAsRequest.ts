import { type Example, nodeOf } from '../../../host/n8n/readExample';

/** A request stands in for an email of the example, with the same expressions. */
export function emailAsRequest(example: Example, name: string, url: string): void {
	const node = nodeOf(example, name);
	const { toEmail, subject, text } = node.parameters;
	Object.assign(node, {
		type: 'n8n-nodes-base.httpRequest',
		typeVersion: 4.3,
		parameters: {
			method: 'POST',
			url,
			sendBody: true,
			bodyParameters: {
				parameters: Object.entries({ toEmail, subject, text }).map(([field, value]) => ({
					name: field,
					value,
				})),
			},
		},
	});
}
