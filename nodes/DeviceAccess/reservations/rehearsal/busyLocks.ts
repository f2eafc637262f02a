import { groupByEach } from '../../operation/run/runGroups';
import { type WireObject, isWireObject } from '../../wire/records';
import { idOfPlace } from '../grants/grant';
import { nameOfDevice } from '../grants/pins';
import type { Problem } from '../stays/problem';
import type { RehearsedStay } from './rehearsedStay';

/**
 * Locks for which the list has more stays with a PIN than the lock takes codes. The first of these
 * stays says so. Whether they are at the lock at the same time is not compared.
 */
export function busyLocks(stays: readonly RehearsedStay[]): Map<RehearsedStay, Problem[]> {
	const problems = new Map<RehearsedStay, Problem[]>();
	const withPin = stays.filter(({ wanted }) => wanted.modes.includes('code'));
	const byLock = groupByEach(withPin, ({ locks }) => locks.map(idOfPlace));
	for (const [id, ofLock] of byLock) {
		const [first] = ofLock;
		const lock = first?.locks.find((one) => idOfPlace(one) === id);
		const most = lock && mostCodesOf(lock);
		if (first && lock && most !== undefined && ofLock.length > most)
			problems.set(first, [...(problems.get(first) ?? []), tooMany(lock, most, ofLock.length)]);
	}
	return problems;
}

function mostCodesOf({ properties }: WireObject): number | undefined {
	const { max_active_codes_supported: most } = isWireObject(properties) ? properties : {};
	return typeof most === 'number' ? most : undefined;
}

const tooMany = (lock: WireObject, most: number, count: number): Problem => ({
	code: 'no_space_for_access_code_on_device',
	reason: `${nameOfDevice(lock)} takes ${most} codes at once, and the list has ${count} stays for it`,
	remedy:
		"Check how many of these stays overlap. To create access later, use 'Only Stays Within' under Options.",
	keeps_door_closed: false,
});
