import type { IDataObject, IExecuteFunctions } from 'n8n-workflow';
import { isWireObject } from '../../wire/records';
import { type Stay, stayKeyOf } from './stay';

/** In reservations. Those that changed longest ago are forgotten first. */
const MOST_REMEMBERED = 10_000;

/** So many more are forgotten at once, because to list them takes a millisecond. */
const SPARE = 500;

/**
 * A change further ahead than this counts as made now. A clock of n8n that is some minutes behind
 * must not undo the order of changes, and half an hour or an hour is a wrong time zone.
 */
export const LONGEST_AHEAD_MS = 20 * 60_000;

const VERSION = 1;

/** With these, an older change that arrives later does nothing. */
export interface LastChanges {
	/** Also by a cancellation of the same time. */
	isOutdated(stay: Stay): boolean;
	/** True if a call, or a list that was read since then, has been applied, whether it has a time of change or not. */
	wasAppliedSince(stay: Stay, atMs: number): boolean;
	note(stay: Stay): void;
	/** Once the change has been applied. */
	noteApplied(stay: Stay, beganAtMs: number): void;
}

/**
 * By reservation, the last changed one last. A cancellation counts half a millisecond later, so that
 * it wins over a change of the same time.
 */
type Changes = Record<string, number>;

/**
 * By workflow and node. All executions share them, because n8n gives each a copy of the static
 * data, and keeps the one that is saved last.
 */
const changesByNode = new Map<string, Known>();

interface Known {
	changes: Changes;
	count: number;
}

/**
 * When the last call began that this process applied, by reservation, in whatever workflow. A restart
 * forgets it.
 */
const calledAtMs = new Map<string, number>();

/** When the last list was read, so that a long one does not make it forget calls. */
const listedAtMs = new Map<string, number>();

/**
 * In queue mode, a worker does not see what another one notes at the same time; Sync Many corrects
 * what follows.
 */
export function readLastChanges({
	context,
	workspaceId,
	account,
	listReadAtMs = Infinity,
}: {
	context: Pick<IExecuteFunctions, 'getWorkflowStaticData' | 'getWorkflow' | 'getNode'>;
	workspaceId?: string;
	account: string;
	/** Of a list. Undefined for calls. */
	listReadAtMs?: number;
}): LastChanges {
	const isCall = listReadAtMs === Infinity;
	const data: IDataObject = context.getWorkflowStaticData('node');
	const node = `${context.getWorkflow().id} ${context.getNode().id}`;
	const known = changesByNode.get(node) ?? { changes: {}, count: 0 };
	changesByNode.set(node, known);
	for (const [name, atMs] of storedChanges(data))
		if (atMs > (lastOf(known.changes, name) ?? 0)) remember(known, name, atMs);
	// One node can serve several workspaces, in which different reservations may have the same key.
	const nameOf = (stay: Stay) =>
		`${workspaceId === undefined ? '' : `${workspaceId} `}${stayKeyOf(stay)}`;
	const nameOfCall = (stay: Stay) => `${account} ${stayKeyOf(stay)}`;
	return {
		isOutdated: (stay) =>
			stay.changedAtMs !== undefined &&
			orderOf(stay, stay.changedAtMs) < (lastOf(known.changes, nameOf(stay)) ?? 0),
		wasAppliedSince: (stay, atMs) =>
			[calledAtMs, listedAtMs].some((all) => (all.get(nameOfCall(stay)) ?? -Infinity) > atMs),
		note: (stay) => {
			if (stay.changedAtMs === undefined) return;
			const nowMs = Date.now();
			const atMs = stay.changedAtMs > nowMs + LONGEST_AHEAD_MS ? nowMs : stay.changedAtMs;
			// A list can have a wrong word for a booking that nobody has changed.
			const noted = isCall ? orderOf(stay, atMs) : atMs;
			remember(known, nameOf(stay), Math.max(noted, lastOf(known.changes, nameOf(stay)) ?? 0));
			data.lastChanges = { version: VERSION, byReservation: known.changes };
		},
		noteApplied: (stay, beganAtMs) => {
			const all = isCall ? calledAtMs : listedAtMs;
			rememberLast(all, nameOfCall(stay), Math.min(beganAtMs, listReadAtMs));
		},
	};
}

const orderOf = ({ status }: Stay, atMs: number) => atMs + (status === 'cancelled' ? 0.5 : 0);

const lastOf = (changes: Changes, name: string): number | undefined =>
	Object.hasOwn(changes, name) ? changes[name] : undefined;

/** Oldest first, without those that cannot be read. */
function* storedChanges({ lastChanges: stored }: IDataObject): Iterable<[string, number]> {
	if (!isWireObject(stored) || stored.version !== VERSION || !isWireObject(stored.byReservation))
		return;
	const latestMs = Date.now() + LONGEST_AHEAD_MS;
	for (const [name, atMs] of Object.entries(stored.byReservation))
		if (typeof atMs === 'number' && atMs <= latestMs) yield [name, atMs];
}

/** Forgets the oldest, so that a map which all executions share does not grow. */
export function rememberLast<Value>(map: Map<string, Value>, name: string, value: Value): void {
	map.delete(name);
	map.set(name, value);
	const [oldest] = map.keys();
	if (map.size > MOST_REMEMBERED && oldest !== undefined) map.delete(oldest);
}

function remember(known: Known, name: string, atMs: number): void {
	const { changes } = known;
	if (lastOf(changes, name) === undefined) known.count += 1;
	delete changes[name];
	changes[name] = atMs;
	if (known.count <= MOST_REMEMBERED + SPARE) return;
	for (const oldest of Object.keys(changes)) {
		if (known.count <= MOST_REMEMBERED) return;
		known.count -= 1;
		delete changes[oldest];
	}
}
