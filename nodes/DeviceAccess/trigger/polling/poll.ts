import { type INodeExecutionData, type IPollFunctions, NodeOperationError } from 'n8n-workflow';
import { listEvents } from '../../lists/listEvents';
import { systemClock as clock } from '../../transport/clock';
import { type ApiCredential, CREDENTIAL_TYPE } from '../../transport/credential';
import { mapWithConcurrency } from '../../transport/mapWithConcurrency';
import { createSendRequest, type SendRequest } from '../../transport/request';
import type { ServiceEvent } from '../../wire/events';
import type { WireObject } from '../../wire/records';
import { chosenEvents, isWanted, toEventFilters } from '../eventFilter';
import { readEventItemOptions, toEventItem } from '../eventItem';
import { toFingerprint } from '../fingerprints';
import { nameRefusedTypes } from '../refusedEventTypes';
import { readTriggerCredential } from '../triggerCredential';
import { pollFromCursor, type ToItems } from './pollFromCursor';
import { type Poll, POLL_LIMITS } from './readNewEvents';

const SAMPLE_PERIOD_MS = 30 * 24 * 60 * 60 * 1000;

/** The rest of n8n's poll budget is for handing the items over. */
const BUDGET_SHARE = 0.5;
const READ_RECORDS_BUDGET_SHARE = 0.25;
/**
 * n8n's durable scheduler ends a poll after this long by default. Not every n8n tells its budget.
 */
const LONGEST_BUDGET_MS = 45_000;
const LEAST_READ_TIME_MS = 3_000;
const REQUESTS_IN_FLIGHT = 5;

/** n8n also polls while a poll is running, which its copies of the stored data cannot show. */
const activePolls = new Set<string>();

/**
 * Null if there are no events. The first poll only stores where it starts. A manual execution
 * returns the newest matching event and does not move the cursor.
 */
export async function pollEvents(context: IPollFunctions): Promise<INodeExecutionData[][] | null> {
	const options = context.getNodeParameter('options', {}) as WireObject;
	const choice = chosenEvents(context);
	const credential = await readTriggerCredential(context);
	const send = createSendRequest(context, credential);
	const budgetMs = Math.min(context.getPollBudgetMs?.() ?? LONGEST_BUDGET_MS, LONGEST_BUDGET_MS);
	const startedAtMs = clock.now();
	const itemsDeadlineMs = startedAtMs + budgetMs * (BUDGET_SHARE + READ_RECORDS_BUDGET_SHARE);
	// n8n ends a poll that exceeds its budget, and drops its events.
	const eventsDeadlineMs = Math.max(itemsDeadlineMs, startedAtMs + LEAST_READ_TIME_MS);
	const sendInTime: SendRequest = async (request) =>
		await send({ ...request, deadlineMs: eventsDeadlineMs });
	const poll: Poll = {
		send: sendInTime,
		choice,
		clock,
		deadlineMs: startedAtMs + budgetMs * BUDGET_SHARE,
		limits: POLL_LIMITS,
	};
	const itemOptions = {
		...readEventItemOptions(options),
		hasTime: () => clock.now() < itemsDeadlineMs,
	};
	// Waits for a rate limit as long as there is time: the event goes out without what is not read.
	const readRecord = askOnce(
		async (request) => await send({ ...request, maxRetries: 1, deadlineMs: itemsDeadlineMs }),
	);
	const toItems = async (events: ServiceEvent[]) => {
		const items = await mapWithConcurrency(
			events,
			REQUESTS_IN_FLIGHT,
			async (event) => await toEventItem(readRecord, event, itemOptions),
		);
		return items.filter((item) => item !== undefined);
	};
	try {
		const isManual = context.getMode() === 'manual';
		const items = isManual
			? await toItems(await sampleEvent(context, poll))
			: await pollOnce(context, poll, readConnection(context, credential), toItems);
		return items.length === 0 ? null : [items];
	} catch (error) {
		throw nameRefusedTypes(error, choice.eventTypes);
	}
}

function readConnection(
	context: IPollFunctions,
	{ baseUrl, workspaceId = '', secret }: ApiCredential,
): string {
	const id = context.getNode().credentials?.[CREDENTIAL_TYPE]?.id ?? '';
	return toFingerprint(`${id} ${baseUrl} ${workspaceId} ${secret}`);
}

/** Many events can be about one device. Each caller gets a copy of the answer. */
function askOnce(send: SendRequest): SendRequest {
	const answers = new Map<string, ReturnType<SendRequest>>();
	return async (request) => {
		const key = JSON.stringify([request.endpoint, request.body]);
		const answer = answers.get(key) ?? send(request);
		answers.set(key, answer);
		return structuredClone(await answer);
	};
}

async function sampleEvent(
	context: IPollFunctions,
	{ send, choice }: Poll,
): Promise<ServiceEvent[]> {
	const { events } = await listEvents(send, toEventFilters(choice), {
		afterMs: clock.now() - SAMPLE_PERIOD_MS,
	});
	const newest = events.filter((event) => isWanted(choice, event)).at(-1);
	if (newest) return [newest];
	throw new NodeOperationError(
		context.getNode(),
		'None of the chosen events happened in the last 30 days',
		{
			description:
				"Choose more events under 'Trigger On' or 'More Events', or publish the workflow. It then starts on the next event.",
		},
	);
}

/** With the same cursor, a second poll would return the same events. */
async function pollOnce(
	context: IPollFunctions,
	poll: Poll,
	connection: string,
	toItems: ToItems,
): Promise<INodeExecutionData[]> {
	const trigger = `${context.getWorkflow().id} ${context.getNode().id}`;
	if (activePolls.has(trigger)) return [];
	activePolls.add(trigger);
	try {
		return await pollFromCursor(context, poll, connection, toItems);
	} finally {
		activePolls.delete(trigger);
	}
}
