import { InvalidParameterError } from '../../errors/errors';
import { groupBy } from '../../operation/run/sendItems';
import type { Asked } from './asked';
import { LONGEST_AHEAD_MS } from './lastChanges';
import { toProblem } from './problems';
import { isOfAllGuests, type Stay } from './stay';
import { folded } from './texts';

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

/** The item then changes nothing. */
function outdated(one: AskedByItems, more: { isEarlierVersion?: true } = {}): AskedByItems {
	const { items, asked } = one;
	if (asked.is === 'fail' || (asked.is === 'leave' && !more.isEarlierVersion)) return one;
	return { items, asked: { is: 'leave', stay: asked.stay, why: toProblem('outdated'), ...more } };
}

/** Apart from its rooms and its time. Compares what is meant, not how it is written. */
function saidBy(asked: Asked): string {
	const said = { ...asked.stay, changedAtMs: undefined };
	if (asked.is !== 'give') return JSON.stringify({ ...asked, stay: said, guestName: undefined });
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
