import { type INodeExecutionData, type IPollFunctions, NodeOperationError } from 'n8n-workflow';
import { systemClock as clock } from '../../transport/clock';
import { readCredential } from '../../transport/credential';
import { mapWithConcurrency } from '../../transport/mapWithConcurrency';
import { createSendRequest, type SendRequest } from '../../transport/request';
import type { ServiceEvent, WireObject } from '../../wire/records';
import { isWanted, readEventChoice } from '../eventFilter';
import { readEventItemOptions, toEventItem } from '../eventItem';
import { nameRefusedTypes } from '../refusedEventTypes';
import { listEvents } from './listEvents';
import { pollFromCursor, type ToItems } from './pollFromCursor';
import { type Poll, POLL_LIMITS } from './readNewEvents';
import { readConnection } from './workspace';

/** How far back a manual run looks for an event to show, milliseconds. */
const SAMPLE_PERIOD_MS = 30 * 24 * 60 * 60 * 1000;

/** Parts of n8n's poll budget for reading events and for reading their codes; the rest is for handing them over. */
const BUDGET_SHARE = 0.5;
const READ_CODES_BUDGET_SHARE = 0.25;
/** After this long n8n's durable scheduler gives up a poll by default, milliseconds; not every n8n tells its budget. */
const LONGEST_BUDGET_MS = 45_000;
/** What a poll may take to read events, however small its budget, milliseconds. */
const LEAST_READ_TIME_MS = 3_000;
const REQUESTS_IN_FLIGHT = 5;

/**
 * Triggers whose poll is under way in this process, by workflow and node: n8n starts the next one without waiting, and
 * its scheduler gives each poll a copy of what is stored, so that the data cannot tell.
 */
const activePolls = new Set<string>();

/**
 * One poll: the events since the last one in the order in which they were made, or null when there are none. The first
 * poll only notes where it starts. A manual run returns the newest matching event and leaves the cursor alone.
 */
export async function pollEvents(context: IPollFunctions): Promise<INodeExecutionData[][] | null> {
	const options = context.getNodeParameter('options', {}) as WireObject;
	const choice = readEventChoice(context.getNodeParameter('triggerOn'), options);
	const credential = await readCredential(context);
	const send = await createSendRequest(context, { credential });
	const budgetMs = Math.min(context.getPollBudgetMs?.() ?? LONGEST_BUDGET_MS, LONGEST_BUDGET_MS);
	const startedAtMs = clock.now();
	const itemsDeadlineMs = startedAtMs + budgetMs * (BUDGET_SHARE + READ_CODES_BUDGET_SHARE);
	// n8n gives up a poll that takes longer than its budget, and keeps nothing of it.
	const eventsDeadlineMs = Math.max(itemsDeadlineMs, startedAtMs + LEAST_READ_TIME_MS);
	const sendInTime: SendRequest = async (request) => await send({ ...request, deadlineMs: eventsDeadlineMs });
	const poll: Poll = { send: sendInTime, choice, clock, deadlineMs: startedAtMs + budgetMs * BUDGET_SHARE, limits: POLL_LIMITS };
	const itemOptions = { ...readEventItemOptions(options), hasTime: () => clock.now() < itemsDeadlineMs };
	// One try: a code that cannot be read in time would hold up its event for ever.
	const readCode: SendRequest = async (request) => await send({ ...request, maxRetries: 0, deadlineMs: itemsDeadlineMs });
	const toItems = async (events: ServiceEvent[]) => {
		const items = await mapWithConcurrency(events, REQUESTS_IN_FLIGHT, async (event) => await toEventItem(readCode, event, itemOptions));
		return items.filter((item) => item !== undefined);
	};
	try {
		const isManual = context.getMode() === 'manual';
		const items = isManual ? await toItems(await sampleEvent(context, poll)) : await pollOnce(context, poll, readConnection(context, credential), toItems);
		return items.length === 0 ? null : [items];
	} catch (error) {
		return await Promise.reject(nameRefusedTypes(error, choice.eventTypes));
	}
}

async function sampleEvent(context: IPollFunctions, { send, choice }: Poll): Promise<ServiceEvent[]> {
	const { events } = await listEvents(send, choice, { afterMs: clock.now() - SAMPLE_PERIOD_MS });
	const newest = events.filter((event) => isWanted(choice, event)).at(-1);
	if (newest) return [newest];
	throw new NodeOperationError(context.getNode(), 'There is no such event in the last 30 days to show as a sample', {
		description: "Choose more events under 'Trigger On', or publish the workflow: it starts with the next event.",
	});
}

/** Nothing while an earlier poll is under way: with the same cursor, it would return the same events. */
async function pollOnce(context: IPollFunctions, poll: Poll, connection: string, toItems: ToItems): Promise<INodeExecutionData[]> {
	const trigger = `${context.getWorkflow().id} ${context.getNode().id}`;
	if (activePolls.has(trigger)) return [];
	activePolls.add(trigger);
	try {
		return await pollFromCursor(context, poll, connection, toItems);
	} finally {
		activePolls.delete(trigger);
	}
}
