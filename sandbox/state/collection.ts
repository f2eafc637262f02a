import { removeFrom, type Sequenced } from './orderedList';

export interface Entry<T> extends Sequenced {
	record: T;
}

/** How far back a collection knows its earlier records, in milliseconds. */
export const LONGEST_LAG_MS = 3_600_000;

/** What an entry was before it changed at `atMs`; no record if it did not exist. */
interface EarlierEntry<T> extends Sequenced {
	record?: T;
	atMs: number;
}

/** Records of one kind in order of creation, found by ID. A record is never changed, only replaced. */
export class Collection<T extends object> {
	readonly entries: Array<Entry<T>> = [];
	private readonly byId = new Map<string, Entry<T>>();
	private readonly byGroup = new Map<string, Array<Entry<T>>>();
	private readonly earlier: Array<EarlierEntry<T>> = [];
	private lastSequence = 0;

	/**
	 * @param id the member with the ID of a record, or what makes the ID from it; it must not change over time
	 * @param group the member with the group that a record belongs to, which must not change over time either
	 * @param now the time of changes in milliseconds since the epoch, for a collection that can show earlier records
	 */
	constructor(
		private readonly id: (keyof T & string) | ((record: T) => string),
		records: Iterable<T> = [],
		private readonly group?: keyof T & string,
		private readonly now?: () => number,
	) {
		for (const record of records) this.add(record);
		// What a workspace starts with was always there.
		this.earlier.length = 0;
	}

	get records(): T[] {
		return this.entries.map(({ record }) => record);
	}

	get(id: string): T | undefined {
		return this.byId.get(id)?.record;
	}

	/** The records of a group, without reading the others. */
	inGroup(group: string): T[] {
		return (this.byGroup.get(group) ?? []).map(({ record }) => record);
	}

	/** The entries as they were at `atMs`, at most `LONGEST_LAG_MS` ago. */
	entriesAt(atMs: number): Array<Entry<T>> {
		const shown = new Map(this.entries.map((entry) => [entry.sequence, entry]));
		for (let index = this.earlier.length - 1; index >= 0; index--) {
			const { sequence, record, atMs: changedAtMs } = this.earlier[index] as EarlierEntry<T>;
			if (changedAtMs <= atMs) break;
			if (record) shown.set(sequence, { sequence, record });
			else shown.delete(sequence);
		}
		return [...shown.values()].sort((left, right) => left.sequence - right.sequence);
	}

	add(record: T): T {
		const entry = { sequence: ++this.lastSequence, record };
		this.remember({ sequence: entry.sequence });
		this.entries.push(entry);
		this.byId.set(this.idOf(record), entry);
		const ofGroup = this.byGroup.get(this.groupOf(record));
		if (ofGroup) ofGroup.push(entry);
		else this.byGroup.set(this.groupOf(record), [entry]);
		return record;
	}

	/** Replaces the record with a changed copy, and returns it. Undefined if no record has this ID. */
	update(id: string, changes: Partial<T>): T | undefined {
		const entry = this.byId.get(id);
		if (!entry) return undefined;
		this.remember(entry);
		entry.record = { ...entry.record, ...changes };
		return entry.record;
	}

	remove(id: string): void {
		const entry = this.byId.get(id);
		if (!entry) return;
		this.remember(entry);
		this.byId.delete(id);
		removeFrom(this.entries, entry);
		const group = this.groupOf(entry.record);
		const ofGroup = this.byGroup.get(group) ?? [];
		removeFrom(ofGroup, entry);
		if (ofGroup.length === 0) this.byGroup.delete(group);
	}

	private idOf(record: T): string {
		return typeof this.id === 'function' ? this.id(record) : String(record[this.id]);
	}

	private groupOf(record: T): string {
		return this.group === undefined ? '' : String(record[this.group]);
	}

	private remember({ sequence, record }: Sequenced & { record?: T }): void {
		if (!this.now) return;
		const atMs = this.now();
		while ((this.earlier[0]?.atMs ?? Infinity) < atMs - LONGEST_LAG_MS) this.earlier.shift();
		this.earlier.push({ sequence, record, atMs });
	}
}
