import { ActionFailedError } from '../errors/errors';
import { listAllPages, type ListQuery, type Page } from '../lists/listAllPages';
import type { SendRequest } from '../transport/request';
import type { WireObject } from '../wire/records';
import type { ItemRun } from '../operation/types';
import { type Grant, isBeingDeleted, isOver, newestOf } from './grants/grant';
import { readGrantKey, toGrantKey } from './grants/grantKey';
import {
	getGrantByKey,
	type ListedGrants,
	listGrants,
	readRelated,
	withCodes,
} from './grants/readGrants';
import { atRiskProblems, toItem } from './items/item';
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
	include_past?: true;
}

/**
 * Makes the function that reads the access of one guest, and throws ActionFailedError if the guest
 * has none. The items of a run share the list of grants.
 */
export function reservationReader({
	send,
	settings,
}: ItemRun): (body: WireObject) => Promise<WireObject> {
	let list: Promise<ListedGrants> | undefined;
	return async (body) => {
		list ??= listGrants(send, settings.maxPages);
		// A failed read is not kept, so that the next item can try again.
		list.catch(() => (list = undefined));
		return await readReservation(send, await list, {
			prefix: String(body.key_prefix),
			reservationKey: String(body.reservation_key),
			guestNumber: Number(body.guest_number),
		});
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
	stay: StayKey,
): Promise<WireObject> {
	const grants = await grantsOfGuest(send, listed, stay);
	const newest = newestOf(grants);
	if (newest) {
		const problems = formerAccess(grants.filter(({ id }) => id !== newest.id));
		return toItem(stay, await withCodes(send, newest), { problems });
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
): AsyncGenerator<Page> {
	const { limit = Infinity, maxPages } = query;
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
		const found = await readRelated(send, filter.key_prefix, ours);
		const items = await toItems(send, found, filter.at_risk_only === true, nowMs);
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
	const startsMs = Date.parse(String(grant.starts_at));
	const isPast = typeof grant.ends_at === 'string' && Date.parse(grant.ends_at) <= nowMs;
	const isInWindow =
		(filter.arrives_after === undefined || startsMs >= Date.parse(filter.arrives_after)) &&
		(filter.arrives_before === undefined || startsMs < Date.parse(filter.arrives_before));
	return isInWindow && (filter.include_past === true || !isPast);
}

async function toItems(
	send: SendRequest,
	grants: readonly Grant[],
	atRiskOnly: boolean,
	nowMs: number,
): Promise<WireObject[]> {
	if (!atRiskOnly) return grants.map((grant) => toItem(grant.key, grant, {}));
	const checked = await Promise.all(
		grants.map(async (grant) => await withProblems(send, grant, nowMs)),
	);
	return checked.flatMap(({ grant, problems }) =>
		problems.length > 0 ? [{ ...toItem(grant.key, grant, {}), is_ready: false, problems }] : [],
	);
}

/** Reads the codes on the locks only for a stay that begins soon and has no problem yet. */
async function withProblems(send: SendRequest, grant: Grant, nowMs: number) {
	const problems = atRiskProblems(grant, nowMs, SOON_MS);
	const isSoon = Date.parse(grant.startsAt) - nowMs <= SOON_MS;
	if (problems.length > 0 || !isSoon) return { grant, problems };
	const onLocks = await withCodes(send, grant);
	return { grant: onLocks, problems: atRiskProblems(onLocks, nowMs, SOON_MS) };
}
