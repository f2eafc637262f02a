import { type INode, type JsonObject, NodeApiError, NodeOperationError } from 'n8n-workflow';
import { describeError, joinSentences } from './describeError';

export interface NodeErrorPlace {
	itemIndex?: number;
	/** Such as how many items the service accepted. */
	addition?: string;
	deviceName?: string;
	/** Hidden if the service repeats them. */
	secrets?: string[];
	/** Triggers have no options for times and lists. */
	isTrigger?: boolean;
}

/**
 * Never wraps the error itself: n8n returns a wrapped NodeApiError unchanged, and a raw response
 * contains PINs and headers.
 */
export function toNodeError(
	node: INode,
	error: unknown,
	place: NodeErrorPlace = {},
): NodeApiError | NodeOperationError {
	const report = describeError(error, place.secrets, place.isTrigger);
	const message = [place.deviceName, report.message].filter(Boolean).join(': ');
	const options = {
		message,
		description: joinSentences([report.description, place.addition]),
		itemIndex: place.itemIndex,
		failure: report.failure,
	};
	if (!report.isApiError) return new NodeOperationError(node, message, options);
	return new NodeApiError(
		node,
		{ message, ...(report.details as JsonObject) },
		{
			...options,
			httpCode: report.httpCode,
		},
	);
}
