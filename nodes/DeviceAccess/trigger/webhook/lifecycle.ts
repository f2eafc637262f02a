import { type IHookFunctions, type INode, NodeOperationError } from 'n8n-workflow';
import { describeError } from '../../errors/describeError';
import { InvalidParameterError, ServiceError, UnexpectedAnswerError } from '../../errors/errors';
import { toNodeError } from '../../errors/toNodeError';
import { ALL_EVENTS } from '../../events/eventTypes';
import { type ApiAnswer, takeObject } from '../../transport/readAnswer';
import { createSendRequest, type SendRequest } from '../../transport/request';
import type { Webhook, WireObject } from '../../wire/records';
import { readEventChoice } from '../eventFilter';
import {
	forgetRegistration, type InstantTriggerState, listWebhooks, readRegistration, readSigningSecrets, type Registration, storeRegistration,
} from './registration';
import { isStrongSecret } from './signature';

const BY_HAND_ADVICE =
	"Set 'Registration' to 'By Hand', register the webhook URL of this node at the service yourself, and put its signing secret into the credential.";

/**
 * True when nothing needs to be registered: by hand, or the service still has our webhook with this URL and these
 * events. Removes what is left of an earlier registration that no longer fits.
 */
export async function checkWebhookExists(hook: IHookFunctions): Promise<boolean> {
	if (isByHand(hook)) {
		await removeWebhook(hook);
		await requireSecretInCredential(hook);
		return true;
	}
	const { registration, url } = ownRegistration(hook);
	const eventTypes = readEventTypes(hook);
	const send = await createSendRequest(hook);
	const webhooks = await listWebhooks(send);
	const remote = webhooks.find((webhook) => webhook.webhook_id === registration?.webhookId);
	if (registration && remote?.url === url && isSameChoice(registration, remote, eventTypes) && (await hasSecret(hook, registration))) {
		return true;
	}
	await removeOwnWebhooks(hook, send, webhooks);
	return false;
}

/** Registers the webhook and keeps its id and secret. Throws an error that says what to do when it cannot. */
export async function createWebhook(hook: IHookFunctions): Promise<boolean> {
	const { state, url } = ownRegistration(hook);
	const eventTypes = readEventTypes(hook);
	const send = await createSendRequest(hook);
	const endpoint = '/webhooks/create';
	const answer = await registerWebhook(hook, send, { url, event_types: eventTypes });
	const { webhook_id: webhookId, secret } = takeObject(answer, 'webhook');
	if (typeof webhookId !== 'string') throw new UnexpectedAnswerError(endpoint, "The answer of the service has no 'webhook_id'", answer.requestId, 'write');
	const ownSecret = typeof secret === 'string' && isStrongSecret(secret) ? secret : '';
	if (ownSecret === '' && !(await hasSecretInCredential(hook))) {
		await deleteWebhook(send, webhookId);
		throw new InvalidParameterError('The service registered the webhook without telling a signing secret that can be trusted', BY_HAND_ADVICE);
	}
	storeRegistration(state, { webhookId, url, eventTypes, secret: ownSecret });
	return true;
}

/**
 * Removes the webhook from the service. When that fails the id is kept and the failure logged, so that the next
 * activation removes it; n8n deactivates the workflow all the same.
 */
export async function removeWebhook(hook: IHookFunctions): Promise<boolean> {
	const { registration } = ownRegistration(hook);
	if (!registration) return true;
	try {
		const send = await createSendRequest(hook);
		await removeOwnWebhooks(hook, send, await listWebhooks(send));
		return true;
	} catch (error) {
		const { message } = describeError(error);
		hook.logger.warn(`The webhook ${registration.webhookId} could not be removed from the service: ${message}`);
		return false;
	}
}

/** Any error of the life cycle as n8n shows it, with what to do where the service offers no webhooks. */
export function toLifecycleError(node: INode, error: unknown) {
	if (error instanceof ServiceError && error.answer.endpoint.startsWith('/webhooks/') && [403, 404, 405].includes(error.answer.status)) {
		return new NodeOperationError(node, 'The service does not let this API key register webhooks', { description: BY_HAND_ADVICE });
	}
	return toNodeError(node, error);
}

/** Where nobody knows whether the service has registered the webhook, what it may have registered is removed. */
async function registerWebhook(hook: IHookFunctions, send: SendRequest, body: WireObject): Promise<ApiAnswer> {
	try {
		return await send({ endpoint: '/webhooks/create', body, effect: 'write' });
	} catch (error) {
		const isRejected = error instanceof ServiceError && error.answer.status < 500;
		// Should this fail, too, the next activation removes it.
		if (!isRejected) await listWebhooks(send).then(async (webhooks) => await removeOwnWebhooks(hook, send, webhooks)).catch(() => {});
		return await Promise.reject(error);
	}
}

/**
 * Removes the webhook that we registered, and others with our URL: what is left where an answer was lost, a removal
 * failed, or another n8n process has overwritten the static data. By hand, a webhook with our URL belongs to a person.
 */
async function removeOwnWebhooks(hook: IHookFunctions, send: SendRequest, webhooks: Webhook[]): Promise<void> {
	const { state, registration, url } = ownRegistration(hook);
	const ownUrls = isByHand(hook) ? [] : [url, registration?.url];
	const own = webhooks.filter((webhook) => webhook.webhook_id === registration?.webhookId || ownUrls.includes(webhook.url));
	for (const webhook of own) await deleteWebhook(send, webhook.webhook_id);
	forgetRegistration(state, registration?.url ?? url);
}

/** A webhook that is not there any more is as good as deleted. */
async function deleteWebhook(send: SendRequest, webhookId: string): Promise<void> {
	try {
		await send({ endpoint: '/webhooks/delete', body: { webhook_id: webhookId }, effect: 'write' });
	} catch (error) {
		if (error instanceof ServiceError && error.answer.status === 404) return;
		await Promise.reject(error);
	}
}

const isByHand = (hook: IHookFunctions) => hook.getNodeParameter('registration') === 'byHand';

const readEventTypes = (hook: IHookFunctions) =>
	readEventChoice(hook.getNodeParameter('triggerOn'), hook.getNodeParameter('options', {}) as WireObject).eventTypes;

function ownRegistration(hook: IHookFunctions) {
	const state: InstantTriggerState = hook.getWorkflowStaticData('node');
	const url = hook.getNodeWebhookUrl('default') ?? '';
	return { state, url, registration: readRegistration(state, url) };
}

/** Throws for a secret that is too short, which would let forged deliveries in. */
async function hasSecretInCredential(hook: IHookFunctions): Promise<boolean> {
	const secrets = await readSigningSecrets(hook);
	if (secrets.every(isStrongSecret)) return secrets.length > 0;
	throw new InvalidParameterError(
		"A 'Webhook Signing Secret' of the credential is too short, so that it could be guessed",
		'Copy the whole secret from where the webhook was registered: after whsec_ it has 22 characters or more.',
	);
}

async function requireSecretInCredential(hook: IHookFunctions): Promise<void> {
	if (await hasSecretInCredential(hook)) return;
	throw new InvalidParameterError(
		"The credential has no 'Webhook Signing Secret'",
		'A webhook registered by hand needs it: the service shows the secret where the webhook was registered. Without it no delivery can be trusted.',
	);
}

/** The service may list every type for `*` (facts 7), so only named types are compared with what it has. */
function isSameChoice(registration: Registration, remote: Webhook, eventTypes: string[]): boolean {
	const listed = remote.event_types && eventTypes[0] !== ALL_EVENTS ? [...remote.event_types].sort() : eventTypes;
	return isSameList(registration.eventTypes, eventTypes) && isSameList(listed, eventTypes);
}

const hasSecret = async (hook: IHookFunctions, { secret }: Registration) => isStrongSecret(secret) || (await hasSecretInCredential(hook));

const isSameList = (a: string[], b: string[]) => a.length === b.length && a.every((entry, index) => entry === b[index]);
