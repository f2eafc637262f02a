import { describeError } from '../errors/describeError';
import { InvalidParameterError } from '../errors/errors';
import { groupBy, groupByEach } from '../operation/run/sendItems';
import { isLock } from '../wire/issues';
import { isWireObject, type WireObject, wireObjectsIn } from '../wire/records';
import { idsIn } from '../wire/values';
import { type Grant, idOfPlace, isOver, nameOfDevice } from './grants/grant';
import { ownKeysOf } from './grants/grantKey';
import { problemsOfDevice } from './grants/problems';
import { withMessages } from './items/messages';
import { accessToKeep } from './plan/accessToKeep';
import { type RoomStays, toRoomStay } from './plan/overlaps';
import { pinToKeep } from './plan/pin';
import type { Wanted } from './plan/situation';
import type { Give, OrderOfItems, ReservationRun } from './prepareStays';
import type { ReconciledStay } from './reconciledStay';
import type { Fail, Leave } from './stays/asked';
import { closedFirst, type Problem, toProblem } from './stays/problems';
import { isInAny, nameOfSpace, type RoomReader, type Rooms } from './stays/rooms';
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
		...doorsInSpaces(house, wanted.spaceIds),
		current,
		pin: wanted.modes.includes('code') ? pin : undefined,
	};
}

/** A stay of the input that is to have access, with everything that a rehearsal compares. */
export interface RehearsedStay {
	stay: StayWithAccess;
	wanted: Wanted;
	rooms: Rooms;
	/** The locks of the rooms. */
	locks: readonly WireObject[];
	entrances: readonly WireObject[];
	/** The access that the plan keeps. Undefined if the guest has none yet. */
	current?: Grant;
	/** The PIN that the guest would have. Undefined if the service chooses it. */
	pin?: string;
}

/** The locks and entrances of the workspace, by space. */
interface House {
	locksBySpace: ReadonlyMap<string, readonly WireObject[]>;
	entrancesBySpace: ReadonlyMap<string, readonly WireObject[]>;
}

/** Reads the list of devices, and that of entrances if any stay needs it. */
async function readHouse(
	rooms: Pick<RoomReader, 'devices' | 'entrances'>,
	roomsOfStays: readonly Rooms[],
): Promise<House> {
	const needsEntrances = roomsOfStays.some(({ spaces }) =>
		spaces.some(({ acs_entrance_count: count }) => count !== 0),
	);
	const spacesOf = ({ space_ids: ids }: WireObject) => idsIn(ids);
	const devices = await rooms.devices();
	const entrances = needsEntrances ? await rooms.entrances() : [];
	return {
		locksBySpace: groupByEach(devices.filter(isLock), spacesOf),
		entrancesBySpace: groupByEach(entrances, spacesOf),
	};
}

/** What a stay opens. A front door can be in several rooms. */
function doorsInSpaces(
	{ locksBySpace, entrancesBySpace }: House,
	spaceIds: readonly string[],
): Pick<RehearsedStay, 'locks' | 'entrances'> {
	const inSpaces = (bySpace: House['locksBySpace']) => [
		...new Set(spaceIds.flatMap((id) => bySpace.get(id) ?? [])),
	];
	return { locks: inSpaces(locksBySpace), entrances: inSpaces(entrancesBySpace) };
}

/** What is wrong with the rooms of a stay and their locks, whatever the other stays are. */
export function roomProblems(one: RehearsedStay): Problem[] {
	const doors = [...one.locks, ...one.entrances];
	return [
		...one.rooms.spaces
			.filter((space) => !doors.some((door) => isInAny(door, [space.space_id])))
			.map((space) => toProblem('room_without_lock', { room: nameOfSpace(space) })),
		...one.locks.flatMap((lock) => lockProblems(lock, one)),
		...one.entrances
			.filter((entrance) => isClosedTo(one.wanted.modes, entrance))
			.map((entrance) =>
				toProblem('entrance_does_not_support_access_methods', { door: nameOfDevice(entrance) }),
			),
	];
}

/** By method of access. An entrance need not have the flags. */
const FLAG_OF_MODE: ReadonlyMap<string, string> = new Map([
	['code', 'can_unlock_with_code'],
	['card', 'can_unlock_with_card'],
	['mobile_key', 'can_unlock_with_mobile_key'],
	['cloud_key', 'can_unlock_with_cloud_key'],
]);

/** True for an entrance that says of each of the methods that it does not open for it. */
const isClosedTo = (modes: readonly string[], entrance: WireObject) =>
	modes.length > 0 && modes.every((mode) => entrance[FLAG_OF_MODE.get(mode) ?? ''] === false);

function lockProblems(lock: WireObject, one: RehearsedStay): Problem[] {
	const broken = problemsOfDevice(lock);
	if (!one.wanted.modes.includes('code')) return broken;
	// A lock that is offline may not show what it supports.
	if (broken.length === 0 && !takesCodes(lock)) return [withoutCodes(lock)];
	return [...broken, ...lengthProblem(lock, one)];
}

/** A flag is missing if the device lacks the ability (docs/service.md#devices-4). */
const takesCodes = ({
	can_program_online_access_codes: online,
	can_program_offline_access_codes: offline,
}: WireObject) => online === true || offline === true;

const withoutCodes = (lock: WireObject): Problem =>
	toProblem(
		'device_does_not_support_access_codes',
		{},
		{
			reason: `${nameOfDevice(lock)} takes no PINs from the service`,
		},
	);

function lengthProblem(lock: WireObject, { pin, current }: RehearsedStay): Problem[] {
	const { supported_code_lengths: lengths } = isWireObject(lock.properties) ? lock.properties : {};
	if (!Array.isArray(lengths) || lengths.length === 0) return [];
	if (pin === undefined || lengths.includes(pin.length)) return [];
	// The lock has the PIN already.
	if (pin === current?.pin && current.doorIds.includes(idOfPlace(lock))) return [];
	return [
		toProblem('pin_length', {
			lock: nameOfDevice(lock),
			lengths: lengths.join(' or '),
			count: pin.length,
		}),
	];
}

/**
 * The problems of each stay with locks that take fewer codes than the list has stays with a PIN for
 * them. The first of these stays has the problem. Whether they are at the lock at the same time is
 * not compared.
 */
export function busyLocks(stays: ReadonlyArray<RehearsedStay | undefined>): Problem[][] {
	const withPin = stays.flatMap((stay, index) =>
		stay?.wanted.modes.includes('code') ? [{ stay, index }] : [],
	);
	const problems: Problem[][] = stays.map(() => []);
	const byLock = groupByEach(withPin, ({ stay }) => stay.locks.map(idOfPlace));
	for (const [id, [first, ...others]] of byLock) {
		const lock = first?.stay.locks.find((one) => idOfPlace(one) === id);
		const most = lock && mostCodesOf(lock);
		const count = 1 + others.length;
		if (first && lock && most !== undefined && count > most)
			problems[first.index]?.push(
				toProblem('no_space_for_access_code_on_device', { lock: nameOfDevice(lock), most, count }),
			);
	}
	return problems;
}

function mostCodesOf({ properties }: WireObject): number | undefined {
	const { max_active_codes_supported: most } = isWireObject(properties) ? properties : {};
	return typeof most === 'number' ? most : undefined;
}

/**
 * The problem of a stay that is in the list twice, that has access under another reservation key,
 * or that another system or workflow gives access with another key prefix.
 */
export function sameStayTwice(
	{ stay, wanted }: RehearsedStay,
	roomStays: Pick<RoomStays, 'sameStays'>,
): Problem[] {
	const [same] = roomStays.sameStays(toRoomStay(stay.reservationKey, wanted));
	if (!same) return [];
	const { isOfOtherSystem, reservationKey } = same;
	return [
		toProblem(
			'same_stay_twice',
			{ what: isOfOtherSystem ? 'access' : 'reservation', key: reservationKey },
			isOfOtherSystem
				? {
						remedy:
							"Leave the stay to one of the two systems, and end the other's access with 'Delete reservation' and its 'Key Prefix'.",
					}
				: {},
		),
	];
}
