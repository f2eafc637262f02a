import { nameOfDevice } from '../grants/pins';
import { problemsOfDevice, remedyOf } from '../grants/problems';
import type { Problem } from '../stays/problem';
import { nameOfSpace } from '../stays/rooms';
import { type WireObject, isWireObject } from '../../wire/records';
import type { RehearsedStay } from './rehearsedStay';

/** What is wrong with the rooms of a stay and their locks, whatever the other stays are. */
export function roomProblems(stay: RehearsedStay): Problem[] {
	return [
		...stay.spaces
			.filter(({ space_id: id }) => stay.spacesWithoutDoor.includes(String(id)))
			.map(withoutLock),
		...stay.unknownDeviceIds.map((id) => unknown('device', id)),
		...stay.unknownEntranceIds.map((id) => unknown('entrance', id)),
		...stay.locks.flatMap((lock) => lockProblems(lock, stay)),
		...(stay.lacksTimeZone ? [NO_TIME_ZONE] : []),
	];
}

const NO_TIME_ZONE: Problem = {
	code: 'no_time_zone',
	reason:
		'Neither the room nor its locks have a time zone, so the times are in that of the workflow',
	remedy: "Set the room's 'Time Zone' with 'Create or update space'.",
	keeps_door_closed: false,
};

const withoutLock = (space: WireObject): Problem => ({
	code: 'room_without_lock',
	reason: `${nameOfSpace(space)} has no lock`,
	remedy: "Add its lock with 'Add devices to space'.",
	keeps_door_closed: true,
});

const unknown = (place: 'device' | 'entrance', id: string): Problem => ({
	code: `unknown_${place}`,
	reason: `No ${place} has the ID '${id}'`,
	remedy: `Correct the ID. To list all with their IDs, use 'Get many ${place}s'.`,
	keeps_door_closed: true,
});

function lockProblems(lock: WireObject, stay: RehearsedStay): Problem[] {
	const broken = problemsOfDevice(lock);
	if (!stay.modes.includes('code')) return broken;
	// A lock that is offline may not show what it supports.
	if (broken.length === 0 && !takesCodes(lock)) return [withoutCodes(lock)];
	return [...broken, ...lengthProblem(lock, stay)];
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

function lengthProblem(
	lock: WireObject,
	{ pin, isPinNew, failsIfPinTaken }: RehearsedStay,
): Problem[] {
	const { supported_code_lengths: lengths } = isWireObject(lock.properties) ? lock.properties : {};
	if (pin === undefined || !isPinNew || !Array.isArray(lengths) || lengths.length === 0) return [];
	if (lengths.includes(pin.length)) return [];
	return [
		{
			code: 'pin_length',
			reason: `${nameOfDevice(lock)} accepts PINs with ${lengths.join(' or ')} digits, and the PIN has ${pin.length}`,
			remedy: failsIfPinTaken
				? "Choose another length, or set 'If PIN Is Taken' to 'Another PIN'."
				: "The service gives this lock another PIN, which is then in 'pins'. For one PIN everywhere, choose a length that all locks accept.",
			keeps_door_closed: failsIfPinTaken,
		},
	];
}
