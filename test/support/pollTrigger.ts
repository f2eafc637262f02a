import { PollContext, TriggersAndPollers } from 'n8n-core';
import { UnexpectedError } from 'n8n-workflow';
import type { IDataObject, INodeExecutionData, INodeParameters, INodeType, WorkflowActivateMode } from 'n8n-workflow';
import { createAdditionalData } from './additionalData';
import { createWorkflow } from './createWorkflow';
import { loadNodes } from './loadNodes';
import { loadStaticData, saveStaticData } from './nodeStaticData';
import type { CredentialData } from './suppliedCredentials';

export interface PollOptions {
	parameters?: INodeParameters;
	credentials?: CredentialData;
	/** The node's static data; kept by the caller, so that the next poll (or a restarted n8n) continues from it. */
	staticData?: IDataObject;
	/** Default `trigger`; `manual` is the editor's Test step, whose static data n8n does not keep. */
	mode?: 'trigger' | 'manual';
	/** Default `activate` (`manual` in manual mode); n8n's scheduled polls keep the value of the activation. */
	activation?: WorkflowActivateMode;
	/** What `getPollBudgetMs()` answers; default: the engine's five minutes. */
	budgetMs?: number;
}

/**
 * Runs `poll()` once in the engine's PollContext; gives the items of the first output, or null for nothing new.
 * Static data is kept when the poll succeeded and dropped when it threw, as n8n's durable poll cursors do
 * (the keeping itself is code of n8n's cli package and therefore ours here).
 */
export async function pollTrigger(type: string | INodeType, options: PollOptions = {}): Promise<INodeExecutionData[] | null> {
	const { mode = 'trigger', staticData = {}, budgetMs } = options;
	const catalogue = await loadNodes();
	const workflow = createWorkflow(catalogue, {
		nodes: [{ name: 'Trigger', type: typeof type === 'string' ? type : catalogue.register(type), parameters: options.parameters ?? {} }],
		staticData: loadStaticData('Trigger', staticData),
	}, options.credentials);
	const node = workflow.getNode('Trigger');
	if (node === null) throw new UnexpectedError('The workflow of the poll lost its node.');
	const context = new PollContext(
		workflow, node, createAdditionalData(catalogue, options.credentials), mode,
		options.activation ?? (mode === 'manual' ? 'manual' : 'activate'),
		undefined, undefined, undefined, undefined, undefined,
		budgetMs === undefined ? undefined : () => budgetMs,
	);
	const outputs = await workflow.expression.withIsolate(async () => await new TriggersAndPollers().runPollFunction(workflow, node, context));
	if (mode === 'trigger') saveStaticData(workflow, 'Trigger', staticData);
	return outputs === null ? null : (outputs[0] ?? []);
}
