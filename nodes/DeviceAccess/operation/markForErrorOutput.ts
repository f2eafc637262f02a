import type { IExecuteFunctions, INodeExecutionData, NodeApiError, NodeOperationError } from 'n8n-workflow';

/**
 * Lets n8n 1 know a failed item, too, where the error output is in use; elsewhere returns the item as it is.
 * n8n 2.40 knows it by its json, `{ error, details }`; n8n 1.123 by `error` beside json, and both replace the json of an
 * item that still has one at the end. n8n sends a copy with the item's enumerable members to the error output: an
 * `error` that is not enumerable is seen, and gone in time.
 */
export function markForErrorOutput(context: IExecuteFunctions, item: INodeExecutionData, error: () => NodeApiError | NodeOperationError): INodeExecutionData {
	if (context.getNode().onError !== 'continueErrorOutput' || !isSourceKnown(context)) return item;
	return Object.defineProperty(item, 'error', { value: error(), enumerable: false });
}

/** Without a source, as for a node that runs alone in the editor, n8n sends the item itself and no copy. */
function isSourceKnown(context: IExecuteFunctions): boolean {
	try {
		return Boolean(context.getInputSourceData());
	} catch {
		return false;
	}
}
