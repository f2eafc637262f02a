import type { IWebhookFunctions } from 'n8n-workflow';
import { describeError } from '../../errors/describeError';
import { createSendRequest } from '../../transport/request';
import { readTriggerCredential } from '../triggerCredential';
import {
	hasStrongSecret,
	type InstantTriggerState,
	isTest,
	type Registration,
	storeRegistration,
} from './registration';
import {
	createWebhook,
	deleteWebhook,
	isByHand,
	listWebhooks,
	readEventTypes,
	type Webhook,
} from './webhooks';

/** Anyone can send a wrong signature, so a process asks the service only so often. */
const ASK_AGAIN_MS = 5 * 60 * 1000;

/** Several requests must fit into the 15 seconds after which the sender gives up. */
const REQUEST_TIMEOUT_MS = 4_000;

const askedAtByUrl = new Map<string, number>();

export const describeRegisteredAgain = ({ registeredAtMs }: Registration): string =>
	`The trigger lost its registration with the service and registered again at ${new Date(registeredAtMs).toISOString()}. Events from just before then may be missing. Use 'Get many events' to find them`;

/**
 * n8n stores static data as a whole, so another delivery or trigger can restore data from before
 * you republished. Registers again, so that the next deliveries can be trusted. Never throws.
 */
export async function registerAgainIfLost(
	context: IWebhookFunctions,
	state: InstantTriggerState,
	registration: Registration | undefined,
): Promise<void> {
	if (isTest(context) || isByHand(context)) return;
	const url = context.getNodeWebhookUrl('default') ?? '';
	if (Date.now() < (askedAtByUrl.get(url) ?? -Infinity) + ASK_AGAIN_MS) return;
	askedAtByUrl.set(url, Date.now());
	const log = (message: string) => context.logger.warn(`${context.getNode().name}: ${message}`);
	try {
		const credential = await readTriggerCredential(context, registration);
		const send = createSendRequest(context, credential, {
			timeoutMs: REQUEST_TIMEOUT_MS,
			maxRetries: 0,
		});
		const webhooks = await listWebhooks(send);
		if (!isLost(webhooks, url, registration)) return;
		const eventTypes = readEventTypes(context);
		// Unlike the life cycle, creates before it removes: no delivery would be left to try again.
		const { webhookId, secret } = await createWebhook(send, url, eventTypes);
		if (!(await hasStrongSecret(context, secret))) {
			await deleteWebhook(send, webhookId);
			return log(
				'The trigger lost its registration, and the service registered it again without a signing secret that can be trusted. Nothing was changed. Unpublish the workflow, and publish it again',
			);
		}
		// Another process may do the same at this moment. The webhook with the greater ID stays.
		const others = (await listWebhooks(send).catch(() => webhooks)).filter(
			(other) => other.url === url && other.webhook_id !== webhookId,
		);
		const isNew = ({ webhook_id: id }: Webhook) =>
			!webhooks.some((webhook) => webhook.webhook_id === id);
		if (others.some((other) => isNew(other) && other.webhook_id > webhookId))
			return void (await deleteWebhook(send, webhookId));
		storeRegistration(state, {
			webhookId,
			workspaceId: credential.workspaceId,
			url,
			eventTypes,
			secret,
			isAgain: true,
		});
		log('The trigger lost its registration with the service and registered again');
		for (const webhook of others) await deleteWebhook(send, webhook.webhook_id);
	} catch (error) {
		log(
			`The trigger could not check or restore its registration with the service: ${describeError(error).message}. It tries again at the next delivery that it refuses, after five minutes or more`,
		);
	}
}

/** Also true if the service has a webhook with this URL while none is stored. */
function isLost(webhooks: Webhook[], url: string, registration: Registration | undefined): boolean {
	if (registration?.url !== url) return webhooks.some((webhook) => webhook.url === url);
	return !webhooks.some((webhook) => webhook.webhook_id === registration.webhookId);
}
