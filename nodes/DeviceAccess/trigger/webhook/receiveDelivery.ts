import type { IWebhookFunctions, IWebhookResponseData } from 'n8n-workflow';
import { describeError } from '../../errors/describeError';
import { createSendRequest, type SendRequest } from '../../transport/request';
import { readEvents, type ServiceEvent, isWireObject, type WireObject } from '../../wire/records';
import { isWanted, readEventChoice } from '../eventFilter';
import { readEventItemOptions, toEventItem } from '../eventItem';
import { describeProblem } from '../storedState';
import { type Answer, deliveryMemoryOf, readStoredEvents } from './deliveryMemory';
import { describeRegisteredAgain, registerAgainIfLost } from './registerAgain';
import { type InstantTriggerState, isTest, readRegistration, readSigningSecrets, type Registration } from './registration';
import { type Delivery, type Verdict, verifySignature } from './signature';

/** The sender gives up after 15 seconds (facts 7); reading the code may take no longer than this part of it. */
const READ_CODE_TIMEOUT_MS = 5_000;

/** For n8n's log: why a delivery was not taken for one of the service. */
const REASONS = {
	unsigned: 'it is not signed',
	tooOldOrNew: 'its time is more than five minutes away from the time of this n8n',
	wrongSignature: 'it is not signed with the secret of the webhook',
};

/** What is used of the web server's request and response; n8n-workflow names types that it does not bring along. */
interface RawRequest {
	rawBody?: Buffer;
	readRawBody?: () => Promise<void>;
}
interface StatusResponse {
	readonly statusCode: number;
	/** Also true when n8n has answered a sender that was gone by then. */
	readonly writableEnded: boolean;
	status(code: number): { json(body: object): unknown };
}

/**
 * One delivery: 401 unless it is genuine, 400 unless it holds an event; an event that is not wanted or was received
 * before is acknowledged and starts nothing; any other starts the workflow with the event as its item.
 */
export async function receiveDelivery(context: IWebhookFunctions): Promise<IWebhookResponseData> {
	const rawBody = await readRawBody(context.getRequestObject() as unknown as RawRequest);
	const headers = context.getHeaderData() as Record<string, unknown>;
	const state: InstantTriggerState = context.getWorkflowStaticData('node');
	const registration = readRegistration(state, context.getNodeWebhookUrl('default') ?? '');
	const verdict = await judgeDelivery(context, registration, { headers, rawBody });
	if (!verdict.isGenuine) {
		if (verdict.reason === 'wrongSignature') await registerAgainIfLost(context, state, registration);
		context.logger.warn(`A delivery to the Device Access Trigger was refused: ${REASONS[verdict.reason]}`);
		return respond(context, 401, 'The delivery is not signed as expected');
	}
	const event = parseEvent(rawBody);
	if (!event) return respond(context, 400, 'The delivery holds no event');
	const choice = readEventChoice(context.getNodeParameter('triggerOn'), context.getNodeParameter('options', {}) as WireObject);
	if (!isWanted(choice, event)) return respond(context, 200, 'Not a chosen event');

	// A person who listens for a test event may send the same one again.
	return isTest(context) ? await startWith(context, event) : await startOnce(context, event, state, registration);
}

/**
 * Starts the workflow unless the event was received before; the event is free again when it could not be handed over.
 * What is stored changes with an event that starts the workflow alone, and not by what anybody sends.
 */
async function startOnce(
	context: IWebhookFunctions,
	event: ServiceEvent,
	state: InstantTriggerState,
	registration: Registration | undefined,
): Promise<IWebhookResponseData> {
	const memory = deliveryMemoryOf(context.getNodeWebhookUrl('default') ?? '');
	const { value: stored = new Map<string, number>(), problem } = readStoredEvents(state.handledEvents);
	const reservation = memory.reserve(event.event_id, stored, Date.now());
	if (reservation === 'handled') return respond(context, 200, 'Received before');
	// Not acknowledged, because the first delivery may still fail: the sender tries again later.
	if (reservation === 'processing') return respond(context, 503, 'Being handled');
	try {
		const started = await startWith(context, event, [
			...(registration?.isAgain ? [describeRegisteredAgain(registration)] : []),
			...(problem ? [`What the trigger had stored ${describeProblem(problem)}: an event of the last hours may come a second time`] : []),
		]);
		memory.acknowledge(event.event_id, answerReader(context));
		state.handledEvents = memory.toStored(event.event_id, stored, Date.now());
		if (registration) state.registration = { ...registration, isAgain: undefined };
		return started;
	} catch (error) {
		memory.release(event.event_id);
		return await Promise.reject(error);
	}
}

/**
 * n8n answers the sender when it has stored the execution and, in queue mode, put it into the queue. Where that fails
 * (database or Redis away) it answers with an error and stores nothing: the sender's next try must start the workflow.
 */
function answerReader(context: IWebhookFunctions): () => Answer {
	const response = context.getResponseObject() as unknown as StatusResponse;
	return () => {
		if (!response.writableEnded) return 'open';
		return response.statusCode < 300 ? 'accepted' : 'rejected';
	};
}

/** Messages stand on the item, because a webhook has no other place where a person looks. */
async function startWith(context: IWebhookFunctions, event: ServiceEvent, messages: string[] = []): Promise<IWebhookResponseData> {
	// Made with a request: to read a credential costs n8n more than all the rest of a delivery.
	const send: SendRequest = async (request) =>
		await (await createSendRequest(context, { timeoutMs: READ_CODE_TIMEOUT_MS, maxRetries: 0 }))(request);
	const item = await toEventItem(send, event, readEventItemOptions(context.getNodeParameter('options', {}) as WireObject));
	if (messages.length === 0) return { workflowData: [[item]] };
	const message = messages.join('. ');
	context.logger.warn(`${context.getNode().name}: ${message}`);
	return { workflowData: [[{ ...item, json: { ...item.json, trigger_message: message } }]] };
}

/**
 * The bytes as they came: the signature is over them, not over parsed and printed JSON. None where they cannot be read (n8n
 * has read a form of files already): no signature fits that, and what anybody can send must not fail an execution.
 */
async function readRawBody(request: RawRequest): Promise<Buffer> {
	try {
		if (!request.rawBody) await request.readRawBody?.();
		return request.rawBody ?? Buffer.alloc(0);
	} catch {
		return Buffer.alloc(0);
	}
}

/**
 * Judged by the secret of our own registration; only where that does not fit by those of the credential, for webhooks by
 * hand and while a secret is rotated.
 */
async function judgeDelivery(context: IWebhookFunctions, registration: Registration | undefined, delivery: Delivery): Promise<Verdict> {
	const verdict = verifySignature(delivery, registration ? [registration.secret] : [], Date.now());
	if (verdict.isGenuine || verdict.reason !== 'wrongSignature') return verdict;
	return verifySignature(delivery, await secretsInCredential(context), Date.now());
}

/** None where the credential cannot be read, so that a forged delivery does not fail an execution for it. */
async function secretsInCredential(context: IWebhookFunctions): Promise<string[]> {
	try {
		return await readSigningSecrets(context);
	} catch (error) {
		const { message } = describeError(error);
		context.logger.warn(`${context.getNode().name}: The credential could not be read, so its signing secrets do not count: ${message}`);
		return [];
	}
}

function parseEvent(rawBody: Buffer): ServiceEvent | undefined {
	try {
		const value: unknown = JSON.parse(rawBody.toString('utf8'));
		return isWireObject(value) ? readEvents([value])[0] : undefined;
	} catch {
		return undefined;
	}
}

/** Answers the sender itself: n8n then starts nothing. */
function respond(context: IWebhookFunctions, status: number, message: string): IWebhookResponseData {
	const response = context.getResponseObject() as unknown as StatusResponse;
	response.status(status).json({ message });
	return { noWebhookResponse: true };
}
