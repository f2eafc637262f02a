import { InvalidParameterError } from '../../errors/errors';
import { groupBy } from '../../operation/run/runGroups';
import { LONGEST_AHEAD_MS } from './lastChanges';
import type { Problem } from './problem';
import type { StayRequest } from './stay';
import { folded } from './texts';

/** What items ask for together. */
export interface UnitedRequest {
	/** The places of the items in the input. */
	items: readonly number[];
	request: StayRequest;
	/** True if an item has a later version of the stay. */
	isEarlierVersion?: true;
}

/** Why an item changes nothing because a later change of the same stay is known. */
export const OUTDATED: Problem = {
	code: 'outdated',
	reason:
		'A later change of the reservation, or its cancellation, is known, so nothing was changed',
	remedy: 'No action needed.',
	keeps_door_closed: false,
};

/**
 * Decides what the requests about one guest of one reservation mean together. Those that differ only
 * in their rooms and in 'Changed At' are the rooms of one stay, because several systems send one row
 * per room: their rooms are united, and the latest 'Changed At' counts. Any other difference makes
 * them versions of the stay: the latest one counts, a cancellation before another one of the same
 * time, and the others are outdated. If 'Changed At' does not decide, they contradict each other,
 * and all of them fail. So do all requests of a reservation of which one could not be read, because
 * it could name a room or a guest that the others do not.
 */
export function uniteRequests(requests: ReadonlyArray<StayRequest | undefined>): UnitedRequest[] {
	const entries = requests.flatMap((request, item) => (request ? [{ request, item }] : []));
	const named = entries.filter(({ request }) => keyOf(request) !== '');
	return [
		...entries.filter(({ request }) => keyOf(request) === '').map(alone),
		...[...groupBy(named, ({ request }) => keyOf(request))].flatMap(([key, ofReservation]) =>
			ofReservation.some(({ request }) => request.is === 'unread')
				? ofReservation.map((entry) =>
						entry.request.is === 'unread' ? alone(entry) : failing(entry, unreadItem(key)),
					)
				: [...groupBy(ofReservation, guestOf).values()].flatMap((ofGuest) =>
						uniteGuest(key, ofGuest),
					),
		),
	];
}

/** The request of the item at a place in the input. */
interface Entry {
	request: StayRequest;
	item: number;
}

function uniteGuest(key: string, ofGuest: readonly Entry[]): UnitedRequest[] {
	const latest = latestOf([...groupBy(ofGuest, ({ request }) => saidBy(request)).values()]);
	if (!latest) return ofGuest.map((entry) => failing(entry, contradiction(key)));
	const earlier = ofGuest.filter((entry) => !latest.includes(entry));
	return [
		{
			items: latest.map(({ item }) => item),
			request: unite(latest.map(({ request }) => request)),
		},
		...earlier.map(({ request, item }) => ({
			items: [item],
			request: outdated(request),
			isEarlierVersion: true as const,
		})),
	];
}

const keyOf = ({ stay }: StayRequest) => stay.reservationKey;

const alone = ({ request, item }: Entry): UnitedRequest => ({ items: [item], request });

const failing = ({ request: { stay }, item }: Entry, error: unknown): UnitedRequest => ({
	items: [item],
	request: { is: 'unread', stay, error },
});

const guestOf = ({
	request: {
		stay: { prefix, guestNumber },
	},
}: Entry) => JSON.stringify([prefix, guestNumber]);

/** What a request says, apart from its rooms and its time. Compares what is meant, not how it is written. */
function saidBy(request: StayRequest): string {
	const said = { ...request.stay, changedAtMs: undefined };
	if (request.is !== 'access')
		return JSON.stringify({ ...request, stay: said, guestName: undefined });
	const { guest } = request.stay;
	const texts = { name: folded(guest.name), emailAddress: folded(guest.emailAddress) };
	return JSON.stringify({ ...said, rooms: [], roomNames: {}, guest: { ...guest, ...texts } });
}

/** The version that counts; undefined if 'Changed At' does not decide. */
function latestOf(versions: Entry[][]): Entry[] | undefined {
	if (versions.length === 1) return versions[0];
	const times = versions.flat().map(({ request }) => request.stay.changedAtMs);
	if (times.includes(undefined)) return undefined;
	// A wrong clock proves nothing, so such a change counts as made with the latest other one.
	const isAhead = (atMs: number) => atMs > Date.now() + LONGEST_AHEAD_MS;
	const known = times.filter((atMs): atMs is number => atMs !== undefined && !isAhead(atMs));
	const latestMs = Math.max(
		...(known.length > 0 ? known : times.filter((atMs) => atMs !== undefined)),
	);
	const latest = versions.filter((version) =>
		version.some(({ request }) => timeOf(request) >= latestMs),
	);
	const ending = latest.filter(([first]) => first?.request.stay.status === 'cancelled');
	const [only, ...others] = ending.length > 0 ? ending : latest;
	return others.length === 0 ? only : undefined;
}

/** One request for all rooms, with the time of the latest. */
function unite(version: readonly StayRequest[]): StayRequest {
	const latest = version.reduce((one, other) => (timeOf(other) > timeOf(one) ? other : one));
	if (latest.is !== 'access') return latest;
	const stays = version.flatMap((one) => (one.is === 'access' ? [one.stay] : []));
	const rooms = [...new Set(stays.flatMap((stay) => stay.rooms))];
	const names = stays.flatMap((stay) => Object.entries(stay.roomNames ?? {}));
	const roomNames = names.length > 0 ? Object.fromEntries(names) : undefined;
	return { is: 'access', stay: { ...latest.stay, rooms, roomNames } };
}

const timeOf = ({ stay }: StayRequest) => stay.changedAtMs ?? 0;

/** The same stay, of which a later change is known. */
export const outdated = ({ stay }: StayRequest): StayRequest => ({
	is: 'ignored',
	stay,
	reason: OUTDATED,
});

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
