import { groupByEach } from '../../operation/run/sendItems';
import { type WireObject, isWireObject } from '../../wire/records';
import { idOfPlace, nameOfDevice } from '../grants/grant';
import type { Problem } from '../stays/problem';
import type { RehearsedStay } from './rehearsedStay';

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
			problems[first.index]?.push(tooMany(lock, most, count));
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
