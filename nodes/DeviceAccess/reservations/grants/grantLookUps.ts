import { UnexpectedAnswerError } from '../../errors/errors';
import { inBatches } from '../../lists/batchedLookUps';
import { getRecord, readOnce } from '../../lists/getRecord';
import { listAll, readFirstPage } from '../../lists/listAllPages';
import { PAGE_SIZE } from '../../transport/limits';
import { takeList } from '../../transport/readAnswer';
import type { SendRequest } from '../../transport/request';
import type { WireObject } from '../../wire/records';
import type { StayKey } from '../stays/stay';
import { type Grant, isBeingDeleted } from './grant';
import { getPersonByKey } from './people';
import { readRelated } from './readGrants';
import { isKeyOfGuest, ownKeysOf, readGrantKey, readStayKey, toGrantKey } from './grantKey';

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

const GRANTS = { endpoint: '/access_grants/list', member: 'access_grants' };

/**
 * Finds the access of single guests with the same few requests in every workspace: by its key, and
 * by the person, who all parts of a stay belong to. Compares every answer, because the service may
 * ignore a filter.
 */
export class GrantLookUps {
	readonly ofPerson: (personId: string) => Promise<WireObject[]>;
	/** The grants of a space, as listed: at most a page of them. */
	readonly inSpace: (spaceId: string) => Promise<WireObject[]>;
	private readonly all: (_: undefined) => Promise<ListedGrants>;

	constructor(
		private readonly send: SendRequest,
		maxPages?: number,
	) {
		this.ofPerson = readOnce(async (personId) => {
			const query = { ...GRANTS, parameters: { user_identity_id: personId }, maxPages };
			const listed = await listAll(send, query);
			return listed.filter(({ user_identity_id: id }) => id === personId);
		});
		this.all = readOnce(async () => await listGrants(send, maxPages));
		this.inSpace = readOnce(async (spaceId) => {
			const query = { ...GRANTS, parameters: { space_id: spaceId } };
			const { records } = await readFirstPage(send, query);
			return records.filter(({ space_ids: ids }) => Array.isArray(ids) && ids.includes(spaceId));
		});
	}

	/**
	 * The access of one guest. `isNew`: the guest most likely has none, so that a later part is looked
	 * up only if the guest's person exists.
	 */
	async ofGuest(
		stay: StayKey,
		{ guestKey, isNew = false }: { guestKey?: string; isNew?: boolean } = {},
	): Promise<WireObject[]> {
		const first = await this.part(stay, 1);
		if (first) return [first, ...(await this.ofPeople([first]))];
		const [ownKey = '', ...laterKeys] = ownKeysOf(stay);
		const person = await getPersonByKey(this.send, guestKey ?? ownKey);
		const ofPerson = person ? await this.ofPeople([person]) : [];
		const isOwn = ({ access_grant_key: key }: WireObject) => isKeyOfGuest(stay, key);
		if (ofPerson.some(isOwn) || (isNew && !person)) return ofPerson;
		// The reservation may have passed to another guest, and the list can lack what is new.
		const [second, ...others] = await Promise.all([
			this.part(stay, 2),
			...(person ? laterKeys.map(async (key) => await getPersonByKey(this.send, key)) : []),
		]);
		const later = others.filter((one) => one !== undefined);
		const parts = second ? [second] : [];
		return [...ofPerson, ...parts, ...(await this.ofPeople([...parts, ...later]))];
	}

	/** The access of one guest, all parts of it, with what belongs to it. */
	async grantsOf(stay: StayKey): Promise<Grant[]> {
		const grants = await this.ofGuest(stay);
		const own = grants.filter(
			(grant) => isKeyOfGuest(stay, grant.access_grant_key) && !isBeingDeleted(grant),
		);
		const once = new Map(own.map((grant) => [grant.access_grant_id, grant]));
		return await readRelated(this.send, stay.prefix, [...once.values()]);
	}

	/** The access that something else made for a reservation: for each of its guests, or one for all. */
	async othersOf(reservationKey: string): Promise<Grant[]> {
		const query = { ...GRANTS, parameters: { reservation_key: reservationKey } };
		const listed = await listAll(this.send, query);
		const keyed = listed.length > 0 ? undefined : await getGrantByKey(this.send, reservationKey);
		const others = [...listed, ...(keyed ? [keyed] : [])].filter((grant) => {
			const key = readStayKey(grant);
			return key?.isOthers && key.reservationKey === reservationKey && !isBeingDeleted(grant);
		});
		return await readRelated(this.send, undefined, others);
	}

	/** The access of all guests of a reservation, up to two numbers that nobody has. */
	async ofReservation(stay: StayKey): Promise<WireObject[]> {
		const grants = await this.ofGuest(stay);
		for (let guestNumber = 2, missing = 0; missing < 2; guestNumber++) {
			const parts = missing === 0 ? [1, 2] : [1];
			const found = await Promise.all(
				parts.map(async (part) => await this.part({ ...stay, guestNumber }, part)),
			);
			const own = found.filter((grant) => grant !== undefined);
			grants.push(...own, ...(await this.ofPeople(own)));
			missing = own.length > 0 ? 0 : missing + 1;
		}
		return grants;
	}

	/** All keyed grants of the workspace, only for advice on a reservation that is not found. */
	async keyed(): Promise<readonly WireObject[]> {
		return (await this.all(undefined)).keyed;
	}

	private async ofPeople(records: readonly WireObject[]): Promise<WireObject[]> {
		const ids = new Set(
			records.flatMap(({ user_identity_id: id }) => (typeof id === 'string' ? [id] : [])),
		);
		return (await Promise.all([...ids].map(this.ofPerson))).flat();
	}

	private async part(stay: StayKey, part: number): Promise<WireObject | undefined> {
		return await getGrantByKey(this.send, toGrantKey({ ...stay, part }));
	}
}
