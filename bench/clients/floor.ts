import { NodeConnectionTypes } from 'n8n-workflow';
import type { IDataObject, IExecuteFunctions, INodeType, IN8nHttpFullResponse } from 'n8n-workflow';
import { runNode } from '../../host/engine/runNode';
import type { Send } from '../bareClient/send';
import type { Scenario, Service } from '../scenarios/scenario';
import type { Client } from './client';
import { countResults } from './countResults';

/**
 * The bare client's few lines inside a node, with requests sent through n8n's `httpRequestWithAuthentication`. n8n opens a
 * connection and prepares the credential for every request, so no node that follows n8n's rules can send them faster.
 */
export const runFloor: Client = async (scenario, service, input) => {
	const { items, error } = await runNode(createFloorNode(scenario, service), {
		input,
		credentials: { deviceAccessApi: { baseUrl: service.url, apiKey: service.apiKey } },
	});
	if (error) throw error;
	return {
		...countResults(
			items.map(({ json }) => json),
			scenario,
		),
		kept: items,
	};
};

function createFloorNode(scenario: Scenario, service: Service): INodeType {
	return {
		description: {
			displayName: 'Floor',
			name: 'floor',
			group: ['transform'],
			version: 1,
			description: 'Sends requests through n8n and does nothing else',
			defaults: { name: 'Floor' },
			inputs: [NodeConnectionTypes.Main],
			outputs: [NodeConnectionTypes.Main],
			credentials: [{ name: 'deviceAccessApi', required: true }],
			properties: [],
		},
		async execute(this: IExecuteFunctions) {
			const input = this.getInputData().map(({ json }) => json);
			const records = await scenario.bareRun(createSend(this, service.url), input);
			return [records.map((json) => ({ json, pairedItem: { item: 0 } }))];
		},
	};
}

function createSend(context: IExecuteFunctions, baseUrl: string): Send {
	return async (path, body) => {
		const answer = (await context.helpers.httpRequestWithAuthentication.call(
			context,
			'deviceAccessApi',
			{
				method: 'POST',
				url: `${baseUrl}${path}`,
				body: JSON.stringify(body),
				headers: { 'Content-Type': 'application/json', Accept: 'application/json' },
				returnFullResponse: true,
				ignoreHttpStatusErrors: true,
			},
		)) as IN8nHttpFullResponse;
		const retryAfter = answer.headers['retry-after'];
		return {
			status: answer.statusCode,
			body: answer.body as IDataObject,
			...(retryAfter !== undefined && { retryAfterS: Number(retryAfter) }),
		};
	};
}
