import { connect } from '../../test/support/connect';
import { runWorkflow } from '../../test/support/runWorkflow';
import type { Contender } from './contender';

/** n8n's HTTP Request node in a workflow as a user would build it. */
const runHttpRequestWith = (isBatched: boolean): Contender => async (work, service, input) => {
	const { draft, resultNode, resultsIn = () => 1 } = work.httpRequest(service.url, isBatched);
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
	let results = 0;
	let failed = 0;
	for (const { json } of run.items(resultNode)) {
		if (json.error === undefined) results += resultsIn(json);
		else failed++;
	}
	return { results, failed, kept: run };
};

export const runHttpRequest = runHttpRequestWith(false);
export const runHttpRequestBatched = runHttpRequestWith(true);
