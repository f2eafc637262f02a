import { ActionFailedError } from '../errors/errors';
import { listAllPages, type ListQuery, type Page } from '../lists/listAllPages';
import type { SendRequest } from '../transport/request';
import type { WireObject } from '../wire/records';
import type { ItemRun } from '../operation/types';
import { type Grant, isBeingDeleted, isOver, newestOf } from './grants/grant';
import { type GrantKey, readGrantKey, toGrantKey } from './grants/grantKey';
import {
	getGrantByKey,
	type ListedGrants,
	listGrants,
	readRelated,
	withCodes,
} from './grants/readGrants';
import { entriesOf, uniteEntries } from './history/entries';
import { readEntries } from './history/readEntries';
import { atRiskProblems, type ItemReport, toItem } from './items/item';
import type { Problem } from './stays/problem';
import type { StayKey } from './stays/stay';

/** A stay that begins within this time must be ready. In milliseconds. */
const SOON_MS = 24 * 3_600_000;

/** The filters of Get Many. */
interface ReservationQuery {
	key_prefix: string;
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
 * has none. The items of a run share the list of grants.
 */
export function reservationReader({
	send,
	settings,
	secrets,
}: ItemRun): (body: WireObject) => Promise<WireObject> {
	let list: Promise<ListedGrants> | undefined;
	return async (body) => {
		list ??= listGrants(send, settings.maxPages);
		// A failed read is not kept, so that the next item can try again.
		list.catch(() => (list = undefined));
		const stay = {
			prefix: String(body.key_prefix),
			reservationKey: String(body.reservation_key),
			guestNumber: Number(body.guest_number),
			includesEntries: body.include_entries === true,
		};
		return await readReservation(send, await list, stay, secrets.join(''));
	};
}

/** The grants of one guest, all parts of them. Empty if the guest has no access. */
export async function grantsOfGuest(
	send: SendRequest,
	{ ours }: ListedGrants,
	stay: StayKey,
): Promise<Grant[]> {
	const listed = ours(stay.prefix).filter((grant) => {
		const key = readGrantKey(stay.prefix, grant.access_grant_key);
		return key?.reservationKey === stay.reservationKey && key.guestNumber === stay.guestNumber;
	});
	// The list can lack a grant that was created a moment ago.
	const byKey =
		listed.length === 0
			? await getGrantByKey(send, toGrantKey(stay.prefix, { ...stay, part: 1 }))
			: undefined;
	return await readRelated(send, stay.prefix, byKey ? [byKey] : listed);
}

async function readReservation(
	send: SendRequest,
	listed: ListedGrants,
	{ includesEntries, ...stay }: StayKey & { includesEntries: boolean },
	secret: string,
): Promise<WireObject> {
	const grants = await grantsOfGuest(send, listed, stay);
	const newest = newestOf(grants);
	if (newest) {
		const problems = formerAccess(grants.filter(({ id }) => id !== newest.id));
		const onLocks = await withCodes(send, newest);
		const item = toItem(stay, onLocks, { problems, secret });
		if (!includesEntries) return item;
		const others = grants.filter(({ id }) => id !== newest.id);
		const all = await Promise.all(others.map(async (grant) => await withCodes(send, grant)));
		const entries = await readEntries(send, stay.prefix, [onLocks, ...all]);
		return { ...item, ...uniteEntries([...entries.values()]) };
	}
	throw new ActionFailedError(
		'This reservation has no access',
		{ type: 'reservation_not_found', reservation_key: stay.reservationKey },
		undefined,
		"It was never created, or it has ended. Check the key, and 'Key Prefix' under Options.",
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

/** Pages of our reservations, one per page of grants, with related records. */
export async function* pagesOfReservations(
	send: SendRequest,
	query: ListQuery,
	_values: unknown,
	{ secrets }: Pick<ItemRun, 'secrets'>,
): AsyncGenerator<Page> {
	const report = { secret: secrets.join('') };
	const { limit = Infinity, maxPages } = query;
	const filter = query.parameters as unknown as ReservationQuery;
	const nowMs = Date.now();
	let collected = 0;
	for await (const page of listAllPages(send, {
		endpoint: '/access_grants/list',
		member: 'access_grants',
		parameters: { space_id: filter.space_id },
		maxPages,
		readsAhead: true,
	})) {
		const ours = page.records.filter((grant) => isAskedFor(grant, filter, nowMs));
		const related = await readRelated(send, filter.key_prefix, ours);
		const found = filter.not_yet_arrived
			? await notYetArrived(send, related, filter, { nowMs, maxPages })
			: related;
		const items = (
			filter.at_risk_only
				? await atRiskItems(send, found, nowMs, report)
				: found.map((grant) => toItem(grant.key, grant, report))
		).map((item) => (filter.not_yet_arrived ? { ...item, ...entriesOf([]) } : item));
		const records = items.slice(0, limit - collected);
		collected += records.length;
		const isEnough = collected >= limit;
		yield {
			records,
			nextPageCursor: page.nextPageCursor,
			isCut: records.length < items.length || undefined,
		};
		if (isEnough) return;
	}
}

function isAskedFor(grant: WireObject, filter: ReservationQuery, nowMs: number): boolean {
	if (
		readGrantKey(filter.key_prefix, grant.access_grant_key) === undefined ||
		isBeingDeleted(grant)
	)
		return false;
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

/**
 * The newest access of each guest who has opened no door, also not with other access to the same
 * reservation. Leaves out those of which the events are forgotten.
 */
async function notYetArrived(
	send: SendRequest,
	related: readonly Grant[],
	filter: ReservationQuery,
	{ nowMs, maxPages }: { nowMs: number; maxPages?: number },
): Promise<Grant[]> {
	if (related.length === 0) return [];
	const prefix = filter.key_prefix;
	const guestOf = (key: GrantKey | undefined) => `${key?.guestNumber}:${key?.reservationKey}`;
	const guests = new Set(related.map(({ key }) => guestOf(key)));
	// Other access of these guests can be on another page, or to another room than the filter names.
	const listed = (await listGrants(send, maxPages)).ours(prefix);
	const others = listed.filter(
		(grant) =>
			guests.has(guestOf(readGrantKey(prefix, grant.access_grant_key))) &&
			!related.some(({ id }) => id === grant.access_grant_id),
	);
	const all = [...related, ...(await readRelated(send, prefix, others))];
	const grants = await Promise.all(all.map(async (grant) => await withCodes(send, grant)));
	const entries = await readEntries(send, prefix, grants);
	return grants.filter((grant) => {
		const ofGuest = grants.filter(({ key }) => guestOf(key) === guestOf(grant.key));
		const asked = ofGuest.filter(({ records }) => isAskedFor(records.grant, filter, nowMs));
		return (
			related.some(({ id }) => id === grant.id) &&
			newestOf(asked)?.id === grant.id &&
			uniteEntries(ofGuest.flatMap(({ id }) => entries.get(id) ?? [])).never_entered === true
		);
	});
}

async function atRiskItems(
	send: SendRequest,
	grants: readonly Grant[],
	nowMs: number,
	report: ItemReport,
): Promise<WireObject[]> {
	const checked = await Promise.all(
		grants.map(async (grant) => await withProblems(send, grant, nowMs)),
	);
	return checked.flatMap(({ grant, problems }) =>
		problems.length > 0 ? [{ ...toItem(grant.key, grant, report), is_ready: false, problems }] : [],
	);
}

/** Reads the codes on the locks only for a stay that begins soon and has no problem yet. */
async function withProblems(send: SendRequest, grant: Grant, nowMs: number) {
	const problems = atRiskProblems(grant, nowMs, SOON_MS);
	const isSoon = Date.parse(grant.startsAt) - nowMs <= SOON_MS;
	if (problems.length > 0 || !isSoon || grant.records.codes) return { grant, problems };
	const onLocks = await withCodes(send, grant);
	return { grant: onLocks, problems: atRiskProblems(onLocks, nowMs, SOON_MS) };
}
