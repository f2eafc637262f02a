import type { INodeParameters } from 'n8n-workflow';
import type { NodeDraft } from '../../host/engine/createWorkflow';

export interface HttpRequestDraft {
	name: string;
	url: string;
	/** JSON text, or an expression that returns it. */
	jsonBody: string;
	/** Sends ten requests every 200 ms; otherwise all at once. */
	isBatched?: boolean;
	/** Follows `pagination.next_page_cursor` with the node's own pagination. */
	isPaged?: boolean;
}

const BATCHING: INodeParameters = { batching: { batch: { batchSize: 10, batchInterval: 200 } } };
const PAGINATION: INodeParameters = {
	pagination: {
		pagination: {
			paginationMode: 'updateAParameterInEachRequest',
			parameters: {
				parameters: [
					{
						type: 'body',
						name: 'page_cursor',
						value: '={{ $response.body?.pagination?.next_page_cursor ?? null }}',
					},
				],
			},
			paginationCompleteWhen: 'other',
			completeExpression: '={{ !$response.body.pagination.has_next_page }}',
			limitPagesFetched: false,
			requestInterval: 0,
		},
	},
};

/** n8n's HTTP Request node with this package's credential as the predefined credential type. */
export function httpRequestDraft({
	name,
	url,
	jsonBody,
	isBatched = false,
	isPaged = false,
}: HttpRequestDraft): NodeDraft {
	return {
		name,
		type: 'n8n-nodes-base.httpRequest',
		onError: 'continueRegularOutput',
		parameters: {
			method: 'POST',
			url,
			authentication: 'predefinedCredentialType',
			nodeCredentialType: 'deviceAccessApi',
			sendBody: true,
			specifyBody: 'json',
			jsonBody,
			options: { ...(isBatched ? BATCHING : {}), ...(isPaged ? PAGINATION : {}) },
		},
	};
}
