import { listWindow } from '../../lists/eventWindow';
import { readOnce } from '../../lists/readOnce';
import type { SendRequest } from '../../transport/request';
import { grantIdsIn } from '../../wire/events';
import type { ServiceEvent } from '../../wire/records';
import { idsIn } from '../../wire/values';
import { locksOf } from '../grants/doors';
import { type Grant, idOfPlace } from '../grants/grant';
import { isKeyOfGuest } from '../grants/grantKey';
import { LEAD_MS } from '../stays/leadTime';
import { codesOfStays } from './codesOfStays';
import { type Entries, entriesOf } from './entries';
import { eventsOfPeople } from './eventsOfPeople';
import { eachOnce, listEventsOf, listStayEvents } from './listStayEvents';
import { type MethodLife, methodLivesOf } from './methodLives';

/** Openings, and what shows to whom a code belongs. */
const OPENINGS_AND_CODES = [
	'lock.unlocked',
	'access_code.backup_access_code_pulled',
	'access_code.deleted',
	'access_code.scheduled_on_device',
	'access_code.set_on_device',
];
const LIVES_OF_METHODS = [
	'access_method.created',
	'access_method.deleted',
	'access_method.issued',
	'access_method.reissued',
];

/**
 * When the guest of each grant first and last opened a door, by the ID of the grant. The grants
 * have their codes. Reads several grants together, but asks for each one that opens doors with
 * something else than a PIN, or whose PIN was replaced.
 */
export async function readEntries(
	send: SendRequest,
	grants: readonly Grant[],
): Promise<Map<string, Entries>> {
	const formerByGrant = await formerIds(send, grants);
	const ids = [...new Set(grants.flatMap(({ id }) => [id, ...(formerByGrant.get(id) ?? [])]))];
	const ofMethods = await listEventsOf(send, 'access_grant_ids', ids, {
		event_types: LIVES_OF_METHODS,
	});
	const records = grants.flatMap(({ id, records: { methods } }) =>
		methods.map((method) => [id, method] as const),
	);
	const lives = methodLivesOf(ofMethods, records);
	const [openings, ofPeople] = await Promise.all([
		codesOfStays(
			send,
			ids.map((id) => toSearch(id, grants, lives)),
			OPENINGS_AND_CODES,
		),
		Promise.all(grants.map(async (grant) => await openingsOfPerson(send, grant))),
	]);
	const entries = grants.map(({ id }, index) => {
		const own = [id, ...(formerByGrant.get(id) ?? [])].flatMap(
			(one) => openings.get(one)?.events ?? [],
		);
		return [id, entriesOf(eachOnce([...own, ...(ofPeople[index] ?? [])]))] as const;
	});
	return new Map(await withMemory(send, grants, formerByGrant, entries));
}

/** What is known of a grant to find its codes; `grants` are those that exist, with their codes. */
export function toSearch(id: string, grants: readonly Grant[], lives: readonly MethodLife[]) {
	const records = grants.find((grant) => grant.id === id)?.records;
	return {
		id,
		deviceIds: records && locksOf(records).map(idOfPlace),
		codeIds: (records?.codes ?? []).map(({ access_code_id: codeId }) => String(codeId)),
		lives: lives.filter(({ grantId }) => grantId === id),
	};
}

/**
 * IDs of the access that each guest had before, by the ID of the grant. Only a grant that was
 * created during the stay can have replaced other access.
 */
async function formerIds(
	send: SendRequest,
	grants: readonly Grant[],
): Promise<Map<string, string[]>> {
	const replacing = grants.filter(
		({ createdAtMs, startsAt }) => createdAtMs > Date.parse(startsAt),
	);
	if (replacing.length === 0) return new Map();
	const starts = replacing.map(({ startsAt }) => Date.parse(startsAt));
	const deleted = await listStayEvents(
		send,
		{ event_types: ['access_method.deleted'] },
		{ fromMs: Math.min(...starts) - LEAD_MS },
	);
	const formerOf = ({ id, key }: Grant) => {
		const ofGuest = deleted.filter((event) =>
			idsIn(event.access_grant_keys).some((grantKey) => isKeyOfGuest(key, grantKey)),
		);
		return ofGuest.flatMap(grantIdsIn).filter((formerId) => formerId !== id);
	};
	return new Map(replacing.map((grant) => [grant.id, [...new Set(formerOf(grant))]]));
}

/** Openings with a card or key. A grant that has only PINs on locks has none. */
async function openingsOfPerson(send: SendRequest, grant: Grant): Promise<ServiceEvent[]> {
	const { methods, records } = grant;
	const hasOnlyPins =
		methods.every(({ mode }) => mode === 'code') && (records.entrances ?? []).length === 0;
	return hasOnlyPins ? [] : await eventsOfPeople(send, [grant], ['lock.unlocked']);
}

/**
 * A stay without openings may have some that the service has forgotten: unless it still has an
 * event from before the first one could be (docs/service.md#events-11).
 */
async function withMemory(
	send: SendRequest,
	grants: readonly Grant[],
	formerByGrant: ReadonlyMap<string, readonly string[]>,
	entries: ReadonlyArray<readonly [id: string, Entries]>,
): Promise<Array<readonly [id: string, Entries]>> {
	const isRemembered = readOnce(async (startMs: number) => await hasEventsUntil(send, startMs));
	return await Promise.all(
		entries.map(async ([id, entry], index) => {
			const { startsAt = '', createdAtMs = NaN } = grants[index] ?? {};
			// Before this grant was created, the guest could open doors with the former ones.
			const hadAccess = (formerByGrant.get(id) ?? []).length > 0;
			const startMs = Math.max(Date.parse(startsAt), hadAccess ? -Infinity : createdAtMs);
			const isSure =
				entry.never_entered === false || startMs > Date.now() || (await isRemembered(startMs));
			return [id, isSure ? entry : { ...entry, never_entered: null }] as const;
		}),
	);
}

/** True if there is an event at this time or before. The creation of the access is one. */
async function hasEventsUntil(send: SendRequest, untilMs: number): Promise<boolean> {
	const window = { afterMs: 0, beforeMs: untilMs + 1 };
	const { records } = await listWindow(send, { window, filters: {}, limit: 1 });
	return records.some(({ created_at: at }) => Date.parse(String(at)) <= untilMs);
}
