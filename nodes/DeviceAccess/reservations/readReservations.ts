import { ActionFailedError } from '../errors/errors';
import { listAllPages, type ListQuery, type Page } from '../lists/listAllPages';
import type { SendRequest } from '../transport/request';
import type { WireObject } from '../wire/records';
import type { ItemRun } from '../operation/types';
import {
	findGrants,
	type GrantRecords,
	isBeingDeleted,
	type ListsOfGrants,
	listsOfGrants,
	readRecords,
	withCodes,
} from './grants/grantRecords';
import { readGrantKey } from './grants/grantKey';
import { atRiskProblems, newestOf, toItem } from './items/item';

/** A stay that begins within this time must be ready. In milliseconds. */
const SOON_MS = 24 * 3_600_000;

/** The filters of Get Many. */
interface ReservationQuery {
	key_prefix: string;
	/** In ISO 8601. */
	arrives_after?: string;
	arrives_before?: string;
	at_risk_only?: true;
	include_past?: true;
}

/** Makes the function that reads the access of one guest, and throws ActionFailedError if the guest has none. The items of a run share the list of grants. */
export function reservationReader({
	send,
	settings,
}: ItemRun): (body: WireObject) => Promise<WireObject> {
	const lists = listsOfGrants(send, settings.maxPages);
	return async (body) => await readReservation(send, lists, body);
}

async function readReservation(
	send: SendRequest,
	{ known }: ListsOfGrants,
	body: WireObject,
): Promise<WireObject> {
	const {
		key_prefix: prefix,
		reservation_key: reservationKey,
		guest_number: guestNumber,
	} = body as { key_prefix: string; reservation_key: string; guest_number: number };
	const key = { reservationKey, guestNumber };
	const found = newestOf(
		await readRecords(
			send,
			prefix,
			await findGrants(send, prefix, key, async () => await known(prefix, reservationKey)),
		),
	);
	if (found) return toItem(key, await withCodes(send, found), {});
	throw new ActionFailedError(
		'This reservation has no access',
		{ type: 'reservation_not_found', reservation_key: reservationKey },
		undefined,
		"It was never created, or it has ended. Check the key, and 'Key Prefix' under Options.",
	);
}

/** Pages of our reservations, one per page of grants, with related records. */
export async function* pagesOfReservations(
	send: SendRequest,
	query: ListQuery,
): AsyncGenerator<Page> {
	const { wanted = Infinity, maxPages } = query;
	const filter = query.parameters as unknown as ReservationQuery;
	const nowMs = Date.now();
	let collected = 0;
	for await (const page of listAllPages(send, {
		endpoint: '/access_grants/list',
		member: 'access_grants',
		parameters: {},
		maxPages,
		readsAhead: true,
	})) {
		const ours = page.records.filter((grant) => isAskedFor(grant, filter, nowMs));
		const found = await readRecords(send, filter.key_prefix, ours);
		const items = await toItems(send, found, filter.at_risk_only === true, nowMs);
		const records = items.slice(0, wanted - collected);
		collected += records.length;
		const isEnough = collected >= wanted;
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
	const startsMs = Date.parse(String(grant.starts_at));
	const isPast = typeof grant.ends_at === 'string' && Date.parse(grant.ends_at) <= nowMs;
	const isInWindow =
		(filter.arrives_after === undefined || startsMs >= Date.parse(filter.arrives_after)) &&
		(filter.arrives_before === undefined || startsMs < Date.parse(filter.arrives_before));
	return isInWindow && (filter.include_past === true || !isPast);
}

async function toItems(
	send: SendRequest,
	found: readonly GrantRecords[],
	atRiskOnly: boolean,
	nowMs: number,
): Promise<WireObject[]> {
	if (!atRiskOnly) return found.map((entry) => toItem(entry.access.key, entry, {}));
	const checked = await Promise.all(
		found.map(async (entry) => await withProblems(send, entry, nowMs)),
	);
	return checked.flatMap(({ entry, problems }) =>
		problems.length > 0
			? [{ ...toItem(entry.access.key, entry, {}), is_ready: false, problems }]
			: [],
	);
}

/** Reads the codes on the locks only for a stay that begins soon and has no problem yet. */
async function withProblems(send: SendRequest, entry: GrantRecords, nowMs: number) {
	const problems = atRiskProblems(entry, nowMs, SOON_MS);
	const isSoon = Date.parse(entry.access.startsAt) - nowMs <= SOON_MS;
	if (problems.length > 0 || !isSoon) return { entry, problems };
	const withLocks = await withCodes(send, entry);
	return { entry: withLocks, problems: atRiskProblems(withLocks, nowMs, SOON_MS) };
}
