import { InvalidParameterError } from '../../errors/errors';
import { groupBy } from '../../operation/run/runGroups';
import type { StayRequest, StayWithAccess } from './stay';

/**
 * What to do for each request: the request itself, one that also has the rooms of its other items,
 * or an error.
 */
export type UnitedRequests = ReadonlyMap<StayRequest, StayRequest | InvalidParameterError>;

/**
 * Unites requests about the same guest of the same reservation that differ only in their rooms,
 * because several systems send one row per room. All requests that contradict each other get an
 * error. Versions with different 'Changed At' do not contradict each other.
 */
export function uniteRequests(requests: readonly StayRequest[]): UnitedRequests {
	const united = new Map<StayRequest, StayRequest | InvalidParameterError>();
	const named = requests.filter(({ stay }) => stay.reservationKey !== '');
	for (const ofGuest of groupBy(named, nameOf).values()) {
		const versions = [...groupBy(ofGuest, ({ stay }) => String(stay.changedAtMs)).values()];
		const isOrdered =
			versions.length === 1 || ofGuest.every(({ stay }) => stay.changedAtMs !== undefined);
		for (const version of isOrdered ? versions : [ofGuest]) {
			const result = unite(version);
			for (const request of version) united.set(request, result);
		}
	}
	return united;
}

const nameOf = ({ stay: { prefix, reservationKey, guestNumber } }: StayRequest) =>
	JSON.stringify([prefix, reservationKey, guestNumber]);

function unite([first, ...others]: StayRequest[]): StayRequest | InvalidParameterError {
	if (
		first === undefined ||
		others.every((other) => JSON.stringify(other) === JSON.stringify(first))
	)
		return first ?? contradiction('');
	const stays = [first, ...others].flatMap((one) => (one.is === 'access' ? [one.stay] : []));
	const said = stays.map((stay) => JSON.stringify({ ...stay, rooms: [], roomNames: {} }));
	if (stays.length <= others.length || new Set(said).size > 1)
		return contradiction(first.stay.reservationKey);
	const rooms = [...new Set(stays.flatMap((stay) => stay.rooms))];
	const names = stays.flatMap((stay) => Object.entries(stay.roomNames ?? {}));
	const roomNames = names.length > 0 ? Object.fromEntries(names) : undefined;
	return { is: 'access', stay: { ...(first.stay as StayWithAccess), rooms, roomNames } };
}

const contradiction = (reservationKey: string) =>
	new InvalidParameterError(
		`Items contradict each other about the reservation '${reservationKey}'`,
		"Nothing was changed for it. Map 'Guest Number' if they are for different guests. If one is an older version, map 'Changed At', so that the later change wins.",
		'contradicting_items',
	);
