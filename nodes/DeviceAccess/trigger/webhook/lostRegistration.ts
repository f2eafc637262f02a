import { type IWebhookFunctions, NodeOperationError } from 'n8n-workflow';
import { describeError } from '../../errors/describeError';
import { createSendRequest } from '../../transport/request';
import type { ReceiverState, Registration } from './receiverState';
import type { StateProblem } from '../stateProblem';
import { listWebhooks, registrationKind } from './lifecycle';

/** Anybody can send a delivery that does not fit: the service is asked once in so long, for each URL and process. */
const ASK_AGAIN_MS = 5 * 60 * 1000;

/** The sender gives up after 15 seconds (facts 7). */
const ASK_TIMEOUT_MS = 5_000;

/** When this process asked the service last, by webhook URL; milliseconds since 1970. */
const askedAtMs = new Map<string, number>();

/** What this process has reported, by webhook URL and ID of the lost registration: once is enough. */
const reported = new Set<string>();

/**
 * For a delivery that fits no secret. A published trigger whose registration is lost can only refuse, and would do so
 * unseen: the first time it throws a NodeOperationError, which n8n shows as a failed execution that also starts the error
 * workflow. The sender tries again either way.
 */
export async function reportLostRegistration(context: IWebhookFunctions, state: ReceiverState, problem: StateProblem | undefined): Promise<void> {
	if (registrationKind(context.getMode()) !== 'production' || context.getNodeParameter('registration') !== 'automatic') return;
	const url = context.getNodeWebhookUrl('default') ?? '';
	const registration = state.registrations?.production;
	const key = `${url} ${registration?.webhookId ?? ''}`;
	if (reported.has(key)) return;
	const isLost = (problem !== undefined && !registration) || (await isReplacedAtService(context, url, registration));
	if (!isLost) return;
	reported.add(key);
	throw new NodeOperationError(context.getNode(), 'The trigger no longer knows its registration at the service, so it has to refuse deliveries', {
		description: 'Unpublish the workflow and publish it again: that registers its webhook anew. Events of the meantime do not come any more; a Device Access Polling Trigger returns such events, too.',
	});
}

/**
 * Whether the service no longer has the webhook that is kept, or has one for this URL and none is kept: n8n stores a
 * workflow's static data as a whole, so another process that was busy with a delivery, or another trigger, can write back
 * what it was before the workflow was published anew. False, too, while it is not time to ask again.
 */
async function isReplacedAtService(context: IWebhookFunctions, url: string, registration: Registration | undefined): Promise<boolean> {
	const nowMs = Date.now();
	if (nowMs < (askedAtMs.get(url) ?? 0) + ASK_AGAIN_MS) return false;
	askedAtMs.set(url, nowMs);
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
