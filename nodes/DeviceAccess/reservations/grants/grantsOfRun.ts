import { groupBy } from '../../operation/run/sendItems';
import type { SendRequest } from '../../transport/request';
import type { WireObject } from '../../wire/records';
import { nameOfReservation, type StayKey } from '../stays/stay';
import { type Grant, isBeingDeleted } from './grant';
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

/**
 * Our grants as the items of a run know them: read once for all items, and again for a reservation
 * that an earlier item changed. Items of one reservation must use it one after another.
 */
export class GrantsOfRun {
	/** Finds the access of single guests, without the list of all grants. */
	readonly lookUps: GrantLookUps;
	private list = toListed([]);
	private isLookedUp = false;
	private readonly byReservation = new Map<string, Grant[]>();
	/** IDs of grants that items of this run created, by reservation. */
	private readonly created = new Map<string, Set<string>>();
	private readonly changed = new Set<string>();

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
				const [{ grants }, ...inRooms] = await Promise.all([
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

	async ofReservation(stay: StayKey): Promise<Grant[]> {
		const name = nameOfReservation(stay);
		const known = this.byReservation.get(name) ?? [];
		if (!this.changed.has(name)) return known;
		const ids = [...known.map(({ id }) => id), ...(this.created.get(name) ?? [])];
		const records = ids.length > 0 ? await getGrantsById(this.send, [...new Set(ids)]) : [];
		const grants = await readRelated(
			this.send,
			stay.prefix,
			records.filter((grant) => !isBeingDeleted(grant)),
		);
		this.byReservation.set(name, grants);
		this.changed.delete(name);
		return grants;
	}

	async ofGuest(stay: StayKey): Promise<Grant[]> {
		return (await this.ofReservation(stay)).filter(
			({ key }) => key.guestNumber === stay.guestNumber,
		);
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

	/**
	 * Notes that an item is about to change the access of a reservation, and later what it created.
	 */
	noteChange(stay: StayKey, createdGrantId?: string): void {
		const name = nameOfReservation(stay);
		this.changed.add(name);
		if (createdGrantId === undefined) return;
		this.created.set(name, (this.created.get(name) ?? new Set()).add(createdGrantId));
	}
}

const isOfReservation = (key: StayKey, { access_grant_key: grantKey }: WireObject) =>
	readGrantKey(key.prefix, grantKey)?.reservationKey === key.reservationKey;

const spaceIdsOf = ({ space_ids: ids }: WireObject): string[] =>
	Array.isArray(ids) ? ids.map(String) : [];

const nameOfGrant = (prefix: string, { access_grant_key: key }: WireObject) =>
	nameOfReservation({ prefix, reservationKey: readGrantKey(prefix, key)?.reservationKey ?? '' });
