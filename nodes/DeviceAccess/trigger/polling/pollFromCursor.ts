import type { INodeExecutionData, IPollFunctions } from 'n8n-workflow';
import type { ServiceEvent } from '../../wire/records';
import { findRefusedTypes } from '../refusedEventTypes';
import { describeProblem } from '../storedState';
import { type EventCursor, readCursor, type StoredCursor, toStoredCursor } from './cursor';
import { createFirstCursor } from './firstCursor';
import { type NewEvents, type Poll, readNewEvents } from './readNewEvents';
import { reportRefusedTypes, reportRestart, reportUnreadable } from './report';
import { readWorkspaceId } from './workspace';

/**
 * How long a trigger that was added again under the same name goes on from the old cursor, milliseconds: n8n keeps what a
 * removed trigger stored. After that it would bring weeks of used events.
 */
const LONGEST_ABSENCE_MS = 24 * 60 * 60 * 1000;

/** What a polling trigger keeps in n8n's static data of the node. */
interface PollingTriggerState {
	cursor?: StoredCursor;
	/** Those that the service did not take at the last poll, so that each is reported once. */
	refusedEventTypes?: string[];
}

/** The items of events; throws where the poll is to fail. */
export type ToItems = (events: ServiceEvent[]) => Promise<INodeExecutionData[]>;

/**
 * The items of the events since the stored cursor; none where the trigger starts from now: at its first poll, or where
 * what is stored cannot be used or is of another workspace. The cursor moves on when the items are there, and not earlier:
 * what fails is read again by the next poll.
 */
export async function pollFromCursor(context: IPollFunctions, poll: Poll, connection: string, toItems: ToItems): Promise<INodeExecutionData[]> {
	const state: PollingTriggerState = context.getWorkflowStaticData('node');
	const { id: nodeId } = context.getNode();
	const startFromNow = async (reason?: string): Promise<[]> => {
		const first = await createFirstCursor(poll);
		state.cursor = toStoredCursor(first, { nodeId, connection, workspaceId: await readWorkspaceId(poll.send) });
		if (reason !== undefined) reportRestart(context, reason);
		return [];
	};
	if (state.cursor === undefined) return await startFromNow();
	const { value: stored, problem } = readCursor(state.cursor);
	if (problem) return await startFromNow(`what it had stored of the last check ${describeProblem(problem)}`);
	const { cursor, owner } = stored;
	if (owner.nodeId !== nodeId && poll.clock.now() - cursor.watermarkMs > LONGEST_ABSENCE_MS) return await startFromNow();
	// Asked only where it can be another one: a poll costs a request already.
	const workspaceId = owner.connection === connection ? owner.workspaceId : await readWorkspaceId(poll.send);
	if (workspaceId !== owner.workspaceId) return await startFromNow('its credential opens another workspace than at the last check');
	const read = await readAccepted(context, state, poll, cursor);
	if (read.kind === 'clockSetBack') {
		// One server among several whose clock is wrong: the others go on where the trigger stands.
		const isOneOfSeveral = (await createFirstCursor(poll)).watermarkMs + poll.limits.maxLatenessMs >= cursor.watermarkMs;
		return isOneOfSeveral ? [] : await startFromNow(describeSetBack(read.serverTimeMs, cursor.watermarkMs));
	}
	const items = await toItems(read.events);
	if (read.unreadable > 0) reportUnreadable(context);
	state.cursor = toStoredCursor(read.cursor, { nodeId, connection, workspaceId });
	return items;
}

/** Goes on without event types that the service no longer takes, and reports each once: the others are not to wait for them. */
async function readAccepted(context: IPollFunctions, state: PollingTriggerState, poll: Poll, cursor: EventCursor): Promise<NewEvents> {
	const refused: string[] = [];
	for (;;) {
		const eventTypes = poll.choice.eventTypes.filter((eventType) => !refused.includes(eventType));
		try {
			const read = await readNewEvents({ ...poll, choice: { ...poll.choice, eventTypes } }, cursor);
			const unreported = refused.filter((eventType) => !state.refusedEventTypes?.includes(eventType));
			if (unreported.length > 0) reportRefusedTypes(context, unreported);
			state.refusedEventTypes = refused.length > 0 ? refused : undefined;
			return read;
		} catch (error) {
			const found = findRefusedTypes(error, eventTypes);
			if (found.length === 0 || found.length === eventTypes.length) return await Promise.reject(error);
			refused.push(...found);
		}
	}
}

const describeSetBack = (serverTimeMs: number, watermarkMs: number) =>
	`the service's clock shows ${new Date(serverTimeMs).toISOString()}, but events were read until ${new Date(watermarkMs).toISOString()}. Its clock was set back, or the credential is of another service now`;
