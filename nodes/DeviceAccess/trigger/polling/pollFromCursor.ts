import type { INodeExecutionData, IPollFunctions } from 'n8n-workflow';
import type { ServiceEvent } from '../../wire/records';
import { findRefusedTypes } from '../refusedEventTypes';
import { describeProblem, type StateProblem } from '../storedState';
import { type EventCursor, readCursor, type StoredCursor, toStoredCursor } from './cursor';
import { createFirstCursor } from './firstCursor';
import { type NewEvents, type Poll, readNewEvents } from './readNewEvents';
import { reportRefusedTypes, reportRestart, reportUnfinished, reportUnreadable } from './report';
import { readWorkspaceId } from './workspace';
import { rethrow } from '../../errors/rethrow';

/**
 * For this many milliseconds, a re-added trigger of the same name resumes the old cursor. n8n keeps
 * what a removed trigger stored, so a trigger added much later would return weeks of old events.
 */
const LONGEST_ABSENCE_MS = 24 * 60 * 60 * 1000;

/** What a polling trigger keeps in the node's static data. */
interface PollingTriggerState {
	cursor?: StoredCursor;
	/** Types that the service did not accept at the last poll, so that each is reported once. */
	refusedEventTypes?: string[];
}

/** The items of events; throws if the poll must fail. */
export type ToItems = (events: ServiceEvent[]) => Promise<INodeExecutionData[]>;

/**
 * The items of the events since the stored cursor. None if the trigger starts from now: at its
 * first poll, if it was added again after a long time, or if the stored data cannot be used,
 * belongs to another workspace, or is ahead of the service's clock. The cursor moves only once the
 * items are complete: the next poll reads again what failed.
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
	const { value: stored, problem } = readCursor(state.cursor);
	if (problem) return await startFromNow(describeStored(problem));
	const { cursor, owner } = stored;
	if (owner.nodeId !== nodeId && poll.clock.now() - cursor.watermarkMs > LONGEST_ABSENCE_MS)
		return await startFromNow();
	// Requested only if it may have changed, because each poll already costs a request.
	const workspaceId =
		owner.connection === connection ? owner.workspaceId : await readWorkspaceId(poll.send);
	if (workspaceId !== owner.workspaceId)
		return await startFromNow('the data stored by its last check belongs to another workspace');
	const read = await readAccepted(context, state, poll, cursor);
	if (read.kind === 'cursorAhead') return await startFromNow(describeStored({ kind: 'damaged' }));
	if (read.kind === 'clockSetBack') {
		// If only one of several servers has a wrong clock, later polls reach other servers and
		// continue from the cursor.
		const isOneOfSeveral =
			(await createFirstCursor(poll)).watermarkMs + poll.limits.maxLatenessMs >= cursor.watermarkMs;
		return isOneOfSeveral
			? []
			: await startFromNow(describeSetBack(read.serverTimeMs, cursor.watermarkMs));
	}
	const items = await toItems(read.events);
	if (read.unreadable > 0) reportUnreadable(context);
	if (read.failure !== undefined) reportUnfinished(context, read.failure, read.givenUp);
	state.cursor = toStoredCursor(read.cursor, { nodeId, connection, workspaceId });
	return items;
}

/**
 * Continues without event types that the service no longer accepts, and reports each once, so that
 * the others still come.
 */
async function readAccepted(
	context: IPollFunctions,
	state: PollingTriggerState,
	poll: Poll,
	cursor: EventCursor,
): Promise<NewEvents> {
	const refused: string[] = [];
	for (;;) {
		const eventTypes = poll.choice.eventTypes.filter((eventType) => !refused.includes(eventType));
		try {
			const read = await readNewEvents({ ...poll, choice: { ...poll.choice, eventTypes } }, cursor);
			const unreported = refused.filter(
				(eventType) => !state.refusedEventTypes?.includes(eventType),
			);
			if (unreported.length > 0) reportRefusedTypes(context, unreported);
			state.refusedEventTypes = refused.length > 0 ? refused : undefined;
			return read;
		} catch (error) {
			const found = findRefusedTypes(error, eventTypes);
			if (found.length === 0 || found.length === eventTypes.length) return rethrow(error);
			refused.push(...found);
		}
	}
}

const describeStored = (problem: StateProblem) =>
	`the data stored by its last check ${describeProblem(problem)}`;

const describeSetBack = (serverTimeMs: number, watermarkMs: number) =>
	`the service's clock shows ${new Date(serverTimeMs).toISOString()}, but events were already read up to ${new Date(watermarkMs).toISOString()}. The clock was set back, or the credential now belongs to another service`;
