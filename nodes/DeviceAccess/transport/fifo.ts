/** An entry of a queue. */
export interface Numbered {
	/** Its place in the queue; the first has the lowest. */
	order: number;
}

interface Link<Entry> {
	entry: Entry;
	next?: Link<Entry>;
}

/**
 * A queue sorted by order, so an entry that returns goes before later ones. A linked list, because
 * shifting an array of 50,000 is slow.
 */
export class Fifo<Entry extends Numbered> {
	private head: Link<Entry> | undefined;

	private tail: Link<Entry> | undefined;

	get first(): Entry | undefined {
		return this.head?.entry;
	}

	insert(entry: Entry): void {
		let before = this.tail && this.tail.entry.order < entry.order ? this.tail : undefined;
		if (!before) {
			for (let link = this.head; link && link.entry.order < entry.order; link = link.next)
				before = link;
		}
		const link = { entry, next: before ? before.next : this.head };
		if (before) before.next = link;
		else this.head = link;
		if (!link.next) this.tail = link;
	}

	shift(): Entry | undefined {
		const link = this.head;
		this.head = link?.next;
		if (!this.head) this.tail = undefined;
		return link?.entry;
	}

	/** Removes and returns all matching entries, in order. */
	take(isTaken: (entry: Entry) => boolean): Entry[] {
		const taken: Entry[] = [];
		let link = this.head;
		this.head = undefined;
		this.tail = undefined;
		for (; link; link = link.next) {
			if (isTaken(link.entry)) taken.push(link.entry);
			else this.insert(link.entry);
		}
		return taken;
	}
}
