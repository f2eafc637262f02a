import { InvalidParameterError } from '../../errors/errors';
import { groupBy } from '../../lists/groupBy';
import { LONGEST_AHEAD_MS } from './lastChanges';
import { toProblem } from './problems';
import { type Asked, folded, type Stay } from './stay';

export interface AskedByItems {
	/** Places in the input. */
	items: readonly number[];
	asked: Asked;
}

/**
 * Items about one reservation that differ only in their rooms are the rooms of one stay, because
 * several systems send one row per room. Any other difference, also in 'Changed At', makes them
 * versions of the stay: the latest one counts, and a cancellation before another one of the same
 * time. If 'Changed At' does not decide, all of them fail. So do all items of a reservation of which
 * one could not be read, because it could name a room that the others do not, unless it is an earlier
 * version without a room. A stay is also outdated if a later change is known.
 */
export function uniteItems(
	asked: ReadonlyArray<Asked | undefined>,
	isOutdated: (stay: Stay) => boolean,
): AskedByItems[] {
	const entries = asked.flatMap((one, item) => {
		const entry = one && { asked: one, items: [item] };
		if (!entry) return [];
		return one.is === 'fail' && isOutdated(one.stay) ? outdated(entry) : entry;
	});
	return [...groupBy(entries, ({ asked: { stay } }) => stay.reservationKey)].flatMap(
		([key, some]) => {
			if (key === '') return some;
			const isUnread = ({ asked: { is } }: AskedByItems) => is === 'fail';
			const [unread, read] = [some.filter(isUnread), some.filter((one) => !isUnread(one))];
			const unclear = unread.filter(
				(one) =>
					!isEarlier(
						one,
						read.filter(({ asked }) => canBeOf(asked.stay.prefix, one.asked)),
					),
			);
			const earlier = unread.filter((one) => !unclear.includes(one));
			const byPrefix = groupBy(read, ({ asked: { stay } }) => stay.prefix);
			const united = [...byPrefix].flatMap(([prefix, ofReservation]) =>
				unclear.some(({ asked }) => canBeOf(prefix, asked))
					? ofReservation.map((one) => failing(one, unreadItem(key)))
					: uniteReservation(key, ofReservation, isOutdated),
			);
			return [
				...unclear,
				...earlier.map((one) => outdated(one, { isEarlierVersion: true })),
				...united,
			];
		},
	);
}

/** Only of a booking without a room, the prefix is known. */
const canBeOf = (prefix: string, asked: Asked): boolean =>
	asked.is !== 'fail' || asked.hasNoRoom !== true || asked.stay.prefix === prefix;

/** Only of a booking without a room, the time of its change is known: it cannot name one that others do not. */
function isEarlier({ asked: { stay } }: AskedByItems, others: readonly AskedByItems[]): boolean {
	const { changedAtMs: atMs } = stay;
	const times = others.map(({ asked }) => asked.stay.changedAtMs);
	const latestMs = Date.now() + LONGEST_AHEAD_MS;
	return (
		atMs !== undefined &&
		times.every((one) => one !== undefined) &&
		times.some((one) => one !== undefined && one > atMs && one <= latestMs)
	);
}

function uniteReservation(
	key: string,
	entries: readonly AskedByItems[],
	isOutdated: (stay: Stay) => boolean,
): AskedByItems[] {
	const latest = latestOf([...groupBy(entries, ({ asked }) => saidBy(asked)).values()]);
	if (!latest) return entries.map((one) => failing(one, contradiction(key)));
	const earlier = entries.filter((one) => !latest.includes(one));
	const united = {
		items: latest.flatMap(({ items }) => items),
		asked: unite(latest.map(({ asked }) => asked)),
	};
	return [
		isOutdated(united.asked.stay) ? outdated(united) : united,
		...earlier.map((one) => outdated(one, { isEarlierVersion: true })),
	];
}

const failing = ({ items, asked: { stay } }: AskedByItems, error: unknown): AskedByItems => ({
	items,
	asked: { is: 'fail', stay, error },
});

function outdated(one: AskedByItems, more: { isEarlierVersion?: true } = {}): AskedByItems {
	const { items, asked } = one;
	if (asked.is === 'fail' && !asked.hasNoRoom) return one;
	return { items, asked: { is: 'leave', stay: asked.stay, why: toProblem('outdated'), ...more } };
}

/** Apart from its rooms. Compares what is meant, not how it is written. */
function saidBy(asked: Asked): string {
	if (asked.is !== 'give')
		return JSON.stringify({
			...asked,
			hasCheckedOut: undefined,
			guestName: undefined,
			guestKey: undefined,
		});
	const { guest } = asked.stay;
	const texts = { name: folded(guest.name), emailAddress: folded(guest.emailAddress) };
	return JSON.stringify({ ...asked.stay, rooms: [], roomNames: {}, guest: { ...guest, ...texts } });
}

/** Undefined if 'Changed At' does not decide. */
function latestOf(versions: AskedByItems[][]): AskedByItems[] | undefined {
	if (versions.length === 1) return versions[0];
	const isEnd = ([first]: AskedByItems[]) =>
		first?.asked.is === 'end' && first.asked.stay.status === 'cancelled';
	if (versions.every(isEnd)) return newestFirst(versions)[0];
	const times = versions.flatMap(([first]) => first?.asked.stay.changedAtMs ?? []);
	if (times.length < versions.length) return undefined;
	// A wrong clock proves nothing, so such a change counts as made with the latest other one.
	const known = times.filter((atMs) => atMs <= Date.now() + LONGEST_AHEAD_MS);
	const latestMs = Math.max(...(known.length > 0 ? known : times));
	const latest = versions.filter((_version, index) => Number(times[index]) >= latestMs);
	const ending = latest.filter(([first]) => first?.asked.stay.status === 'cancelled');
	const [only, ...others] = ending.length > 0 ? ending : latest;
	return others.length === 0 ? only : undefined;
}

const newestFirst = (versions: AskedByItems[][]): AskedByItems[][] => {
	const timeOf = ([first]: AskedByItems[]) => first?.asked.stay.changedAtMs ?? 0;
	return [...versions].sort((a, b) => timeOf(b) - timeOf(a));
};

function unite(version: readonly Asked[]): Asked {
	const stays = version.flatMap((one) => (one.is === 'give' ? [one.stay] : []));
	const [first] = version;
	const [stay] = stays;
	if (!stay) return first as Asked;
	const names = stays.flatMap(({ roomNames = {} }) => Object.entries(roomNames));
	return {
		is: 'give',
		stay: {
			...stay,
			rooms: [...new Set(stays.flatMap(({ rooms }) => rooms))],
			roomNames: names.length > 0 ? Object.fromEntries(names) : undefined,
		},
	};
}

const unreadItem = (reservationKey: string) =>
	new InvalidParameterError(
		`Another item about the reservation '${reservationKey}' cannot be read`,
		'Nothing was changed for this reservation. Correct that item, because it can name rooms that this one does not.',
		'unread_item',
	);

const contradiction = (reservationKey: string) =>
	new InvalidParameterError(
		`Items contradict each other about the reservation '${reservationKey}'`,
		"Nothing was changed for it. If they are for different guests, give each a 'Reservation Key' of their own, such as 4711-2. If one is an older version, map 'Changed At', so that the later change wins.",
		'contradicting_items',
	);
