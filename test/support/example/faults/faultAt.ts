import type { INode } from 'n8n-workflow';
import type { Example } from '../../../../host/n8n/readExample';

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

/** The nodes in which something can fail in an execution that begins with `trigger`. */
export function nodesAfter({ nodes, connections }: Example, trigger: string): string[] {
	const reached = new Set([trigger]);
	for (const name of reached)
		for (const target of Object.values(connections[name] ?? {}).flat(2))
			if (target) reached.add(target.node);
	return nodes
		.filter((node) => reached.has(node.name) && node.name !== trigger && node.disabled !== true)
		.map(({ name }) => name);
}

/** The arguments of n8n's function, as far as they matter here. */
type ExecuteNode = (
	this: unknown,
	workflow: unknown,
	node: INode,
	nodeType: unknown,
	customOperation: unknown,
	additionalData: unknown,
	mode: unknown,
	runExecutionData: unknown,
	runIndex: number,
	...others: unknown[]
) => Promise<{ data?: unknown }>;

/**
 * Makes the engine fail once at a node, with all of its tries. It wraps the function with which the engine executes any
 * node, so that what n8n does with a failed node, such as passing its input through, is n8n's own doing.
 */
export class FaultyEngine {
	private plan: FaultPlan | undefined;
	private isStopped = false;
	/** True if the fault happened. */
	happened = false;

	constructor(prototype: { executeNode: ExecuteNode }) {
		const original = prototype.executeNode;
		// eslint-disable-next-line @typescript-eslint/no-this-alias
		const faults = this;
		prototype.executeNode = async function (...input) {
			const [, { name }, , , , , , runIndex] = input;
			return await faults.execute(
				name,
				runIndex + 1,
				async () => await original.apply(this, input),
			);
		};
	}

	/** From now on, until the next plan. */
	set(plan: FaultPlan | undefined): void {
		this.plan = plan;
		this.isStopped = false;
		this.happened = false;
	}

	private async execute(
		node: string,
		run: number,
		work: () => Promise<{ data?: unknown }>,
	): Promise<{ data?: unknown }> {
		if (this.isStopped) throw new Error('The execution was stopped');
		if (this.plan?.node !== node || run !== (this.plan.run ?? 1)) return await work();
		this.happened = true;
		if (this.plan.fault === 'error') throw new Error(`The node "${node}" failed on purpose`);
		if (this.plan.fault === 'empty') return { data: [[]] };
		const result = await work();
		this.isStopped = true;
		return result;
	}
}
