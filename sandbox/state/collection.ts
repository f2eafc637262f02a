import { removeFrom, type Sequenced } from './orderedList';

/** A record and its place in the list. */
export interface Entry<T> extends Sequenced {
	record: T;
}

/** Records of one kind in order of creation, found by ID. A record is never changed, only replaced. */
export class Collection<T extends object> {
	readonly entries: Array<Entry<T>> = [];
	private readonly byId = new Map<string, Entry<T>>();
	private readonly byGroup = new Map<string, Array<Entry<T>>>();
	private lastSequence = 0;

	/**
	 * @param idOf the ID of a record, which must not change over time
	 * @param groupOf the group that a record belongs to, which must not change over time either
	 */
	constructor(
		private readonly idOf: (record: T) => string,
		records: Iterable<T> = [],
		private readonly groupOf: (record: T) => string = () => '',
	) {
		for (const record of records) this.add(record);
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

	add(record: T): T {
		const entry = { sequence: ++this.lastSequence, record };
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
		entry.record = { ...entry.record, ...changes };
		return entry.record;
	}

	remove(id: string): void {
		const entry = this.byId.get(id);
		if (!entry) return;
		this.byId.delete(id);
		removeFrom(this.entries, entry);
		const group = this.groupOf(entry.record);
		const ofGroup = this.byGroup.get(group) ?? [];
		removeFrom(ofGroup, entry);
		if (ofGroup.length === 0) this.byGroup.delete(group);
	}
}
