import type {
	IExecuteFunctions,
	INodeExecutionData,
	NodeApiError,
	NodeOperationError,
} from 'n8n-workflow';

/**
 * Marks a failed item for n8n 1 if the error output is used. n8n 2.40 recognizes it by its json, `{
 * error, details }`; n8n 1.123 by `error` beside json. But when the node ends, both replace the
 * json of every item that still has `error`. So `error` is not enumerable: n8n sees it, but does
 * not copy it to the error output.
 */
export function markForErrorOutput(
	context: IExecuteFunctions,
	item: INodeExecutionData,
	error: () => NodeApiError | NodeOperationError,
): INodeExecutionData {
	if (context.getNode().onError !== 'continueErrorOutput' || !isSourceKnown(context)) return item;
	return Object.defineProperty(item, 'error', { value: error(), enumerable: false });
}

/**
 * Without a source, for example if the node runs alone in the editor, n8n sends the item itself
 * instead of a copy.
 */
function isSourceKnown(context: IExecuteFunctions): boolean {
	try {
		return Boolean(context.getInputSourceData());
	} catch {
		return false;
	}
}
