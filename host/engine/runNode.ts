import type {
	ExecutionError,
	ExecutionStatus,
	INode,
	INodeExecutionData,
	INodeParameters,
	INodeType,
	IRun,
	ITaskData,
} from 'n8n-workflow';
import { connect } from './connect';
import { loadNodes } from './loadNodes';
import { runWorkflow } from './runWorkflow';
import type { CredentialData } from './suppliedCredentials';

export interface NodeRunOptions {
	parameters?: INodeParameters;
	/** Input items; a plain object becomes the `json` of an item. Default: one empty item. */
	input?: Array<INodeExecutionData | INodeExecutionData['json']>;
	/** The node's setting On Error. */
	onError?: INode['onError'];
	/** The node's setting Retry On Fail with its Max. Tries and Wait Between Tries (1 to 5,000 ms; n8n reads 0 as 1,000). */
	retry?: { maxTries: number; waitBetweenTriesMs: number };
	typeVersion?: number;
	credentials?: CredentialData;
	timezone?: string;
	cancelSignal?: AbortSignal;
}

export interface NodeRun {
	/** Items of the main output (`outputs(1)` returns the error output); `pairedItem` is as the engine left it. */
	items: INodeExecutionData[];
	outputs: (outputIndex: number) => INodeExecutionData[];
	error: ExecutionError | undefined;
	status: ExecutionStatus;
	task: ITaskData | undefined;
	run: IRun;
}

/**
 * Runs one node in the engine behind a Manual Trigger whose pinned data is the input.
 * The node is a type name (`deviceAccess`, `n8n-nodes-base.set`) or a node type that no package has.
 */
export async function runNode(
	type: string | INodeType,
	options: NodeRunOptions = {},
): Promise<NodeRun> {
	const typeName = typeof type === 'string' ? type : (await loadNodes()).register(type);
	const { retry, input = [{ json: {} }] } = options;
	const result = await runWorkflow(
		{
			nodes: [
				{ name: 'Start', type: 'n8n-nodes-base.manualTrigger' },
				{
					name: 'Node',
					type: typeName,
					parameters: options.parameters ?? {},
					...(options.typeVersion !== undefined && { typeVersion: options.typeVersion }),
					...(options.onError !== undefined && { onError: options.onError }),
					...(retry && {
						retryOnFail: true,
						maxTries: retry.maxTries,
						waitBetweenTries: retry.waitBetweenTriesMs,
					}),
				},
			],
			connections: connect(['Start', 'Node']),
			timezone: options.timezone,
		},
		{
			credentials: options.credentials,
			cancelSignal: options.cancelSignal,
			startNode: 'Start',
			pinData: { Start: input.map(toItem) },
		},
	);
	return {
		items: result.items('Node'),
		outputs: (outputIndex) => result.items('Node', outputIndex),
		error: result.error('Node'),
		status: result.status,
		task: result.runsOf('Node').at(-1),
		run: result.run,
	};
}

function toItem(item: INodeExecutionData | INodeExecutionData['json']): INodeExecutionData {
	const isItem = typeof item.json === 'object' && item.json !== null;
	return isItem ? (item as INodeExecutionData) : { json: item };
}
