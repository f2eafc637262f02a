import { inBatches } from '../lists/lookUps';
import { LIST_EVENTS, listNewestEvents } from '../lists/listEvents';
import { LOOK_UP_BATCH_SIZE } from '../transport/limits';
import type { SendRequest } from '../transport/request';
import { happenedAt, happenedAtMs, readEvents, type ServiceEvent } from '../wire/events';
import { type WireObject, wireObjectsIn, firstText, idsIn } from '../wire/records';
import { doorsOf, type Grant, idOfPlace, isOver } from './grants/grant';
import { LEAD_MS } from './stays/stay';

/** At most 100 IDs per request (docs/service.md#events-4). */
export async function listEventsOf(
	send: SendRequest,
	idsName: 'access_grant_ids' | 'access_method_ids' | 'access_code_ids' | 'device_ids',
	ids: readonly string[],
	filters: WireObject = {},
): Promise<ServiceEvent[]> {
	const batches = inBatches([...new Set(ids)], LOOK_UP_BATCH_SIZE);
	const found = await Promise.all(
		batches.map(async (batch) => await listEvents(send, { ...filters, [idsName]: batch })),
	);
	// The service may ignore the filter.
	return found
		.flat()
		.filter(({ [idsName.slice(0, -1)]: id, [idsName]: several }) =>
			[id, several].flat().some((one) => typeof one === 'string' && ids.includes(one)),
		);
}

async function listEvents(send: SendRequest, filters: WireObject): Promise<ServiceEvent[]> {
	const found: ServiceEvent[] = [];
	const parameters = { since: new Date(0).toISOString(), ...filters };
	for await (const { records } of listNewestEvents(send, {
		endpoint: LIST_EVENTS,
		member: 'events',
		parameters,
	}))
		for (const event of readEvents(records)) found.push(event);
	return found;
}

export const periodOf = ({ startsAt, endsAt }: Grant): WireObject => {
	const from = new Date(Date.parse(startsAt) - LEAD_MS).toISOString();
	return endsAt === null ? { since: from } : { since: undefined, between: [from, endsAt] };
};

/** With the events of their backup codes. Needs grants whose codes were read. */
export async function eventsOfCodes(
	send: SendRequest,
	grants: readonly Grant[],
	filters: WireObject = {},
): Promise<ServiceEvent[]> {
	const events = await listEventsOf(send, 'access_code_ids', grants.flatMap(codesOf), filters);
	const backups = await listEventsOf(send, 'access_code_ids', backupsIn(events), filters);
	return [...events, ...backups];
}

const codesOf = ({ codes = [] }: Grant): string[] =>
	codes.map(({ access_code_id: id }) => String(id));

const backupsIn = (events: readonly ServiceEvent[]): string[] =>
	events.flatMap(({ backup_access_code_id: id }) => firstText(id) ?? []);

/**
 * Events at the doors of a grant that name the person, such as openings with a card or mobile key,
 * which have no access code.
 */
export async function eventsOfPerson(
	send: SendRequest,
	grant: Grant,
	eventTypes: readonly string[],
): Promise<ServiceEvent[]> {
	// Known also to an API key that may not read people.
	const id = firstText(grant.record.user_identity_id);
	if (id === null) return [];
	const doorIds = doorsOf(grant).map(idOfPlace);
	const events = await listEvents(send, {
		user_identity_id: id,
		event_types: eventTypes,
		...periodOf(grant),
	});
	return events.filter(
		(event) =>
			firstText(event.access_code_id) === null &&
			isAbout(event, { ...grant.person, user_identity_id: id }) &&
			doorIds.includes(idOfPlace(event)),
	);
}

/** The service may ignore the filter, so the event itself must name the person. */
const isAbout = (event: ServiceEvent, person: WireObject): boolean => {
	const personId = firstText(event.user_identity_id);
	return personId === null
		? idsIn(person.acs_user_ids).includes(String(event.acs_user_id))
		: personId === person.user_identity_id;
};

/** Oldest first. */
export const openingsIn = (events: readonly ServiceEvent[]): ServiceEvent[] =>
	events
		.filter(({ event_type: type }) => type === 'lock.unlocked')
		.sort((a, b) => happenedAtMs(a) - happenedAtMs(b));

/** Null for what is not known. */
interface Entries {
	first_entry_at: string | null;
	last_entry_at: string | null;
	never_entered: boolean | null;
}

const OPENINGS = {
	event_types: ['lock.unlocked', 'access_code.backup_access_code_pulled'],
};

/**
 * Of each stay, with the grants that it has. Needs grants whose codes were read. Asks for the events
 * of all codes together.
 */
export async function readEntries(
	send: SendRequest,
	stays: ReadonlyArray<readonly Grant[]>,
): Promise<Entries[]> {
	const [ofCodes, ...ofPeople] = await Promise.all([
		eventsOfCodes(send, stays.flat(), OPENINGS),
		...stays.map(async (grants) => await openingsOfPeople(send, grants)),
	]);
	const eventsWith = (ids: readonly string[]) =>
		ofCodes.filter(({ access_code_id: id }) => ids.includes(String(id)));
	return stays.map((grants, index) => {
		const own = eventsWith(grants.flatMap(codesOf));
		const all = [...own, ...eventsWith(backupsIn(own)), ...(ofPeople[index] ?? [])];
		return entriesOf(grants, all);
	});
}

function entriesOf(grants: readonly Grant[], events: readonly ServiceEvent[]): Entries {
	const openings = openingsIn(events);
	const [first, last] = [openings.at(0), openings.at(-1)];
	return {
		first_entry_at: first ? happenedAt(first) : null,
		last_entry_at: last ? happenedAt(last) : null,
		// Null if the guest may have come with a PIN, card or key whose openings are not known.
		never_entered: first ? false : grants.some(isUnknown) ? null : true,
	};
}

/** Guests with nothing but PINs have none: their openings name the code. */
async function openingsOfPeople(
	send: SendRequest,
	grants: readonly Grant[],
): Promise<ServiceEvent[]> {
	const withKeys = grants.filter((grant) => !hasOnlyPins(grant));
	const openings = withKeys.map(
		async (grant) => await eventsOfPerson(send, grant, ['lock.unlocked']),
	);
	return (await Promise.all(openings)).flat();
}

const hasOnlyPins = ({ methods, entrances }: Grant): boolean =>
	methods.every(({ mode }) => mode === 'code') && entrances.length === 0;

/**
 * True if the guest had another PIN, card or key after the arrival. Of access that is over, the
 * service no longer lists the codes.
 */
function isUnknown(grant: Grant): boolean {
	const { key, createdAtMs, startsAt, record, methods, person } = grant;
	const startsMs = Date.parse(startsAt);
	const isLater = ({ created_at: at }: WireObject) => Date.parse(String(at)) > startsMs;
	return (
		isOver(grant, Date.now()) ||
		// An opening with a card can name only what the access system calls the person.
		(person === undefined && !hasOnlyPins(grant)) ||
		(key.part > 1 && createdAtMs > startsMs) ||
		(methods.some(isLater) &&
			wireObjectsIn(record.requested_access_methods).length > methods.length)
	);
}
