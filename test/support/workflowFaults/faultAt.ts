import type { INode } from 'n8n-workflow';
import type { Example } from '../../../host/n8n/readExample';

/**
 * `error`: the node fails as a whole, whatever its settings say of single items. `empty`: it returns no item. `stop`: the
 * execution ends once the node has done its work, as if n8n had been killed.
 */
export const FAULTS = ['error', 'empty', 'stop'] as const;
export type Fault = (typeof FAULTS)[number];

export interface FaultPlan {
	node: string;
	fault: Fault;
	/** Which of its runs has the fault: a loop runs a node several times. Default: the first. */
	run?: number;
}

const isNote = ({ type }: INode) => type.endsWith('.stickyNote');
const isTrigger = ({ type }: INode) => /trigger$|\.webhook$/i.test(type);

/** The nodes in which something can fail. */
export const nodesToFail = ({ nodes }: Pick<Example, 'nodes'>): string[] =>
	nodes
		.filter((node) => !isNote(node) && !isTrigger(node) && node.disabled !== true)
		.map(({ name }) => name);

interface NodeExecution {
	node: INode;
}
type ExecuteNode = (
	this: { nodeRuns?: Map<string, number> },
	workflow: unknown,
	node: INode,
	...others: unknown[]
) => Promise<{ data?: unknown }>;

/**
 * Makes the engine fail once at a node. It wraps the function with which the engine executes any node, so that what n8n does
 * with a failed node, such as passing its input through, is n8n's own doing.
 */
export class FaultyEngine {
	private plan: FaultPlan | undefined;
	private runs = 0;
	private isStopped = false;
	/** True if the fault happened. */
	happened = false;

	constructor(prototype: { executeNode: ExecuteNode }) {
		const original = prototype.executeNode;
		// eslint-disable-next-line @typescript-eslint/no-this-alias
		const faults = this;
		prototype.executeNode = async function (workflow, node, ...others) {
			return await faults.execute(
				node,
				async () => await original.call(this, workflow, node, ...others),
			);
		};
	}

	/** From now on, until the next plan. */
	set(plan: FaultPlan | undefined): void {
		this.plan = plan;
		this.runs = 0;
		this.isStopped = false;
		this.happened = false;
	}

	private async execute(
		node: NodeExecution['node'],
		run: () => Promise<{ data?: unknown }>,
	): Promise<{ data?: unknown }> {
		if (this.isStopped) throw new Error('The execution was stopped');
		if (this.plan?.node !== node.name) return await run();
		this.runs += 1;
		if (this.runs !== (this.plan.run ?? 1)) return await run();
		this.happened = true;
		if (this.plan.fault === 'error') throw new Error(`The node "${node.name}" failed on purpose`);
		if (this.plan.fault === 'empty') return { data: [[]] };
		const result = await run();
		this.isStopped = true;
		return result;
	}
}
