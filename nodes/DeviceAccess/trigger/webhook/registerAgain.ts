import type { IWebhookFunctions } from 'n8n-workflow';
import { describeError } from '../../errors/describeError';
import { createSendRequest } from '../../transport/request';
import type { Webhook } from '../../wire/records';
import { type InstantTriggerState, isTest, type Registration, storeRegistration } from './registration';
import { createWebhook, deleteWebhook, isByHand, listWebhooks, readEventTypes } from './webhooks';

/** Anybody can send a delivery that does not fit: the service is asked at most this often, for each URL and process. */
const ASK_AGAIN_MS = 5 * 60 * 1000;

/** The sender gives up after 15 seconds (facts 7). */
const REQUEST_TIMEOUT_MS = 4_000;

/** When this process last asked the service about a URL, milliseconds since 1970. */
const askedAtByUrl = new Map<string, number>();

/** What the next item says after the trigger has registered again. */
export const describeRegisteredAgain = ({ registeredAtMs }: Registration): string =>
	`The trigger had lost its registration at the service, and registered again at ${new Date(registeredAtMs).toISOString()}. Events shortly before that may be missing: 'Get Many' of the resource 'Event' returns them`;

/**
 * For a delivery that fits no secret: registers the webhook again where its registration is lost, so that the next
 * deliveries can be trusted. n8n stores a workflow's static data as a whole, so another process that was busy with a
 * delivery, or another trigger, can write back what was stored before the workflow was published again. Never throws.
 */
export async function registerAgainIfLost(context: IWebhookFunctions, state: InstantTriggerState, registration: Registration | undefined): Promise<void> {
	if (isTest(context) || isByHand(context)) return;
	const url = context.getNodeWebhookUrl('default') ?? '';
	if (Date.now() < (askedAtByUrl.get(url) ?? -Infinity) + ASK_AGAIN_MS) return;
	askedAtByUrl.set(url, Date.now());
	const log = (message: string) => context.logger.warn(`${context.getNode().name}: ${message}`);
	try {
		const send = await createSendRequest(context, { timeoutMs: REQUEST_TIMEOUT_MS, maxRetries: 0 });
		const webhooks = await listWebhooks(send);
		if (!isLost(webhooks, url, registration)) return;
		const eventTypes = readEventTypes(context);
		// Before the others are removed: without any, no delivery would come that could bring this about once more.
		const { webhookId, secret } = await createWebhook(send, url, eventTypes);
		storeRegistration(state, { webhookId, url, eventTypes, secret, isAgain: true });
		log('The registration at the service was lost, and the trigger has registered again');
		for (const webhook of webhooks.filter((other) => other.url === url)) await deleteWebhook(send, webhook.webhook_id);
	} catch (error) {
		log(`Whether the registration at the service is lost could not be found out, or not put right: ${describeError(error).message}`);
	}
}

/** Whether the service no longer has the webhook that is stored, or has one with this URL and none with it is stored. */
function isLost(webhooks: Webhook[], url: string, registration: Registration | undefined): boolean {
	if (registration?.url !== url) return webhooks.some((webhook) => webhook.url === url);
	return !webhooks.some((webhook) => webhook.webhook_id === registration.webhookId);
}
