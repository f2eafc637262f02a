import { CREDENTIAL_TYPE } from '../../transport/credential';
import { isWireObject } from '../../wire/records';
import type { StoredEvents } from './deliveryMemory';
import { splitSecrets } from './signature';
import type { TriggerContext } from './webhooks';

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
	/** True until an item has said that the trigger lost its registration and registered again. */
	isAgain?: boolean;
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

/** The signing secrets that a person put into the credential. */
export async function readSigningSecrets(context: TriggerContext): Promise<string[]> {
	const { webhookSigningSecret } = await context.getCredentials<{ webhookSigningSecret?: unknown }>(CREDENTIAL_TYPE);
	return splitSecrets(webhookSigningSecret);
}

/** n8n listens for a test event in manual mode, on another URL. */
export const isTest = (context: TriggerContext): boolean => context.getMode() === 'manual';
