import { groupBy } from '../../operation/run/runGroups';
import type { SendRequest } from '../../transport/request';
import type { WireObject } from '../../wire/records';
import { nameOfReservation, type StayKey } from '../stays/stay';
import { type Grant, isBeingDeleted } from './grant';
import { readGrantKey, toGrantKey } from './grantKey';
import {
	getGrantByKey,
	getGrantsById,
	listGrants,
	type ListedGrants,
	readRelated,
} from './readGrants';

/**
 * Our grants as the items of a run know them: read once for all items, and again for a reservation
 * that an earlier item changed. Items of one reservation must use it one after another.
 */
export class GrantsOfRun {
	private list: ListedGrants = {
		ours: () => [],
		others: () => [],
		keyed: [],
		countByPerson: new Map(),
	};
	private readonly byReservation = new Map<string, Grant[]>();
	/** IDs of grants that items of this run created, by reservation. */
	private readonly created = new Map<string, Set<string>>();
	private readonly changed = new Set<string>();

	constructor(
		private readonly send: SendRequest,
		private readonly maxPages?: number,
	) {}

	/**
	 * Reads the list and what belongs to the grants of `stays`, or to all with this prefix. Throws if
	 * anything cannot be read.
	 */
	async read(wanted: { stays: readonly StayKey[] } | { prefix: string }): Promise<void> {
		this.list = await listGrants(this.send, this.maxPages);
		const prefixes =
			'prefix' in wanted ? [wanted.prefix] : [...new Set(wanted.stays.map(({ prefix }) => prefix))];
		const names = 'prefix' in wanted ? undefined : new Set(wanted.stays.map(nameOfReservation));
		for (const prefix of prefixes) {
			const ours = this.list
				.ours(prefix)
				.filter((grant) => names?.has(nameOfGrant(prefix, grant)) ?? true);
			const grants = await readRelated(this.send, prefix, ours);
			for (const [key, some] of groupBy(grants, (grant) => grant.key.reservationKey))
				this.byReservation.set(nameOfReservation({ prefix, reservationKey: key }), some);
		}
	}

	/** All grants that were read. */
	all(): Grant[] {
		return [...this.byReservation.values()].flat();
	}

	/** All keyed grants of the workspace, as listed. */
	keyed(): readonly WireObject[] {
		return this.list.keyed;
	}

	/** All our grants as listed, without related records. */
	listed(prefix: string): WireObject[] {
		return this.list.ours(prefix);
	}

	/** The grants of others in the workspace, as listed. */
	listedOfOthers(prefix: string): WireObject[] {
		return this.list.others(prefix);
	}

	/** How many grants a person has in the whole workspace. */
	countOf(personId: string): number {
		return this.list.countByPerson.get(personId) ?? 0;
	}

	/** The grants of all guests of a reservation. */
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

	/** The grants of one guest. */
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

const nameOfGrant = (prefix: string, { access_grant_key: key }: WireObject) =>
	nameOfReservation({ prefix, reservationKey: readGrantKey(prefix, key)?.reservationKey ?? '' });
