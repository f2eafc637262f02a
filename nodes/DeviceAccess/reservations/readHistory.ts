import { ActionFailedError } from '../errors/errors';
import type { ListQuery, Page } from '../lists/listAllPages';
import { listAll } from '../lists/listAllPages';
import { readOnce } from '../lists/readOnce';
import type { ReadPages } from '../operation/kinds/many';
import type { ItemRun } from '../operation/types';
import type { SendRequest } from '../transport/request';
import { grantIdsIn } from '../wire/events';
import type { ServiceEvent, WireObject } from '../wire/records';
import { firstText, idsIn } from '../wire/values';
import { withoutUndefined } from '../wire/withoutUndefined';
import { type Grant, idOfPlace, newestOf } from './grants/grant';
import { locksOf } from './grants/doors';
import { isKeyOfGuest } from './grants/grantKey';
import { nameOfDevice } from './grants/pins';
import { GrantLookUps } from './grants/grantLookUps';
import { withCodesUnlessGone } from './grants/readGrants';
import { type CodesOfGrant, codesOfStays } from './history/codesOfStays';
import { eventsOfPeople } from './history/eventsOfPeople';
import { eachOnce, listEventsOf, listStayEvents } from './history/listStayEvents';
import { methodLivesOf } from './history/methodLives';
import { toSearch } from './history/readEntries';
import { stayHistory } from './history/stayHistory';
import { guestNameOf } from './items/item';
import { adviceOnPrefix } from './grants/knownPrefixes';
import { grantsOfGuest } from './readReservations';
import { LEAD_MS } from './stays/leadTime';
import { timeZoneOf } from './items/timeZone';
import type { StayKey } from './stays/stay';

const DAY_MS = 24 * 3_600_000;

/** Events of locks that concern every guest. */
const EVENTS_OF_LOCKS = ['device.disconnected', 'device.connected', 'device.low_battery'];

/** The parameters of Get History. */
interface HistoryQuery {
	key_prefix: string;
	reservation_key: string;
	guest_number: number;
	look_back_days: number;
}

/** A stay with what the service still has of it. */
interface KnownStay {
	stay: StayKey;
	/** Access that exists, newest last, with its codes. */
	grants: readonly Grant[];
	/** IDs of access that was deleted. */
	formerIds: readonly string[];
	nowMs: number;
}

/** What the items of a run share. */
interface SharedReads {
	lookUps: GrantLookUps;
	/** What happened to all methods within so many days. */
	eventsOfMethods: (days: number) => Promise<ServiceEvent[]>;
}

/**
 * Makes the function that yields what happened to one guest of a reservation, oldest first, in one
 * page. It throws ActionFailedError if the service knows nothing of the reservation.
 */
export function historyReader({ send, settings: { maxPages } }: ItemRun): ReadPages {
	const lookUps = new GrantLookUps(send, maxPages);
	const eventsOfMethods = readOnce(async (days: number) => {
		const filters = { event_types: ['access_method.created', 'access_method.deleted'] };
		const fromMs = Date.now() - days * DAY_MS;
		return await listStayEvents(send, filters, { fromMs }, maxPages);
	});
	return (_send, query) => pagesOfHistory(send, query, { lookUps, eventsOfMethods });
}

async function* pagesOfHistory(
	send: SendRequest,
	{ parameters, limit = Infinity }: ListQuery,
	shared: SharedReads,
): AsyncGenerator<Page> {
	const query = parameters as unknown as HistoryQuery;
	const stay: StayKey = {
		prefix: query.key_prefix,
		reservationKey: query.reservation_key,
		guestNumber: query.guest_number,
	};
	const nowMs = Date.now();
	const [found, methodEvents] = await Promise.all([
		grantsOfGuest(send, shared.lookUps, stay),
		shared.eventsOfMethods(query.look_back_days),
	]);
	const read = await Promise.all(
		found.map(async (grant) => await withCodesUnlessGone(send, grant)),
	);
	const grants = read.filter((grant) => grant !== undefined);
	const formerIds = [...new Set(eventsOfStay(methodEvents, stay).flatMap(grantIdsIn))].filter(
		(id) => !grants.some((grant) => grant.id === id),
	);
	if (grants.length === 0 && formerIds.length === 0)
		throw new ActionFailedError(
			'Nothing is known of this reservation',
			{ type: 'reservation_not_found', reservation_key: stay.reservationKey },
			undefined,
			adviceOnPrefix(
				stay,
				await shared.lookUps.keyed(),
				"It was never given access, or its access ended too long ago. Check the key, and 'Key Prefix' and 'Look Back' under Options.",
			),
		);
	const entries = await entriesOfStay(send, { stay, grants, formerIds, nowMs });
	yield { records: entries.slice(0, limit), isCut: entries.length > limit || undefined };
}

/** Events of methods carry the keys of their grants, also once these are deleted. */
const eventsOfStay = (events: readonly ServiceEvent[], stay: StayKey): ServiceEvent[] =>
	events.filter(({ access_grant_keys: keys }) =>
		idsIn(keys).some((key) => isKeyOfGuest(stay, key)),
	);

async function entriesOfStay(send: SendRequest, known: KnownStay): Promise<WireObject[]> {
	const { stay, grants, formerIds, nowMs } = known;
	const grantIds = [...grants.map(({ id }) => id), ...formerIds];
	const ofGrants = await eventsOfGrants(send, grants, grantIds);
	const records = grants.flatMap(({ id, records: { methods } }) =>
		methods.map((method) => [id, method] as const),
	);
	const methods = methodLivesOf(ofGrants, records);
	const codes = await codesOfStays(
		send,
		grantIds.map((id) => toSearch(id, grants, methods)),
	);
	const ofCodes = [...codes.values()].flatMap(({ events }) => events);
	const [ofLocks, ofPeople] = await Promise.all([
		eventsOfLocks(send, known, ofCodes),
		eventsOfPeople(send, grants, ['lock.unlocked', 'lock.access_denied']),
	]);
	const events = eachOnce([...ofGrants, ...ofCodes, ...ofLocks, ...ofPeople]);
	const newest = newestOf(grants);
	const entries = stayHistory({
		grants: grantIds.map((id) => {
			const grant = grants.find((one) => one.id === id);
			const createdAt = grant && new Date(grant.createdAtMs).toISOString();
			return {
				id,
				createdAt,
				endsAt: grant?.endsAt,
				guestName: grant && guestNameOf(grant, stay.reservationKey),
				doorIds: grant?.doorIds ?? formerDoors(id, ofGrants, codes.get(id)?.events),
				roomNames: grant && namesOfRooms(grant),
			};
		}),
		methods,
		events,
		doors: await namesOfDoors(send, grants, events),
		startsAtMs: newest && Date.parse(newest.startsAt),
		timeZone: newest && timeZoneOf(newest),
		nowMs,
	});
	return entries.map(({ what, text, happened_at: happenedAt, ...rest }) =>
		withoutUndefined({
			reservation_key: stay.reservationKey,
			guest_number: stay.guestNumber > 1 ? stay.guestNumber : undefined,
			what,
			text,
			happened_at: happenedAt,
			guest_name: guestNameAt(rest.event, known, codes),
			...rest,
		}),
	);
}

/** The doors that access opened, from the events of it and its codes; undefined if none is known. */
function formerDoors(
	grantId: string,
	ofGrants: readonly ServiceEvent[],
	ofCodes: readonly ServiceEvent[] = [],
): string[] | undefined {
	const own = ofGrants.filter((event) => grantIdsIn(event).includes(grantId));
	const ids = [...own, ...ofCodes].flatMap(({ device_id: deviceId, acs_entrance_id: entranceId }) =>
		[deviceId, entranceId].flatMap((id) => firstText(id) ?? []),
	);
	return ids.length > 0 ? [...new Set(ids)] : undefined;
}

/** The names of the rooms of access that opens no doors but theirs. */
const namesOfRooms = ({ spaces, placeNames }: Grant): readonly string[] | undefined =>
	spaces.length === placeNames.length ? placeNames : undefined;

/**
 * The name of the guest whom an event is about. Null if it is about access that was deleted,
 * because the service no longer tells whose that was: the reservation can have changed hands.
 */
function guestNameAt(
	event: WireObject | null,
	{ stay, grants }: KnownStay,
	codes: ReadonlyMap<string, CodesOfGrant>,
): unknown {
	const ofCode = [...codes].filter(([, { codeIds }]) => codeIds.has(String(event?.access_code_id)));
	const ids = [...grantIdsIn(event ?? {}), ...ofCode.map(([id]) => id)];
	const grant = grants.find(({ id }) => ids.includes(id));
	if (ids.length > 0 && !grant) return null;
	return guestNameOf(grant ?? newestOf(grants), stay.reservationKey);
}

/** Events of grants and of their methods. */
async function eventsOfGrants(
	send: SendRequest,
	grants: readonly Grant[],
	grantIds: readonly string[],
): Promise<ServiceEvent[]> {
	const ofGrants = await listEventsOf(send, 'access_grant_ids', grantIds);
	const methodIds = [
		...grants.flatMap(({ methods }) => methods.map(({ id }) => id)),
		...ofGrants.flatMap(({ access_method_id: id }) => (typeof id === 'string' ? [id] : [])),
	];
	return eachOnce([...ofGrants, ...(await listEventsOf(send, 'access_method_ids', methodIds))]);
}

/** When the stay's locks were offline, from shortly before its start to its end. */
async function eventsOfLocks(
	send: SendRequest,
	{ grants, nowMs }: KnownStay,
	ofCodes: readonly ServiceEvent[],
): Promise<ServiceEvent[]> {
	const deviceIds = new Set([
		...grants.flatMap(({ records }) => locksOf(records).map(idOfPlace)),
		...ofCodes.flatMap(({ device_id: id }) => id ?? []),
	]);
	const starts = grants.map(({ startsAt }) => Date.parse(startsAt));
	if (deviceIds.size === 0 || starts.length === 0) return [];
	const ends = grants.map(({ endsAt }) => (endsAt === null ? nowMs : Date.parse(endsAt)));
	const period = {
		fromMs: Math.min(...starts) - LEAD_MS,
		toMs: Math.min(nowMs, Math.max(...ends)),
	};
	if (period.toMs <= period.fromMs) return [];
	return await listEventsOf(
		send,
		'device_ids',
		[...deviceIds],
		{ event_types: EVENTS_OF_LOCKS },
		period,
	);
}

/** Names by ID. Asks only for doors that the access no longer opens. */
async function namesOfDoors(
	send: SendRequest,
	grants: readonly Grant[],
	events: readonly ServiceEvent[],
): Promise<Map<string, string>> {
	const names = new Map(
		grants.flatMap(({ records: { devices } }) =>
			devices.map((device) => [idOfPlace(device), nameOfDevice(device)] as const),
		),
	);
	const missing = (idName: string) => [
		...new Set(
			events
				.map(({ [idName]: id }) => id)
				.filter((id): id is string => typeof id === 'string' && !names.has(id)),
		),
	];
	const read = async (endpoint: string, member: string, idName: string) => {
		const ids = missing(idName);
		if (ids.length === 0) return;
		for (const record of await listAll(send, {
			endpoint,
			member,
			parameters: { [`${idName}s`]: ids },
		}))
			names.set(String(record[idName]), String(record.display_name ?? nameOfDevice(record)));
	};
	await Promise.all([
		read('/devices/list', 'devices', 'device_id'),
		read('/acs/entrances/list', 'acs_entrances', 'acs_entrance_id'),
	]);
	return names;
}
