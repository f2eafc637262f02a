import { describeError } from '../errors/describeError';
import { InvalidParameterError } from '../errors/errors';
import { groupBy } from '../operation/run/sendItems';
import { wireObjectsIn } from '../wire/records';
import { type Grant, isOver } from './grants/grant';
import { ownKeysOf } from './grants/grantKey';
import { withMessages } from './items/messages';
import { accessToKeep } from './plan/accessToKeep';
import { pinToKeep } from './plan/pin';
import type { Give, OrderOfItems, ReservationRun } from './prepareStays';
import type { ReconciledStay } from './reconciledStay';
import { busyLocks } from './rehearsal/busyLocks';
import { doorsOf, type House, readHouse } from './rehearsal/house';
import type { RehearsedStay } from './rehearsal/rehearsedStay';
import { roomProblems } from './rehearsal/roomProblems';
import { sameStayTwice } from './rehearsal/sameStay';
import type { Fail, Leave } from './stays/asked';
import { closedFirst, type Problem, toProblem } from './stays/problems';
import { nameOfGuest, type StayWithAccess } from './stays/stay';

/**
 * Finds what would go wrong, without changing anything: with the rooms and locks, and with stays
 * that the guest has twice. Reads the lists of devices and entrances. An item that would fail says
 * why in its problems.
 */
export async function rehearse(
	run: Pick<ReservationRun, 'grants' | 'nowMs' | 'roomStays' | 'rooms'>,
	orders: readonly OrderOfItems[],
): Promise<OrderOfItems[]> {
	const given = orders.flatMap(({ order }) => (order.is === 'give' ? [order] : []));
	const house = await readHouse(
		run.rooms,
		given.map(({ rooms }) => rooms),
	);
	const byGuest = groupBy(run.grants.all(), ({ key }) => nameOfGuest(key));
	const rehearsed = orders.map(({ order }) =>
		order.is === 'give' && !isOver(order.wanted, run.nowMs)
			? toRehearsedStay(order, house, byGuest.get(nameOfGuest(order.stay)) ?? [], run.nowMs)
			: undefined,
	);
	const busy = busyLocks(rehearsed);
	return orders.map(({ items, order }, index) => {
		const stay = rehearsed[index];
		if (order.is === 'fail') return { items, order: failed(order) };
		if (order.is !== 'give' || !stay) return { items, order };
		const expected = [
			...roomProblems(stay),
			...(busy[index] ?? []),
			...sameStayTwice(stay, run.roomStays),
		];
		return { items, order: { ...order, expected } };
	});
}

/** Adds to the item what a rehearsal expects, each problem once. */
export function withExpected(
	reconciled: ReconciledStay,
	expected: readonly Problem[],
): ReconciledStay {
	return {
		...reconciled,
		toRecord: async () => {
			const item = await reconciled.toRecord();
			if (!GIVES_ACCESS.has(item.outcome)) return item;
			const known = wireObjectsIn(item.problems);
			const more = expected.filter(
				({ code, reason }) => !known.some((one) => one.code === code && one.reason === reason),
			);
			return withMessages({ ...item, problems: [...more, ...known].sort(closedFirst) });
		},
	};
}

function failed({ stay, error }: Fail): Leave {
	const { message, description } = describeError(error);
	return {
		is: 'leave',
		stay,
		isFailed: true,
		guestName: (stay as Partial<StayWithAccess>).guest?.name,
		why: toProblem(
			'failed',
			{},
			{
				code: error instanceof InvalidParameterError ? (error.type ?? 'invalid_value') : 'failed',
				reason: message,
				remedy: description || 'Correct it, and execute the node again.',
			},
		),
	};
}

const GIVES_ACCESS = new Set<unknown>(['created', 'updated', 'moved', 'unchanged']);

function toRehearsedStay(
	{ stay, wanted: whole, rooms }: Give,
	house: House,
	grants: readonly Grant[],
	nowMs: number,
): RehearsedStay {
	const ownKeys = ownKeysOf(stay);
	const { wanted, current } = accessToKeep({ order: whole, grants, ownKeys, nowMs });
	const pin = current ? pinToKeep(wanted, current) : wanted.pin?.code;
	return {
		stay,
		wanted,
		rooms,
		...doorsOf(house, wanted.spaceIds),
		current,
		pin: wanted.modes.includes('code') ? pin : undefined,
	};
}
