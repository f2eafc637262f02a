import { unlessGone } from '../lists/getRecord';
import { inBatches } from '../lists/batchedLookUps';
import { listAll } from '../lists/listAllPages';
import { codeOfIssue } from '../operation/output/shapeRecord';
import { readKnownKey } from '../reservations/grants/grantKey';
import { PAGE_SIZE } from '../transport/limits';
import { takeList, takeObject } from '../transport/readAnswer';
import type { SendRequest } from '../transport/request';
import { warningsOf } from '../wire/issues';
import { type WireObject, wireObjectsIn } from '../wire/records';
import { firstText } from '../wire/values';
import type { Opener } from './opener';

/** A door, as the parameter of lists that name it. */
export type Door = { device_id: string } | { acs_entrance_id: string };

/** The grants of a door, and their PINs, cards and keys for this door. */
export interface GrantsOfDoor {
	grants: readonly WireObject[];
	methods: readonly WireObject[];
	/** The devices that the grants are for, if the door is a device. */
	devices: readonly WireObject[];
	/** What an opener says about one of the grants. */
	about: (grant: WireObject) => AboutGrant;
}

export interface DoorReading {
	nowMs: number;
	maxPages?: number;
	/** The user's own prefix of the keys of grants. */
	keyPrefix?: string;
}

type AboutGrant = Pick<
	Opener,
	'name' | 'reason' | 'reservation_key' | 'user_identity_id' | 'access_grant_id'
>;

/** Reads the grants of a door, with three requests or more: one for each 500 grants. */
export async function grantsOfDoor(
	send: SendRequest,
	door: Door,
	{ maxPages, keyPrefix }: DoorReading,
): Promise<GrantsOfDoor> {
	const [grants, methods] = await Promise.all([
		listAll(send, {
			endpoint: '/access_grants/list',
			member: 'access_grants',
			parameters: { ...door },
			maxPages,
		}),
		listAll(send, {
			endpoint: '/access_methods/list',
			member: 'access_methods',
			parameters: { ...door },
			maxPages,
		}),
	]);
	const batches = await Promise.all(
		inBatches(grants, PAGE_SIZE).map(
			async (batch) => await relatedTo(send, batch, 'device_id' in door),
		),
	);
	const people = new Map(
		batches.flatMap((batch) => batch.people).map((person) => [person.user_identity_id, person]),
	);
	const devices = batches.flatMap((batch) => batch.devices);
	return { grants, methods, devices, about: (grant) => aboutGrant(grant, people, keyPrefix) };
}

async function relatedTo(
	send: SendRequest,
	grants: readonly WireObject[],
	includesDevices: boolean,
) {
	const answer = await send({
		endpoint: '/access_grants/get_related',
		body: {
			access_grant_ids: grants.map(({ access_grant_id: id }) => id),
			include: ['user_identities', ...(includesDevices ? ['devices'] : [])],
		},
		effect: 'read',
	});
	const { user_identities: people, devices } = takeObject(answer, 'batch');
	return { people: wireObjectsIn(people), devices: wireObjectsIn(devices) };
}

/** The grant of a method; undefined if the list of grants lacks it. */
export const grantOfMethod = (
	grants: readonly WireObject[],
	{ access_method_id: id }: WireObject,
): WireObject | undefined =>
	grants.find(
		({ access_method_ids: ids }) => Array.isArray(ids) && (ids as unknown[]).includes(id),
	);

/**
 * The PINs that a method can have on a lock: its own, or the one that the lock has instead
 * (docs/service.md#grants-4).
 */
export function pinsOnLock(
	deviceId: unknown,
	method: WireObject,
	grant: WireObject | undefined,
): unknown[] {
	const others = [method, ...(grant ? [grant] : [])]
		.flatMap(warningsOf)
		.filter((issue) => codeOfIssue(issue) === 'requested_code_unavailable')
		.filter((issue) => issue.device_id === deviceId && issue.original_code === method.code)
		.map(({ new_code: code }) => code);
	return others.length > 0 ? others : [method.code];
}

/**
 * The grant that the service lists for a code. With several, it has not filtered its list. Even one
 * grant can be that of somebody else, so the caller must find the code in it.
 */
export async function grantListedFor(
	send: SendRequest,
	codeId: unknown,
): Promise<WireObject | undefined> {
	const grants = await listGrantsOf(send, { access_code_id: codeId }, 2);
	return grants.length === 1 ? grants[0] : undefined;
}

/** Grants with one request; none if the service no longer knows what they are asked by. */
export async function listGrantsOf(
	send: SendRequest,
	parameters: WireObject,
	limit: number,
): Promise<WireObject[]> {
	const body = { ...parameters, limit };
	const read = async () =>
		takeList(
			await send({ endpoint: '/access_grants/list', body, effect: 'read' }),
			'access_grants',
		);
	return (await unlessGone(read)) ?? [];
}

/** What an opener says about its grant. `keyPrefix` is one of the user's own. */
export function aboutGrant(
	grant: WireObject,
	people: ReadonlyMap<unknown, WireObject>,
	keyPrefix?: string,
): AboutGrant {
	const person = people.get(grant.user_identity_id);
	const key =
		firstText(grant.reservation_key) ??
		readKnownKey(grant.access_grant_key, keyPrefix)?.reservationKey ??
		null;
	return {
		name: firstText(person?.full_name, person?.display_name, grant.name, grant.display_name),
		reason: key === null ? 'grant' : 'reservation',
		reservation_key: key,
		user_identity_id: firstText(grant.user_identity_id),
		access_grant_id: firstText(grant.access_grant_id),
	};
}

export const validityOf = ({ starts_at: start, ends_at: end }: WireObject) => ({
	starts_at: firstText(start),
	ends_at: firstText(end),
});
