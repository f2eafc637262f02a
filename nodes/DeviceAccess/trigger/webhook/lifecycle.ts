import { type IHookFunctions, type INode, NodeOperationError } from 'n8n-workflow';
import { describeError } from '../../errors/describeError';
import {
	InvalidParameterError,
	rethrow,
	ServiceError,
	WORKSPACE_REFUSED,
} from '../../errors/errors';
import { toNodeError } from '../../errors/toNodeError';
import { ALL_EVENTS } from '../../events/eventTypes';
import type { ApiCredential } from '../../transport/credential';
import { createSendRequest, type SendRequest } from '../../transport/request';
import { nameRefusedTypes } from '../refusedEventTypes';
import { readTriggerCredential } from '../triggerCredential';
import {
	forgetRegistration,
	hasStrongSecret,
	type InstantTriggerState,
	readRegistration,
	readSigningSecrets,
	type Registration,
	storeRegistration,
} from './registration';
import { isStrongSecret } from './signature';
import {
	createWebhook,
	deleteWebhook,
	isByHand,
	listWebhooks,
	readEventTypes,
	type Webhook,
} from './webhooks';

const BY_HAND_ADVICE =
	"Set 'Registration' to 'Manual', register the webhook URL of this node with the service yourself, and enter its signing secret in the credential.";

/**
 * True if a person registers the webhook, or the service still has ours with this URL and these
 * events. Removes an earlier registration that no longer matches.
 */
export async function checkWebhookExists(hook: IHookFunctions): Promise<boolean> {
	if (isByHand(hook)) {
		await removeWebhook(hook);
		await requireSecretInCredential(hook);
		return true;
	}
	// Deliveries signed with a secret of the credential are accepted too, so it must not be weak.
	await requireStrongSecrets(hook);
	const { registration, url } = ownRegistration(hook);
	const eventTypes = readEventTypes(hook);
	const credential = await readTriggerCredential(hook);
	await leaveOtherWorkspace(hook, credential);
	const send = createSendRequest(hook, credential);
	const webhooks = await listWebhooks(send);
	sayWhatStaysElsewhere(hook, webhooks);
	const remote = webhooks.find((webhook) => webhook.webhook_id === registration?.webhookId);
	if (
		registration &&
		remote?.url === url &&
		isSameChoice(registration, remote, eventTypes) &&
		(await hasStrongSecret(hook, registration.secret))
	) {
		return true;
	}
	await removeOwnWebhooks(hook, send, webhooks);
	return false;
}

export async function registerWebhook(hook: IHookFunctions): Promise<boolean> {
	const { state, url } = ownRegistration(hook);
	const eventTypes = readEventTypes(hook);
	const credential = await readTriggerCredential(hook);
	const send = createSendRequest(hook, credential);
	const { webhookId, secret } = await createOrCleanUp(hook, send, url, eventTypes);
	if (!(await hasStrongSecret(hook, secret))) {
		await deleteWebhook(send, webhookId);
		throw new InvalidParameterError(
			'The service registered the webhook without a signing secret that can be trusted',
			BY_HAND_ADVICE,
		);
	}
	storeRegistration(state, {
		webhookId,
		workspaceId: credential.workspaceId,
		url,
		eventTypes,
		secret,
	});
	return true;
}

/**
 * Removes only the webhook that this trigger knows it registered. When a published 'Automatic'
 * becomes 'Manual', n8n first calls this, and another webhook with the same address can be the one
 * that a person has just registered. What an interrupted activation left goes with the next one.
 *
 * If this fails, the ID stays stored, and the next activation removes the webhook. n8n deactivates
 * the workflow either way.
 */
export async function removeWebhook(hook: IHookFunctions): Promise<boolean> {
	const { state, registration, url } = ownRegistration(hook);
	if (isByHand(hook) && !registration) return true;
	const what = registration
		? `The webhook ${registration.webhookId} could not be removed from the service`
		: 'The service could not be asked for webhooks that this trigger left, which would stay registered';
	try {
		const send = createSendRequest(hook, await readTriggerCredential(hook, registration));
		const webhooks = await listWebhooks(send);
		sayWhatStaysElsewhere(hook, webhooks);
		const own = webhooks.find(({ webhook_id: id }) => id === registration?.webhookId);
		if (registration && !own)
			hook.logger.warn(
				`The webhook ${registration.webhookId} is not registered in the workspace of the credential. If the credential had a key of another workspace when the workflow was published, the webhook stays there. Remove it there`,
			);
		for (const other of webhooks.filter((webhook) => webhook.url === url && webhook !== own))
			hook.logger.warn(
				`The webhook ${other.webhook_id} has the address of this trigger and stays registered, because you may have registered it yourself. If you did not, remove it from the service`,
			);
		if (own?.url === url) await deleteWebhook(send, own.webhook_id);
		forgetRegistration(state, url);
		return true;
	} catch (error) {
		hook.logger.warn(
			`${what}: ${describeError(error).message}. Publish and unpublish the workflow again, or remove the webhook from the service`,
		);
		return false;
	}
}

/** A webhook with another address may belong to another n8n. */
function sayWhatStaysElsewhere(hook: IHookFunctions, webhooks: readonly Webhook[]): void {
	const { stored, url } = ownRegistration(hook);
	const elsewhere = webhooks.find(
		(webhook) => webhook.webhook_id === stored?.webhookId && webhook.url !== url,
	);
	if (elsewhere)
		hook.logger.warn(
			`The webhook ${elsewhere.webhook_id} has a different address and stays registered, because another n8n may use it. If none does, remove it from the service`,
		);
}

export function toLifecycleError(node: INode, error: unknown) {
	if (isNotOffered(error)) {
		return new NodeOperationError(
			node,
			'The service does not let this credential register webhooks',
			{ description: BY_HAND_ADVICE },
		);
	}
	return toNodeError(node, error, { isTrigger: true });
}

function isNotOffered(error: unknown): boolean {
	if (!(error instanceof ServiceError)) return false;
	const { endpoint, status, type } = error.answer;
	return (
		endpoint.startsWith('/webhooks/') &&
		[403, 404, 405].includes(status) &&
		!WORKSPACE_REFUSED.test(type)
	);
}

/**
 * The new registration replaces the stored one of another workspace. If its webhook cannot be
 * removed, only the log still names it.
 */
async function leaveOtherWorkspace(
	hook: IHookFunctions,
	{ workspaceId, isToken }: ApiCredential,
): Promise<void> {
	const { registration } = ownRegistration(hook);
	if (!isToken || !registration?.workspaceId || registration.workspaceId === workspaceId) return;
	if (!(await removeWebhook(hook)))
		hook.logger.warn(
			`The webhook stays in the workspace ${registration.workspaceId}. Remove it there`,
		);
}

/** If it is unclear whether the service created a webhook, removes it. */
async function createOrCleanUp(
	hook: IHookFunctions,
	send: SendRequest,
	url: string,
	eventTypes: string[],
) {
	try {
		return await createWebhook(send, url, eventTypes);
	} catch (error) {
		const isRejected = error instanceof ServiceError && error.answer.status < 500;
		// If this fails too, the next activation removes the webhook.
		if (!isRejected)
			await listWebhooks(send)
				.then(async (webhooks) => await removeOwnWebhooks(hook, send, webhooks))
				.catch(() => {});
		throw nameRefusedTypes(error, eventTypes);
	}
}

/**
 * Also removes leftovers of a lost answer, a failed removal, or an overwrite of the static data. A
 * webhook with another URL may belong to another n8n.
 */
async function removeOwnWebhooks(
	hook: IHookFunctions,
	send: SendRequest,
	webhooks: Webhook[],
): Promise<void> {
	const { state, url } = ownRegistration(hook);
	const failures: unknown[] = [];
	// One that cannot be removed does not keep the others.
	for (const { webhook_id: id } of webhooks.filter((webhook) => webhook.url === url))
		await deleteWebhook(send, id).catch((error: unknown) => failures.push(error));
	if (failures.length > 0) rethrow(failures[0]);
	forgetRegistration(state, url);
}

/** A registration with another URL is from another n8n, or from before this n8n moved. */
function ownRegistration(hook: IHookFunctions) {
	const state: InstantTriggerState = hook.getWorkflowStaticData('node');
	const url = hook.getNodeWebhookUrl('default') ?? '';
	const stored = readRegistration(state, url);
	return { state, url, stored, registration: stored?.url === url ? stored : undefined };
}

/** Throws if a secret is so short that deliveries could be forged, or can sign none. */
async function requireStrongSecrets(hook: IHookFunctions): Promise<string[]> {
	const secrets = await readSigningSecrets(hook);
	if (secrets.every(isStrongSecret)) return secrets;
	throw new InvalidParameterError(
		"A 'Webhook Signing Secret' of the credential is not a signing secret, or so short that it can be guessed",
		'Copy the whole secret from where you registered the webhook. It has at least 22 characters after whsec_.',
	);
}

async function requireSecretInCredential(hook: IHookFunctions): Promise<void> {
	if ((await requireStrongSecrets(hook)).length > 0) return;
	throw new InvalidParameterError(
		"The credential has no 'Webhook Signing Secret'",
		'Copy the secret from where you registered the webhook. Without it, the node cannot trust any delivery.',
	);
}

/** docs/service.md#events-10 */
function isSameChoice(registration: Registration, remote: Webhook, eventTypes: string[]): boolean {
	const listed =
		remote.event_types && eventTypes[0] !== ALL_EVENTS
			? [...remote.event_types].sort()
			: eventTypes;
	return isSameList(registration.eventTypes, eventTypes) && isSameList(listed, eventTypes);
}

const isSameList = (a: string[], b: string[]) =>
	a.length === b.length && a.every((entry, index) => entry === b[index]);
