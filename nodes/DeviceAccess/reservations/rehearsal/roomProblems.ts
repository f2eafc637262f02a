import { nameOfDevice } from '../grants/grant';
import { problemsOfDevice, remedyOf } from '../grants/problems';
import type { Problem } from '../stays/problem';
import { isInAny, nameOfSpace } from '../stays/rooms';
import { type WireObject, isWireObject } from '../../wire/records';
import { isPinNewOn, type RehearsedStay } from './rehearsedStay';

/** What is wrong with the rooms of a stay and their locks, whatever the other stays are. */
export function roomProblems(one: RehearsedStay): Problem[] {
	const doors = [...one.locks, ...one.entrances];
	return [
		...one.rooms.spaces
			.filter((space) => !doors.some((door) => isInAny(door, [space.space_id])))
			.map(withoutLock),
		...one.locks.flatMap((lock) => lockProblems(lock, one)),
		...one.entrances.filter((entrance) => isClosedTo(one.wanted.modes, entrance)).map(closed),
	];
}

const withoutLock = (space: WireObject): Problem => ({
	code: 'room_without_lock',
	reason: `${nameOfSpace(space)} has no lock`,
	remedy: "Add its lock with 'Add devices to space'.",
	keeps_door_closed: true,
});

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

const closed = (entrance: WireObject): Problem => ({
	code: 'entrance_does_not_support_access_methods',
	reason: `${nameOfDevice(entrance)} opens with none of the requested access methods`,
	remedy: "Choose other 'Access Methods', or remove the entrance from the room.",
	keeps_door_closed: true,
});

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

const DEVICE_WITHOUT_CODES = 'device_does_not_support_access_codes';

const withoutCodes = (lock: WireObject): Problem => ({
	code: DEVICE_WITHOUT_CODES,
	reason: `${nameOfDevice(lock)} takes no PINs from the service`,
	remedy: remedyOf(DEVICE_WITHOUT_CODES),
	keeps_door_closed: true,
});

function lengthProblem(lock: WireObject, one: RehearsedStay): Problem[] {
	const { pin } = one;
	const { supported_code_lengths: lengths } = isWireObject(lock.properties) ? lock.properties : {};
	if (!Array.isArray(lengths) || lengths.length === 0) return [];
	if (pin === undefined || !isPinNewOn(one, lock) || lengths.includes(pin.length)) return [];
	return [
		{
			code: 'pin_length',
			reason: `${nameOfDevice(lock)} accepts PINs with ${lengths.join(' or ')} digits, and the PIN has ${pin.length}`,
			remedy:
				"The service gives this lock another PIN, which is then in 'pins'. For one PIN everywhere, choose a length that all locks accept.",
			keeps_door_closed: false,
		},
	];
}
