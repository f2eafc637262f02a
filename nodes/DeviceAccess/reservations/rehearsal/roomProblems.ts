import { nameOfDevice } from '../grants/grant';
import { problemsOfDevice } from '../grants/problems';
import { type Problem, toProblem } from '../stays/problems';
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

const withoutLock = (space: WireObject): Problem =>
	toProblem('room_without_lock', { room: nameOfSpace(space) });

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

const closed = (entrance: WireObject): Problem =>
	toProblem('entrance_does_not_support_access_methods', { door: nameOfDevice(entrance) });

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

function lengthProblem(lock: WireObject, one: RehearsedStay): Problem[] {
	const { pin } = one;
	const { supported_code_lengths: lengths } = isWireObject(lock.properties) ? lock.properties : {};
	if (!Array.isArray(lengths) || lengths.length === 0) return [];
	if (pin === undefined || !isPinNewOn(one, lock) || lengths.includes(pin.length)) return [];
	return [
		toProblem('pin_length', {
			lock: nameOfDevice(lock),
			lengths: lengths.join(' or '),
			count: pin.length,
		}),
	];
}
