import type { IWebhookFunctions, IWebhookResponseData } from 'n8n-workflow';
import { describeError } from '../../errors/describeError';
import { createSendRequest, CREDENTIAL_TYPE, type SendRequest } from '../../transport/request';
import { readEvents, type ServiceEvent, isWireObject, type WireObject } from '../../wire/records';
import { claimEvent, handledOfLate, handOver, releaseEvent } from './claimedEvents';
import { isWanted, readEventChoice } from '../eventFilter';
import { readEventItemOptions, toEventItem } from '../eventItem';
import { toMark } from '../fingerprint';
import { reportLostRegistration } from './lostRegistration';
import { RECEIVER_VERSION, type ReceiverState, repairReceiverState } from './receiverState';
import { hasSeen, remember } from './seenEvents';
import { type Delivery, splitSecrets, type Verdict, verifySignature } from './signature';
import { describeProblem, type StateProblem } from '../stateProblem';
import { registrationKind, restoreRegistration } from './lifecycle';

/** The sender gives up after 15 seconds (facts 7); reading the code may take no longer than this part of it. */
const READ_CODE_TIMEOUT_MS = 5_000;

/** For n8n's log: why a delivery was not taken for one of the service. */
const REFUSALS = {
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
export async function receiveWebhook(context: IWebhookFunctions): Promise<IWebhookResponseData> {
	const rawBody = await readRawBody(context.getRequestObject() as unknown as RawRequest);
	const headers = context.getHeaderData() as Record<string, unknown>;
	// A copy: what is kept changes with an event that starts the workflow, and not by what anybody sends.
	const kept = { ...(context.getWorkflowStaticData('node') as ReceiverState) };
	const problem = repairReceiverState(kept);
	const verdict = await judgeDelivery(context, kept, { headers, rawBody });
	if (!verdict.isGenuine) {
		if (verdict.reason === 'wrongSignature') await reportLostRegistration(context, kept, problem);
		context.logger.warn(`A delivery to the Device Access Trigger was refused: ${REFUSALS[verdict.reason]}`);
		return respond(context, 401, 'The delivery is not signed as expected');
	}
	const event = parseEvent(rawBody);
	if (!event) return respond(context, 400, 'The delivery holds no event');

	const options = context.getNodeParameter('options', {}) as WireObject;
	const choice = readEventChoice(context.getNodeParameter('triggerOn'), options);
	if (!isWanted(choice, event)) return respond(context, 200, 'Not a chosen event');

	// A person who listens for a test event may send the same one again.
	const start = async () => await startWith(context, event, options, problem);
	return registrationKind(context.getMode()) === 'test' ? await start() : await startOnce(context, event, kept, start);
}

/** Starts the workflow unless the event was received before; the event is free again when it could not be handed over. */
async function startOnce(
	context: IWebhookFunctions,
	event: ServiceEvent,
	kept: ReceiverState,
	start: () => Promise<IWebhookResponseData>,
): Promise<IWebhookResponseData> {
	const triggerKey = context.getNodeWebhookUrl('default') ?? '';
	const mark = toMark(event.event_id);
	if (hasSeen(kept.seenEvents ?? {}, event.event_id)) return respond(context, 200, 'Received before');
	const claim = claimEvent(triggerKey, mark, Date.now());
	if (claim === 'handled') return respond(context, 200, 'Received before');
	// Not acknowledged, for the first delivery may still fail: the sender tries again later.
	if (claim === 'inHand') return respond(context, 503, 'Being handled');
	try {
		const started = await start();
		handOverToN8n(context, triggerKey, mark);
		const seenEvents = remember(kept.seenEvents ?? {}, event.event_id, Date.now(), handledOfLate(triggerKey, Date.now()));
		Object.assign(context.getWorkflowStaticData('node'), { ...kept, version: RECEIVER_VERSION, seenEvents });
		return started;
	} catch (error) {
		releaseEvent(triggerKey, mark);
		return await Promise.reject(error);
	}
}

/**
 * n8n answers the sender when it has stored the execution and, in queue mode, put it into the queue. Where that fails
 * (database or Redis away) it answers with an error and keeps no mark: the sender's next try must start the workflow.
 */
function handOverToN8n(context: IWebhookFunctions, triggerKey: string, mark: string): void {
	const response = context.getResponseObject() as unknown as StatusResponse;
	handOver(triggerKey, mark, () => {
		if (!response.writableEnded) return 'open';
		return response.statusCode < 300 ? 'accepted' : 'refused';
	});
}

/** What could not be read is said on the item, for a webhook has no other place where a person looks. */
async function startWith(
	context: IWebhookFunctions,
	event: ServiceEvent,
	options: WireObject,
	problem: StateProblem | undefined,
): Promise<IWebhookResponseData> {
	let sender: Promise<SendRequest> | undefined;
	const send: SendRequest = async (request) => {
		sender ??= createSendRequest(context, { timeoutMs: READ_CODE_TIMEOUT_MS, maxRetries: 0 });
		return await (await sender)(request);
	};
	const item = await toEventItem(send, event, readEventItemOptions(options));
	if (!problem) return { workflowData: [[item]] };
	const message = `What the trigger had kept ${describeProblem(problem)}: an event of the last hours may come a second time`;
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
 * hand and while a secret is rotated. To read a credential costs n8n more than all the rest of a delivery.
 */
async function judgeDelivery(context: IWebhookFunctions, kept: ReceiverState, delivery: Delivery): Promise<Verdict> {
	const kind = registrationKind(context.getMode());
	if (kind === 'production') restoreRegistration(kept, kind, context.getNodeWebhookUrl('default'));
	const own = kept.registrations?.[kind]?.secret;
	const verdict = verifySignature(delivery, own ? [own] : [], Date.now());
	if (verdict.isGenuine || verdict.reason !== 'wrongSignature') return verdict;
	return verifySignature(delivery, await secretsOfCredential(context), Date.now());
}

/** None where the credential cannot be read, so that a forged delivery does not fail an execution for it. */
async function secretsOfCredential(context: IWebhookFunctions): Promise<string[]> {
	try {
		const { webhookSigningSecret } = await context.getCredentials<{ webhookSigningSecret?: unknown }>(CREDENTIAL_TYPE);
		return splitSecrets(webhookSigningSecret);
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
