import type { IHookFunctions, INode } from 'n8n-workflow';
import { NodeOperationError } from 'n8n-workflow';
import { describeError } from '../../errors/describeError';
import { InvalidParameterError, ServiceError, UnexpectedAnswerError } from '../../errors/errors';
import { type ApiAnswer, takeList, takeObject } from '../../transport/readAnswer';
import { createSendRequest, CREDENTIAL_TYPE, type SendRequest } from '../../transport/request';
import { toNodeError } from '../../errors/toNodeError';
import type { Webhook, WireObject } from '../../wire/records';
import { readEventChoice } from '../eventFilter';
import { ALL_EVENTS } from '../../events/eventTypes';
import { type ReceiverState, type Registration, repairReceiverState } from './receiverState';
import { splitSecrets } from './signature';
import { describeProblem } from '../stateProblem';

const BY_HAND_ADVICE =
	"Set 'Registration' to 'By Hand', register the webhook URL of this node at the service yourself, and put its signing secret into the credential.";

/**
 * What this process registered last, by URL. A delivery that was in hand while the workflow was activated anew writes
 * back the static data that it came in with, and with it the registration of before.
 */
const latestRegistrations = new Map<string, Registration>();

/** Puts the latest registration back where an older one has taken its place. */
export function restoreRegistration(state: ReceiverState, kind: RegistrationKind, url: string | undefined): void {
	const latest = latestRegistrations.get(url ?? '');
	if (!latest || (state.registrations?.[kind]?.registeredAtMs ?? 0) >= latest.registeredAtMs) return;
	state.registrations = { ...state.registrations, [kind]: latest };
}

type RegistrationKind = 'production' | 'test';

/** n8n listens for a test event in manual mode, on another URL. */
export const registrationKind = (mode: string): RegistrationKind => (mode === 'manual' ? 'test' : 'production');

/** What is kept; what cannot be read is left out, and the activation registers anew what it does not know. */
function stateOf(hook: IHookFunctions): ReceiverState {
	const state = hook.getWorkflowStaticData('node') as ReceiverState;
	const problem = repairReceiverState(state);
	if (problem) hook.logger.warn(`${hook.getNode().name}: What the trigger had kept ${describeProblem(problem)}; it is set up anew`);
	return state;
}

/**
 * Our registration, and which of the two it is. The URL tells first, for n8n removes both kinds in the same mode; the
 * mode tells when the URL has changed with the address of n8n.
 */
function ownRegistration(hook: IHookFunctions): { kind: RegistrationKind; registration?: Registration } {
	const { registrations = {} } = stateOf(hook);
	const url = hook.getNodeWebhookUrl('default');
	const kinds: RegistrationKind[] = ['production', 'test'];
	const kind = kinds.find((entry) => registrations[entry]?.url === url) ?? registrationKind(hook.getMode());
	return { kind, registration: registrations[kind] };
}

/**
 * True when nothing needs to be registered: by hand, or the service still has our webhook with this URL and these
 * events. Removes what is left of an earlier registration that no longer fits.
 */
export async function checkWebhookExists(hook: IHookFunctions): Promise<boolean> {
	if (hook.getNodeParameter('registration') === 'byHand') {
		await removeWebhook(hook);
		await requireSecretInCredential(hook);
		return true;
	}
	const { url, eventTypes } = wantedWebhook(hook);
	const { registration } = ownRegistration(hook);
	const send = await createSendRequest(hook);
	const webhooks = await listWebhooks(send);
	const remote = webhooks.find((webhook) => webhook.webhook_id === registration?.webhookId);
	if (registration && remote?.url === url && isSameChoice(registration, remote, eventTypes) && (await hasSecret(hook, registration))) {
		return true;
	}
	await removeOwnRegistration(hook, send);
	await removeStrays(send, url, webhooks);
	return false;
}

/**
 * What is left of a registration whose answer was lost, whose removal failed, or which another n8n process has
 * overwritten in the static data: it has our URL, so it can only be ours.
 */
async function removeStrays(send: SendRequest, url: string, listed?: Webhook[]): Promise<void> {
	const webhooks = listed ?? (await listWebhooks(send));
	for (const stray of webhooks.filter((webhook) => webhook.url === url)) await deleteWebhook(send, stray.webhook_id);
}

/** Registers the webhook and keeps its id and secret. Throws an error that says what to do when it cannot. */
export async function createWebhook(hook: IHookFunctions): Promise<boolean> {
	const { url, eventTypes } = wantedWebhook(hook);
	const send = await createSendRequest(hook);
	const endpoint = '/webhooks/create';
	const answer = await registerWebhook(send, { endpoint, url, eventTypes });
	const { webhook_id: webhookId, secret } = takeObject(endpoint, answer, 'webhook', 'write');
	if (typeof webhookId !== 'string') throw new UnexpectedAnswerError(endpoint, "The answer of the service has no 'webhook_id'", answer.requestId, 'write');
	if (typeof secret !== 'string' && (await credentialSecrets(hook)).length === 0) {
		await deleteWebhook(send, webhookId);
		throw new InvalidParameterError('The service registered the webhook without telling its signing secret', BY_HAND_ADVICE);
	}
	const state = stateOf(hook);
	const kind = registrationKind(hook.getMode());
	const registration: Registration = {
		webhookId,
		url,
		eventTypes,
		secret: typeof secret === 'string' ? secret : '',
		registeredAtMs: Date.now(),
	};
	state.registrations = { ...state.registrations, [kind]: registration };
	latestRegistrations.set(url, registration);
	return true;
}

/** Where nobody knows whether the service has registered the webhook, what it may have registered is removed. */
async function registerWebhook(send: SendRequest, { endpoint, url, eventTypes }: { endpoint: string; url: string; eventTypes: string[] }): Promise<ApiAnswer> {
	try {
		return await send({ endpoint, body: { url, event_types: eventTypes }, effect: 'write' });
	} catch (error) {
		const isRefusal = error instanceof ServiceError && error.answer.status < 500;
		// Should this fail, too, the next activation removes it.
		if (!isRefusal) await removeStrays(send, url).catch(() => {});
		return await Promise.reject(error);
	}
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
		await removeOwnRegistration(hook, send);
		// A webhook that a person registered by hand is not ours to remove.
		if (hook.getNodeParameter('registration') !== 'byHand') await removeStrays(send, registration.url);
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
		return new NodeOperationError(node, 'The service does not let this API key register webhooks', {
			description: BY_HAND_ADVICE,
		});
	}
	return toNodeError(node, error);
}

function wantedWebhook(hook: IHookFunctions) {
	const url = hook.getNodeWebhookUrl('default') ?? '';
	const options = hook.getNodeParameter('options', {}) as WireObject;
	return { url, eventTypes: readEventChoice(hook.getNodeParameter('triggerOn'), options).eventTypes };
}

/** The webhooks of the workspace. */
export async function listWebhooks(send: SendRequest): Promise<Webhook[]> {
	const endpoint = '/webhooks/list';
	return takeList(endpoint, await send({ endpoint, body: {}, effect: 'read' }), 'webhooks') as unknown as Webhook[];
}

async function removeOwnRegistration(hook: IHookFunctions, send: SendRequest): Promise<void> {
	const { kind, registration } = ownRegistration(hook);
	if (!registration) return;
	await deleteWebhook(send, registration.webhookId);
	latestRegistrations.delete(registration.url);
	const state = stateOf(hook);
	state.registrations = { ...state.registrations, [kind]: undefined };
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

async function requireSecretInCredential(hook: IHookFunctions): Promise<void> {
	if ((await credentialSecrets(hook)).length > 0) return;
	throw new InvalidParameterError(
		"The credential has no 'Webhook Signing Secret'",
		'A webhook registered by hand needs it: the service shows the secret where the webhook was registered. Without it no delivery can be trusted.',
	);
}

async function credentialSecrets(hook: IHookFunctions): Promise<string[]> {
	const { webhookSigningSecret } = await hook.getCredentials<{ webhookSigningSecret?: unknown }>(CREDENTIAL_TYPE);
	return splitSecrets(webhookSigningSecret);
}

/** The service may list every type for `*` (facts 7), so only named types are compared with what it has. */
function isSameChoice(registration: Registration, remote: Webhook, eventTypes: string[]): boolean {
	const listed = remote.event_types && eventTypes[0] !== ALL_EVENTS ? [...remote.event_types].sort() : eventTypes;
	return isSameList(registration.eventTypes, eventTypes) && isSameList(listed, eventTypes);
}

const hasSecret = async (hook: IHookFunctions, { secret }: Registration) =>
	secret !== '' || (await credentialSecrets(hook)).length > 0;

const isSameList = (a: string[], b: string[]) => a.length === b.length && a.every((entry, index) => entry === b[index]);
