import { type INode, type JsonObject, NodeApiError, NodeOperationError } from 'n8n-workflow';
import { describeError, joinSentences } from './describeError';

export interface NodeErrorPlace {
	itemIndex?: number;
	/** More text for the description, such as how many items the service accepted. */
	addition?: string;
	deviceName?: string;
	/** Hidden if the service repeats them. */
	secrets?: string[];
	/** True if a trigger shows the error. Triggers have no options for times and lists. */
	isTrigger?: boolean;
}

/**
 * Builds the error that n8n shows. Uses only an ErrorReport and never wraps the error itself,
 * because n8n returns a wrapped NodeApiError unchanged, and a raw response contains PINs and
 * headers.
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
