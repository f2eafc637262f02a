import { InvalidParameterError } from '../../errors/errors';
import { groupBy } from '../../operation/run/sendItems';
import { folded, type Asked, isOfAllGuests, type Stay } from './stay';
import { toProblem } from './problems';
import { isWireObject } from '../../wire/records';
import type { IDataObject, IExecuteFunctions } from 'n8n-workflow';

export interface AskedByItems {
	/** Places in the input. */
	items: readonly number[];
	asked: Asked;
}

/**
 * Items about one guest that differ only in their rooms and in 'Changed At' are the rooms of one
 * stay, because several systems send one row per room. Any other difference makes them versions of
 * the stay: the latest one counts, and a cancellation before another one of the same time. If
 * 'Changed At' does not decide, all of them fail. So do all items of a reservation of which one
 * could not be read, because it could name a room or a guest that the others do not. A stay is also
 * outdated if a later change is known, or if the end of all guests comes later.
 */
export function uniteItems(
	asked: ReadonlyArray<Asked | undefined>,
	isOutdated: (stay: Stay) => boolean,
): AskedByItems[] {
	const entries = asked.flatMap((one, item) => (one ? [{ asked: one, items: [item] }] : []));
	return [...groupBy(entries, ({ asked: { stay } }) => stay.reservationKey)].flatMap(
		([key, some]) => {
			if (key === '') return some;
			if (some.some(({ asked: { is } }) => is === 'fail'))
				return some.map((one) => (one.asked.is === 'fail' ? one : failing(one, unreadItem(key))));
			return [...groupBy(some, ({ asked: { stay } }) => stay.prefix).values()].flatMap(
				(ofReservation) => uniteReservation(key, ofReservation, isOutdated),
			);
		},
	);
}

function uniteReservation(
	key: string,
	entries: readonly AskedByItems[],
	isOutdated: (stay: Stay) => boolean,
): AskedByItems[] {
	const guests = [...groupBy(entries, ({ asked }) => String(asked.stay.guestNumber)).values()];
	const united = guests.flatMap((ofGuest) => uniteGuest(key, ofGuest));
	const current = united.map((one) => (isOutdated(one.asked.stay) ? outdated(one) : one));
	const end = current.find(({ asked: { is, stay } }) => is === 'end' && isOfAllGuests(stay));
	if (!end) return current;
	const isBefore = ({ asked }: AskedByItems) => timeOf(asked, Infinity) < timeOf(end.asked);
	// A guest whose own item does not end the access keeps it: otherwise, every execution would end it
	// and create it again.
	const keptGuests = united
		.filter((one) => one.asked.is !== 'end' && !isEarlier(one) && !isBefore(one))
		.map(({ asked }) => asked.stay.guestNumber);
	return current.map((one) => {
		if (one !== end) return isBefore(one) ? outdated(one) : one;
		return { items: one.items, asked: { ...one.asked, keptGuests } as Asked };
	});
}

function uniteGuest(key: string, entries: readonly AskedByItems[]): AskedByItems[] {
	const latest = latestOf([...groupBy(entries, ({ asked }) => saidBy(asked)).values()]);
	if (!latest) return entries.map((one) => failing(one, contradiction(key)));
	const earlier = entries.filter((one) => !latest.includes(one));
	return [
		{
			items: latest.flatMap(({ items }) => items),
			asked: unite(latest.map(({ asked }) => asked)),
		},
		...earlier.map((one) => outdated(one, { isEarlierVersion: true })),
	];
}

const isEarlier = ({ asked }: AskedByItems) => asked.is === 'leave' && asked.isEarlierVersion;

const failing = ({ items, asked: { stay } }: AskedByItems, error: unknown): AskedByItems => ({
	items,
	asked: { is: 'fail', stay, error },
});

function outdated(one: AskedByItems, more: { isEarlierVersion?: true } = {}): AskedByItems {
	const { items, asked } = one;
	if (asked.is === 'fail' || (asked.is === 'leave' && !more.isEarlierVersion)) return one;
	return { items, asked: { is: 'leave', stay: asked.stay, why: toProblem('outdated'), ...more } };
}

/** Apart from its rooms and its time. Compares what is meant, not how it is written. */
function saidBy(asked: Asked): string {
	const said = { ...asked.stay, changedAtMs: undefined };
	if (asked.is !== 'give')
		return JSON.stringify({ ...asked, stay: said, guestName: undefined, guestKey: undefined });
	const { guest } = asked.stay;
	const texts = { name: folded(guest.name), emailAddress: folded(guest.emailAddress) };
	return JSON.stringify({ ...said, rooms: [], roomNames: {}, guest: { ...guest, ...texts } });
}

/** Undefined if 'Changed At' does not decide. */
function latestOf(versions: AskedByItems[][]): AskedByItems[] | undefined {
	if (versions.length === 1) return versions[0];
	const times = versions.flat().map(({ asked }) => timeOf(asked, NaN));
	if (times.some(Number.isNaN)) return undefined;
	// A wrong clock proves nothing, so such a change counts as made with the latest other one.
	const known = times.filter((atMs) => atMs <= Date.now() + LONGEST_AHEAD_MS);
	const latestMs = Math.max(...(known.length > 0 ? known : times));
	const latest = versions.filter((version) =>
		version.some(({ asked }) => timeOf(asked) >= latestMs),
	);
	const ending = latest.filter(([first]) => first?.asked.stay.status === 'cancelled');
	const [only, ...others] = ending.length > 0 ? ending : latest;
	return others.length === 0 ? only : undefined;
}

function unite(version: readonly Asked[]): Asked {
	const latest = version.reduce((one, other) => (timeOf(other) > timeOf(one) ? other : one));
	if (latest.is !== 'give') return latest;
	const stays = version.flatMap((one) => (one.is === 'give' ? [one.stay] : []));
	const names = stays.flatMap(({ roomNames = {} }) => Object.entries(roomNames));
	return {
		is: 'give',
		stay: {
			...latest.stay,
			rooms: [...new Set(stays.flatMap(({ rooms }) => rooms))],
			roomNames: names.length > 0 ? Object.fromEntries(names) : undefined,
		},
	};
}

const timeOf = ({ stay }: Asked, ifUnknown = 0) => stay.changedAtMs ?? ifUnknown;

const unreadItem = (reservationKey: string) =>
	new InvalidParameterError(
		`Another item about the reservation '${reservationKey}' cannot be read`,
		'Nothing was changed for this reservation. Correct that item, because it can name rooms or guests that this one does not.',
		'unread_item',
	);

const contradiction = (reservationKey: string) =>
	new InvalidParameterError(
		`Items contradict each other about the reservation '${reservationKey}'`,
		"Nothing was changed for it. Map 'Guest Number' if they are for different guests. If one is an older version, map 'Changed At', so that the later change wins.",
		'contradicting_items',
	);

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
