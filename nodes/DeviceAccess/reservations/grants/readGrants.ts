import { isNotFound, UnexpectedAnswerError } from '../../errors/errors';
import { inBatches } from '../../lists/batchedLookUps';
import { getRecord, unlessGone } from '../../lists/getRecord';
import { listAll } from '../../lists/listAllPages';
import { PAGE_SIZE } from '../../transport/limits';
import { takeList, takeObject } from '../../transport/readAnswer';
import type { SendRequest } from '../../transport/request';
import { type WireObject, wireObjectsIn } from '../../wire/records';
import { LEAD_MS } from '../stays/leadTime';
import { type Grant, isBeingDeleted, isOver, toGrant } from './grant';
import { withClosedDoors } from './closedDoors';
import { isOnlyOffline, locksOf } from './doors';
import { readGrantKey } from './grantKey';
import { hasSeveralPins } from './pins';

export interface ListedGrants {
	/** Without those that are being deleted. */
	records: readonly WireObject[];
	keyed: readonly WireObject[];
	ours: (prefix: string) => WireObject[];
	/** How many grants each person has, by ID, including grants of others. */
	countByPerson: ReadonlyMap<string, number>;
}

/**
 * Reads the list of grants. Throws if a page cannot be read, because a part of the list would make
 * the rest look missing.
 */
export async function listGrants(send: SendRequest, maxPages?: number): Promise<ListedGrants> {
	const listed = await listAll(send, {
		endpoint: '/access_grants/list',
		member: 'access_grants',
		parameters: {},
		maxPages,
		readsAhead: true,
	});
	return toListed(listed);
}

export function toListed(listed: readonly WireObject[]): ListedGrants {
	const countByPerson = new Map<string, number>();
	for (const { user_identity_id: id } of listed)
		countByPerson.set(String(id), (countByPerson.get(String(id)) ?? 0) + 1);
	const records = listed.filter((grant) => !isBeingDeleted(grant));
	const keyed = records.filter((grant) => typeof grant.access_grant_key === 'string');
	return {
		records,
		keyed,
		ours: (prefix) =>
			keyed.filter((grant) => readGrantKey(prefix, grant.access_grant_key) !== undefined),
		countByPerson,
	};
}

/** The grant with this key, or undefined if it does not exist or is being deleted. */
export async function getGrantByKey(
	send: SendRequest,
	key: string,
): Promise<WireObject | undefined> {
	const endpoint = '/access_grants/get';
	const grant = await getRecord(send, endpoint, 'access_grant', { access_grant_key: key });
	if (grant && grant.access_grant_key !== key)
		throw new UnexpectedAnswerError(
			endpoint,
			'The service returned a different access grant than requested',
		);
	return grant && !isBeingDeleted(grant) ? grant : undefined;
}

/** The grants with these IDs, in one request for up to 500. Leaves out those that are gone. */
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

/** Reads what belongs to grants, 500 grants per request. Leaves out those that are gone. */
export async function readRelated(
	send: SendRequest,
	prefix: string,
	grants: readonly WireObject[],
): Promise<Grant[]> {
	const batches = await Promise.all(
		inBatches([...grants], PAGE_SIZE).map(
			async (batch) => await withClosedDoors(send, await readBatch(send, prefix, batch)),
		),
	);
	return batches.flat();
}

/**
 * One request. A grant that a list still had can be gone, and one such grant fails the request for
 * all: then reads each half again.
 */
async function readBatch(
	send: SendRequest,
	prefix: string,
	grants: readonly WireObject[],
): Promise<Grant[]> {
	const related = await unlessGone(
		async () => await getRelated(send, grants),
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
	const { startsAt, records } = grant;
	const locks = locksOf(records);
	const nowMs = Date.now();
	const isSoon = Date.parse(startsAt) - nowMs <= LEAD_MS && !isOver(grant, nowMs);
	return (
		records.codes === undefined &&
		records.methods.some(({ mode }) => mode === 'code') &&
		((locks.length > 1 && hasSeveralPins(records)) || (isSoon && locks.some(isOnlyOffline)))
	);
}

/** Adds the codes on the locks, because a method can be issued before its PIN is on every lock. */
export async function withCodes(send: SendRequest, grant: Grant): Promise<Grant> {
	if (!grant.methods.some(({ mode }) => mode === 'code')) return grant;
	const answer = await send({
		endpoint: '/access_codes/list',
		body: { access_grant_id: grant.id },
		effect: 'read',
	});
	return { ...grant, records: { ...grant.records, codes: takeList(answer, 'access_codes') } };
}

/** Adds the codes of the grants that need them, and leaves out grants that are gone by now. */
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

async function getRelated(send: SendRequest, grants: readonly WireObject[]) {
	const answer = await send({
		endpoint: '/access_grants/get_related',
		body: {
			access_grant_ids: grants.map(({ access_grant_id: id }) => id),
			include: ['access_methods', 'acs_entrances', 'devices', 'spaces', 'user_identities'],
		},
		effect: 'read',
	});
	const batch = takeObject(answer, 'batch');
	return {
		methods: wireObjectsIn(batch.access_methods),
		devices: wireObjectsIn(batch.devices),
		entrances: wireObjectsIn(batch.acs_entrances),
		spaces: wireObjectsIn(batch.spaces),
		people: wireObjectsIn(batch.user_identities),
	};
}
