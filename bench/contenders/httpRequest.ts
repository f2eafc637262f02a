import { connect } from '../../test/support/connect';
import { runWorkflow } from '../../test/support/runWorkflow';
import type { Contender } from './contender';
import { tally } from './tally';

/** n8n's HTTP Request node in a workflow as a user would build it. */
const runHttpRequestWith = (isBatched: boolean): Contender => async (work, service, input) => {
	const { draft, resultNode, resultsIn } = work.httpRequest(service.url, isBatched);
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
	return { ...tally(run.items(resultNode).map(({ json }) => json), work, resultsIn), kept: run };
};

export const runHttpRequest = runHttpRequestWith(false);
export const runHttpRequestBatched = runHttpRequestWith(true);
