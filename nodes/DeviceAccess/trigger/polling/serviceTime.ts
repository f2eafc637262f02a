import { type EventPage, listEvents } from './listEvents';
import { createdAtOf, type Poll } from './poll';

/** How far back an event is looked for that tells the time of a service whose answers do not, milliseconds. */
const LOOK_BACK_MS = 30 * 24 * 60 * 60 * 1000;

/**
 * The service's clock, milliseconds since 1970; from its newest event where its answers carry no date. n8n's clock never
 * stands in for it: one that is ahead would pass over events that are yet to come.
 */
export async function askServiceTime({ send, choice, clock }: Poll): Promise<number> {
	const longAgoMs = clock.now() - LOOK_BACK_MS;
	return toServiceTime(await listEvents(send, choice, { afterMs: longAgoMs }, 1), longAgoMs);
}

/** The time that an answer tells, or of its newest event, or what is given for an answer without either. */
export const toServiceTime = ({ serverTimeMs, events }: EventPage, otherwiseMs: number) =>
	serverTimeMs ?? events.reduce((newestMs, event) => Math.max(newestMs, createdAtOf(event)), otherwiseMs);
