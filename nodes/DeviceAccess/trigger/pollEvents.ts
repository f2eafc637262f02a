import { type INodeExecutionData, type IPollFunctions, NodeOperationError } from 'n8n-workflow';
import { type Clock, systemClock } from '../api/clock';
import { createSendRequest, type SendRequest } from '../api/request';
import type { ServiceEvent, WireObject } from '../api/types';
import { advanceCursor, type EventCursor, readCursor } from './cursor';
import { type EventChoice, isWanted, readEventChoice } from './eventChoice';
import { readEventItemOptions, toEventItem } from './eventItem';
import { listEvents, type EventWindow } from './listEvents';
import { mapWithConcurrency } from '../operation/mapWithConcurrency';

/** Events that show up late are looked for this far back at every poll, milliseconds. */
export const OVERLAP_MS = 5 * 60 * 1000;

/** Events returned by one poll; the rest of a backlog comes with the next ones. */
export const MAX_EVENTS_PER_POLL = 5_000;

/** How far back a manual run looks for an event to show, milliseconds. */
const SAMPLE_PERIOD_MS = 30 * 24 * 60 * 60 * 1000;

/** Parts of n8n's poll budget for reading events and for reading their codes; the rest is for handing them over. */
const BUDGET_SHARE = 0.5;
const READ_CODES_BUDGET_SHARE = 0.25;
const DEFAULT_POLL_BUDGET_MS = 5 * 60 * 1000;
const REQUESTS_IN_FLIGHT = 5;

interface PollState {
	cursor?: unknown;
}

interface Poll {
	send: SendRequest;
	choice: EventChoice;
	deadlineMs: number;
	clock: Clock;
}

/**
 * One poll: the events since the last one in the order in which they were made, or null when there are none. The first
 * poll only notes where it starts. A manual run returns the newest matching event and leaves the cursor alone.
 */
export async function pollEvents(context: IPollFunctions, clock: Clock = systemClock): Promise<INodeExecutionData[][] | null> {
	const options = context.getNodeParameter('options', {}) as WireObject;
	const choice = readEventChoice(context.getNodeParameter('triggerOn'), options);
	const send = await createSendRequest(context, { clock });
	const budgetMs = context.getPollBudgetMs?.() ?? DEFAULT_POLL_BUDGET_MS;
	const poll: Poll = { send, choice, clock, deadlineMs: clock.now() + budgetMs * BUDGET_SHARE };

	const events = context.getMode() === 'manual' ? await sampleEvent(context, poll) : await readNewEvents(context, poll);
	if (events.length === 0) return null;
	const itemsDeadlineMs = poll.deadlineMs + budgetMs * READ_CODES_BUDGET_SHARE;
	const itemOptions = { ...readEventItemOptions(options), hasTime: () => clock.now() < itemsDeadlineMs };
	const items = await mapWithConcurrency(events, REQUESTS_IN_FLIGHT, async (event) => await toEventItem(send, event, itemOptions));
	return [items.filter((item) => item !== undefined)];
}

async function sampleEvent(context: IPollFunctions, { send, choice, clock }: Poll): Promise<ServiceEvent[]> {
	const { events } = await listEvents(send, choice, { afterMs: clock.now() - SAMPLE_PERIOD_MS });
	const newest = events.filter((event) => isWanted(choice, event)).at(-1);
	if (newest) return [newest];
	throw new NodeOperationError(context.getNode(), 'There is no such event in the last 30 days to show as a sample', {
		description: "Choose more events under 'Trigger On', or activate the workflow: it starts with the next event.",
	});
}

async function readNewEvents(context: IPollFunctions, poll: Poll): Promise<ServiceEvent[]> {
	const state = context.getWorkflowStaticData('node') as PollState;
	const cursor = readCursor(state.cursor);
	if (typeof cursor !== 'string') {
		const drained = await drainEvents(poll, cursor);
		state.cursor = drained.cursor;
		return drained.events;
	}
	if (cursor === 'broken') {
		context.logger.warn('The Device Access Polling Trigger could not read where it had stopped, and starts from now');
	}
	state.cursor = await startFromNow(poll);
	return [];
}

/** The service's clock counts, not n8n's; it tells whole seconds, so the events of the running one are noted as known. */
async function startFromNow({ send, choice, clock }: Poll): Promise<EventCursor> {
	const { serverTimeMs = clock.now() } = await listEvents(send, choice, { afterMs: clock.now() });
	const { events } = await listEvents(send, choice, { afterMs: serverTimeMs - OVERLAP_MS });
	const startedAtMs = Math.max(serverTimeMs, Date.parse(events.at(-1)?.created_at ?? '') || 0);
	const start: EventCursor = { version: 1, startedAtMs, readUntilMs: startedAtMs, recentEvents: {} };
	return advanceCursor(start, startedAtMs, toKnown(events), OVERLAP_MS);
}

const toKnown = (events: ServiceEvent[]) =>
	events.map(({ event_id: id, created_at: createdAt }) => ({ id, createdAtMs: Date.parse(createdAt) }));

/**
 * Reads forward in windows of time, oldest first, until now, the budget or the most events of a poll. The endpoint has
 * no cursor and keeps the newest events when there are too many (facts 6): a window that comes back full is halved.
 */
async function drainEvents(poll: Poll, start: EventCursor): Promise<{ cursor: EventCursor; events: ServiceEvent[] }> {
	const { send, choice, clock, deadlineMs } = poll;
	const drained: ServiceEvent[] = [];
	let cursor = start;
	let window: EventWindow = { afterMs: start.readUntilMs - OVERLAP_MS };
	// However small the budget, the cursor moves on: a backlog must get shorter with every poll.
	const hasTime = () => clock.now() < deadlineMs || cursor.readUntilMs === start.readUntilMs;
	while (drained.length < MAX_EVENTS_PER_POLL && hasTime()) {
		const page = await listEvents(send, choice, window);
		const serverTimeMs = page.serverTimeMs ?? clock.now();
		// The service's time has whole seconds, and the newest events may be of the running one.
		const endMs = window.beforeMs ?? serverTimeMs + 1000;
		const narrower = page.isFull ? halve(window.afterMs, endMs) : undefined;
		if (narrower) {
			window = narrower;
			continue;
		}
		const fresh = page.events.filter((event) => !(event.event_id in cursor.recentEvents));
		for (const event of fresh) if (isWanted(choice, event) && Date.parse(event.created_at) >= cursor.startedAtMs) drained.push(event);
		const readUntilMs = Math.max(cursor.readUntilMs, Math.min(endMs, serverTimeMs));
		cursor = advanceCursor(cursor, readUntilMs, toKnown(fresh), OVERLAP_MS);
		if (window.beforeMs === undefined) break;
		// The bounds are exclusive: the next window starts a millisecond before the end of this one.
		const widthMs = window.beforeMs - window.afterMs;
		window = { afterMs: window.beforeMs - 1, beforeMs: window.beforeMs + widthMs * 2 };
		if ((window.beforeMs ?? 0) >= serverTimeMs) window = { afterMs: window.afterMs };
	}
	return { cursor, events: drained };
}

/** The first half of a window, or undefined when it cannot get narrower. */
function halve(afterMs: number, beforeMs: number): EventWindow | undefined {
	const middleMs = afterMs + Math.floor((beforeMs - afterMs) / 2);
	return middleMs > afterMs + 1 ? { afterMs, beforeMs: middleMs } : undefined;
}
