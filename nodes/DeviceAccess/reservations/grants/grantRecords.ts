import { UnexpectedAnswerError } from '../../errors/errors';
import { isNotFound } from '../../errors/refusals';
import { listAllPages } from '../../lists/listAllPages';
import { inBatches } from '../../lists/lookUpInBatches';
import { codeOfIssue } from '../../operation/output/issueSummary';
import { groupBy } from '../../operation/run/runGroups';
import { warningsOf } from '../../wire/issues';
import { PAGE_SIZE } from '../../transport/limits';
import { takeList, takeObject } from '../../transport/readAnswer';
import type { SendRequest } from '../../transport/request';
import { type WireObject, wireObjectsIn } from '../../wire/records';
import { type GrantKey, readGrantKey, toGrantKey } from './grantKey';
import type { CurrentAccess } from '../plan/plan';
import { pinsOf } from './pins';
import type { AccessRecords } from './problems';
import { isInAny, nameOfSpace } from '../stays/rooms';
import { rethrow } from '../../errors/rethrow';

/** One of our grants with its related records. */
export interface GrantRecords extends AccessRecords {
	access: CurrentAccess;
	person?: WireObject;
	spaces: WireObject[];
}

/**
 * The grants of one guest. Looks up the first two keys, and reads the list unless only the first has a grant. After two
 * quick room changes, the service may still hold both keys, so the guest's grant has a later one. Throws if a request
 * fails.
 */
export async function findGrants(
	send: SendRequest,
	prefix: string,
	guest: Omit<GrantKey, 'part'>,
	list: () => Promise<WireObject[]>,
): Promise<WireObject[]> {
	const [first, second] = await Promise.all(
		[1, 2].map(async (part) => await getGrant(send, toGrantKey(prefix, { ...guest, part }))),
	);
	if (first && !second) return [first];
	return (await list()).filter((grant) => {
		const key = readGrantKey(prefix, grant.access_grant_key);
		return key?.reservationKey === guest.reservationKey && key.guestNumber === guest.guestNumber;
	});
}

/** The grant with this key, or undefined if it does not exist or is being deleted. */
export async function getGrant(send: SendRequest, key: string): Promise<WireObject | undefined> {
	const endpoint = '/access_grants/get';
	try {
		const answer = await send({ endpoint, body: { access_grant_key: key }, effect: 'read' });
		const grant = takeObject(answer, 'access_grant');
		if (grant.access_grant_key !== key)
			throw new UnexpectedAnswerError(
				endpoint,
				'The service returned a different access grant than requested',
				answer.requestId,
			);
		return isBeingDeleted(grant) ? undefined : grant;
	} catch (error) {
		if (isNotFound(error, 'access_grant')) return undefined;
		return rethrow(error);
	}
}

/** Lists all our grants. The prefix of the key shows which grants are ours. */
export async function listGrants(
	send: SendRequest,
	prefix: string,
	maxPages?: number,
): Promise<WireObject[]> {
	const grants: WireObject[] = [];
	for await (const { records } of listAllPages(send, {
		endpoint: '/access_grants/list',
		member: 'access_grants',
		parameters: {},
		maxPages,
		readsAhead: true,
	})) {
		grants.push(
			...records.filter(
				(grant) =>
					readGrantKey(prefix, grant.access_grant_key) !== undefined && !isBeingDeleted(grant),
			),
		);
	}
	return grants;
}

/** Our grants of one reservation: from the list that the items of a run share (`known`), or from a new one (`fresh`). */
export interface ListsOfGrants {
	known: (prefix: string, reservationKey: string) => Promise<WireObject[]>;
	fresh: (prefix: string, reservationKey: string) => Promise<WireObject[]>;
}

/** Reads the list once for each prefix, on first use. A failed read is not kept. */
export function listsOfGrants(send: SendRequest, maxPages?: number): ListsOfGrants {
	const lists = new Map<string, Promise<Map<string, WireObject[]>>>();
	const read = async (prefix: string) =>
		groupBy(
			await listGrants(send, prefix, maxPages),
			(grant) => readGrantKey(prefix, grant.access_grant_key)?.reservationKey ?? '',
		);
	const readOnce = async (prefix: string) => {
		const list = lists.get(prefix) ?? read(prefix);
		lists.set(prefix, list);
		try {
			return await list;
		} catch (error) {
			lists.delete(prefix);
			return rethrow(error);
		}
	};
	return {
		known: async (prefix, reservationKey) => (await readOnce(prefix)).get(reservationKey) ?? [],
		fresh: async (prefix, reservationKey) => (await read(prefix)).get(reservationKey) ?? [],
	};
}

/** Reads the related records of grants, 500 grants per request. Reads smaller batches if a grant opens a place outside its spaces. */
export async function readRecords(
	send: SendRequest,
	prefix: string,
	grants: readonly WireObject[],
): Promise<GrantRecords[]> {
	const ofSpaces = grants.filter(hasSpaces);
	const batches = [
		...inBatches(ofSpaces, PAGE_SIZE),
		...grants.filter((grant) => !hasSpaces(grant)).map((grant) => [grant]),
	];
	return (
		await Promise.all(batches.map(async (batch) => await readBatch(send, prefix, batch)))
	).flat();
}

/** Adds the codes on the locks, because a method can be issued before its PIN is on every lock. */
export async function withCodes(send: SendRequest, found: GrantRecords): Promise<GrantRecords> {
	return { ...found, codes: await readCodes(send, found) };
}

/** The codes on the locks, or undefined for a grant without PINs. */
async function readCodes(
	send: SendRequest,
	{ grant, methods }: GrantRecords,
): Promise<WireObject[] | undefined> {
	if (!methods.some(({ mode }) => mode === 'code')) return undefined;
	const answer = await send({
		endpoint: '/access_codes/list',
		body: { access_grant_id: grant.access_grant_id },
		effect: 'read',
	});
	return takeList(answer, 'access_codes');
}

async function readBatch(
	send: SendRequest,
	prefix: string,
	grants: WireObject[],
): Promise<GrantRecords[]> {
	const ids = grants.map(({ access_grant_id: id }) => id);
	const answer = await send({
		endpoint: '/access_grants/get_related',
		body: {
			access_grant_ids: ids,
			include: ['access_methods', 'acs_entrances', 'devices', 'spaces', 'user_identities'],
		},
		effect: 'read',
	});
	const batch = takeObject(answer, 'batch');
	const related = {
		methods: wireObjectsIn(batch.access_methods),
		devices: wireObjectsIn(batch.devices),
		entrances: wireObjectsIn(batch.acs_entrances),
		spaces: wireObjectsIn(batch.spaces),
		people: wireObjectsIn(batch.user_identities),
	};
	const isShared =
		grants.length > 1 &&
		[...related.devices, ...related.entrances].some(
			(place) => !grants.some((grant) => isInSpaces(place, grant)),
		);
	if (isShared) {
		// A place is in none of these grants' spaces. Only smaller requests show which grant opens it.
		const middle = Math.ceil(grants.length / 2);
		return (
			await Promise.all(
				[grants.slice(0, middle), grants.slice(middle)].map(
					async (half) => await readBatch(send, prefix, half),
				),
			)
		).flat();
	}
	return grants.map((grant) => toGrantRecords(prefix, grant, related, grants.length === 1));
}

/** The records related to grants, by kind. */
type RelatedRecords = Record<
	'methods' | 'devices' | 'entrances' | 'spaces' | 'people',
	WireObject[]
>;

function toGrantRecords(
	prefix: string,
	grant: WireObject,
	related: RelatedRecords,
	isAlone: boolean,
): GrantRecords {
	const ids = Array.isArray(grant.access_method_ids) ? grant.access_method_ids : [];
	const methods = related.methods
		.filter((method) => ids.includes(method.access_method_id) && !isBeingDeleted(method))
		.sort(byAge);
	const ofGrant = (places: WireObject[]) =>
		places.filter((place) => isAlone || isInSpaces(place, grant));
	const [devices, entrances] = [ofGrant(related.devices), ofGrant(related.entrances)];
	const spaces = related.spaces.filter(({ space_id: id }) => spacesOf(grant).includes(id));
	const person = related.people.find(({ user_identity_id: id }) => id === grant.user_identity_id);
	const records: AccessRecords = { grant, methods, devices };
	const beside = (places: WireObject[], idField: string) =>
		places.filter((place) => !isInSpaces(place, grant)).map((place) => String(place[idField]));
	const places = {
		spaceIds: spacesOf(grant).map(String),
		deviceIds: beside(devices, 'device_id'),
		entranceIds: beside(entrances, 'acs_entrance_id'),
	};
	return {
		...records,
		person,
		spaces,
		access: {
			grantId: String(grant.access_grant_id),
			key: readGrantKey(prefix, grant.access_grant_key) ?? {
				reservationKey: '',
				guestNumber: 1,
				part: 1,
			},
			name: typeof grant.name === 'string' ? grant.name : null,
			startsAt: String(grant.starts_at),
			endsAt: typeof grant.ends_at === 'string' ? grant.ends_at : null,
			places,
			roomNames: [...spaces.map(nameOfSpace), ...places.deviceIds, ...places.entranceIds],
			methods: methods.map(({ access_method_id: id, mode, code }) => ({
				id: String(id),
				mode: String(mode),
				code: typeof code === 'string' ? code : undefined,
			})),
			requestedCodes: wireObjectsIn(grant.requested_access_methods).flatMap(({ code }) =>
				typeof code === 'string' ? [code] : [],
			),
			createdAtMs: Date.parse(String(grant.created_at)),
			hasErrors: wireObjectsIn(grant.errors).length > 0,
			pinCount: pinsOf(methods).length,
		},
	};
}

const byAge = (a: WireObject, b: WireObject) =>
	Date.parse(String(a.created_at)) - Date.parse(String(b.created_at));
const spacesOf = ({ space_ids: ids }: WireObject): unknown[] => (Array.isArray(ids) ? ids : []);
const hasSpaces = (grant: WireObject) => spacesOf(grant).length > 0;
const isInSpaces = (place: WireObject, grant: WireObject) => isInAny(place, spacesOf(grant));

/** True for a grant or method that is being deleted. */
export const isBeingDeleted = (record: WireObject) =>
	warningsOf(record).some((issue) => codeOfIssue(issue) === 'being_deleted');
