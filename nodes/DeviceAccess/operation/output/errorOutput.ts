import type {
	IExecuteFunctions,
	INodeExecutionData,
	NodeApiError,
	NodeOperationError,
} from 'n8n-workflow';

/**
 * What n8n sends to the error output: a `copy` of the failed item with its input, or the item
 * `itself` if no source is known, for example if the node runs alone in the editor. Undefined if
 * the error output is not used.
 */
export function errorOutputOf(context: IExecuteFunctions): 'copy' | 'itself' | undefined {
	if (context.getNode().onError !== 'continueErrorOutput') return undefined;
	try {
		return context.getInputSourceData() ? 'copy' : 'itself';
	} catch {
		return 'itself';
	}
}

/**
 * Marks a failed item for the error output. n8n 2.40 also recognizes one by having only `error` and
 * `details`; n8n 1.123 only by `error` beside json. But when the node ends, both replace the json of
 * every item that still has `error`. So `error` is not enumerable: n8n sees it, but does not copy it
 * to the error output.
 */
export function markForErrorOutput(
	context: IExecuteFunctions,
	item: INodeExecutionData,
	error: () => NodeApiError | NodeOperationError,
): INodeExecutionData {
	if (errorOutputOf(context) !== 'copy') return item;
	return Object.defineProperty(item, 'error', { value: error(), enumerable: false });
}
