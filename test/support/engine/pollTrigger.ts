import { PollContext, TriggersAndPollers } from 'n8n-core';
import { UnexpectedError } from 'n8n-workflow';
import type {
	IDataObject,
	INodeExecutionData,
	INodeParameters,
	INodeType,
	WorkflowActivateMode,
} from 'n8n-workflow';
import { createAdditionalData } from '../../../host/engine/additionalData';
import { createWorkflow } from '../../../host/engine/createWorkflow';
import { loadNodes } from '../../../host/engine/loadNodes';
import { loadStaticData, saveStaticData } from './nodeStaticData';
import type { CredentialData } from '../../../host/engine/suppliedCredentials';

const NODE_ID = 'd3c5a5a0-0000-4000-8000-000000000001';

export interface PollOptions {
	parameters?: INodeParameters;
	credentials?: CredentialData;
	/** The node's static data. The caller keeps it, so that the next poll (or a restarted n8n) continues from it. */
	staticData?: IDataObject;
	/** Default `trigger`; `manual` is the editor's Test step, whose static data n8n does not keep. */
	mode?: 'trigger' | 'manual';
	/** Default `activate` (`manual` in manual mode); scheduled polls of n8n keep the value from the activation. */
	activation?: WorkflowActivateMode;
	/** The result of `getPollBudgetMs()`; default: the engine's five minutes. */
	budgetMs?: number;
	/** The ID of the node; default: the same in every poll, as in a published workflow. */
	nodeId?: string;
	/** Receives the errors that the node reports without failing; n8n saves each as a failed execution. */
	reports?: Error[];
}

/** A published polling trigger as n8n keeps it by default: one workflow, whose static data all polls share. */
export interface Poller {
	/** Runs one tick without waiting for an earlier one. Returns the items of the first output, or null if there is nothing new. */
	poll: () => Promise<INodeExecutionData[] | null>;
	save: (staticData: IDataObject) => void;
}

export async function openPoller(
	type: string | INodeType,
	options: PollOptions = {},
): Promise<Poller> {
	const { mode = 'trigger', staticData = {}, budgetMs, nodeId = NODE_ID, reports } = options;
	const catalogue = await loadNodes();
	const workflow = createWorkflow(
		catalogue,
		{
			nodes: [
				{
					id: nodeId,
					name: 'Trigger',
					type: typeof type === 'string' ? type : catalogue.register(type),
					parameters: options.parameters ?? {},
				},
			],
			staticData: loadStaticData('Trigger', staticData),
		},
		options.credentials,
	);
	const node = workflow.getNode('Trigger');
	if (node === null) throw new UnexpectedError('The workflow of the poll lost its node.');
	const context = new PollContext(
		workflow,
		node,
		createAdditionalData(catalogue, options.credentials),
		mode,
		options.activation ?? (mode === 'manual' ? 'manual' : 'activate'),
		undefined,
		reports === undefined ? undefined : (error) => void reports.push(error),
		undefined,
		undefined,
		undefined,
		budgetMs === undefined ? undefined : () => budgetMs,
	);
	return {
		poll: async () => {
			const outputs = await workflow.expression.withIsolate(
				async () => await new TriggersAndPollers().runPollFunction(workflow, node, context),
			);
			return outputs === null ? null : (outputs[0] ?? []);
		},
		save: (target) => saveStaticData(workflow, 'Trigger', target),
	};
}

/**
 * Runs `poll()` once in the engine's PollContext. Returns the items of the first output, or null if there is nothing new.
 * Saves changes to static data if the poll succeeds and drops them if it throws, as n8n's durable poll cursors do
 * (n8n's code for this is in its cli package, so this is our own version).
 */
export async function pollTrigger(
	type: string | INodeType,
	options: PollOptions = {},
): Promise<INodeExecutionData[] | null> {
	const { mode = 'trigger', staticData = {} } = options;
	const poller = await openPoller(type, { ...options, staticData });
	const items = await poller.poll();
	if (mode === 'trigger') poller.save(staticData);
	return items;
}
