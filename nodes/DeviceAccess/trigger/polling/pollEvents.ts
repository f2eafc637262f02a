import { type INodeExecutionData, type IPollFunctions, NodeOperationError } from 'n8n-workflow';
import { type Clock, systemClock } from '../../transport/clock';
import { mapWithConcurrency } from '../../transport/mapWithConcurrency';
import { createSendRequest, type SendRequest } from '../../transport/request';
import type { ServiceEvent, WireObject } from '../../wire/records';
import type { EventCursor } from './cursor';
import { drainEvents } from './readNewEvents';
import { isWanted, readEventChoice } from '../eventFilter';
import { readEventItemOptions, toEventItem } from '../eventItem';
import { listEvents } from './listEvents';
import { type Poll, POLL_LIMITS } from './poll';
import { reportRestart, type RestartReason } from './reportRestart';
import { askServiceTime } from './serviceTime';
import { startFromNow } from './startFromNow';
import type { StateProblem } from '../stateProblem';
import { type FoundCursor, readCursor, type StoredCursor, toStoredCursor } from './storedCursor';

/** How far back a manual run looks for an event to show, milliseconds. */
const SAMPLE_PERIOD_MS = 30 * 24 * 60 * 60 * 1000;

/** Parts of n8n's poll budget for reading events and for reading their codes; the rest is for handing them over. */
const BUDGET_SHARE = 0.5;
const READ_CODES_BUDGET_SHARE = 0.25;
const DEFAULT_POLL_BUDGET_MS = 5 * 60 * 1000;
const REQUESTS_IN_FLIGHT = 5;

/** So long what a removed trigger stored is taken up by another one of its name, milliseconds: it may have been pasted anew. */
const LONGEST_ABSENCE_MS = 24 * 60 * 60 * 1000;

interface PollState {
	cursor?: unknown;
}

/**
 * Triggers whose poll is under way in this process, by workflow and node: n8n starts the next one without waiting, and
 * its scheduler gives each poll a copy of what is kept, so that the data cannot tell.
 */
const triggersInHand = new Set<string>();

/**
 * One poll: the events since the last one in the order in which they were made, or null when there are none. The first
 * poll only notes where it starts. A manual run returns the newest matching event and leaves the cursor alone.
 */
export async function pollEvents(context: IPollFunctions, clock: Clock = systemClock): Promise<INodeExecutionData[][] | null> {
	const options = context.getNodeParameter('options', {}) as WireObject;
	const choice = readEventChoice(context.getNodeParameter('triggerOn'), options);
	const send = await createSendRequest(context, { clock });
	const budgetMs = context.getPollBudgetMs?.() ?? DEFAULT_POLL_BUDGET_MS;
	const poll: Poll = { send, choice, clock, deadlineMs: clock.now() + budgetMs * BUDGET_SHARE, limits: POLL_LIMITS };
	const itemsDeadlineMs = poll.deadlineMs + budgetMs * READ_CODES_BUDGET_SHARE;
	const itemOptions = { ...readEventItemOptions(options), hasTime: () => clock.now() < itemsDeadlineMs };
	const readCode = sendUntil(itemsDeadlineMs, send, clock);
	const toItems = async (events: ServiceEvent[]) => {
		const items = await mapWithConcurrency(events, REQUESTS_IN_FLIGHT, async (event) => await toEventItem(readCode, event, itemOptions));
		return items.filter((item) => item !== undefined);
	};
	const items = context.getMode() === 'manual' ? await toItems(await sampleEvent(context, poll)) : await pollOnce(context, poll, toItems);
	return items.length === 0 ? null : [items];
}

/**
 * One try, which ends by the deadline: n8n gives up a poll that takes too long and keeps nothing of it, so that a code
 * that cannot be read in time would hold up its event for ever.
 */
const sendUntil = (deadlineMs: number, send: SendRequest, clock: Clock): SendRequest => async (request) =>
	await send({ ...request, maxRetries: 0, timeoutMs: Math.max(Math.ceil(deadlineMs - clock.now()), 1) });

async function sampleEvent(context: IPollFunctions, { send, choice, clock }: Poll): Promise<ServiceEvent[]> {
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
	if (triggersInHand.has(trigger)) return [];
	triggersInHand.add(trigger);
	try {
		return await readNewEvents(context, context.getWorkflowStaticData('node') as PollState, poll, toItems);
	} finally {
		triggersInHand.delete(trigger);
	}
}

/** The cursor moves on when the items are there, and not before: what fails is read again by the next poll. */
async function readNewEvents(context: IPollFunctions, state: PollState, poll: Poll, toItems: ToItems): Promise<INodeExecutionData[]> {
	const { id: nodeId } = context.getNode();
	const keep = (cursor: EventCursor) => {
		state.cursor = toStoredCursor(cursor, nodeId) satisfies StoredCursor;
	};
	const stored = readCursor(state.cursor, nodeId);
	if (stored === 'none' || (await isLeftBehind(poll, stored))) {
		keep(await startFromNow(poll));
		return [];
	}
	if ('kind' in stored) return await restart(context, poll, stored, keep);
	const drained = await drainEvents(poll, stored.cursor);
	if (drained.kind === 'clockSetBack') {
		const { settledUntilMs } = stored.cursor;
		return await restart(context, poll, { kind: 'clockSetBack', serverTimeMs: drained.serverTimeMs, settledUntilMs }, keep);
	}
	const items = await toItems(drained.events);
	keep(drained.cursor);
	return items;
}

/** n8n keeps what a trigger stored after it was removed: another one of the same name must not bring weeks of used events. */
async function isLeftBehind(poll: Poll, stored: FoundCursor | StateProblem): Promise<boolean> {
	if ('kind' in stored || !stored.isOfOtherNode) return false;
	return (await askServiceTime(poll)) - stored.cursor.settledUntilMs > LONGEST_ABSENCE_MS;
}

async function restart(
	context: IPollFunctions,
	poll: Poll,
	reason: RestartReason,
	keep: (cursor: EventCursor) => void,
): Promise<INodeExecutionData[]> {
	const cursor = await startFromNow(poll);
	// One server among several whose clock is wrong: the others go on where the trigger stands.
	if (reason.kind === 'clockSetBack' && cursor.settledUntilMs + poll.limits.latestMs >= reason.settledUntilMs) return [];
	keep(cursor);
	reportRestart(context, reason);
	return [];
}
