import {
	ActionFailedError,
	isForbidden,
	isNotFound,
	rethrow,
	UnexpectedAnswerError,
} from '../../errors/errors';
import { getRecord, unlessGone } from '../../lists/getRecord';
import { listAll } from '../../lists/listAllPages';
import { inBatches } from '../../lists/lookUps';
import { groupBy } from '../../lists/groupBy';
import { isAboutNoDoor } from '../../wire/locks';
import { type WireObject, wireObjectsIn, idsIn } from '../../wire/records';
import { PAGE_SIZE } from '../../transport/limits';
import { takeList, takeObject } from '../../transport/httpCall';
import type { ApiRequest, SendRequest } from '../../transport/request';
import { LEAD_MS, type StayKey } from '../stays/stay';
import { isInAny, nameOfSpace } from '../stays/rooms';
import {
	doorsOf,
	type Grant,
	type GrantKey,
	idOfPlace,
	isBeingDeleted,
	isOnlyOffline,
	isOver,
	locksOf,
	type Method,
	readStayKey,
} from './grant';
import { currentPin, hasSeveralPins } from './pins';
import { closedDoorsOf, keysOf, modesOf } from './readiness';

/** Leaves out those that are gone. */
export async function readRelated(
	send: SendRequest,
	prefix: string | undefined,
	records: readonly WireObject[],
): Promise<Grant[]> {
	return await withClosedDoors(send, await relatedGrants(send, records, prefix));
}

export async function relatedGrants(
	send: SendRequest,
	records: readonly WireObject[],
	prefix?: string,
): Promise<Grant[]> {
	const batches = inBatches([...records], PAGE_SIZE).map(
		async (batch) => await readBatch(send, prefix, batch),
	);
	return (await Promise.all(batches)).flat();
}

/** A grant that a list still had can be gone, and one such grant fails the request for all. */
async function readBatch(
	send: SendRequest,
	prefix: string | undefined,
	grants: readonly WireObject[],
): Promise<Grant[]> {
	const related = await unlessGone(
		async () => await getRelated(send, 'access_grant', grants, RELATED),
		(error) => isNotFound(error, 'access_grant'),
	);
	if (related) return grants.map((grant) => toGrant(prefix, grant, related));
	if (grants.length === 1) return [];
	const half = Math.ceil(grants.length / 2);
	return [
		...(await readBatch(send, prefix, grants.slice(0, half))),
		...(await readBatch(send, prefix, grants.slice(half))),
	];
}

/**
 * True if only the codes on the locks show which PIN works at which door, or whether the door opens
 * although a lock is offline.
 */
export function needsCodes(grant: Grant): boolean {
	const { startsAt, methods, codes } = grant;
	const locks = locksOf(grant);
	const nowMs = Date.now();
	const isSoon = Date.parse(startsAt) - nowMs <= LEAD_MS && !isOver(grant, nowMs);
	return (
		codes === undefined &&
		methods.some(({ mode }) => mode === 'code') &&
		((locks.length > 1 && hasSeveralPins(grant)) || (isSoon && locks.some(isOnlyOffline)))
	);
}

/** A method can be issued before its PIN is on every lock. */
export async function withCodes(send: SendRequest, grant: Grant): Promise<Grant> {
	if (!grant.methods.some(({ mode }) => mode === 'code')) return grant;
	const answer = await send({
		endpoint: '/access_codes/list',
		body: { access_grant_id: grant.id },
		effect: 'read',
	});
	return { ...grant, codes: takeList(answer, 'access_codes') };
}

/** Leaves out grants that are gone by now. */
export async function eachWithCodes(
	send: SendRequest,
	grants: readonly Grant[],
	isNeeded: (grant: Grant) => boolean = () => true,
): Promise<Grant[]> {
	const read = grants.map(async (grant) =>
		isNeeded(grant)
			? await unlessGone(
					async () => await withCodes(send, grant),
					(error) => isNotFound(error, 'access_grant'),
				)
			: grant,
	);
	return (await Promise.all(read)).filter((grant) => grant !== undefined);
}

const RELATED = [
	'access_methods',
	'acs_entrances',
	'connected_accounts',
	'devices',
	'spaces',
	'user_identities',
] as const;

/** For at most 500 records. */
export async function getRelated<Kind extends string>(
	send: SendRequest,
	of: 'access_grant' | 'access_method',
	records: readonly WireObject[],
	include: readonly Kind[],
	options: Pick<ApiRequest, 'maxRetries'> = {},
): Promise<Record<Kind, WireObject[]>> {
	const ids = records.map(({ [`${of}_id`]: id }) => id);
	const answer = await send({
		endpoint: `/${of}s/get_related`,
		body: { [`${of}_ids`]: ids, include },
		effect: 'read',
		...options,
	});
	const batch = takeObject(answer, 'batch');
	const kinds = include.map((kind) => [kind, wireObjectsIn(batch[kind])]);
	return Object.fromEntries(kinds) as Record<Kind, WireObject[]>;
}

/**
 * Takes no request for grants with PINs only, because the service itself says which locks take
 * none.
 */
async function withClosedDoors(send: SendRequest, grants: readonly Grant[]): Promise<Grant[]> {
	const asked = askedTogether(grants.filter((grant) => keysOf(grant).length > 0)).map(
		async (some) => {
			const opened = await readOpenedDoors(
				send,
				some.flatMap(({ methods }) => methods),
			);
			return some.map((grant) => [grant.id, closedDoorsOf(grant, opened)] as const);
		},
	);
	const closed = new Map((await Promise.all(asked)).flat());
	return grants.map((grant) => ({ ...grant, closedDoors: closed.get(grant.id) }));
}

/**
 * An answer about several stays does not say whose key opens a door, so stays that begin soon are
 * asked together only if they share no door. Of later and past ones, those with the same kinds of keys.
 */
function askedTogether(grants: readonly Grant[]): Grant[][] {
	const soonMs = Date.now() + LEAD_MS;
	const isSoon = (grant: Grant) =>
		Date.parse(grant.startsAt) <= soonMs && !isOver(grant, Date.now());
	const apart: Array<{ some: Grant[]; doors: Set<string> }> = [];
	for (const grant of grants.filter(isSoon)) {
		const ids = doorsOf(grant).map(idOfPlace);
		let group = apart.find(({ doors }) => !ids.some((id) => doors.has(id)));
		if (!group) apart.push((group = { some: [], doors: new Set() }));
		group.some.push(grant);
		for (const id of ids) group.doors.add(id);
	}
	const later = groupBy(
		grants.filter((grant) => !isSoon(grant)),
		(grant) => modesOf(grant).join(' '),
	);
	return [...apart.map(({ some }) => some), ...later.values()];
}

const DOORS = ['acs_entrances', 'devices'] as const;

/** IDs of the devices and entrances that one of the methods opens. Takes one request for each 500. */
export async function readOpenedDoors(
	send: SendRequest,
	methods: readonly WireObject[],
	options: Pick<ApiRequest, 'maxRetries'> = {},
): Promise<ReadonlySet<string>> {
	const batches = inBatches([...methods], PAGE_SIZE).map(async (some) => {
		const related = await getRelated(send, 'access_method', some, DOORS, options);
		return [...related.devices, ...related.acs_entrances].map(idOfPlace);
	});
	return new Set((await Promise.all(batches)).flat());
}

/** Without `prefix`, the grant can be that of any system. */
export function toGrant(
	prefix: string | undefined,
	record: WireObject,
	{
		access_methods: allMethods = [],
		devices: allDevices = [],
		acs_entrances: allEntrances = [],
		connected_accounts: accounts = [],
		spaces: allSpaces = [],
		user_identities: people = [],
	}: Partial<Record<(typeof RELATED)[number], readonly WireObject[]>>,
): Grant {
	const methods = allMethods
		.filter(isMethod)
		.filter((method) => idsIn(record.access_method_ids).includes(method.access_method_id))
		.filter((method) => !isBeingDeleted(method))
		.sort(byAge);
	const spaceIds = idsIn(record.space_ids);
	const devices = allDevices.filter((device) => isInAny(device, spaceIds));
	const entrances = allEntrances.filter((entrance) => isInAny(entrance, spaceIds));
	const spaces = allSpaces.filter(({ space_id: id }) => spaceIds.includes(String(id)));
	return {
		id: String(record.access_grant_id),
		key: readStayKey(record, prefix) ?? NO_KEY,
		name: typeof record.name === 'string' ? record.name : null,
		startsAt: String(record.starts_at),
		endsAt: typeof record.ends_at === 'string' ? record.ends_at : null,
		spaceIds,
		placeNames: spaces.map(nameOfSpace),
		spaceIdsOfDoors: [
			...new Set(doorsOf({ devices, entrances }).flatMap(({ space_ids: ids }) => idsIn(ids))),
		],
		methods,
		pin: currentPin(methods),
		requestedCodes: wireObjectsIn(record.requested_access_methods).flatMap(({ code }) =>
			typeof code === 'string' ? [code] : [],
		),
		createdAtMs: Date.parse(String(record.created_at)),
		hasErrors: wireObjectsIn(record.errors).some((issue) => !isAboutNoDoor(issue, devices)),
		record,
		person: people.find(({ user_identity_id: id }) => id === record.user_identity_id),
		spaces,
		devices,
		accounts,
		entrances,
	};
}

const NO_KEY: GrantKey = { prefix: '', reservationKey: '', part: 1 };

const isMethod = (record: WireObject): record is Method =>
	typeof record.access_method_id === 'string' && typeof record.mode === 'string';

const byAge = (a: WireObject, b: WireObject) =>
	Date.parse(String(a.created_at)) - Date.parse(String(b.created_at));

/** Undefined also if it is being deleted. */
export async function getGrantByKey(
	send: SendRequest,
	key: string,
): Promise<WireObject | undefined> {
	const endpoint = '/access_grants/get';
	const grant = await getRecord(send, endpoint, 'access_grant', { access_grant_key: key });
	if (grant && grant.access_grant_key !== key)
		throw new UnexpectedAnswerError(
			{ endpoint, effect: 'read' },
			'The service returned a different access grant than requested',
		);
	return grant && !isBeingDeleted(grant) ? grant : undefined;
}

/** Throws ServiceError if the grant is gone. */
export async function readGrant(
	{ send, stay }: { send: SendRequest; stay: StayKey },
	grantId: string,
): Promise<Grant> {
	const answer = await send({
		endpoint: '/access_grants/get',
		body: { access_grant_id: grantId },
		effect: 'read',
	});
	const grant = takeObject(answer, 'access_grant');
	const [read] =
		grant.access_grant_id === grantId ? await readRelated(send, stay.prefix, [grant]) : [];
	if (read) return read;
	throw new ActionFailedError('The service returned another access grant', {
		access_grant_id: grantId,
	});
}

/** Leaves out those that are gone. */
export async function getGrantsById(
	send: SendRequest,
	ids: readonly string[],
): Promise<WireObject[]> {
	const pages = await Promise.all(
		inBatches([...ids], PAGE_SIZE).map(async (batch) =>
			takeList(
				await send({
					endpoint: '/access_grants/list',
					body: { access_grant_ids: batch, limit: batch.length },
					effect: 'read',
				}),
				'access_grants',
			),
		),
	);
	// The service may ignore the filter.
	return pages.flat().filter(({ access_grant_id: id }) => ids.includes(String(id)));
}

export const GRANTS = { endpoint: '/access_grants/list', member: 'access_grants' } as const;

/** The service may ignore the filter. */
export async function getGrantsOfPerson(
	send: SendRequest,
	personId: string,
	maxPages?: number,
): Promise<WireObject[]> {
	const listed = await listAll(send, {
		...GRANTS,
		parameters: { user_identity_id: personId },
		maxPages,
	});
	return listed.filter(({ user_identity_id: id }) => id === personId);
}

/**
 * Undefined if nobody has the key, and 'hidden' if the API key may not read people. The service may
 * ignore what it is asked for.
 */
export async function getPersonByKey(
	send: SendRequest,
	key: string,
): Promise<WireObject | 'hidden' | undefined> {
	const body = { user_identity_key: key };
	try {
		const person = await getRecord(send, '/user_identities/get', 'user_identity', body);
		return person?.user_identity_key === key ? person : undefined;
	} catch (error) {
		return isForbidden(error) ? 'hidden' : rethrow(error);
	}
}
