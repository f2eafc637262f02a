import { CancelledError } from '../../errors/errors';
import { readOnce } from '../../lists/readOnce';
import { listAll, readFirstPage } from '../../lists/listAllPages';
import { groupBy } from '../../lists/groupBy';
import type { SendRequest } from '../../transport/request';
import { idsIn, type WireObject } from '../../wire/records';
import { stayKeyOf, type StayKey } from '../stays/stay';
import {
	type Grant,
	hasEnded,
	isBeingDeleted,
	isKeyOfStay,
	isMadeByOthers,
	LEAVING_MS,
	ownKeysOf,
	readGrantKey,
	toGrantKey,
} from './grant';
import {
	getGrantByKey,
	getGrantsById,
	getGrantsOfPerson,
	getPersonByKey,
	GRANTS,
	readRelated,
} from './readGrants';

/** For more stays, the list of all grants takes fewer requests than to look up each. */
export const MOST_LOOKED_UP = 10;

export interface StayToRead {
	key: StayKey;
	/** That it is to open, to compare it with other stays there. None for access to end. */
	spaceIds: readonly string[];
	guestKey?: string;
	/** Although a list can lack what was created a moment ago. */
	isListEnough?: boolean;
}

export interface ReadAgain {
	prefix: string;
	id: string;
	/** As the service returned it at the creation, if nothing has changed since. */
	created?: WireObject;
	/** True if only a wait can have changed it. */
	isOnlyAfterWait?: true;
}

/**
 * Read before the first change, as the items leave them, and once more at the end. Items of one
 * reservation must use it one after another.
 */
export class GrantsOfRun {
	private readonly ofPerson: (personId: string) => Promise<WireObject[]>;
	/** At most a page of them. */
	private readonly inSpace: (spaceId: string) => Promise<WireObject[]>;
	private readonly list: (_: undefined) => Promise<WireObject[]>;

	private records: readonly WireObject[] = [];
	private readonly byReservation = new Map<string, readonly Grant[]>();
	private readonly readLast = new Map<string, { grant: Grant; isNew: boolean }>();

	constructor(
		private readonly send: SendRequest,
		maxPages?: number,
	) {
		this.ofPerson = readOnce(async (personId) => await getGrantsOfPerson(send, personId, maxPages));
		this.list = readOnce(
			async () => await listAll(send, { ...GRANTS, parameters: {}, maxPages, readsAhead: true }),
		);
		this.inSpace = readOnce(async (spaceId) => {
			const query = { ...GRANTS, parameters: { space_id: spaceId } };
			const { records } = await readFirstPage(send, query);
			return records.filter(({ space_ids: ids }) => idsIn(ids).includes(spaceId));
		});
	}

	/**
	 * With a prefix, also reads all others with it that are not over. Throws if anything cannot be
	 * read.
	 */
	async read(stays: readonly StayToRead[], prefix?: string): Promise<void> {
		const isLookedUp = prefix === undefined && stays.length <= MOST_LOOKED_UP;
		const listed = isLookedUp ? [] : await this.ofAll();
		// A list has thousands of stays that ended long ago, so none of their keys is looked up.
		const alone = stays.filter(
			({ isListEnough }) => isLookedUp || (prefix === undefined && !isListEnough),
		);
		const found = eachOnce([...(await this.lookUp(alone)), ...listed]);
		this.records = found.filter((grant) => !isBeingDeleted(grant));
		const names = new Set(stays.map(({ key }) => stayKeyOf(key)));
		const prefixes = new Set([
			...(prefix === undefined ? [] : [prefix]),
			...stays.map(({ key }) => key.prefix),
		]);
		for (const one of prefixes) await this.readOurs(one, names, prefix !== undefined);
	}

	private async readOurs(
		prefix: string,
		names: ReadonlySet<string>,
		isWhole: boolean,
	): Promise<void> {
		const nowMs = Date.now();
		const ours = this.records
			.filter(({ access_grant_key: key }) => readGrantKey(prefix, key) !== undefined)
			.filter(
				(grant) => names.has(nameOfGrant(prefix, grant)) || (isWhole && !hasEnded(grant, nowMs)),
			);
		const grants = await readRelated(this.send, prefix, ours);
		for (const [key, some] of groupBy(grants, (grant) => grant.key.reservationKey))
			this.byReservation.set(stayKeyOf({ prefix, reservationKey: key }), some);
	}

	private async lookUp(stays: readonly StayToRead[]): Promise<WireObject[]> {
		const found = await Promise.all(
			stays.map(async ({ key, spaceIds, guestKey }) =>
				spaceIds.length === 0
					? await this.lookUpWhatIsThere(key, { guestKey, isToEnd: true })
					: await this.lookUpStay(key, { spaceIds, guestKey }),
			),
		);
		return found.flat();
	}

	ours(): Grant[] {
		return [...this.byReservation.values()].flat();
	}

	listed(): readonly WireObject[] {
		return this.records;
	}

	/** The same, and what these rooms have, unless that cannot be read. */
	async listedWith(spaceIds: readonly string[]): Promise<readonly WireObject[]> {
		try {
			const inRooms = await Promise.all(spaceIds.map(this.inSpace));
			const found = eachOnce([...this.records, ...inRooms.flat()]);
			return found.filter((grant) => !isBeingDeleted(grant));
		} catch {
			return this.records;
		}
	}

	ofReservation(stay: StayKey): readonly Grant[] {
		return this.byReservation.get(stayKeyOf(stay)) ?? [];
	}

	/** For the other items of the reservation. */
	setOfReservation(stay: StayKey, grants: readonly Grant[]): void {
		this.byReservation.set(stayKeyOf(stay), grants);
	}

	/** Items whose grant cannot be read together read it alone, and say if they cannot. */
	async readAgain(all: readonly ReadAgain[], hasWaited: boolean): Promise<void> {
		const wanted = all.filter(({ isOnlyAfterWait }) => hasWaited || isOnlyAfterWait !== true);
		for (const [prefix, some] of groupBy(wanted, (one) => one.prefix)) {
			const created = some.flatMap(({ created: record }) => (hasWaited || !record ? [] : [record]));
			const ids = some.flatMap(({ id, created: record }) => (hasWaited || !record ? [id] : []));
			try {
				const listed = ids.length > 0 ? await getGrantsById(this.send, ids) : [];
				for (const grant of await readRelated(this.send, prefix, [...created, ...listed]))
					this.readLast.set(grant.id, { grant, isNew: created.includes(grant.record) });
			} catch (error) {
				if (error instanceof CancelledError) return;
			}
		}
	}

	readAgainOf(id: string): { grant: Grant; isNew: boolean } | undefined {
		return this.readLast.get(id);
	}

	/**
	 * Changes of rooms use the first two parts in turn, and a further one only while both are there. So
	 * if there is only the first one, and it does not end soon, there is nothing else. The exception is
	 * a guest in the house, who keeps it until a third one is ready: access to end must not miss that.
	 * For access to give, the creation says what else there is. What is over keeps its key, so if there is
	 * nothing else, a guest after that can have further ones.
	 */
	private async lookUpStay(
		stay: StayKey,
		{
			spaceIds = [],
			guestKey,
			isToEnd = false,
		}: Partial<Pick<StayToRead, 'spaceIds' | 'guestKey'>> & { isToEnd?: boolean },
	): Promise<WireObject[]> {
		const inRooms = Promise.all(spaceIds.map(this.inSpace));
		const [first, second, listed] = await Promise.all([
			this.part(stay, 1),
			this.part(stay, 2),
			inRooms,
		]);
		const found = [first, second, ...listed.flat()].filter((grant) => grant !== undefined);
		const own = found.filter((grant) => isOfStay(stay, grant));
		const [one] = own;
		if (!one) return found;
		const nowMs = Date.now();
		const isOnlyFirst = own.every((grant) => grant.access_grant_id === first?.access_grant_id);
		const isKept = isToEnd && Date.parse(String(one.starts_at)) <= nowMs;
		if (isOnlyFirst && !isKept && !hasEnded(one, nowMs + LEAVING_MS)) return found;
		const third = await this.part(stay, 3);
		const moved = third ? [...own, third] : own;
		const all = [...found, ...(third ? [third] : []), ...(await this.ofPeople(moved))];
		const isAllOver = all.every((grant) => !isOfStay(stay, grant) || hasEnded(grant, nowMs));
		return isAllOver ? [...all, ...(await this.ofAllGuests(stay, guestKey))] : all;
	}

	/** For access to end or to read: wherever interrupted and earlier changes have left it. */
	private async lookUpWhatIsThere(
		stay: StayKey,
		{ guestKey, isToEnd = false }: { guestKey?: string; isToEnd?: boolean } = {},
	): Promise<WireObject[]> {
		const found = await this.lookUpStay(stay, { guestKey, isToEnd });
		if (found.length > 0) return found;
		// A service may never free a key.
		const [third, others] = await Promise.all([
			this.part(stay, 3),
			this.ofAllGuests(stay, guestKey),
		]);
		return third ? [third, ...(await this.ofPeople([third])), ...others] : others;
	}

	/** A cancellation can lack the key of the guest. */
	private async ofAllGuests(stay: StayKey, guestKey: string | undefined): Promise<WireObject[]> {
		const [own, ofGuest] = await Promise.all([
			this.mailboxesOf(stay),
			guestKey === undefined ? undefined : getPersonByKey(this.send, guestKey),
		]);
		const people = [...own, ofGuest];
		const visible = people.filter((one) => one !== 'hidden');
		// Where people are hidden, only the list says what else there is.
		const listed = visible.length < people.length ? await this.ofAll() : [];
		return [...(await this.ofPeople(visible)), ...listed];
	}

	/** One for each guest to whom the reservation passed, one after another. */
	private async mailboxesOf(stay: StayKey): Promise<Array<WireObject | 'hidden'>> {
		const people: Array<WireObject | 'hidden'> = [];
		for (const key of ownKeysOf(stay)) {
			const person = await getPersonByKey(this.send, key);
			if (person === undefined) break;
			people.push(person);
			if (person === 'hidden') break;
		}
		return people;
	}

	async grantsOf(stay: StayKey): Promise<Grant[]> {
		const grants = await this.lookUpWhatIsThere(stay);
		const own = grants.filter((grant) => isOfStay(stay, grant));
		return await readRelated(this.send, stay.prefix, eachOnce(own));
	}

	/** One for each guest of the reservation, or one for all. With the rest of a `stay_key`, that one. */
	async othersOf(reservationKey: string): Promise<Grant[]> {
		const others = (await this.ofAll()).filter(
			(grant) => !isBeingDeleted(grant) && isMadeByOthers(grant, reservationKey),
		);
		return await readRelated(this.send, undefined, others);
	}

	/**
	 * Also those that are being deleted. Throws if a page cannot be read, because a part of the list
	 * would make the rest look missing.
	 */
	async ofAll(): Promise<readonly WireObject[]> {
		return await this.list(undefined);
	}

	private async ofPeople(records: ReadonlyArray<WireObject | undefined>): Promise<WireObject[]> {
		const ids = new Set(
			records.flatMap((one) =>
				typeof one?.user_identity_id === 'string' ? one.user_identity_id : [],
			),
		);
		return (await Promise.all([...ids].map(this.ofPerson))).flat();
	}

	private async part(stay: StayKey, part: number): Promise<WireObject | undefined> {
		return await getGrantByKey(this.send, toGrantKey({ ...stay, part }));
	}
}

/** A list can lack the last change, so the first one counts: that which was read by its key. */
function eachOnce(found: readonly WireObject[]): WireObject[] {
	const byId = new Map<unknown, WireObject>();
	for (const grant of found)
		if (!byId.has(grant.access_grant_id)) byId.set(grant.access_grant_id, grant);
	return [...byId.values()];
}

const isOfStay = (stay: StayKey, grant: WireObject): boolean =>
	isKeyOfStay(stay, grant.access_grant_key) && !isBeingDeleted(grant);

const nameOfGrant = (prefix: string, { access_grant_key: key }: WireObject) =>
	stayKeyOf({ prefix, reservationKey: readGrantKey(prefix, key)?.reservationKey ?? '' });
