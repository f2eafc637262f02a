import { dayOf } from '../operation/form/times';
import { type Grant, isOver } from './grants/grant';
import type { Give, OrderOfItems } from './prepareStays';

/**
 * The orders of a list under the keys that their access has. A calendar can give a stay another key
 * when its dates change. A stay without access is then the one whose key is gone from the list, in
 * the same rooms from the same day on, unless both have names that differ.
 */
export function withFormerKeys(
	orders: readonly OrderOfItems[],
	grants: readonly Grant[],
	nowMs: number,
): OrderOfItems[] {
	const named = new Set(orders.map(({ order }) => order.stay.reservationKey));
	const known = new Set(grants.map(({ key }) => key.reservationKey));
	const gone = grants.filter(
		(grant) => !named.has(grant.key.reservationKey) && !isOver(grant, nowMs),
	);
	return orders.map(({ items, order }) => {
		if (order.is !== 'give' || order.stay.canHaveFormerKey !== true) return { items, order };
		if (known.has(order.stay.reservationKey)) return { items, order };
		const index = gone.findIndex((grant) => isSameStay(grant, order));
		const [grant] = index === -1 ? [] : gone.splice(index, 1);
		const { reservationKey } = grant?.key ?? order.stay;
		return { items, order: { ...order, stay: { ...order.stay, reservationKey } } };
	});
}

function isSameStay(
	{ key, name, startsAt, spaceIds }: Grant,
	{ stay, wanted, otherTimeZone: { name: timeZone } }: Give,
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
