import type { IHookFunctions, IWebhookFunctions } from 'n8n-workflow';
import { isAnyNotFound, rethrow, UnexpectedAnswerError } from '../../errors/errors';
import { takeList, takeObject } from '../../transport/httpCall';
import type { SendRequest } from '../../transport/request';
import { chosenEvents } from '../eventFilter';
import { isStrongSecret } from './signature';

/** Only the answer to the creation is sure to have the secret (docs/service.md#events-8). */
export interface Webhook {
	webhook_id: string;
	url: string;
	event_types?: string[];
	secret?: string;
}

export type TriggerContext = IHookFunctions | IWebhookFunctions;

export async function listWebhooks(send: SendRequest): Promise<Webhook[]> {
	const endpoint = '/webhooks/list';
	return takeList(
		await send({ endpoint, body: {}, effect: 'read' }),
		'webhooks',
	) as unknown as Webhook[];
}

/** The secret is empty if the service returns none that can be trusted. */
export async function createWebhook(
	send: SendRequest,
	url: string,
	eventTypes: string[],
): Promise<{ webhookId: string; secret: string }> {
	const endpoint = '/webhooks/create';
	const answer = await send({ endpoint, body: { url, event_types: eventTypes }, effect: 'write' });
	const { webhook_id: webhookId, secret } = takeObject(answer, 'webhook');
	if (typeof webhookId !== 'string')
		throw new UnexpectedAnswerError(answer, "The service's answer has no 'webhook_id'");
	return { webhookId, secret: typeof secret === 'string' && isStrongSecret(secret) ? secret : '' };
}

/** A webhook that is no longer there counts as deleted. */
export async function deleteWebhook(send: SendRequest, webhookId: string): Promise<void> {
	try {
		await send({ endpoint: '/webhooks/delete', body: { webhook_id: webhookId }, effect: 'write' });
	} catch (error) {
		if (!isAnyNotFound(error)) rethrow(error);
	}
}

export const isByHand = (context: TriggerContext): boolean =>
	context.getNodeParameter('registration') === 'byHand';

export const readEventTypes = (context: TriggerContext): string[] =>
	chosenEvents(context).eventTypes;
