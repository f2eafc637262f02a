import { CREDENTIAL_TYPE } from '../../transport/credential';
import { isWireObject } from '../../wire/records';
import { isAhead } from '../storedState';
import type { StoredEvents } from './deliveryMemory';
import { isStrongSecret, splitSecrets } from './signature';
import type { TriggerContext } from './webhooks';

export interface Registration {
	version: 1;
	webhookId: string;
	/** Only if a personal access token registered the webhook. */
	workspaceId?: string;
	url: string;
	eventTypes: string[];
	/** Empty if the service returned none that can be trusted; then the credential must have one. */
	secret: string;
	/** Shows which of two registrations is newer. */
	registeredAtMs: number;
	/** True until an item has said that the trigger registered again. */
	isAgain?: boolean;
}

/** A test registration has its own static data. */
export interface InstantTriggerState {
	registration?: Registration;
	handledEvents?: StoredEvents;
}

/**
 * A delivery that is handled while you republish can restore the old registration, because it
 * writes back the static data from when it arrived.
 */
const latestByUrl = new Map<string, Registration>();

export function readRegistration(
	{ registration: stored }: InstantTriggerState,
	url: string,
): Registration | undefined {
	const latest = latestByUrl.get(url);
	if (!isRegistration(stored)) return latest;
	if (!latest) return stored;
	const { registeredAtMs } = stored;
	const isOlder = registeredAtMs < latest.registeredAtMs || isAhead(registeredAtMs, Date.now());
	return isOlder ? latest : stored;
}

export function storeRegistration(
	state: InstantTriggerState,
	made: Omit<Registration, 'version' | 'registeredAtMs'>,
): void {
	state.registration = { version: 1, ...made, registeredAtMs: Date.now() };
	latestByUrl.set(made.url, state.registration);
}

export function forgetRegistration(state: InstantTriggerState, url: string): void {
	delete state.registration;
	latestByUrl.delete(url);
}

/**
 * Accepts a later version if it has all that this one needs: without the secret, every delivery
 * would be refused.
 */
function isRegistration(value: unknown): value is Registration {
	if (!isWireObject(value)) return false;
	const { webhookId, workspaceId = '', url, secret, eventTypes, registeredAtMs } = value;
	const isText = (text: unknown) => typeof text === 'string';
	return (
		[webhookId, workspaceId, url, secret].every(isText) &&
		typeof registeredAtMs === 'number' &&
		Array.isArray(eventTypes) &&
		eventTypes.every(isText)
	);
}

export async function readSigningSecrets(context: TriggerContext): Promise<string[]> {
	const { webhookSigningSecret } = await context.getCredentials<{ webhookSigningSecret?: unknown }>(
		CREDENTIAL_TYPE,
	);
	return splitSecrets(webhookSigningSecret);
}

/** False if no delivery could be trusted: neither the webhook nor the credential has a strong secret. */
export const hasStrongSecret = async (context: TriggerContext, secret: string): Promise<boolean> =>
	isStrongSecret(secret) || (await readSigningSecrets(context)).some(isStrongSecret);

/** In manual mode, n8n listens for a test event on another URL. */
export const isTest = (context: TriggerContext): boolean => context.getMode() === 'manual';
