import type { IDataObject, IExecuteFunctions } from 'n8n-workflow';
import { isWireObject } from '../../wire/records';
import type { Stay } from './stay';

/** In guests. The reservations that changed longest ago are forgotten first. */
const MOST_REMEMBERED = 10_000;

/** So many more are forgotten at once, because to list them takes a millisecond. */
const SPARE = 500;

/**
 * A change further ahead than this counts as made now. A clock of n8n that is some minutes behind
 * must not undo the order of changes, and half an hour or an hour is a wrong time zone.
 */
export const LONGEST_AHEAD_MS = 20 * 60_000;

const VERSION = 1;

/**
 * With these, an older change that arrives later does nothing, also not for a guest whom the later
 * one no longer names.
 */
export interface LastChanges {
	/** Also by a cancellation of the same time. */
	isOutdated(stay: Stay): boolean;
	note(stay: Stay): void;
}

/**
 * By reservation, the last changed one last, and guest number. A cancellation counts half a
 * millisecond later, so that it wins over a change of the same time.
 */
type Changes = Record<string, Record<string, number>>;

/**
 * By workflow and node. All executions share them, because n8n gives each a copy of the static
 * data, and keeps the one that is saved last.
 */
const changesByNode = new Map<string, { changes: Changes; count: number }>();

/**
 * In queue mode, a worker does not see what another one notes at the same time; Sync Many corrects
 * what follows. A change of another guest makes one outdated only if it is later than all of the
 * same reservation in `stays`, because each guest can have a time of its own. In a list, which
 * names all guests, only a guest's own changes count.
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
	const known = changesByNode.get(node) ?? { changes: {}, count: 0 };
	changesByNode.set(node, known);
	for (const [name, guest, atMs] of storedChanges(data))
		if (atMs > (known.changes[name]?.[guest] ?? 0)) remember(known, name, guest, atMs);
	// One node can serve several workspaces, in which different reservations may have the same key.
	const nameOf = ({ prefix, reservationKey }: Stay) =>
		`${workspaceId === undefined ? '' : `${workspaceId} `}${prefix}${reservationKey}`;
	const newest = new Map<string, number>();
	for (const stay of stays)
		newest.set(nameOf(stay), Math.max(newest.get(nameOf(stay)) ?? 0, stay.changedAtMs ?? 0));
	return {
		isOutdated: (stay) => {
			if (stay.changedAtMs === undefined) return false;
			const guests = known.changes[nameOf(stay)] ?? {};
			const own = orderOf(stay, stay.changedAtMs);
			// The cancellation of guest 1 is that of all, but others can have an item of the same time.
			const first = guests[1] ?? 0;
			const ofAll = Number.isInteger(first) ? 0 : Math.floor(first);
			const latest = isList ? 0 : Math.floor(Math.max(0, ...Object.values(guests)));
			return (
				own < Math.max(guests[stay.guestNumber] ?? 0, ofAll) ||
				orderOf(stay, newest.get(nameOf(stay)) ?? stay.changedAtMs) < latest
			);
		},
		note: (stay) => {
			if (stay.changedAtMs === undefined) return;
			const nowMs = Date.now();
			const atMs = stay.changedAtMs > nowMs + LONGEST_AHEAD_MS ? nowMs : stay.changedAtMs;
			remember(known, nameOf(stay), String(stay.guestNumber), orderOf(stay, atMs));
			data.lastChanges = { version: VERSION, byReservation: known.changes };
		},
	};
}

const orderOf = ({ status }: Stay, atMs: number) => atMs + (status === 'cancelled' ? 0.5 : 0);

/** Oldest first, without those that cannot be read. */
function* storedChanges({ lastChanges: stored }: IDataObject): Iterable<[string, string, number]> {
	if (!isWireObject(stored) || stored.version !== VERSION || !isWireObject(stored.byReservation))
		return;
	const latestMs = Date.now() + LONGEST_AHEAD_MS;
	for (const [name, guests] of Object.entries(stored.byReservation))
		for (const [guest, atMs] of Object.entries(isWireObject(guests) ? guests : {}))
			if (typeof atMs === 'number' && atMs <= latestMs) yield [name, guest, atMs];
}

function remember(
	known: { changes: Changes; count: number },
	name: string,
	guest: string,
	atMs: number,
): void {
	const { changes } = known;
	const guests = changes[name] ?? {};
	if (!Object.hasOwn(guests, guest)) known.count += 1;
	delete changes[name];
	changes[name] = { ...guests, [guest]: atMs };
	if (known.count <= MOST_REMEMBERED + SPARE) return;
	for (const [oldest, ofOldest] of Object.entries(changes)) {
		if (known.count <= MOST_REMEMBERED) return;
		known.count -= Object.keys(ofOldest).length;
		delete changes[oldest];
	}
}
