import { type INode, type JsonObject, NodeApiError, NodeOperationError } from 'n8n-workflow';
import { describeError, joinSentences } from './describeError';

export interface NodeErrorPlace {
	itemIndex?: number;
	/** A further sentence for the description, such as how many writes were accepted before. */
	addition?: string;
	/** Values to hide wherever the service repeats them. */
	secrets?: string[];
}

/**
 * Any error as n8n shows it. It is built from an ErrorReport, never around the error itself: n8n returns a
 * NodeApiError unchanged when it is wrapped in another, and a raw response would bring PINs and headers with it.
 */
export function toNodeError(node: INode, error: unknown, place: NodeErrorPlace = {}): NodeApiError | NodeOperationError {
	const report = describeError(error, place.secrets);
	const options = {
		message: report.message,
		description: joinSentences([report.description, place.addition]),
		itemIndex: place.itemIndex,
		failure: report.failure,
	};
	if (!report.isApiError) return new NodeOperationError(node, report.message, options);
	return new NodeApiError(node, { message: report.message, ...(report.details as JsonObject) }, {
		...options,
		httpCode: report.httpCode,
	});
}
