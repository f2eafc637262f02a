import { listAll, readFirstPage } from '../../lists/listAllPages';
import { getRecord, readOnce } from '../../lists/getRecord';
import type { SendRequest } from '../../transport/request';
import type { WireObject } from '../../wire/records';
import type { StayKey } from '../stays/stay';
import { isKeyOfGuest, ownKeysOf, toGrantKey } from './grantKey';
import { type Grant, isBeingDeleted } from './grant';
import { getGrantByKey, type ListedGrants, listGrants, readRelated } from './readGrants';

const GRANTS = { endpoint: '/access_grants/list', member: 'access_grants' };

export interface LookedUp {
	grants: readonly WireObject[];
	people: readonly WireObject[];
}

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
	): Promise<LookedUp> {
		const first = await this.part(stay, 1);
		if (first) return { grants: [first, ...(await this.ofPeople([first]))], people: [] };
		const [ownKey = '', ...laterKeys] = ownKeysOf(stay);
		const person = await this.person(guestKey ?? ownKey);
		const ofPerson = person ? await this.ofPeople([person]) : [];
		const isOwn = ({ access_grant_key: key }: WireObject) => isKeyOfGuest(stay, key);
		if (ofPerson.some(isOwn) || (isNew && !person))
			return { grants: ofPerson, people: person ? [person] : [] };
		// The reservation may have passed to another guest, and the list can lack what is new.
		const [second, ...others] = await Promise.all([
			this.part(stay, 2),
			...(person ? laterKeys.map(async (key) => await this.person(key)) : []),
		]);
		const later = others.filter((one) => one !== undefined);
		const parts = second ? [second] : [];
		return {
			grants: [...ofPerson, ...parts, ...(await this.ofPeople([...parts, ...later]))],
			people: [...(person ? [person] : []), ...later],
		};
	}

	/** The access of one guest, all parts of it, with what belongs to it. */
	async grantsOf(stay: StayKey): Promise<Grant[]> {
		const { grants } = await this.ofGuest(stay);
		const own = grants.filter(
			(grant) => isKeyOfGuest(stay, grant.access_grant_key) && !isBeingDeleted(grant),
		);
		const once = new Map(own.map((grant) => [grant.access_grant_id, grant]));
		return await readRelated(this.send, stay.prefix, [...once.values()]);
	}

	/** The access of all guests of a reservation, up to two numbers that nobody has. */
	async ofReservation(stay: StayKey): Promise<LookedUp> {
		const grants: WireObject[] = [];
		const people: WireObject[] = [];
		for (let guestNumber = 1, missing = 0; missing < 2; guestNumber++) {
			const found = await this.ofGuest({ ...stay, guestNumber });
			grants.push(...found.grants);
			people.push(...found.people);
			const isMissing = found.grants.length + found.people.length === 0;
			missing = isMissing && guestNumber > 1 ? missing + 1 : 0;
		}
		return { grants, people };
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

	private async person(key: string): Promise<WireObject | undefined> {
		const body = { user_identity_key: key };
		const found = await getRecord(this.send, '/user_identities/get', 'user_identity', body);
		return found?.user_identity_key === key ? found : undefined;
	}
}
