import type {
	DeduplicationItemTypes,
	ICheckProcessedContextData,
	IDataDeduplicator,
} from 'n8n-workflow';

/**
 * Values seen so far, by workflow and node, or only by workflow, depending on the scope. Remove Duplicates uses n8n-core's
 * deduplication service, whose table is in the database of n8n's cli package. Here the node and the service are n8n's own
 * and the table is a set; test/e2e uses the real table.
 */
export class SeenValues implements IDataDeduplicator {
	private readonly seen = new Map<string, Set<DeduplicationItemTypes>>();

	async checkProcessedAndRecord(
		values: DeduplicationItemTypes[],
		scope: string,
		context: ICheckProcessedContextData,
	) {
		const seen = this.of(scope, context);
		const isNew = values.map((value) => !seen.has(value));
		values.forEach((value) => seen.add(value));
		return {
			new: values.filter((_, index) => isNew[index]),
			processed: values.filter((_, index) => !isNew[index]),
		};
	}

	async getProcessedDataCount(scope: string, context: ICheckProcessedContextData) {
		return this.of(scope, context).size;
	}

	async removeProcessed(
		values: DeduplicationItemTypes[],
		scope: string,
		context: ICheckProcessedContextData,
	) {
		values.forEach((value) => this.of(scope, context).delete(value));
	}

	async clearAllProcessedItems(scope: string, context: ICheckProcessedContextData) {
		this.of(scope, context).clear();
	}

	/** Replaces the values seen so far by the node, or by the whole workflow if no node is given. */
	remember(values: DeduplicationItemTypes[], workflowId: string, nodeId = '') {
		this.seen.set(`${workflowId} ${nodeId}`, new Set(values));
	}

	/** The number of values seen so far by the whole workflow. */
	count(workflowId: string): number {
		return this.seen.get(`${workflowId} `)?.size ?? 0;
	}

	private of(
		scope: string,
		{ workflow, node }: ICheckProcessedContextData,
	): Set<DeduplicationItemTypes> {
		const key = `${workflow.id} ${scope === 'node' ? node?.id : ''}`;
		const seen = this.seen.get(key) ?? new Set();
		this.seen.set(key, seen);
		return seen;
	}
}
