import type { IDataObject, IExecuteFunctions } from 'n8n-workflow';
import { isWireObject } from '../../wire/records';
import type { Stay } from './stay';

/** How many names to remember, about two for each guest. The oldest are forgotten first. */
const MOST_REMEMBERED = 20_000;

/**
 * A change that is further ahead of the clock than this, in milliseconds, has a wrong clock and
 * counts as made now.
 */
const LONGEST_AHEAD_MS = 5 * 60_000;

const VERSION = 1;

/**
 * Remembers when each reservation was last changed at its source, so that an older change that
 * arrives later does nothing, also not for a guest whom the later one no longer names.
 */
export interface LastChanges {
	/** True if a later change of the reservation was applied, or a cancellation of the same time. */
	isOutdated(stay: Stay): boolean;
	note(stay: Stay): void;
}

/** When the last change was, in milliseconds since 1970, and whether it ended access. */
type LastChange = [changedAtMs: number, endsAccess: 0 | 1];

/**
 * The static data of all executions that run now, by workflow and node. n8n gives each execution a
 * copy and keeps the one that is saved last, so each change is noted in all of them.
 */
const runningCopies = new Map<string, Set<WeakRef<IDataObject>>>();

/**
 * Reads the changes from the workflow's static data, which n8n saves after an execution of a
 * published workflow. Executions that overlap in one n8n process lose nothing. In queue mode, a
 * worker does not see what another one notes at the same time; Sync Many corrects what follows.
 *
 * `stays` are those of this execution. A change of another guest makes one outdated only if it is
 * later than all of the same reservation here, because each guest can have a time of its own. In a
 * list, which names all guests, only a guest's own changes count.
 */
export function readLastChanges({
	context,
	workspaceId,
	stays,
	isList,
}: {
	context: Pick<IExecuteFunctions, 'getWorkflowStaticData' | 'getWorkflow' | 'getNode'>;
	workspaceId?: string;
	stays: readonly Stay[];
	isList: boolean;
}): LastChanges {
	const data: IDataObject = context.getWorkflowStaticData('node');
	const applied = changesIn(data);
	const copies = copiesOf(`${context.getWorkflow().id} ${context.getNode().id}`, data);
	// What another execution noted before this one began is not saved yet, and this one may be saved
	// last.
	for (const copy of copies()) if (copy !== data) takeOver(applied, changesIn(copy));
	// One node can serve several workspaces, in which different reservations may have the same key.
	const place = workspaceId === undefined ? '' : `${workspaceId} `;
	const of = ({ prefix, reservationKey }: Stay, what: 'latest' | 'all' | number) =>
		`${place}${prefix}${reservationKey}:${what}`;
	const newest = newestOf(stays, (stay) => of(stay, 'latest'));
	const isBefore = (changedAtMs: number, stay: Stay, name: string) => {
		const last = applied[name];
		if (!isLastChange(last)) return false;
		const [lastMs, endedAccess] = last;
		return (
			changedAtMs < lastMs ||
			(changedAtMs === lastMs && endedAccess === 1 && stay.meaning !== 'endsAccess')
		);
	};
	return {
		isOutdated: (stay) => {
			const { changedAtMs } = stay;
			if (changedAtMs === undefined) return false;
			const latest = of(stay, 'latest');
			return (
				isBefore(changedAtMs, stay, of(stay, 'all')) ||
				isBefore(changedAtMs, stay, of(stay, stay.guestNumber)) ||
				(!isList && isBefore(newest.get(latest) ?? changedAtMs, stay, latest))
			);
		},
		note: (stay) => {
			if (stay.changedAtMs === undefined) return;
			const nowMs = Date.now();
			const atMs = stay.changedAtMs > nowMs + LONGEST_AHEAD_MS ? nowMs : stay.changedAtMs;
			const endsAccess = stay.meaning === 'endsAccess';
			// Ending guest 1's access ends the access of all guests.
			const endsAll = endsAccess && stay.guestNumber === 1;
			for (const copy of copies()) {
				const changes = changesIn(copy);
				remember(changes, of(stay, 'latest'), [atMs, 0]);
				remember(changes, of(stay, endsAll ? 'all' : stay.guestNumber), [atMs, endsAccess ? 1 : 0]);
			}
		},
	};
}

/** The latest time of change in each group. */
function newestOf(
	stays: readonly Stay[],
	groupOf: (stay: Stay) => string,
): ReadonlyMap<string, number> {
	const newest = new Map<string, number>();
	for (const stay of stays) {
		const group = groupOf(stay);
		newest.set(group, Math.max(newest.get(group) ?? 0, stay.changedAtMs ?? 0));
	}
	return newest;
}

/** The changes in static data, by name, oldest first. Empties what it cannot read. */
function changesIn(data: IDataObject): IDataObject {
	const stored = data.lastChanges;
	if (isWireObject(stored) && stored.version === VERSION && isWireObject(stored.byGuest))
		return stored.byGuest as IDataObject;
	data.lastChanges = { version: VERSION, byGuest: {} };
	return (data.lastChanges as IDataObject).byGuest as IDataObject;
}

/**
 * The names in static data, oldest first. Reading them from the data itself takes a millisecond for
 * each change.
 */
const namesIn = new WeakMap<IDataObject, Set<string>>();

/** Adds a name last, because the order shows which is the oldest. */
function remember(changes: IDataObject, name: string, change: LastChange): void {
	const names = namesIn.get(changes) ?? new Set(Object.keys(changes));
	namesIn.set(changes, names);
	const forget = (oldest: string) => {
		names.delete(oldest);
		delete changes[oldest];
	};
	forget(name);
	names.add(name);
	changes[name] = change;
	for (const oldest of names) {
		if (names.size <= MOST_REMEMBERED) return;
		forget(oldest);
	}
}

/** Adds the changes that are later than those already there. */
function takeOver(changes: IDataObject, others: IDataObject): void {
	for (const [name, other] of Object.entries(others)) {
		const own = changes[name];
		const isLater = isLastChange(other) && !(isLastChange(own) && own[0] >= other[0]);
		if (isLater) remember(changes, name, other);
	}
}

/**
 * Registers the copy of this execution. Returns a function that gives all copies that are still in
 * use.
 */
function copiesOf(node: string, data: IDataObject): () => IDataObject[] {
	const references = runningCopies.get(node) ?? new Set();
	runningCopies.set(node, references);
	references.add(new WeakRef(data));
	return () =>
		[...references].flatMap((reference) => {
			const copy = reference.deref();
			if (copy === undefined) references.delete(reference);
			return copy === undefined ? [] : [copy];
		});
}

function isLastChange(value: unknown): value is LastChange {
	return (
		Array.isArray(value) &&
		typeof value[0] === 'number' &&
		value[0] <= Date.now() + LONGEST_AHEAD_MS
	);
}
