import { inBatches } from '../../lists/batchedLookUps';
import { LIST_EVENTS, listNewestEvents } from '../../lists/listEvents';
import { LOOK_UP_BATCH_SIZE } from '../../transport/limits';
import type { SendRequest } from '../../transport/request';
import { happenedAt, happenedAtMs } from '../../wire/events';
import { readEvents, type ServiceEvent, type WireObject, wireObjectsIn } from '../../wire/records';
import { firstText, idsIn } from '../../wire/values';
import { type Grant, idOfPlace, locksOf } from '../grants/grant';
import { LEAD_MS } from '../stays/stay';

/** When to look for events, in milliseconds since 1970. Without a time, as far as the service remembers. */
interface Period {
	fromMs?: number;
	/** Undefined means now. */
	toMs?: number;
}

/** All events that fit the filters, newest first. */
export async function listStayEvents(
	send: SendRequest,
	filters: WireObject,
	{ fromMs = 0, toMs }: Period = {},
): Promise<ServiceEvent[]> {
	const from = new Date(fromMs).toISOString();
	const period =
		toMs === undefined ? { since: from } : { between: [from, new Date(toMs).toISOString()] };
	const found: ServiceEvent[] = [];
	for await (const { records } of listNewestEvents(send, {
		endpoint: LIST_EVENTS,
		member: 'events',
		parameters: { ...period, ...filters },
	}))
		found.push(...readEvents(records));
	return found;
}

/** All events of records, at most 100 IDs per request (docs/service.md#events-4). */
export async function listEventsOf(
	send: SendRequest,
	idsName: 'access_grant_ids' | 'access_method_ids' | 'access_code_ids' | 'device_ids',
	ids: readonly string[],
	filters: WireObject = {},
	period: Period = {},
): Promise<ServiceEvent[]> {
	const batches = inBatches([...new Set(ids)], LOOK_UP_BATCH_SIZE);
	const found = await Promise.all(
		batches.map(
			async (batch) => await listStayEvents(send, { ...filters, [idsName]: batch }, period),
		),
	);
	const idName = idsName.slice(0, -1);
	const asked = new Set<unknown>(ids);
	// The service may ignore the filter.
	return found.flat().filter(({ [idName]: id, [idsName]: several }) => {
		const named: unknown[] = Array.isArray(several) ? several : [];
		return asked.has(id) || named.some((one) => asked.has(one));
	});
}

export const eachOnce = (events: readonly ServiceEvent[]): ServiceEvent[] => [
	...new Map(events.map((event) => [event.event_id, event])).values(),
];

/** How long before and after a PIN its codes are created, in milliseconds. */
const CREATED_BEFORE_MS = 60_000;
const CREATED_AFTER_MS = 15 * 60_000;

/**
 * Events of the codes of each grant and of their backup codes, by the ID of the grant. The grants
 * have their codes. Reads several grants together.
 */
export async function eventsOfCodes(
	send: SendRequest,
	grants: readonly Grant[],
	eventTypes?: readonly string[],
): Promise<Map<string, ServiceEvent[]>> {
	const filters = eventTypes === undefined ? {} : { event_types: eventTypes };
	const codes = await Promise.all(
		grants.map(async (grant) => ({
			grant,
			ids: codesOf(grant),
			past: await pastCodes(send, grant),
		})),
	);
	const ids = codes.flatMap((one) => [...one.ids, ...one.past]);
	const events = await listEventsOf(send, 'access_code_ids', ids, filters);
	const backups = await listEventsOf(send, 'access_code_ids', backupsIn(events), filters);
	return new Map(
		codes.map((one) => {
			const pins = one.grant.methods.map(({ code }) => code);
			const ofPins = events.filter(({ code }) => typeof code === 'string' && pins.includes(code));
			const isPast = (id: string) => ofPins.some(({ access_code_id: other }) => other === id);
			const own = eventsWith([...one.ids, ...one.past.filter(isPast)], events);
			return [one.grant.id, [...own, ...eventsWith(backupsIn(own), backups)]];
		}),
	);
}

const codesOf = ({ codes = [] }: Grant): string[] =>
	codes.map(({ access_code_id: id }) => String(id));

const eventsWith = (ids: readonly string[], events: readonly ServiceEvent[]): ServiceEvent[] =>
	events.filter(({ access_code_id: id }) => typeof id === 'string' && ids.includes(id));

const backupsIn = (events: readonly ServiceEvent[]): string[] =>
	events.flatMap(({ event_type: type, backup_access_code_id: id }) =>
		type === 'access_code.backup_access_code_pulled' && typeof id === 'string' ? [id] : [],
	);

/**
 * Codes that can be those of a stay that is over, because they were created with its PIN, on its
 * locks: the service no longer lists its codes. Only those with its PIN are.
 */
async function pastCodes(send: SendRequest, grant: Grant): Promise<string[]> {
	const deviceIds = locksOf(grant).map(idOfPlace);
	// Doors of access systems have no codes.
	if (codesOf(grant).length > 0 || deviceIds.length === 0) return [];
	const created = await Promise.all(
		grant.methods
			.filter(({ mode }) => mode === 'code')
			.map(({ created_at: at }) => Date.parse(String(at)))
			.filter((ms) => !Number.isNaN(ms))
			.map(
				async (ms) =>
					await listStayEvents(
						send,
						{ event_types: ['access_code.created'], device_ids: deviceIds },
						{ fromMs: ms - CREATED_BEFORE_MS, toMs: ms + CREATED_AFTER_MS },
					),
			),
	);
	return created.flat().flatMap(({ access_code_id: id }) => id ?? []);
}

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

/** The openings of a stay, in ISO 8601. */
export interface Entries {
	first_entry_at: string | null;
	last_entry_at: string | null;
	/** Null if the guest may have come with a PIN, card or key that was replaced since. */
	never_entered: boolean | null;
}

/** Openings, and what shows to which grant a code belongs. */
const OPENINGS_AND_CODES = [
	'lock.unlocked',
	'access_code.backup_access_code_pulled',
	'access_code.scheduled_on_device',
	'access_code.set_on_device',
];

/**
 * When the guest of each grant first and last opened a door, by the ID of the grant. The grants
 * have their codes. Reads several grants together, but asks for each one that opens doors with
 * something else than a PIN.
 */
export async function readEntries(
	send: SendRequest,
	grants: readonly Grant[],
): Promise<Map<string, Entries>> {
	const [ofCodes, ...ofPeople] = await Promise.all([
		eventsOfCodes(send, grants, OPENINGS_AND_CODES),
		...grants.map(async (grant) =>
			hasOnlyPins(grant) ? [] : await eventsOfPerson(send, grant, ['lock.unlocked']),
		),
	]);
	return new Map(
		grants.map((grant, index) => [
			grant.id,
			entriesOf(grant, [...(ofCodes.get(grant.id) ?? []), ...(ofPeople[index] ?? [])]),
		]),
	);
}

const hasOnlyPins = ({ methods, entrances }: Grant): boolean =>
	methods.every(({ mode }) => mode === 'code') && entrances.length === 0;

/** The openings among the events of a guest's PINs, cards and keys, oldest first. */
export const openingsIn = (events: readonly ServiceEvent[]): ServiceEvent[] =>
	events
		.filter(({ event_type: type }) => type === 'lock.unlocked')
		.sort((a, b) => happenedAtMs(a) - happenedAtMs(b));

function entriesOf(grant: Grant, events: readonly ServiceEvent[]): Entries {
	const openings = openingsIn(events);
	const [first, last] = [openings.at(0), openings.at(-1)];
	return {
		first_entry_at: first ? happenedAt(first) : null,
		last_entry_at: last ? happenedAt(last) : null,
		never_entered: first ? false : isReplacement(grant) ? null : true,
	};
}

/** True if the guest had another PIN, card or key after the arrival. */
function isReplacement({ key, createdAtMs, startsAt, record, methods }: Grant): boolean {
	const startsMs = Date.parse(startsAt);
	const isLater = ({ created_at: at }: WireObject) => Date.parse(String(at)) > startsMs;
	return (
		(key.part > 1 && createdAtMs > startsMs) ||
		(methods.some(isLater) &&
			wireObjectsIn(record.requested_access_methods).length > methods.length)
	);
}

/** The entries of a guest who has several grants. */
export function uniteEntries(all: readonly Entries[]): Entries {
	const times = all
		.flatMap(({ first_entry_at: first, last_entry_at: last }) => [first, last])
		.filter((time) => time !== null)
		.sort((a, b) => Date.parse(a) - Date.parse(b));
	return {
		first_entry_at: times.at(0) ?? null,
		last_entry_at: times.at(-1) ?? null,
		never_entered:
			times.length > 0 ? false : all.some((one) => one.never_entered === null) ? null : true,
	};
}
