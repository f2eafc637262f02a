import { InvalidParameterError } from '../../errors/errors';
import { groupBy } from '../../operation/run/runGroups';
import { LONGEST_AHEAD_MS } from './lastChanges';
import type { Problem } from './problem';
import type { StayRequest } from './stay';
import { folded } from './texts';

/** What to do for a request: itself, or the one of all items about this guest; or why it fails. */
export type UnitedRequest = { request: StayRequest } | { error: unknown };

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
export function uniteRequests(
	requests: readonly StayRequest[],
): ReadonlyMap<StayRequest, UnitedRequest> {
	const united = new Map<StayRequest, UnitedRequest>();
	const keyed = requests.filter(({ stay }) => stay.reservationKey !== '');
	for (const [key, ofReservation] of groupBy(keyed, ({ stay }) => stay.reservationKey)) {
		if (ofReservation.some(isUnread)) {
			for (const request of ofReservation)
				united.set(request, { error: isUnread(request) ? request.error : unreadItem(key) });
			continue;
		}
		for (const ofGuest of groupBy(ofReservation, guestOf).values()) {
			const versions = [...groupBy(ofGuest, saidBy).values()];
			const latest = latestOf(versions);
			const request = latest && unite(latest);
			for (const one of ofGuest)
				united.set(
					one,
					request
						? { request: latest.includes(one) ? request : outdated(one) }
						: { error: contradiction(key) },
				);
		}
	}
	return united;
}

/** True for a request of an item that could not be read. */
export const isUnread = (
	request: StayRequest,
): request is Extract<StayRequest, { is: 'ignored' }> & { error: unknown } =>
	request.is === 'ignored' && request.error !== undefined;

/** True for an earlier version of a stay of which the input has a later one. */
export const isEarlierVersion = (request: StayRequest): boolean =>
	request.is === 'ignored' && request.reason === OUTDATED;

const guestOf = ({ stay: { prefix, guestNumber } }: StayRequest) =>
	JSON.stringify([prefix, guestNumber]);

/** What a request says, apart from its rooms and its time. Compares what is meant, not how it is written. */
function saidBy(request: StayRequest): string {
	const { is, stay } = request;
	const said = { ...stay, changedAtMs: undefined };
	if (is === 'ignored') return JSON.stringify([is, said, request.reason]);
	if (is === 'end')
		return JSON.stringify([is, { ...said, status: '' }, request.sparesGuestInHouse === true]);
	const { guest } = request.stay;
	const texts = { name: folded(guest.name), emailAddress: folded(guest.emailAddress) };
	return JSON.stringify([
		is,
		{ ...said, status: '', rooms: [], roomNames: {}, guest: { ...guest, ...texts } },
	]);
}

/** The version that counts; undefined if 'Changed At' does not decide. */
function latestOf(versions: StayRequest[][]): StayRequest[] | undefined {
	if (versions.length === 1) return versions[0];
	const times = versions.flat().map(({ stay }) => stay.changedAtMs);
	if (times.includes(undefined)) return undefined;
	// A wrong clock proves nothing, so such a change counts as made with the latest other one.
	const isAhead = (atMs: number) => atMs > Date.now() + LONGEST_AHEAD_MS;
	const known = times.filter((atMs): atMs is number => atMs !== undefined && !isAhead(atMs));
	const latestMs = Math.max(
		...(known.length > 0 ? known : times.filter((atMs) => atMs !== undefined)),
	);
	const latest = versions.filter((version) =>
		version.some(({ stay: { changedAtMs = 0 } }) => changedAtMs >= latestMs),
	);
	const ending = latest.filter(([first]) => first?.stay.meaning === 'endsAccess');
	const [only, ...others] = ending.length > 0 ? ending : latest;
	return others.length === 0 ? only : undefined;
}

/** One request for all rooms, with the time of the latest. */
function unite(version: readonly StayRequest[]): StayRequest | undefined {
	const [latest] = [...version].sort((a, b) => timeOf(b) - timeOf(a));
	if (latest?.is !== 'access') return latest;
	const stays = version.flatMap((one) => (one.is === 'access' ? [one.stay] : []));
	const rooms = [...new Set(stays.flatMap((stay) => stay.rooms))];
	const names = stays.flatMap((stay) => Object.entries(stay.roomNames ?? {}));
	const roomNames = names.length > 0 ? Object.fromEntries(names) : undefined;
	return { is: 'access', stay: { ...latest.stay, rooms, roomNames } };
}

const timeOf = ({ stay }: StayRequest) => stay.changedAtMs ?? 0;

const outdated = ({ stay }: StayRequest): StayRequest => ({
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
