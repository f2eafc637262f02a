import type { IWebhookFunctions, IWebhookResponseData } from 'n8n-workflow';
import { describeError } from '../../errors/describeError';
import { createSendRequest, type SendRequest } from '../../transport/request';
import { readEvents, type ServiceEvent } from '../../wire/events';
import { isWireObject, type WireObject } from '../../wire/records';
import { chosenEvents, isWanted } from '../eventFilter';
import { readEventItemOptions, toEventItem } from '../eventItem';
import { UNREADABLE } from '../storedState';
import { readTriggerCredential } from '../triggerCredential';
import { type Answer, deliveryMemoryOf, readStoredEvents } from './deliveryMemory';
import { describeRegisteredAgain, registerAgainIfLost } from './registerAgain';
import {
	type InstantTriggerState,
	isTest,
	readRegistration,
	readSigningSecrets,
	type Registration,
} from './registration';
import { type Delivery, type Verdict, verifySignature } from './signature';
import { isByHand } from './webhooks';

/** All requests must end before the sender gives up (docs/service.md#events-9). */
const READ_RECORD_TIMEOUT_MS = 5_000;
const READ_RECORDS_TIMEOUT_MS = 10_000;

const REASONS = {
	unsigned:
		'it is not signed. If the service sent it, a proxy before n8n removes headers that begin with svix- or webhook-',
	tooOldOrNew:
		'its time differs from the clock of the n8n server by more than five minutes. Set the clock',
	wrongSignature:
		'it is not signed with the secret of the webhook. If the service sent it, unpublish the workflow and publish it again, or enter the new secret in the credential',
};

/** n8n-workflow does not ship the types of the web server. */
interface RawRequest {
	rawBody?: Buffer;
	readRawBody?: () => Promise<void>;
}
interface StatusResponse {
	readonly statusCode: number;
	/** True once n8n has answered, even if the sender disconnected before that. */
	readonly writableEnded: boolean;
	status(code: number): { json(body: object): unknown };
}

/** 401 unless it is genuine, 400 without an event, 503 while an earlier delivery is handled. */
export async function receiveDelivery(context: IWebhookFunctions): Promise<IWebhookResponseData> {
	const rawBody = await readRawBody(context.getRequestObject() as unknown as RawRequest);
	const headers = context.getHeaderData() as Record<string, unknown>;
	const state: InstantTriggerState = context.getWorkflowStaticData('node');
	// 'Manual' trusts no stored registration: a delivery during the switch can restore the old one,
	// and everyone who can open the workflow could read its secret.
	const registration = isByHand(context)
		? undefined
		: readRegistration(state, context.getNodeWebhookUrl('default') ?? '');
	const verdict = await judgeDelivery(context, registration, { headers, rawBody });
	if (!verdict.isGenuine) {
		if (verdict.reason === 'wrongSignature')
			await registerAgainIfLost(context, state, registration);
		context.logger.warn(
			`A delivery to the Device Access Trigger was refused: ${REASONS[verdict.reason]}`,
		);
		return respond(context, 401, 'The delivery is not signed as expected');
	}
	const event = parseEvent(rawBody);
	if (!event) {
		context.logger.warn(
			`${context.getNode().name}: The service sent a signed delivery that is no event with an ID, a type and a time, so it started nothing. To see what the service lists, use 'Get many events' in a Device Access node`,
		);
		return respond(context, 400, 'The delivery holds no event');
	}
	if (!isWanted(chosenEvents(context), event)) return respond(context, 200, 'Not a chosen event');

	// While you listen for a test event, the same one may come again.
	return isTest(context)
		? await startWith(context, event, registration)
		: await startOnce(context, event, state, registration);
}

/** Only an event that starts the workflow is stored. */
async function startOnce(
	context: IWebhookFunctions,
	event: ServiceEvent,
	state: InstantTriggerState,
	registration: Registration | undefined,
): Promise<IWebhookResponseData> {
	const memory = deliveryMemoryOf(context.getNodeWebhookUrl('default') ?? '');
	const readable = readStoredEvents(state.handledEvents, Date.now());
	const stored = readable ?? new Map<string, number>();
	const claim = memory.claim(event.event_id, stored, Date.now());
	if (claim === 'handled') return respond(context, 200, 'Received before');
	// The first delivery may still fail. The sender tries again later.
	if (claim === 'processing') return respond(context, 503, 'Being handled');
	const started = await startWith(context, event, registration, [
		...(registration?.isAgain ? [describeRegisteredAgain(registration)] : []),
		...(readable
			? []
			: [
					`The trigger's stored data ${UNREADABLE}. Events of the last few hours may start the workflow a second time`,
				]),
	]);
	memory.acknowledge(event.event_id, answerReader(context));
	state.handledEvents = memory.toStored(event.event_id, stored, Date.now());
	if (registration) state.registration = { ...registration, isAgain: undefined };
	return started;
}

/**
 * If the database or the queue is down, n8n answers with an error and stores nothing: the sender's
 * next try must start the workflow.
 */
function answerReader(context: IWebhookFunctions): () => Answer {
	const response = context.getResponseObject() as unknown as StatusResponse;
	return () => {
		if (!response.writableEnded) return 'open';
		return response.statusCode < 300 ? 'accepted' : 'rejected';
	};
}

/** Messages are part of the item, because people look nowhere else after a webhook. */
async function startWith(
	context: IWebhookFunctions,
	event: ServiceEvent,
	registration: Registration | undefined,
	messages: string[] = [],
): Promise<IWebhookResponseData> {
	// Reads the credential only for a request, because that costs more than the rest of a delivery.
	const deadlineMs = Date.now() + READ_RECORDS_TIMEOUT_MS;
	const limits = { timeoutMs: READ_RECORD_TIMEOUT_MS, maxRetries: 0 };
	let sending: Promise<SendRequest> | undefined;
	const send: SendRequest = async (request) => {
		sending ??= readTriggerCredential(context, registration).then((credential) =>
			createSendRequest(context, credential, limits),
		);
		return await (
			await sending
		)({ ...request, deadlineMs });
	};
	const message = messages.length > 0 ? messages.join('. ') : undefined;
	if (message !== undefined) context.logger.warn(`${context.getNode().name}: ${message}`);
	const options = readEventItemOptions(context.getNodeParameter('options', {}) as WireObject);
	return { workflowData: [[await toEventItem(send, event, { ...options, message })]] };
}

/**
 * The signature covers the bytes as they arrived. Empty if they cannot be read: no signature
 * matches, and a forged delivery must not fail an execution.
 */
async function readRawBody(request: RawRequest): Promise<Buffer> {
	try {
		if (!request.rawBody) await request.readRawBody?.();
		return request.rawBody ?? Buffer.alloc(0);
	} catch {
		return Buffer.alloc(0);
	}
}

/** The secrets of the credential are for webhooks registered by hand and for rotated secrets. */
async function judgeDelivery(
	context: IWebhookFunctions,
	registration: Registration | undefined,
	delivery: Delivery,
): Promise<Verdict> {
	const verdict = verifySignature(delivery, registration ? [registration.secret] : [], Date.now());
	if (verdict.isGenuine || verdict.reason !== 'wrongSignature') return verdict;
	return verifySignature(delivery, await secretsInCredential(context), Date.now());
}

/** None if the credential cannot be read: a forged delivery must not fail an execution. */
async function secretsInCredential(context: IWebhookFunctions): Promise<string[]> {
	try {
		return await readSigningSecrets(context);
	} catch (error) {
		const { message } = describeError(error);
		context.logger.warn(
			`${context.getNode().name}: The signing secrets of the credential could not be read: ${message}`,
		);
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

/** Makes n8n start nothing. */
function respond(
	context: IWebhookFunctions,
	status: number,
	message: string,
): IWebhookResponseData {
	const response = context.getResponseObject() as unknown as StatusResponse;
	response.status(status).json({ message });
	return { noWebhookResponse: true };
}
