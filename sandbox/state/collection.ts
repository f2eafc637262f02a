import { removeFrom, type Sequenced } from './orderedList';

/** A record and its place in the list. */
export interface Entry<T> extends Sequenced {
	record: T;
}

/** Records of one kind in order of creation, found by id. A record is never changed, only replaced. */
export class Collection<T extends object> {
	readonly entries: Array<Entry<T>> = [];
	private readonly byId = new Map<string, Entry<T>>();
	private lastSequence = 0;

	/** @param idOf names a record; it must not change over time. */
	constructor(
		private readonly idOf: (record: T) => string,
		records: Iterable<T> = [],
	) {
		for (const record of records) this.add(record);
	}

	get records(): T[] {
		return this.entries.map(({ record }) => record);
	}

	get(id: string): T | undefined {
		return this.byId.get(id)?.record;
	}

	add(record: T): T {
		const entry = { sequence: ++this.lastSequence, record };
		this.entries.push(entry);
		this.byId.set(this.idOf(record), entry);
		return record;
	}

	/** Replaces the record by one with other members; undefined, and no change, for an id that is gone. */
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
	}
}
