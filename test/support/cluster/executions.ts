import { waitFor } from '../../../host/n8nClient';
import type { Cluster } from '../../../host/cluster/startCluster';

const DRAIN_TIME_LIMIT_MS = 15 * 60_000;

/** Event ids of the tests begin so, that they are found in the data of executions; twelve digits follow. */
const EVENT_ID_PREFIX = 'e7e27000-0000-4000-8000-';

export const eventIdOf = (number: number) => `${EVENT_ID_PREFIX}${String(number).padStart(12, '0')}`;

/** Waits until the workflow has no execution that is still to end. */
export async function waitUntilIdle({ postgres }: Cluster, workflowId: string): Promise<void> {
	await waitFor(
		`the executions of workflow ${workflowId} to end`,
		async () => {
			const [row] = await postgres.query(
				`SELECT count(*) FROM execution_entity WHERE "workflowId" = '${workflowId}' AND status IN ('new', 'running', 'waiting', 'unknown')`,
			);
			return row?.[0] === '0' ? true : undefined;
		},
		DRAIN_TIME_LIMIT_MS,
	);
}

/** How many executions of the workflow ended how: { success: 12 }. */
export async function countByStatus({ postgres }: Cluster, workflowId: string): Promise<Record<string, number>> {
	const rows = await postgres.query(`SELECT status, count(*) FROM execution_entity WHERE "workflowId" = '${workflowId}' GROUP BY status`);
	return Object.fromEntries(rows.map(([status = '', count]) => [status, Number(count)]));
}

/** How many executions each event has started through a webhook, by its id, of all or of those that ended well; '' stands for executions without one. */
export async function countByEvent({ postgres }: Cluster, workflowId: string, which: 'all' | 'successful' = 'all'): Promise<Map<string, number>> {
	const condition = which === 'successful' ? "AND entity.status = 'success'" : '';
	const rows = await postgres.query(
		`SELECT coalesce(substring(data.data FROM '${EVENT_ID_PREFIX}[0-9]{12}'), ''), count(*) FROM execution_entity entity JOIN execution_data data ON data."executionId" = entity.id WHERE entity."workflowId" = '${workflowId}' AND entity.mode = 'webhook' ${condition} GROUP BY 1`,
	);
	return new Map(rows.map(([eventId = '', count]) => [eventId, Number(count)]));
}

/** The events that executions of the workflow had in hand which failed, crashed or never ended. */
export async function abandonedEvents({ postgres }: Cluster, workflowId: string): Promise<ReadonlySet<string>> {
	const rows = await postgres.query(
		`SELECT DISTINCT (regexp_matches(data.data, '${EVENT_ID_PREFIX}[0-9]{12}', 'g'))[1] FROM execution_entity entity JOIN execution_data data ON data."executionId" = entity.id WHERE entity."workflowId" = '${workflowId}' AND entity.status NOT IN ('success', 'new')`,
	);
	return new Set(rows.map(([eventId = '']) => eventId));
}
