import type { IDataObject, IExecuteFunctions } from 'n8n-workflow';
import { isWireObject } from '../../wire/records';
import { isOfAllGuests, type Stay } from './stay';

/** How many names to remember, about two for each guest. The oldest are forgotten first. */
const MOST_REMEMBERED = 20_000;

/**
 * A change that is further ahead of the clock than this, in milliseconds, has a wrong clock and
 * counts as made now. A clock of n8n that is some minutes behind must not undo the order of changes,
 * and an hour or half an hour is a wrong time zone.
 */
export const LONGEST_AHEAD_MS = 20 * 60_000;

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

/**
 * When each reservation and guest last changed, by name, oldest first, in milliseconds since 1970.
 * A change that ended access counts half a millisecond later, so that it wins over a change of the
 * same time.
 */
type Changes = Record<string, number>;

/**
 * The changes that this process knows, by workflow and node. All executions share them, because n8n
 * gives each a copy of the static data, and keeps the one that is saved last.
 */
const changesByNode = new Map<string, Changes>();

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
	const node = `${context.getWorkflow().id} ${context.getNode().id}`;
	const changes = changesByNode.get(node) ?? {};
	changesByNode.set(node, changes);
	for (const [name, atMs] of storedChanges(data))
		if (atMs > (changes[name] ?? 0)) remember(changes, name, atMs);
	// One node can serve several workspaces, in which different reservations may have the same key.
	const place = workspaceId === undefined ? '' : `${workspaceId} `;
	const of = ({ prefix, reservationKey }: Stay, what: 'latest' | 'all' | number) =>
		`${place}${prefix}${reservationKey}:${what}`;
	const newest = newestOf(stays, (stay) => of(stay, 'latest'));
	const keeping = new Set(stays.filter(keepsAccess).map((stay) => of(stay, 'all')));
	const isBefore = (stay: Stay, atMs: number, name: string) =>
		(changes[name] ?? 0) > orderOf(stay, atMs);
	return {
		isOutdated: (stay) => {
			const { changedAtMs } = stay;
			if (changedAtMs === undefined) return false;
			const latest = of(stay, 'latest');
			return (
				isBefore(stay, changedAtMs, of(stay, 'all')) ||
				isBefore(stay, changedAtMs, of(stay, stay.guestNumber)) ||
				(!isList && isBefore(stay, newest.get(latest) ?? changedAtMs, latest))
			);
		},
		note: (stay) => {
			if (stay.changedAtMs === undefined) return;
			const nowMs = Date.now();
			const atMs = stay.changedAtMs > nowMs + LONGEST_AHEAD_MS ? nowMs : stay.changedAtMs;
			// Ending guest 1's access ends the access of all guests, but not of those with an item of their
			// own, which can have the same time.
			const all = of(stay, 'all');
			const endsAll = stay.meaning === 'endsAccess' && isOfAllGuests(stay);
			const own = endsAll && !keeping.has(all) ? all : of(stay, stay.guestNumber);
			remember(changes, of(stay, 'latest'), atMs);
			if (endsAll) remember(changes, all, atMs);
			remember(changes, own, orderOf(stay, atMs));
			data.lastChanges = { version: VERSION, byGuest: changes };
		},
	};
}

const orderOf = ({ meaning }: Stay, atMs: number) => atMs + (meaning === 'endsAccess' ? 0.5 : 0);

/** True for a further guest whose access the end of guest 1's access does not end. */
const keepsAccess = ({ guestNumber, meaning }: Stay) => guestNumber > 1 && meaning !== 'endsAccess';

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

/** The changes in static data, oldest first, without those that cannot be read. */
function storedChanges({ lastChanges: stored }: IDataObject): Array<[name: string, atMs: number]> {
	if (!isWireObject(stored) || stored.version !== VERSION || !isWireObject(stored.byGuest))
		return [];
	return Object.entries(stored.byGuest).filter(
		(entry): entry is [string, number] =>
			typeof entry[1] === 'number' && entry[1] <= Date.now() + LONGEST_AHEAD_MS,
	);
}

/**
 * The names in changes, oldest first. Reading them from the changes themselves takes a millisecond
 * for each change.
 */
const namesIn = new WeakMap<Changes, Set<string>>();

/** Adds a name last, because the order shows which is the oldest. */
function remember(changes: Changes, name: string, atMs: number): void {
	const names = namesIn.get(changes) ?? new Set(Object.keys(changes));
	namesIn.set(changes, names);
	const forget = (oldest: string) => {
		names.delete(oldest);
		delete changes[oldest];
	};
	forget(name);
	names.add(name);
	changes[name] = atMs;
	for (const oldest of names) {
		if (names.size <= MOST_REMEMBERED) return;
		forget(oldest);
	}
}
