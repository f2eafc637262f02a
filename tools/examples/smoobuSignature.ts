import { n8nNode, namesWithValues, type Position, type WorkflowNode } from './workflow';

/** Of every request to Smoobu, from an item that has been signed. */
export const SMOOBU_HEADERS = namesWithValues({
	'X-API-Key': '={{ $json.api_key }}',
	'X-Timestamp': '={{ $json.timestamp }}',
	'X-Nonce': '={{ $json.nonce }}',
	'X-Signature': '={{ $json.signature }}',
});

/** Smoobu takes no request twice. */
export const nonce = (
	name: string,
	at: Position,
	settings: Pick<WorkflowNode, 'onError'> = {},
): WorkflowNode =>
	n8nNode(
		name,
		'crypto',
		2,
		at,
		{ action: 'generate', dataPropertyName: 'nonce', encodingType: 'uuid' },
		settings,
	);
