import { type INodeExecutionData, type IPollFunctions, NodeOperationError } from 'n8n-workflow';
import { systemClock as clock } from '../../transport/clock';
import { mapWithConcurrency } from '../../transport/mapWithConcurrency';
import { createSendRequest, type SendRequest } from '../../transport/request';
import type { ServiceEvent, WireObject } from '../../wire/records';
import { isWanted, readEventChoice } from '../eventFilter';
import { readEventItemOptions, toEventItem } from '../eventItem';
import { describeProblem } from '../storedState';
import { type EventCursor, readCursor, type StoredCursor, toStoredCursor } from './cursor';
import { createFirstCursor } from './firstCursor';
import { listEvents } from './listEvents';
import { type Poll, POLL_LIMITS, readNewEvents } from './readNewEvents';

/** How far back a manual run looks for an event to show, milliseconds. */
const SAMPLE_PERIOD_MS = 30 * 24 * 60 * 60 * 1000;

/** Parts of n8n's poll budget for reading events and for reading their codes; the rest is for handing them over. */
const BUDGET_SHARE = 0.5;
const READ_CODES_BUDGET_SHARE = 0.25;
const DEFAULT_POLL_BUDGET_MS = 5 * 60 * 1000;
/** What a poll may take to read events, however small its budget, milliseconds. */
const LEAST_READ_TIME_MS = 3_000;
const REQUESTS_IN_FLIGHT = 5;

/**
 * How long a trigger that was added again under the same name goes on from the old cursor, milliseconds: n8n keeps what a
 * removed trigger stored. After that it would bring weeks of used events.
 */
const LONGEST_ABSENCE_MS = 24 * 60 * 60 * 1000;

/** What a polling trigger keeps in n8n's static data of the node. */
interface PollingTriggerState {
	cursor?: StoredCursor;
}

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
	const send = await createSendRequest(context);
	const budgetMs = context.getPollBudgetMs?.() ?? DEFAULT_POLL_BUDGET_MS;
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
	const items = context.getMode() === 'manual' ? await toItems(await sampleEvent(context, poll)) : await pollOnce(context, poll, toItems);
	return items.length === 0 ? null : [items];
}

async function sampleEvent(context: IPollFunctions, { send, choice }: Poll): Promise<ServiceEvent[]> {
	const { events } = await listEvents(send, choice, { afterMs: clock.now() - SAMPLE_PERIOD_MS });
	const newest = events.filter((event) => isWanted(choice, event)).at(-1);
	if (newest) return [newest];
	throw new NodeOperationError(context.getNode(), 'There is no such event in the last 30 days to show as a sample', {
		description: "Choose more events under 'Trigger On', or publish the workflow: it starts with the next event.",
	});
}

type ToItems = (events: ServiceEvent[]) => Promise<INodeExecutionData[]>;

/** Nothing while an earlier poll is under way: with the same cursor, it would return the same events. */
async function pollOnce(context: IPollFunctions, poll: Poll, toItems: ToItems): Promise<INodeExecutionData[]> {
	const trigger = `${context.getWorkflow().id} ${context.getNode().id}`;
	if (activePolls.has(trigger)) return [];
	activePolls.add(trigger);
	try {
		return await pollFromCursor(context, poll, toItems);
	} finally {
		activePolls.delete(trigger);
	}
}

/** The cursor moves on when the items are there, and not earlier: what fails is read again by the next poll. */
async function pollFromCursor(context: IPollFunctions, poll: Poll, toItems: ToItems): Promise<INodeExecutionData[]> {
	const state: PollingTriggerState = context.getWorkflowStaticData('node');
	const { id: nodeId } = context.getNode();
	const keep = (cursor: EventCursor) => {
		state.cursor = toStoredCursor(cursor, nodeId);
	};
	const { value: stored, problem } = readCursor(state.cursor);
	const isOutdated = stored && stored.nodeId !== nodeId && clock.now() - stored.cursor.watermarkMs > LONGEST_ABSENCE_MS;
	if (state.cursor === undefined || isOutdated) {
		keep(await createFirstCursor(poll));
		return [];
	}
	if (problem) {
		keep(await createFirstCursor(poll));
		return reportRestart(context, `what it had stored of the last check ${describeProblem(problem)}`);
	}
	const read = await readNewEvents(poll, stored.cursor);
	if (read.kind === 'clockSetBack') {
		const { watermarkMs } = stored.cursor;
		const cursor = await createFirstCursor(poll);
		// One server among several whose clock is wrong: the others go on where the trigger stands.
		if (cursor.watermarkMs + poll.limits.maxLatenessMs >= watermarkMs) return [];
		keep(cursor);
		return reportRestart(context, describeSetBack(read.serverTimeMs, watermarkMs));
	}
	const items = await toItems(read.events);
	keep(read.cursor);
	return items;
}

const describeSetBack = (serverTimeMs: number, watermarkMs: number) =>
	`the service's clock shows ${new Date(serverTimeMs).toISOString()}, but events were read until ${new Date(watermarkMs).toISOString()}. Its clock was set back, or the credential is of another service now`;

/**
 * Tells people that a polling trigger starts from now: in n8n's log, and as a failed execution, which is in the list of
 * executions and starts the error workflow. The trigger itself goes on.
 */
function reportRestart(context: IPollFunctions, reason: string): [] {
	const message = `The trigger starts from now: ${reason}`;
	context.logger.warn(`${context.getNode().name}: ${message}`);
	context.__emitError(new NodeOperationError(context.getNode(), message, {
		description: "No event before this moment is returned any more, and some may not have been returned. To see them, use 'Get Many' of the resource 'Event' in a Device Access node. From now on the trigger works as before.",
	}));
	return [];
}
