import { isWireObject } from '../../wire/records';
import { MARK_LENGTH } from '../fingerprint';
import type { SeenEvents } from './seenEvents';
import { readVersion, type StateProblem } from '../stateProblem';

/** What is kept of a webhook that this workflow registered. */
export interface Registration {
	webhookId: string;
	url: string;
	eventTypes: string[];
	secret: string;
	/** Milliseconds since 1970; tells the newer of two registrations. */
	registeredAtMs: number;
}

/**
 * What an instant trigger keeps, in n8n's static data of the node. Listening for a test event and production have
 * registrations of their own. What releases have stored is frozen in the tests.
 */
export interface ReceiverState {
	/** Missing until the first event. */
	version?: typeof RECEIVER_VERSION;
	registrations?: { production?: Registration; test?: Registration };
	seenEvents?: SeenEvents;
}

export const RECEIVER_VERSION = 1;

/**
 * Takes out of a stored state what cannot be used, so that the rest still counts; tells what was wrong. A registration of
 * a later version counts when it has all that this one needs, for without its secret every delivery would be refused.
 */
export function repairReceiverState(state: ReceiverState): StateProblem | undefined {
	const { version: stored = RECEIVER_VERSION, registrations, seenEvents } = state as Record<string, unknown>;
	const version = readVersion(stored);
	const isNewer = version !== undefined && version > RECEIVER_VERSION;
	const isBroken = version === undefined || !isRegistrations(registrations) || !isSeenEvents(seenEvents);
	if (!isNewer && !isBroken) return undefined;
	const { production, test } = isWireObject(registrations) ? registrations : {};
	state.registrations = { ...(isRegistration(production) ? { production } : {}), ...(isRegistration(test) ? { test } : {}) };
	// How a later version makes its marks is not known.
	state.seenEvents = !isNewer && isSeenEvents(seenEvents) && seenEvents ? seenEvents : {};
	state.version = RECEIVER_VERSION;
	return isNewer ? { kind: 'newer', version, knownVersion: RECEIVER_VERSION } : { kind: 'broken' };
}

function isRegistrations(value: unknown): boolean {
	if (value === undefined) return true;
	if (!isWireObject(value)) return false;
	return [value.production, value.test].every((entry) => entry === undefined || isRegistration(entry));
}

function isRegistration(value: unknown): value is Registration {
	if (!isWireObject(value)) return false;
	const { webhookId, url, secret, eventTypes, registeredAtMs } = value;
	const hasTexts = [webhookId, url, secret].every((text) => typeof text === 'string');
	return hasTexts && typeof registeredAtMs === 'number' && isTexts(eventTypes);
}

function isSeenEvents(value: unknown): value is SeenEvents | undefined {
	if (value === undefined) return true;
	return isWireObject(value) && Object.entries(value).every(([hour, marks]) => !Number.isNaN(Number(hour)) && isTexts(marks) && marks.every(isMark));
}

const isTexts = (value: unknown): value is string[] => Array.isArray(value) && value.every((entry) => typeof entry === 'string');
const isMark = (text: string) => text.length === MARK_LENGTH;
