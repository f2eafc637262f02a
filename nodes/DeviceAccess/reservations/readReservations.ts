import { ActionFailedError } from '../errors/errors';
import { groupBy } from '../lists/groupBy';
import { listAllPages, type ListQuery, type Page } from '../lists/listAllPages';
import type { ItemRun } from '../operation/types';
import { PAGE_SIZE } from '../transport/limits';
import type { SendRequest } from '../transport/request';
import { firstText, idsIn, type WireObject } from '../wire/records';
import {
	accessOfStay,
	adviceOnPrefix,
	endsBefore,
	type Grant,
	type GrantKey,
	hasEnded,
	isBeingDeleted,
	isOver,
	readStayKey,
} from './grants/grant';
import { eachWithCodes, GRANTS, needsCodes, readRelated } from './grants/readGrants';
import { GrantsOfRun } from './grants/grantsOfRun';
import { atTheDoor } from './items/atTheDoor';
import { atRiskProblems, type ItemReport, recordOf, toItem } from './items/item';
import { NEAR_MS } from './items/tell';
import { accessInUse, accessShown, oldAccessRead } from './plan/oldAccess';
import { readEntries } from './stayEvents';
import { type Problem, toProblem } from './stays/problems';
import { DEFAULT_PREFIX, PREFIX_OF_OTHERS } from './stays/readStay';
import { type StayKey, stayKeyOfGrant } from './stays/stay';

interface ReservationQuery {
	key_prefix?: string;
	/** In ISO 8601, like the other times. */
	arrives_after?: string;
	arrives_before?: string;
	at_risk_only?: true;
	departs_after?: string;
	guest_to_tell?: true;
	/** Those of guests who were told. */
	known_message_keys?: readonly string[];
	hours_before_arrival?: number;
	include_past?: true;
	not_yet_arrived?: true;
	space_id?: string;
}

interface AccessOfGuest {
	stay: StayKey;
	/** Several during a change of rooms. */
	grants: readonly Grant[];
	/** What the guest is told of. */
	current: Grant;
}

/** Throws ActionFailedError if the guest that the body names has no access. */
export async function readAccess(
	send: SendRequest,
	lookUps: GrantsOfRun,
	{ key_prefix: prefix, reservation_key: reservationKey }: WireObject,
): Promise<AccessOfGuest> {
	const stay = { prefix: String(prefix), reservationKey: String(reservationKey) };
	const own = await lookUps.grantsOf(stay);
	const canBeOthers = [DEFAULT_PREFIX, PREFIX_OF_OTHERS].includes(stay.prefix);
	const found = own.length === 0 && canBeOthers ? await lookUps.othersOf(stay.reservationKey) : own;
	const grants = await eachWithCodes(send, found);
	const current = accessOfStay(grants, Date.now());
	if (current)
		return {
			stay: own.length === 0 ? current.key : stay,
			// What others made for a reservation can be access of several guests.
			grants: current.key.isOthers ? [current] : grants,
			current,
		};
	throw new ActionFailedError(
		'This reservation has no access',
		{ type: 'reservation_not_found', reservation_key: stay.reservationKey },
		undefined,
		adviceOnPrefix(stay, await lookUps.ofAll()),
	);
}

export function reservationReader({
	send,
	settings,
	secrets,
}: ItemRun): (body: WireObject) => Promise<WireObject> {
	const lookUps = new GrantsOfRun(send, settings.maxPages);
	return async (body) => {
		const { stay, grants, current } = await readAccess(send, lookUps, body);
		const former = grants.filter(({ id }) => id !== current.id);
		const { old } = accessInUse([...former, current], Date.now());
		const problems = old ? [oldAccessRead(old, current)] : formerAccess(former, current);
		const shown = old ?? current;
		const item = {
			...toItem(stay, shown, { problems, secret: secrets.join('') }),
			...atTheDoor(shown, Date.now()),
			// Workflows write it back, and must not take back a move that waits.
			access_grant: recordOf(current),
		};
		if (body.include_entries !== true) return item;
		const [entries] = await readEntries(send, [grants]);
		return { ...item, ...entries };
	};
}

function formerAccess(others: readonly Grant[], current: Grant): Problem[] {
	// Old access of a guest who changed rooms in the house ends by itself, before the new one.
	const open = others.filter((grant) => !isOver(grant, Date.now()) && !endsBefore(grant, current));
	const rooms = open.flatMap(({ placeNames }) => placeNames).join(', ');
	return open.length === 0 ? [] : [toProblem('old_access_kept', { rooms })];
}

interface Reading {
	filter: ReservationQuery;
	nowMs: number;
	report: ItemReport;
}

export async function* pagesOfReservations(
	send: SendRequest,
	{ parameters, limit = Infinity, maxPages }: ListQuery,
	{ secrets }: Pick<ItemRun, 'secrets'>,
): AsyncGenerator<Page> {
	const filter = parameters as unknown as ReservationQuery;
	const reading = { filter, nowMs: Date.now(), report: { secret: secrets.join('') } };
	// Whether a guest has come takes a request for each guest.
	const size = filter.not_yet_arrived ? Math.min(limit, PAGE_SIZE) : PAGE_SIZE;
	let rest = limit;
	const listed = listAllPages(send, {
		...GRANTS,
		parameters: { space_id: filter.space_id },
		maxPages,
		readsAhead: true,
	});
	const pages = filter.guest_to_tell ? oneOfEachStay(send, listed, reading) : listed;
	for await (const { records, nextPageCursor } of pages) {
		const asked = records.filter((grant) => isAskedFor(grant, reading));
		for (let start = 0; start === 0 || start < asked.length; start += size) {
			const items = await toItems(send, asked.slice(start, start + size), reading);
			const isCut = items.length > rest || start + size < asked.length || undefined;
			yield { records: items.slice(0, rest), nextPageCursor, isCut };
			rest -= items.length;
			if (rest <= 0) return;
		}
	}
}

/**
 * In one page. During a change of rooms, a stay has its former access anywhere else in the list. A
 * guest who is told of both, one after the other, is told of a change at each look. Until the new
 * access of a guest in the house is ready, it is the former one.
 */
async function* oneOfEachStay(
	send: SendRequest,
	pages: AsyncIterable<Page>,
	{ filter, nowMs }: Reading,
): AsyncGenerator<Page> {
	const open: Listed[] = [];
	for await (const { records } of pages)
		for (const record of records) {
			const key = keyOf(filter, record);
			if (!key || isBeingDeleted(record) || hasEnded(record, nowMs)) continue;
			const createdAtMs = Date.parse(String(record.created_at));
			open.push({ key, createdAtMs, endsAt: firstText(record.ends_at), record });
		}
	const stays = [...groupBy(open, nameOfStay).values()];
	const several = stays.filter((some) => some.length > 1).flat();
	const read = await readRelated(
		send,
		filter.key_prefix,
		several.map(({ record }) => record),
	);
	const told = stays.flatMap((some) => {
		const ids = some.map(({ record }) => record.access_grant_id);
		const shown = accessShown(
			read.filter(({ id }) => ids.includes(id)),
			nowMs,
		);
		return some[ids.indexOf(shown?.id)] ?? accessOfStay(some, nowMs) ?? [];
	});
	yield { records: told.map(({ record }) => record) };
}

interface Listed {
	key: GrantKey;
	createdAtMs: number;
	endsAt: string | null;
	record: WireObject;
}

const nameOfStay = ({ key, record }: Listed): string => stayKeyOfGrant(key, record.access_grant_id);

function keyOf({ key_prefix: ownPrefix }: ReservationQuery, grant: WireObject) {
	const key = readStayKey(grant, ownPrefix);
	return ownPrefix === undefined || key?.prefix === ownPrefix ? key : undefined;
}

function isAskedFor(grant: WireObject, { filter, nowMs }: Reading): boolean {
	if (keyOf(filter, grant) === undefined || isBeingDeleted(grant)) return false;
	const { space_ids: spaceIds, starts_at: startsAt, ends_at: endsAt } = grant;
	const { space_id: spaceId, arrives_after: after, arrives_before: before } = filter;
	const startsMs = Date.parse(String(startsAt));
	const endsMs = typeof endsAt === 'string' ? Date.parse(endsAt) : Infinity;
	const endsAfterMs =
		filter.departs_after === undefined
			? filter.include_past === true
				? -Infinity
				: nowMs
			: Date.parse(filter.departs_after);
	return (
		// The service may ignore the filter.
		(spaceId === undefined || idsIn(spaceIds).includes(spaceId)) &&
		(after === undefined || startsMs >= Date.parse(after)) &&
		(before === undefined || startsMs < Date.parse(before)) &&
		endsMs > endsAfterMs &&
		(filter.not_yet_arrived !== true || (startsMs <= nowMs && endsMs > nowMs)) &&
		(filter.guest_to_tell !== true || (startsMs <= nowMs + hoursMs(filter) && endsMs > nowMs))
	);
}

const hoursMs = ({ hours_before_arrival: hours = HOURS_BEFORE_ARRIVAL }: ReservationQuery) =>
	hours * 3_600_000;

/** Three days: early enough to ask a question, late enough that guests find the message. */
const HOURS_BEFORE_ARRIVAL = 72;

/** The items of grants, without those that the filters leave out once more is read. */
async function toItems(
	send: SendRequest,
	listed: readonly WireObject[],
	{ filter, nowMs, report }: Reading,
): Promise<WireObject[]> {
	const related = await readRelated(send, filter.key_prefix, listed);
	const isAbsent = filter.not_yet_arrived === true;
	const grants = await eachWithCodes(send, related, isAbsent ? undefined : needsCodes);
	const stays = grants.map((grant) => [grant]);
	const entries = isAbsent ? await readEntries(send, stays) : [];
	const items = grants.map(async (grant, index) => {
		const ofGuest = entries[index];
		if (ofGuest?.never_entered === false) return [];
		const item = filter.at_risk_only
			? await itemAtRisk(send, grant, nowMs, report)
			: toItem(grant.key, grant, report);
		const isToTell =
			item?.tell === 'guest' && !filter.known_message_keys?.includes(String(item.message_key));
		const isAsked = item && (filter.guest_to_tell !== true || isToTell);
		return isAsked ? [{ ...item, ...ofGuest }] : [];
	});
	return (await Promise.all(items)).flat();
}

/** Reads the codes on the locks only for a stay that begins soon and has no problem yet. */
async function itemAtRisk(
	send: SendRequest,
	listed: Grant,
	nowMs: number,
	report: ItemReport,
): Promise<WireObject | undefined> {
	const isSoon = Date.parse(listed.startsAt) - nowMs <= NEAR_MS;
	const needsRead = isSoon && !listed.codes && atRiskProblems(listed, nowMs, NEAR_MS).length === 0;
	const [grant] = needsRead ? await eachWithCodes(send, [listed]) : [listed];
	const risks = grant ? atRiskProblems(grant, nowMs, NEAR_MS) : [];
	return grant && risks.length > 0 ? toItem(grant.key, grant, { ...report, risks }) : undefined;
}
