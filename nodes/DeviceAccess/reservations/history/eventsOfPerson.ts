import type { SendRequest } from '../../transport/request';
import type { ServiceEvent, WireObject } from '../../wire/records';
import { firstText, idsIn } from '../../wire/values';
import { type Grant, idOfPlace } from '../grants/grant';
import { LEAD_MS } from '../stays/stay';
import { listStayEvents } from './listStayEvents';

/**
 * Events at the doors of a grant that name the person, such as openings with a card or mobile key,
 * which have no access code.
 */
export async function eventsOfPerson(
	send: SendRequest,
	{ person, startsAt, endsAt, doorIds }: Grant,
	eventTypes: readonly string[],
): Promise<ServiceEvent[]> {
	if (person === undefined) return [];
	const events = await listStayEvents(
		send,
		{ user_identity_id: person.user_identity_id, event_types: eventTypes },
		{
			fromMs: Date.parse(startsAt) - LEAD_MS,
			toMs: endsAt === null ? undefined : Date.parse(endsAt),
		},
	);
	return events.filter(
		(event) =>
			firstText(event.access_code_id) === null &&
			isAbout(event, person) &&
			doorIds.includes(idOfPlace(event)),
	);
}

/** The service may ignore the filter, so the event itself must name the person. */
const isAbout = (event: ServiceEvent, person: WireObject): boolean => {
	const personId = firstText(event.user_identity_id);
	if (personId !== null) return personId === person.user_identity_id;
	const userId = firstText(event.acs_user_id);
	return userId !== null && idsIn(person.acs_user_ids).includes(userId);
};
