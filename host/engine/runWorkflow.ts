import { ExecutionLifecycleHooks, WorkflowExecute } from 'n8n-core';
import {
	createRunExecutionData,
	UnexpectedError,
	type ExecutionError,
	type ExecutionStatus,
	type IDataObject,
	type IExecuteResponsePromiseData,
	type INodeExecutionData,
	type IPinData,
	type IRun,
	type ITaskData,
	type Workflow,
} from 'n8n-workflow';
import { createAdditionalData } from './additionalData';
import { createWorkflow, type WorkflowDraft } from './createWorkflow';
import { loadNodes } from './loadNodes';
import type { CredentialData } from './suppliedCredentials';

export interface RunOptions {
	credentials?: CredentialData;
	/** Name of the first node; default: the one that the editor's Execute button would start. */
	startNode?: string;
	/** The output of the start node, as from a trigger or a webhook in production. */
	startItems?: INodeExecutionData[];
	pinData?: IPinData;
	/** Default `manual`, or `trigger` with `startItems`. */
	mode?: 'manual' | 'trigger' | 'webhook' | 'integrated';
	/** Default 1. n8n keeps it when it runs an execution again. */
	executionId?: string;
	/** What gives *Data Table* nodes their tables. */
	dataTables?: object;
	/** Workflows that Execute Sub-workflow can call, by ID, besides the one that runs. */
	workflows?: Record<string, WorkflowDraft>;
	/** Aborting it cancels the execution, as the editor's Stop button does. */
	cancelSignal?: AbortSignal;
}

export interface WorkflowRun {
	/** The output of a node over all its runs, including `pairedItem`; empty if it did not run. Throws for an unknown name. */
	items: (nodeName: string, outputIndex?: number) => INodeExecutionData[];
	/** The error that stopped a node or, without a name, the workflow. */
	error: (nodeName?: string) => ExecutionError | undefined;
	/** Every run of a node, as the engine recorded it. */
	runsOf: (nodeName: string) => ITaskData[];
	status: ExecutionStatus;
	staticData: IDataObject;
	run: IRun;
	/** The executions that Execute Sub-workflow started, in the order in which they ended. */
	subRuns: WorkflowRun[];
	/** What Respond to Webhook answered to the sender. */
	responses: IExecuteResponsePromiseData[];
}

/**
 * Runs a workflow, also one exported from the editor, in the engine; resolves even if it failed or was canceled. The
 * workflow can call itself with Execute Sub-workflow.
 */
export async function runWorkflow(
	draft: WorkflowDraft & { pinData?: IPinData },
	options: RunOptions = {},
): Promise<WorkflowRun> {
	const catalogue = await loadNodes();
	const workflow = createWorkflow(catalogue, draft, options.credentials);
	const mode = options.mode ?? (options.startItems ? 'trigger' : 'manual');
	const additionalData = createAdditionalData(catalogue, options.credentials);
	additionalData.executionId = options.executionId ?? additionalData.executionId;
	if (options.dataTables)
		Object.assign(additionalData, {
			'data-table': { dataTableProxyProvider: options.dataTables },
		});
	const subRuns: WorkflowRun[] = [];
	additionalData.executeWorkflow = async ({ id }, _additionalData, { inputData = [] }) => {
		const called = id === workflow.id ? draft : options.workflows?.[String(id)];
		if (!called)
			throw new UnexpectedError(
				'The engine harness knows no workflow but the one that runs, and those under `workflows`.',
			);
		const subRun = await runWorkflow(called, {
			...options,
			startNode: subWorkflowStart(createWorkflow(catalogue, called)),
			startItems: inputData,
			mode: 'integrated',
		});
		subRuns.push(subRun);
		return { executionId: `${subRuns.length}`, data: lastOutput(subRun) };
	};
	additionalData.hooks = new ExecutionLifecycleHooks(mode, '1', {
		id: workflow.id,
		name: 'Workflow under test',
		active: false,
		activeVersionId: null,
		isArchived: false,
		createdAt: new Date(),
		updatedAt: new Date(),
		nodes: Object.values(workflow.nodes),
		connections: workflow.connectionsBySourceNode,
	});
	const responses: IExecuteResponsePromiseData[] = [];
	additionalData.hooks.addHandler('sendResponse', (response) => {
		responses.push(response);
	});
	const startNode = startNodeOf(workflow, options.startNode);
	const execution = options.startItems
		? new WorkflowExecute(
				additionalData,
				mode,
				createRunExecutionData({
					executionData: {
						nodeExecutionStack: [
							{ node: startNode, data: { main: [options.startItems] }, source: null },
						],
					},
					resultData: { pinData: draft.pinData },
				}),
			).processRunExecutionData(workflow)
		: new WorkflowExecute(additionalData, mode).run({
				workflow,
				startNode,
				pinData: options.pinData ?? draft.pinData,
			});
	const cancel = () => execution.cancel();
	options.cancelSignal?.addEventListener('abort', cancel, { once: true });
	if (options.cancelSignal?.aborted) cancel();
	const run = await execution;
	options.cancelSignal?.removeEventListener('abort', cancel);
	return { ...describeRun(workflow, run), subRuns, responses };
}

function subWorkflowStart(workflow: Workflow): string {
	const trigger = Object.values(workflow.nodes).find(
		({ type }) => type === 'n8n-nodes-base.executeWorkflowTrigger',
	);
	if (!trigger)
		throw new UnexpectedError(
			'The workflow cannot be called by another one: it has no trigger for that.',
		);
	return trigger.name;
}

/** What a sub-workflow returns: the output of the node that ran last. Throws the error that stopped it, as n8n does. */
function lastOutput({
	run: {
		data: { resultData },
	},
}: WorkflowRun): Array<INodeExecutionData[] | null> {
	if (resultData.error) throw resultData.error;
	return resultData.runData[resultData.lastNodeExecuted ?? '']?.at(-1)?.data?.main ?? [null];
}

function startNodeOf(workflow: Workflow, name?: string) {
	const startNode = name === undefined ? workflow.getStartNode() : workflow.getNode(name);
	if (!startNode)
		throw new UnexpectedError(
			`The workflow has no node to start with${name === undefined ? '' : ` named "${name}"`}.`,
		);
	return startNode;
}

function describeRun(workflow: Workflow, run: IRun): Omit<WorkflowRun, 'subRuns' | 'responses'> {
	const { resultData } = run.data;
	const runsOf = (nodeName: string) => {
		if (workflow.getNode(nodeName) === null)
			throw new UnexpectedError(`The workflow has no node named "${nodeName}".`);
		return resultData.runData[nodeName] ?? [];
	};
	return {
		items: (nodeName, outputIndex = 0) =>
			runsOf(nodeName).flatMap(({ data }) => data?.main?.[outputIndex] ?? []),
		error: (nodeName) =>
			nodeName === undefined ? resultData.error : runsOf(nodeName).at(-1)?.error,
		runsOf,
		status: run.status,
		staticData: JSON.parse(JSON.stringify(workflow.staticData)) as IDataObject,
		run,
	};
}
