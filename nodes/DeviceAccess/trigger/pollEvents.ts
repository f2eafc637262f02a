import { type INodeExecutionData, type IPollFunctions, NodeOperationError } from 'n8n-workflow';
import { type Clock, systemClock } from '../api/clock';
import { createSendRequest } from '../api/request';
import type { ServiceEvent, WireObject } from '../api/types';
import { readCursor } from './cursor';
import { isWanted, readEventChoice } from './eventChoice';
import { readEventItemOptions, toEventItem } from './eventItem';
import { drainEvents, type Poll, startFromNow } from './drainEvents';
import { listEvents } from './listEvents';
import { mapWithConcurrency } from '../api/mapWithConcurrency';

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
		description: "Choose more events under 'Trigger On', or publish the workflow: it starts with the next event.",
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
