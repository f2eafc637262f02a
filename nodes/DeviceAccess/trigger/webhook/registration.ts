import { type IHookFunctions, type IWebhookFunctions, NodeOperationError } from 'n8n-workflow';
import { describeError } from '../../errors/describeError';
import { takeList } from '../../transport/readAnswer';
import { CREDENTIAL_TYPE } from '../../transport/credential';
import { createSendRequest, type SendRequest } from '../../transport/request';
import { isWireObject, type Webhook } from '../../wire/records';
import type { StoredEvents } from './deliveryMemory';
import { splitSecrets } from './signature';

/** What a trigger stores of the webhook that it registered at the service. */
export interface Registration {
	version: 1;
	webhookId: string;
	url: string;
	eventTypes: string[];
	/** Empty where the service keeps it to itself; then the credential has it. */
	secret: string;
	/** Milliseconds since 1970; tells the newer of two registrations. */
	registeredAtMs: number;
}

/** What an instant trigger keeps in n8n's static data of the node. Listening for a test event has static data of its own. */
export interface InstantTriggerState {
	registration?: Registration;
	handledEvents?: StoredEvents;
}

/**
 * What this process registered last, by URL. A delivery that was being processed while the workflow was published again writes
 * back the static data that it came in with, and with it an older registration.
 */
const latestByUrl = new Map<string, Registration>();

/** The newer one of what is stored and what this process registered for the URL; undefined where neither can be used. */
export function readRegistration({ registration: stored }: InstantTriggerState, url: string): Registration | undefined {
	const latest = latestByUrl.get(url);
	if (!isRegistration(stored)) return latest;
	return latest && latest.registeredAtMs > stored.registeredAtMs ? latest : stored;
}

export function storeRegistration(state: InstantTriggerState, made: Omit<Registration, 'version' | 'registeredAtMs'>): void {
	state.registration = { version: 1, ...made, registeredAtMs: Date.now() };
	latestByUrl.set(made.url, state.registration);
}

export function forgetRegistration(state: InstantTriggerState, url: string): void {
	delete state.registration;
	latestByUrl.delete(url);
}

/** One of a later version counts when it has all that this one needs: without its secret every delivery would be refused. */
function isRegistration(value: unknown): value is Registration {
	if (!isWireObject(value)) return false;
	const { webhookId, url, secret, eventTypes, registeredAtMs } = value;
	const isText = (text: unknown) => typeof text === 'string';
	return [webhookId, url, secret].every(isText) && typeof registeredAtMs === 'number' && Array.isArray(eventTypes) && eventTypes.every(isText);
}

/** The webhooks of the workspace. */
export async function listWebhooks(send: SendRequest): Promise<Webhook[]> {
	const endpoint = '/webhooks/list';
	return takeList(await send({ endpoint, body: {}, effect: 'read' }), 'webhooks') as unknown as Webhook[];
}

/** The signing secrets that a person put into the credential. */
export async function readSigningSecrets(context: IHookFunctions | IWebhookFunctions): Promise<string[]> {
	const { webhookSigningSecret } = await context.getCredentials<{ webhookSigningSecret?: unknown }>(CREDENTIAL_TYPE);
	return splitSecrets(webhookSigningSecret);
}

/** n8n listens for a test event in manual mode, on another URL. */
export const isTest = (context: IHookFunctions | IWebhookFunctions): boolean => context.getMode() === 'manual';

/** Anybody can send a delivery that does not fit: the service is asked at most this often, for each URL and process. */
const ASK_AGAIN_MS = 5 * 60 * 1000;

/** The sender gives up after 15 seconds (facts 7). */
const ASK_TIMEOUT_MS = 5_000;

/** When this process last asked the service about a URL, and which webhook it found and reported lost. */
const checksByUrl = new Map<string, { askedAtMs: number; lostId?: string }>();

/**
 * For a delivery that fits no secret. A published trigger whose registration is lost can only refuse, and would do so
 * unseen: the first time it throws a NodeOperationError, which n8n shows as a failed execution that also starts the error
 * workflow. The sender tries again either way.
 */
export async function reportLostRegistration(context: IWebhookFunctions, registration: Registration | undefined): Promise<void> {
	if (isTest(context) || context.getNodeParameter('registration') !== 'automatic') return;
	const url = context.getNodeWebhookUrl('default') ?? '';
	const webhookId = registration?.webhookId ?? '';
	const last = checksByUrl.get(url);
	if (last && (last.lostId === webhookId || Date.now() < last.askedAtMs + ASK_AGAIN_MS)) return;
	const check = { askedAtMs: Date.now(), lostId: last?.lostId };
	checksByUrl.set(url, check);
	if (!(await isLost(context, url, registration))) return;
	check.lostId = webhookId;
	throw new NodeOperationError(context.getNode(), 'The trigger no longer knows its registration at the service, so it has to refuse deliveries', {
		description: 'Unpublish the workflow and publish it again: that registers a new webhook. The events in between do not come any more; a Device Access Polling Trigger returns such events, too.',
	});
}

/**
 * Whether the service no longer has the webhook that is stored, or has one for this URL and none is stored: n8n stores a
 * workflow's static data as a whole, so another process that was busy with a delivery, or another trigger, can write back
 * what was stored before the workflow was published again. False, too, where the service does not answer.
 */
async function isLost(context: IWebhookFunctions, url: string, registration: Registration | undefined): Promise<boolean> {
	try {
		const webhooks = await listWebhooks(await createSendRequest(context, { timeoutMs: ASK_TIMEOUT_MS, maxRetries: 0 }));
		if (!registration) return webhooks.some((webhook) => webhook.url === url);
		return !webhooks.some((webhook) => webhook.webhook_id === registration.webhookId);
	} catch (error) {
		const { message } = describeError(error);
		context.logger.warn(`${context.getNode().name}: Whether the service still has the webhook of the trigger could not be found out: ${message}`);
		return false;
	}
}
