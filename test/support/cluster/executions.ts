import { waitFor } from '../../../host/process/waitFor';
import type { Cluster } from '../../../host/cluster/startCluster';

const DRAIN_TIME_LIMIT_MS = 15 * 60_000;

/** Start of the event IDs of the tests, to find them in the data of executions; twelve digits follow. */
const EVENT_ID_PREFIX = 'e7e27000-0000-4000-8000-';

export const eventIdOf = (number: number) =>
	`${EVENT_ID_PREFIX}${String(number).padStart(12, '0')}`;

/** Waits until all executions of the workflow have ended. */
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

export async function countByStatus(
	{ postgres }: Cluster,
	workflowId: string,
): Promise<Record<string, number>> {
	const rows = await postgres.query(
		`SELECT status, count(*) FROM execution_entity WHERE "workflowId" = '${workflowId}' GROUP BY status`,
	);
	return Object.fromEntries(rows.map(([status = '', count]) => [status, Number(count)]));
}

/** Counts the executions that a webhook started (all or the successful ones) by event ID; '' stands for those without an event. */
export async function countByEvent(
	{ postgres }: Cluster,
	workflowId: string,
	which: 'all' | 'successful' = 'all',
): Promise<Map<string, number>> {
	const condition = which === 'successful' ? "AND entity.status = 'success'" : '';
	const rows = await postgres.query(
		`SELECT coalesce(substring(data.data FROM '${EVENT_ID_PREFIX}[0-9]{12}'), ''), count(*) FROM execution_entity entity JOIN execution_data data ON data."executionId" = entity.id WHERE entity."workflowId" = '${workflowId}' AND entity.mode = 'webhook' ${condition} GROUP BY 1`,
	);
	return new Map(rows.map(([eventId = '', count]) => [eventId, Number(count)]));
}

/** Makes the database record the events of each new execution, because n8n replaces the data of one whose worker died. */
export async function noteEventsInHand({ postgres }: Cluster): Promise<void> {
	await postgres.query(`
		CREATE TABLE IF NOT EXISTS events_in_hand (execution_id integer, event_id text);
		CREATE OR REPLACE FUNCTION note_events_in_hand() RETURNS trigger LANGUAGE plpgsql AS $$
		BEGIN
			INSERT INTO events_in_hand SELECT NEW."executionId", event[1] FROM regexp_matches(NEW.data, '${EVENT_ID_PREFIX}[0-9]{12}', 'g') event;
			RETURN NEW;
		END $$;
		CREATE OR REPLACE TRIGGER note_events_in_hand AFTER INSERT ON execution_data FOR EACH ROW EXECUTE FUNCTION note_events_in_hand()`);
}

/** The events received, since noteEventsInHand, by those executions of the workflow that failed, crashed or never ended. */
export async function abandonedEvents(
	{ postgres }: Cluster,
	workflowId: string,
): Promise<ReadonlySet<string>> {
	const rows = await postgres.query(
		`SELECT DISTINCT noted.event_id FROM events_in_hand noted JOIN execution_entity entity ON entity.id = noted.execution_id WHERE entity."workflowId" = '${workflowId}' AND entity.status NOT IN ('success', 'new')`,
	);
	return new Set(rows.map(([eventId = '']) => eventId));
}

export async function executionsOf(
	{ postgres }: Cluster,
	workflowId: string,
	eventId: string,
): Promise<string[]> {
	const rows = await postgres.query(
		`SELECT DISTINCT entity.id, entity.mode, entity.status FROM events_in_hand noted JOIN execution_entity entity ON entity.id = noted.execution_id WHERE entity."workflowId" = '${workflowId}' AND noted.event_id = '${eventId}' ORDER BY entity.id`,
	);
	return rows.map(([, mode, status]) => `${mode} ${status}`);
}
