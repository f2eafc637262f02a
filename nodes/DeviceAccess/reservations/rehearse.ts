import { describeError } from '../errors/describeError';
import { InvalidParameterError } from '../errors/errors';
import { groupByEach } from '../lists/groupBy';
import { isWireObject, type WireObject, idsIn } from '../wire/records';
import { idOfPlace, isOver, nameOfDevice } from './grants/grant';
import {
	doorNotOpened,
	isClosedTo,
	otherRoomsWithoutLock,
	problemsOfDevice,
} from './grants/readiness';
import { toRoomStay } from './plan/overlaps';
import type { Booked } from './plan/situation';
import type { Give, OrderOfItems, ReservationRun } from './makeOrders';
import { type Fail, LEAD_MS, type Leave, type StayWithAccess } from './stays/stay';
import { type Problem, toProblem } from './stays/problems';
import { nameOfSpace } from './stays/rooms';

/**
 * Finds what would go wrong, without changing anything. An item that would fail says why in its
 * problems.
 */
export async function rehearse(
	{ nowMs, roomStays, rooms }: Pick<ReservationRun, 'nowMs' | 'roomStays' | 'rooms'>,
	orders: readonly OrderOfItems[],
): Promise<OrderOfItems[]> {
	const given = orders.map(({ order }) =>
		order.is === 'give' && !isOver(order.booked, nowMs) ? order : undefined,
	);
	const spaces = given.flatMap((order) => order?.rooms.spaces ?? []);
	const doors = groupByEach(
		await rooms.doorsIn([...new Set(spaces)]),
		({ space_ids: ids }: WireObject) => idsIn(ids),
	);
	const rehearsed = given.map(
		(order) =>
			order && {
				...order,
				// A front door can be in several rooms.
				doors: [...new Set(order.booked.spaceIds.flatMap((id) => doors.get(id) ?? []))],
			},
	);
	const busy = busyLocks(rehearsed);
	return orders.map(({ items, order }, index) => {
		const stay = rehearsed[index];
		if (order.is === 'fail') return { items, order: failed(order) };
		if (order.is !== 'give' || !stay) return { items, order };
		const expected = [
			...(order.expected ?? []),
			...roomProblems(stay),
			...(busy[index] ?? []),
			...roomStays.sameStayTwice(toRoomStay(stay.stay.reservationKey, stay.booked), {
				isRehearsed: true,
			}),
		];
		return { items, order: { ...order, expected } };
	});
}

export interface RehearsedStay extends Pick<Give, 'stay' | 'booked' | 'rooms'> {
	doors: readonly WireObject[];
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

export const roomProblems = ({ booked: { modes }, rooms, doors }: RehearsedStay): Problem[] => [
	...(doors.length > 0
		? otherRoomsWithoutLock(rooms.spaces, doors)
		: rooms.spaces.map((space) => toProblem('room_without_lock', { room: nameOfSpace(space) }))),
	...doors.flatMap((door) =>
		typeof door.device_id === 'string'
			? lockProblems(door, modes)
			: [
					...problemsOfDevice(door),
					...(isClosedTo(modes, door) ? [doorNotOpened(modes, [nameOfDevice(door)])] : []),
				],
	),
];

function lockProblems(lock: WireObject, modes: readonly string[]): Problem[] {
	const broken = problemsOfDevice(lock);
	// A lock that is offline may not show what it supports.
	return broken.length > 0 || !modes.includes('code') || takesCodes(lock)
		? broken
		: [
				toProblem(
					'device_does_not_support_access_codes',
					{},
					{ reason: `${nameOfDevice(lock)} takes no PINs from the service` },
				),
			];
}

/** A flag is missing if the device lacks the ability (docs/service.md#devices-4). */
const takesCodes = ({
	can_program_online_access_codes: online,
	can_program_offline_access_codes: offline,
}: WireObject) => online === true || offline === true;

/**
 * The first of the stays has the problem of a lock that takes fewer codes than stays of the list need
 * on it at the same time.
 */
export function busyLocks(stays: ReadonlyArray<RehearsedStay | undefined>): Problem[][] {
	const withPin = stays.flatMap((stay, index) =>
		stay?.booked.modes.includes('code') ? [{ stay, index }] : [],
	);
	const problems: Problem[][] = stays.map(() => []);
	const byLock = groupByEach(withPin, ({ stay }) => stay.doors.map(idOfPlace));
	for (const [id, all] of byLock) {
		const [first] = all;
		const lock = first?.stay.doors.find((one) => idOfPlace(one) === id);
		const most = lock && mostCodesOf(lock);
		if (!first || !lock || most === undefined || all.length <= most) continue;
		const count = mostAtOnce(all.map(({ stay }) => stay.booked));
		if (count > most)
			problems[first.index]?.push(
				toProblem('no_space_for_access_code_on_device', { lock: nameOfDevice(lock), most, count }),
			);
	}
	return problems;
}

/** A code may be on its lock some days before the stay. */
function mostAtOnce(stays: ReadonlyArray<Pick<Booked, 'startsAt' | 'endsAt'>>): number {
	const changes = stays.flatMap(({ startsAt, endsAt }) => [
		{ atMs: Date.parse(startsAt) - LEAD_MS, by: 1 },
		{ atMs: Date.parse(endsAt), by: -1 },
	]);
	let [count, most] = [0, 0];
	for (const { by } of changes.sort((a, b) => a.atMs - b.atMs || a.by - b.by))
		most = Math.max(most, (count += by));
	return most;
}

function mostCodesOf({ properties }: WireObject): number | undefined {
	const { max_active_codes_supported: most } = isWireObject(properties) ? properties : {};
	return typeof most === 'number' ? most : undefined;
}
