import { groupBy } from '../../operation/run/sendItems';
import type { SendRequest } from '../../transport/request';
import type { WireObject } from '../../wire/records';
import { nameOfReservation, type StayKey } from '../stays/stay';
import { CancelledError } from '../../errors/errors';
import type { Grant } from './grant';
import { getGrantByKey, getGrantsById, GrantLookUps, listGrants, toListed } from './grantLookUps';
import { readRelated } from './readGrants';
import { readGrantKey, toGrantKey } from './grantKey';

/** Up to this many stays are looked up one by one. For more, the list of all grants takes fewer requests. */
export const MOST_LOOKED_UP = 10;

/** A stay whose access to read. */
export interface StayToRead {
	key: StayKey;
	/** The rooms that it is to open, to compare it with other stays there. */
	spaceIds: readonly string[];
	guestKey?: string;
	/** True if the access of all guests of the reservation matters. */
	isOfAllGuests?: boolean;
}

/** A grant to read once more for its item, together with those of the other items. */
export interface ReadAgain {
	prefix: string;
	id: string;
	/** The record that the service returned when it created the grant, if nothing has changed since. */
	created?: WireObject;
	/** True if only a wait can have changed it. */
	isOnlyAfterWait?: true;
}

/**
 * Our grants as the items of a run know them: read before the first change, as the items leave them,
 * and once more at the end. Items of one reservation must use it one after another.
 */
export class GrantsOfRun {
	/** Finds the access of single guests, without the list of all grants. */
	readonly lookUps: GrantLookUps;
	private list = toListed([]);
	private isLookedUp = false;
	private readonly byReservation = new Map<string, readonly Grant[]>();
	private readonly again = new Map<string, { grant: Grant; isNew: boolean }>();

	constructor(
		private readonly send: SendRequest,
		private readonly maxPages?: number,
	) {
		this.lookUps = new GrantLookUps(send, maxPages);
	}

	/**
	 * Reads the grants of `stays`, and what belongs to them. With a prefix, also all other grants with
	 * it that are not over. Takes the list for many stays, and looks up the grants of few. Throws if
	 * anything cannot be read.
	 */
	async read(stays: readonly StayToRead[], prefix?: string): Promise<void> {
		this.isLookedUp = prefix === undefined && stays.length <= MOST_LOOKED_UP;
		this.list = this.isLookedUp
			? toListed(await this.lookUp(stays))
			: await listGrants(this.send, this.maxPages);
		const names = new Set(stays.map(({ key }) => nameOfReservation(key)));
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
		const isOver = ({ ends_at: endsAt }: WireObject) =>
			typeof endsAt === 'string' && Date.parse(endsAt) <= nowMs;
		const ours = this.list
			.ours(prefix)
			.filter((grant) => names.has(nameOfGrant(prefix, grant)) || (isWhole && !isOver(grant)));
		const grants = await readRelated(this.send, prefix, ours);
		for (const [key, some] of groupBy(grants, (grant) => grant.key.reservationKey))
			this.byReservation.set(nameOfReservation({ prefix, reservationKey: key }), some);
	}

	/** The grants of these stays, and those of their rooms. */
	private async lookUp(stays: readonly StayToRead[]): Promise<WireObject[]> {
		const found = await Promise.all(
			stays.map(async ({ key, spaceIds, guestKey, isOfAllGuests }) => {
				const [grants, ...inRooms] = await Promise.all([
					isOfAllGuests
						? this.lookUps.ofReservation(key)
						: this.lookUps.ofGuest(key, { guestKey, isNew: spaceIds.length > 0 }),
					...spaceIds.map(async (id) => await this.lookUps.inSpace(id)),
				]);
				// The other guests of a reservation that ends have the same rooms.
				const rooms = isOfAllGuests
					? grants.filter((grant) => isOfReservation(key, grant)).flatMap(spaceIdsOf)
					: [];
				const ofOthers = await Promise.all(
					[...new Set(rooms)].map(async (id) => await this.lookUps.inSpace(id)),
				);
				return [...grants, ...inRooms.flat(), ...ofOthers.flat()];
			}),
		);
		return [...new Map(found.flat().map((grant) => [grant.access_grant_id, grant])).values()];
	}

	all(): Grant[] {
		return [...this.byReservation.values()].flat();
	}

	/** All keyed grants of the workspace, as listed. */
	async keyed(): Promise<readonly WireObject[]> {
		return this.isLookedUp ? await this.lookUps.keyed() : this.list.keyed;
	}

	/** All grants as listed, also those of others. */
	listed(): readonly WireObject[] {
		return this.list.records;
	}

	/** How many grants a person has in the whole workspace. */
	countOf(personId: string): number {
		return this.list.countByPerson.get(personId) ?? 0;
	}

	ofReservation(stay: StayKey): readonly Grant[] {
		return this.byReservation.get(nameOfReservation(stay)) ?? [];
	}

	ofGuest(stay: StayKey): Grant[] {
		return this.ofReservation(stay).filter(({ key }) => key.guestNumber === stay.guestNumber);
	}

	/** Remembers how an item leaves the access of a reservation, for its other items. */
	note(stay: StayKey, grants: readonly Grant[]): void {
		this.byReservation.set(nameOfReservation(stay), grants);
	}

	/**
	 * Reads grants once more, up to 500 per request, when all changes are made. `hasWaited` is true
	 * after a wait. Items whose grant cannot be read together read it alone, and say if they cannot.
	 */
	async readAgain(all: readonly ReadAgain[], hasWaited: boolean): Promise<void> {
		const wanted = all.filter(({ isOnlyAfterWait }) => hasWaited || isOnlyAfterWait !== true);
		for (const [prefix, some] of groupBy(wanted, (one) => one.prefix)) {
			const created = some.flatMap(({ created: record }) => (hasWaited || !record ? [] : [record]));
			const ids = some.flatMap(({ id, created: record }) => (hasWaited || !record ? [id] : []));
			try {
				const listed = ids.length > 0 ? await getGrantsById(this.send, ids) : [];
				for (const grant of await readRelated(this.send, prefix, [...created, ...listed]))
					this.again.set(grant.id, { grant, isNew: created.includes(grant.record) });
			} catch (error) {
				if (error instanceof CancelledError) return;
			}
		}
	}

	readAgainOf(id: string): { grant: Grant; isNew: boolean } | undefined {
		return this.again.get(id);
	}

	/**
	 * Looks up the first keys of these guests too, because a list can lack a grant that was created a
	 * moment ago.
	 */
	async withThoseByKey(
		stay: StayKey,
		listed: readonly Grant[],
		guestNumbers: readonly number[],
	): Promise<Grant[]> {
		if (this.isLookedUp) return [...listed];
		const keys = guestNumbers.flatMap((guestNumber) =>
			[1, 2].map((part) => toGrantKey({ ...stay, guestNumber, part })),
		);
		const byKey = await Promise.all(keys.map(async (key) => await getGrantByKey(this.send, key)));
		const missing = byKey.filter(
			(grant): grant is WireObject =>
				grant !== undefined && listed.every(({ id }) => id !== grant.access_grant_id),
		);
		return [...listed, ...(await readRelated(this.send, stay.prefix, missing))];
	}
}

const isOfReservation = (key: StayKey, { access_grant_key: grantKey }: WireObject) =>
	readGrantKey(key.prefix, grantKey)?.reservationKey === key.reservationKey;

const spaceIdsOf = ({ space_ids: ids }: WireObject): string[] =>
	Array.isArray(ids) ? ids.map(String) : [];

const nameOfGrant = (prefix: string, { access_grant_key: key }: WireObject) =>
	nameOfReservation({ prefix, reservationKey: readGrantKey(prefix, key)?.reservationKey ?? '' });
