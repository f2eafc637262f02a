import { connect } from '../../host/engine/connect';
import { runWorkflow } from '../../host/engine/runWorkflow';
import type { Client } from './client';
import { countResults } from './countResults';

/** n8n's HTTP Request node in a workflow as a person would build it. */
const runHttpRequestWith =
	(isBatched: boolean): Client =>
	async (scenario, service, input) => {
		const { draft, resultNode, resultsIn } = scenario.httpRequest(service.url, isBatched);
		const [firstNode] = draft.nodes;
		const run = await runWorkflow(
			{
				...draft,
				nodes: [{ name: 'Start', type: 'n8n-nodes-base.manualTrigger' }, ...draft.nodes],
				connections: { ...draft.connections, ...connect(['Start', firstNode?.name ?? '']) },
			},
			{
				startNode: 'Start',
				pinData: { Start: input.map((json) => ({ json })) },
				credentials: { deviceAccessApi: { baseUrl: service.url, apiKey: service.apiKey } },
			},
		);
		const error = run.error();
		if (error) throw error;
		return {
			...countResults(
				run.items(resultNode).map(({ json }) => json),
				scenario,
				resultsIn,
			),
			kept: run,
		};
	};

export const runHttpRequest = runHttpRequestWith(false);
export const runHttpRequestBatched = runHttpRequestWith(true);
