import { dayOf } from '../operation/form/zonedTime';
import { type Grant, isOver } from './grants/grant';
import type { PreparedStay, WantedAccess } from './preparedStay';
import type { StayRequest, StayWithAccess } from './stays/stay';

type Prepared = ReadonlyMap<StayRequest, PreparedStay>;

/**
 * The stays of a list under the keys that their access has. A calendar can give a stay another key
 * when its dates change. A stay without access is then the one whose key is gone from the list, in
 * the same rooms from the same day on, unless both have names that differ.
 */
export function withFormerKeys(
	prepared: Prepared,
	grants: readonly Grant[],
	nowMs: number,
): Map<StayRequest, PreparedStay> {
	const named = new Set([...prepared].map(([request, entry]) => keyOf(request, entry)));
	const known = new Set(grants.map(({ key }) => key.reservationKey));
	const gone = grants.filter(
		(grant) => !named.has(grant.key.reservationKey) && !isOver(grant, nowMs),
	);
	/** Items about the same guest share one request. */
	const renamed = new Map<StayRequest, StayRequest>();
	const rename = (entry: PreparedStay): PreparedStay => {
		if ('error' in entry || entry.request.is !== 'access' || !entry.access) return entry;
		const { request, access } = entry;
		const { stay } = request;
		if (stay.canHaveFormerKey !== true || known.has(stay.reservationKey)) return entry;
		const earlier = renamed.get(request);
		if (earlier) return { ...entry, request: earlier };
		const index = gone.findIndex((grant) => isSameStay(grant, stay, access));
		const [grant] = index === -1 ? [] : gone.splice(index, 1);
		if (!grant) return entry;
		const under: StayRequest = {
			...request,
			stay: { ...stay, reservationKey: grant.key.reservationKey },
		};
		renamed.set(request, under);
		return { ...entry, request: under };
	};
	return new Map([...prepared].map(([request, entry]) => [request, rename(entry)]));
}

const keyOf = (request: StayRequest, entry: PreparedStay): string =>
	('request' in entry ? entry.request : request).stay.reservationKey;

function isSameStay(
	{ key, name, startsAt, spaceIds }: Grant,
	stay: StayWithAccess,
	{ wanted, otherTimeZone: { name: timeZone } }: WantedAccess,
): boolean {
	// Without a name, the access has the key in its place.
	const hasOtherName =
		stay.guest.name !== undefined &&
		name !== null &&
		name !== key.reservationKey &&
		name !== stay.guest.name;
	const [wantedRooms, rooms] = [wanted.spaceIds, spaceIds].map((ids) => [...ids].sort().join());
	return (
		!hasOtherName &&
		key.guestNumber === stay.guestNumber &&
		wantedRooms === rooms &&
		dayOf(Date.parse(startsAt), timeZone) === dayOf(Date.parse(wanted.startsAt), timeZone)
	);
}
