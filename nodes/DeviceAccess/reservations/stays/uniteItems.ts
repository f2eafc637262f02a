import { InvalidParameterError } from '../../errors/errors';
import { groupBy } from '../../operation/run/sendItems';
import type { Asked } from './asked';
import { LONGEST_AHEAD_MS } from './lastChanges';
import { toProblem } from './problems';
import { isOfAllGuests, nameOfReservation, type Stay } from './stay';
import { folded } from './texts';

/** What items ask for together. */
export interface AskedByItems {
	/** The places of the items in the input. */
	items: readonly number[];
	asked: Asked;
}

/**
 * Decides what the items about one guest of one reservation mean together. Those that differ only in
 * their rooms and in 'Changed At' are the rooms of one stay, because several systems send one row per
 * room: their rooms are united, and the latest 'Changed At' counts. Any other difference makes them
 * versions of the stay: the latest one counts, a cancellation before another one of the same time,
 * and the others are outdated. If 'Changed At' does not decide, they contradict each other, and all
 * of them fail. So do all items of a reservation of which one could not be read, because it could
 * name a room or a guest that the others do not. A stay is also outdated if a later change is known,
 * or if the end of all guests comes later.
 */
export function uniteItems(
	asked: ReadonlyArray<Asked | undefined>,
	isOutdated: (stay: Stay) => boolean,
): AskedByItems[] {
	const entries = asked.flatMap((one, item) => (one ? [{ asked: one, items: [item] }] : []));
	const united = [...groupBy(entries, ({ asked: { stay } }) => stay.reservationKey)].flatMap(
		([key, ofReservation]) => (key === '' ? ofReservation : uniteReservation(key, ofReservation)),
	);
	const kept = guestsKept(united);
	const current = outdatedIf(united, isOutdated);
	const ends = endsOfAll(current);
	return outdatedIf(current, (stay) => isBefore(stay, ends.get(nameOfReservation(stay)))).map(
		({ items, asked: one }) => ({
			items,
			asked:
				one.is === 'end' && isOfAllGuests(one.stay) ? { ...one, keptGuests: kept(one.stay) } : one,
		}),
	);
}

function uniteReservation(key: string, ofReservation: readonly AskedByItems[]): AskedByItems[] {
	if (ofReservation.some(({ asked }) => asked.is === 'fail'))
		return ofReservation.map((one) =>
			one.asked.is === 'fail' ? one : failing(one, unreadItem(key)),
		);
	return [...groupBy(ofReservation, guestOf).values()].flatMap((ofGuest) => {
		const latest = latestOf([...groupBy(ofGuest, ({ asked }) => saidBy(asked)).values()]);
		if (!latest) return ofGuest.map((one) => failing(one, contradiction(key)));
		const earlier = ofGuest.filter((one) => !latest.includes(one));
		return [
			{
				items: latest.flatMap(({ items }) => items),
				asked: unite(latest.map(({ asked }) => asked)),
			},
			...earlier.map(({ items, asked: { stay } }) => ({
				items,
				asked: {
					is: 'leave' as const,
					stay,
					why: toProblem('outdated'),
					isEarlierVersion: true as const,
				},
			})),
		];
	});
}

const failing = ({ items, asked: { stay } }: AskedByItems, error: unknown): AskedByItems => ({
	items,
	asked: { is: 'fail', stay, error },
});

const guestOf = ({ asked: { stay } }: AskedByItems) =>
	JSON.stringify([stay.prefix, stay.guestNumber]);

const outdatedIf = (
	united: readonly AskedByItems[],
	isOutdated: (stay: Stay) => boolean,
): AskedByItems[] =>
	united.map(({ items, asked }) => {
		const { is, stay } = asked;
		return (is === 'give' || is === 'end') && isOutdated(stay)
			? { items, asked: { is: 'leave', stay, why: toProblem('outdated') } }
			: { items, asked };
	});

/** The stays whose end is that of all guests of their reservation, by reservation. */
const endsOfAll = (united: readonly AskedByItems[]): ReadonlyMap<string, Stay> =>
	new Map(
		united.flatMap(({ asked: { is, stay } }) =>
			is === 'end' && isOfAllGuests(stay) ? [[nameOfReservation(stay), stay] as const] : [],
		),
	);

/**
 * Which guests keep their access although that of guest 1, and so of all, ends: those whose own item
 * does not end theirs. Otherwise, every execution would end their access and create it again.
 */
function guestsKept(united: readonly AskedByItems[]): (end: Stay) => number[] {
	const keeping = united.flatMap(({ asked }) =>
		asked.is === 'end' || (asked.is === 'leave' && asked.isEarlierVersion) ? [] : [asked.stay],
	);
	const byReservation = groupBy(keeping, nameOfReservation);
	return (end) =>
		(byReservation.get(nameOfReservation(end)) ?? []).flatMap((stay) =>
			isBefore(stay, end) ? [] : [stay.guestNumber],
		);
}

const isBefore = ({ changedAtMs: a }: Stay, { changedAtMs: b }: Partial<Stay> = {}) =>
	a !== undefined && b !== undefined && a < b;

/** What an item says, apart from its rooms and its time. Compares what is meant, not how it is written. */
function saidBy(asked: Asked): string {
	const said = { ...asked.stay, changedAtMs: undefined };
	if (asked.is !== 'give') return JSON.stringify({ ...asked, stay: said, guestName: undefined });
	const { guest } = asked.stay;
	const texts = { name: folded(guest.name), emailAddress: folded(guest.emailAddress) };
	return JSON.stringify({ ...said, rooms: [], roomNames: {}, guest: { ...guest, ...texts } });
}

/** The version that counts; undefined if 'Changed At' does not decide. */
function latestOf(versions: AskedByItems[][]): AskedByItems[] | undefined {
	if (versions.length === 1) return versions[0];
	const times = versions.flat().map(({ asked }) => asked.stay.changedAtMs);
	if (times.includes(undefined)) return undefined;
	// A wrong clock proves nothing, so such a change counts as made with the latest other one.
	const isAhead = (atMs: number) => atMs > Date.now() + LONGEST_AHEAD_MS;
	const known = times.filter((atMs): atMs is number => atMs !== undefined && !isAhead(atMs));
	const latestMs = Math.max(
		...(known.length > 0 ? known : times.filter((atMs) => atMs !== undefined)),
	);
	const latest = versions.filter((version) =>
		version.some(({ asked }) => timeOf(asked) >= latestMs),
	);
	const ending = latest.filter(([first]) => first?.asked.stay.status === 'cancelled');
	const [only, ...others] = ending.length > 0 ? ending : latest;
	return others.length === 0 ? only : undefined;
}

/** One stay with all rooms, and the time of the latest. */
function unite(version: readonly Asked[]): Asked {
	const latest = version.reduce((one, other) => (timeOf(other) > timeOf(one) ? other : one));
	if (latest.is !== 'give') return latest;
	const stays = version.flatMap((one) => (one.is === 'give' ? [one.stay] : []));
	const rooms = [...new Set(stays.flatMap((stay) => stay.rooms))];
	const names = stays.flatMap((stay) => Object.entries(stay.roomNames ?? {}));
	const roomNames = names.length > 0 ? Object.fromEntries(names) : undefined;
	return { is: 'give', stay: { ...latest.stay, rooms, roomNames } };
}

const timeOf = ({ stay }: Asked) => stay.changedAtMs ?? 0;

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
