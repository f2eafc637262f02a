import type { INodeExecutionData, IPollFunctions } from 'n8n-workflow';
import { takeObject } from '../../transport/httpCall';
import type { SendRequest } from '../../transport/request';
import type { ServiceEvent } from '../../wire/events';
import { UNREADABLE } from '../storedState';
import { readCursor, type StoredCursor, toStoredCursor } from './cursor';
import { createFirstCursor } from './firstCursor';
import { type Poll, readNewEvents } from './readNewEvents';
import { reportRestart, reportUnfinished, reportUnreadable } from './report';

/**
 * A trigger added again under the same name resumes the old cursor, which n8n keeps. After a longer
 * absence, it would return weeks of old events.
 */
const LONGEST_ABSENCE_MS = 24 * 60 * 60 * 1000;

interface PollingTriggerState {
	cursor?: StoredCursor;
}

/** Throws if the poll must fail. */
export type ToItems = (events: ServiceEvent[]) => Promise<INodeExecutionData[]>;

/**
 * Returns nothing if it starts from now. The cursor moves only once the items are complete: the
 * next poll reads again what failed.
 */
export async function pollFromCursor(
	context: IPollFunctions,
	poll: Poll,
	connection: string,
	toItems: ToItems,
): Promise<INodeExecutionData[]> {
	const state: PollingTriggerState = context.getWorkflowStaticData('node');
	const { id: nodeId } = context.getNode();
	const startFromNow = async (reason?: string): Promise<[]> => {
		const first = await createFirstCursor(poll);
		state.cursor = toStoredCursor(first, {
			nodeId,
			connection,
			workspaceId: await readWorkspaceId(poll.send),
		});
		if (reason !== undefined) reportRestart(context, reason);
		return [];
	};
	if (state.cursor === undefined) return await startFromNow();
	const stored = readCursor(state.cursor);
	if (!stored) return await startFromNow(`the data stored by its last check ${UNREADABLE}`);
	const { cursor, owner } = stored;
	if (owner.nodeId !== nodeId && poll.clock.now() - cursor.watermarkMs > LONGEST_ABSENCE_MS)
		return await startFromNow();
	// Requested only if it may have changed, because each poll already costs a request.
	const workspaceId =
		owner.connection === connection ? owner.workspaceId : await readWorkspaceId(poll.send);
	if (workspaceId !== owner.workspaceId)
		return await startFromNow('the data stored by its last check belongs to another workspace');
	const read = await readNewEvents(poll, cursor);
	const items = await toItems(read.events);
	if (read.unreadable > 0) reportUnreadable(context);
	if (read.failure !== undefined) reportUnfinished(context, read.failure, read.givenUp);
	state.cursor = toStoredCursor(read.cursor, { nodeId, connection, workspaceId });
	return items;
}

async function readWorkspaceId(send: SendRequest): Promise<string> {
	const { workspace_id: workspaceId } = takeObject(
		await send({ endpoint: '/workspaces/get', body: {}, effect: 'read' }),
		'workspace',
	);
	return typeof workspaceId === 'string' ? workspaceId : '';
}
