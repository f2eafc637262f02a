import { inBatches } from '../lists/inBatches';
import { listAll } from '../lists/listAllPages';
import { readGrantKey } from '../reservations/grants/grantKey';
import { DEFAULT_PREFIX } from '../reservations/stays/readStay';
import { PAGE_SIZE } from '../transport/limits';
import { takeObject } from '../transport/readAnswer';
import type { SendRequest } from '../transport/request';
import { type WireObject, wireObjectsIn } from '../wire/records';
import { firstText, type Opener } from './opener';

/** A door, as the parameter of lists that name it. */
export type Door = { device_id: string } | { acs_entrance_id: string };

/** The grants of a door, and their PINs, cards and keys for this door. */
export interface GrantsOfDoor {
	grants: readonly WireObject[];
	methods: readonly WireObject[];
	/** People by ID. */
	people: ReadonlyMap<unknown, WireObject>;
}

/** Reads the grants of a door, with three requests or more: one for each 500 grants. */
export async function grantsOfDoor(
	send: SendRequest,
	door: Door,
	maxPages?: number,
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
		inBatches(grants, PAGE_SIZE).map(async (batch) => await peopleOf(send, batch)),
	);
	const people = new Map(batches.flat().map((person) => [person.user_identity_id, person]));
	return { grants, methods, people };
}

async function peopleOf(send: SendRequest, grants: readonly WireObject[]): Promise<WireObject[]> {
	const answer = await send({
		endpoint: '/access_grants/get_related',
		body: {
			access_grant_ids: grants.map(({ access_grant_id: id }) => id),
			include: ['user_identities'],
		},
		effect: 'read',
	});
	return wireObjectsIn(takeObject(answer, 'batch').user_identities);
}

/** The grant of a method; undefined if the list of grants lacks it. */
export const grantOfMethod = (
	grants: readonly WireObject[],
	{ access_method_id: id }: WireObject,
): WireObject | undefined =>
	grants.find(
		({ access_method_ids: ids }) => Array.isArray(ids) && (ids as unknown[]).includes(id),
	);

/** What an opener says about its grant. */
export function aboutGrant(
	grant: WireObject,
	people: ReadonlyMap<unknown, WireObject>,
): Pick<Opener, 'name' | 'reason' | 'reservation_key' | 'user_identity_id' | 'access_grant_id'> {
	const person = people.get(grant.user_identity_id);
	const key =
		firstText(grant.reservation_key) ??
		readGrantKey(DEFAULT_PREFIX, grant.access_grant_key)?.reservationKey ??
		null;
	return {
		name: firstText(person?.full_name, person?.display_name, grant.name, grant.display_name),
		reason: key === null ? 'grant' : 'reservation',
		reservation_key: key,
		user_identity_id: firstText(grant.user_identity_id),
		access_grant_id: firstText(grant.access_grant_id),
	};
}

/** Start and end of a grant. */
export const validityOf = ({ starts_at: start, ends_at: end }: WireObject) => ({
	starts_at: firstText(start),
	ends_at: firstText(end),
});
