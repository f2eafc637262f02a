import { ActionFailedError } from '../errors/errors';
import { listAllPages, type ListQuery, type Page } from '../lists/listAllPages';
import { groupBy } from '../operation/run/runGroups';
import { PAGE_SIZE } from '../transport/limits';
import type { SendRequest } from '../transport/request';
import type { WireObject } from '../wire/records';
import type { ItemRun } from '../operation/types';
import { type Grant, isBeingDeleted, isOver, newestOf } from './grants/grant';
import { isKeyOfGuest, readGrantKey } from './grants/grantKey';
import { GrantLookUps } from './grants/grantLookUps';
import {
	listGrants,
	needsCodes,
	readRelated,
	toListed,
	withCodesUnlessGone,
} from './grants/readGrants';
import { uniteEntries } from './history/entries';
import { readEntries } from './history/readEntries';
import { adviceOnPrefix, readKnownKey } from './grants/knownPrefixes';
import { atRiskProblems, type ItemReport, toItem } from './items/item';
import type { Problem } from './stays/problem';
import type { StayKey } from './stays/stay';

/** A stay that begins within this time must be ready. In milliseconds. */
const SOON_MS = 24 * 3_600_000;

/** The filters of Get Many. */
interface ReservationQuery {
	/** Undefined for all prefixes that the node knows. */
	key_prefix?: string;
	/** In ISO 8601. */
	arrives_after?: string;
	arrives_before?: string;
	at_risk_only?: true;
	/** In ISO 8601. */
	departs_after?: string;
	include_past?: true;
	not_yet_arrived?: true;
	/** A room. */
	space_id?: string;
}

/**
 * Makes the function that reads the access of one guest, and throws ActionFailedError if the guest
 * has none.
 */
export function reservationReader({
	send,
	settings,
	secrets,
}: ItemRun): (body: WireObject) => Promise<WireObject> {
	const lookUps = new GrantLookUps(send, settings.maxPages);
	return async (body) => {
		const stay = {
			prefix: String(body.key_prefix),
			reservationKey: String(body.reservation_key),
			guestNumber: Number(body.guest_number),
			includesEntries: body.include_entries === true,
		};
		return await readReservation(send, lookUps, stay, secrets.join(''));
	};
}

/** The grants of one guest, all parts of them. Empty if the guest has no access. */
export async function grantsOfGuest(
	send: SendRequest,
	lookUps: GrantLookUps,
	stay: StayKey,
): Promise<Grant[]> {
	const { grants } = await lookUps.ofGuest(stay);
	const own = toListed(grants).keyed.filter(({ access_grant_key: key }) => isKeyOfGuest(stay, key));
	const once = new Map(own.map((grant) => [grant.access_grant_id, grant]));
	return once.size === 0 ? [] : await readRelated(send, stay.prefix, [...once.values()]);
}

async function readReservation(
	send: SendRequest,
	lookUps: GrantLookUps,
	{ includesEntries, ...stay }: StayKey & { includesEntries: boolean },
	secret: string,
): Promise<WireObject> {
	const grants = await grantsOfGuest(send, lookUps, stay);
	const newest = newestOf(grants);
	const onLocks = newest && (await withCodesUnlessGone(send, newest));
	if (onLocks) {
		const others = grants.filter(({ id }) => id !== onLocks.id);
		const problems = formerAccess(others);
		const item = toItem(stay, onLocks, { problems, secret });
		if (!includesEntries) return item;
		const all = await eachWithCodes(send, others);
		const entries = await readEntries(send, [onLocks, ...all]);
		return { ...item, ...uniteEntries([...entries.values()]) };
	}
	throw new ActionFailedError(
		'This reservation has no access',
		{ type: 'reservation_not_found', reservation_key: stay.reservationKey },
		undefined,
		adviceOnPrefix(
			stay,
			await lookUps.keyed(),
			"It was never created, or it has ended. Check the key, and 'Key Prefix' under Options.",
		),
	);
}

/** Access that a change of rooms left open. */
function formerAccess(others: readonly Grant[]): Problem[] {
	const open = others.filter((grant) => !isOver(grant, Date.now()));
	return open.length === 0
		? []
		: [
				{
					code: 'former_access_open',
					reason: `The guest can still open the former rooms: ${open.flatMap(({ placeNames }) => placeNames).join(', ')}`,
					remedy:
						"Execute 'Create or update reservation' again. It removes the former access once the new one is ready.",
					keeps_door_closed: false,
				},
			];
}

/** Pages of our reservations, with related records. */
export async function* pagesOfReservations(
	send: SendRequest,
	query: ListQuery,
	_values: unknown,
	{ secrets }: Pick<ItemRun, 'secrets'>,
): AsyncGenerator<Page> {
	const { limit = Infinity } = query;
	const filter = query.parameters as unknown as ReservationQuery;
	const reading = { filter, nowMs: Date.now(), report: { secret: secrets.join('') } };
	const pages = filter.not_yet_arrived ? pagesOfAbsent : pagesOfAll;
	let collected = 0;
	for await (const page of pages(send, query, reading)) {
		const records = page.records.slice(0, limit - collected);
		collected += records.length;
		const isCut = records.length < page.records.length || page.isCut;
		yield { ...page, records, isCut: isCut || undefined };
		if (collected >= limit) return;
	}
}

/** How to read the reservations of an item. */
interface Reading {
	filter: ReservationQuery;
	nowMs: number;
	report: ItemReport;
}

/** One page per page of grants. */
async function* pagesOfAll(
	send: SendRequest,
	{ maxPages }: ListQuery,
	reading: Reading,
): AsyncGenerator<Page> {
	const { filter, nowMs } = reading;
	for await (const page of listAllPages(send, {
		endpoint: '/access_grants/list',
		member: 'access_grants',
		parameters: { space_id: filter.space_id },
		maxPages,
		readsAhead: true,
	})) {
		const ours = page.records.filter((grant) => isAskedFor(grant, filter, nowMs));
		const related = await readRelatedOf(send, filter, ours);
		yield {
			records: await toItems(send, related, reading),
			nextPageCursor: page.nextPageCursor,
		};
	}
}

/**
 * The newest access of each guest who has opened no door, also not with other access to the same
 * reservation. A guest can have that on any page of the grants, and to another room than the filter
 * names, so all are listed first. Looks at as many guests as are asked for, then at twice as many.
 */
async function* pagesOfAbsent(
	send: SendRequest,
	{ limit = Infinity, maxPages }: ListQuery,
	reading: Reading,
): AsyncGenerator<Page> {
	const { filter, nowMs } = reading;
	const { keyed } = await listGrants(send, maxPages);
	const guests = [...groupBy(keyed, (grant) => guestOf(keyOf(filter, grant))).values()].filter(
		(grants) => grants.some((grant) => isAskedFor(grant, filter, nowMs)),
	);
	let size = Math.min(limit, PAGE_SIZE);
	while (guests.length > 0) {
		const records = await absentItems(send, guests.splice(0, size).flat(), reading);
		yield { records, isCut: guests.length > 0 || undefined };
		size = Math.min(2 * size, PAGE_SIZE);
	}
}

/** The key of a reservation's grant. Undefined for any other grant. */
function keyOf({ key_prefix: ownPrefix }: ReservationQuery, { access_grant_key: key }: WireObject) {
	return ownPrefix === undefined ? readKnownKey(key) : readGrantKey(ownPrefix, key);
}

/** Tells the guests of all systems apart. */
const guestOf = (key: StayKey | undefined): string =>
	JSON.stringify([key?.prefix, key?.reservationKey, key?.guestNumber]);

/** Reads what belongs to grants of any system, in their order. */
async function readRelatedOf(
	send: SendRequest,
	filter: ReservationQuery,
	grants: readonly WireObject[],
): Promise<Grant[]> {
	const bySystem = groupBy(grants, (grant) => keyOf(filter, grant)?.prefix ?? '');
	const read = await Promise.all(
		[...bySystem].map(async ([prefix, some]) => await readRelated(send, prefix, some)),
	);
	const byId = new Map(read.flat().map((grant) => [grant.id, grant]));
	return grants.flatMap(({ access_grant_id: id }) => byId.get(String(id)) ?? []);
}

function isAskedFor(grant: WireObject, filter: ReservationQuery, nowMs: number): boolean {
	if (keyOf(filter, grant) === undefined || isBeingDeleted(grant)) return false;
	// The service may ignore the filter.
	const { space_ids: spaceIds } = grant;
	if (
		filter.space_id !== undefined &&
		!(Array.isArray(spaceIds) && spaceIds.includes(filter.space_id))
	)
		return false;
	const startsMs = Date.parse(String(grant.starts_at));
	const isPast = typeof grant.ends_at === 'string' && Date.parse(grant.ends_at) <= nowMs;
	const isInWindow =
		(filter.arrives_after === undefined || startsMs >= Date.parse(filter.arrives_after)) &&
		(filter.arrives_before === undefined || startsMs < Date.parse(filter.arrives_before));
	const isLongEnough =
		filter.departs_after === undefined
			? filter.include_past === true || !isPast
			: typeof grant.ends_at !== 'string' ||
				Date.parse(grant.ends_at) > Date.parse(filter.departs_after);
	const isStaying = startsMs <= nowMs && !isPast;
	return isInWindow && isLongEnough && (filter.not_yet_arrived !== true || isStaying);
}

/** The items of guests who have opened no door, or of whom the service no longer knows it. */
async function absentItems(
	send: SendRequest,
	listed: readonly WireObject[],
	reading: Reading,
): Promise<WireObject[]> {
	const { filter, nowMs } = reading;
	const related = await readRelatedOf(send, filter, listed);
	const grants = await eachWithCodes(send, related);
	const entries = await readEntries(send, grants);
	const items = await Promise.all(
		[...groupBy(grants, ({ key }) => guestOf(key)).values()].map(async (ofGuest) => {
			const ofStay = uniteEntries(ofGuest.flatMap(({ id }) => entries.get(id) ?? []));
			const asked = ofGuest.filter(({ records }) => isAskedFor(records.grant, filter, nowMs));
			const newest = ofStay.never_entered === false ? undefined : newestOf(asked);
			const found = newest ? await toItems(send, [newest], reading) : [];
			return found.map((item) => ({ ...item, ...ofStay }));
		}),
	);
	return items.flat();
}

/** The items of grants; with 'At Risk Only', of those with problems. */
async function toItems(
	send: SendRequest,
	grants: readonly Grant[],
	{ filter, nowMs, report }: Reading,
): Promise<WireObject[]> {
	const known = present(
		await Promise.all(
			grants.map(async (grant) =>
				needsCodes(grant) ? await withCodesUnlessGone(send, grant) : grant,
			),
		),
	);
	if (!filter.at_risk_only) return known.map((grant) => toItem(grant.key, grant, report));
	const checked = await Promise.all(
		known.map(async (grant) => await withProblems(send, grant, nowMs)),
	);
	return present(checked).flatMap(({ grant, problems }) =>
		problems.length > 0 ? [{ ...toItem(grant.key, grant, report), is_ready: false, problems }] : [],
	);
}

/** The grants with the codes on their locks, without those that are gone by now. */
const eachWithCodes = async (send: SendRequest, grants: readonly Grant[]): Promise<Grant[]> =>
	present(await Promise.all(grants.map(async (grant) => await withCodesUnlessGone(send, grant))));

const present = <One>(all: ReadonlyArray<One | undefined>): One[] =>
	all.filter((one) => one !== undefined);

/** Reads the codes on the locks only for a stay that begins soon and has no problem yet. */
async function withProblems(send: SendRequest, grant: Grant, nowMs: number) {
	const problems = atRiskProblems(grant, nowMs, SOON_MS);
	const isSoon = Date.parse(grant.startsAt) - nowMs <= SOON_MS;
	if (problems.length > 0 || !isSoon || grant.records.codes) return { grant, problems };
	const onLocks = await withCodesUnlessGone(send, grant);
	return onLocks && { grant: onLocks, problems: atRiskProblems(onLocks, nowMs, SOON_MS) };
}
