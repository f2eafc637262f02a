import type { SendRequest } from '../../transport/request';
import type { ServiceEvent } from '../../wire/records';
import { type Grant, idOfPlace } from '../grants/grant';
import { listStayEvents } from './listStayEvents';

/** How long before the start the locks matter: most are programmed within this time. Milliseconds. */
export const LOCKS_MATTER_BEFORE_MS = 72 * 3_600_000;

/**
 * Events at the doors of grants that name the person, such as openings with a card or mobile key,
 * which have no access code. One request per grant.
 */
export async function eventsOfPeople(
	send: SendRequest,
	grants: readonly Grant[],
	eventTypes: readonly string[],
): Promise<ServiceEvent[]> {
	const found = await Promise.all(
		grants.map(async ({ person, startsAt, endsAt, doorIds }) => {
			if (person === undefined) return [];
			const events = await listStayEvents(
				send,
				{ user_identity_id: person.user_identity_id, event_types: eventTypes },
				{
					fromMs: Date.parse(startsAt) - LOCKS_MATTER_BEFORE_MS,
					toMs: endsAt === null ? undefined : Date.parse(endsAt),
				},
			);
			return events.filter(
				(event) =>
					event.access_code_id === undefined &&
					[undefined, person.user_identity_id].includes(event.user_identity_id) &&
					doorIds.includes(idOfPlace(event)),
			);
		}),
	);
	return found.flat();
}
