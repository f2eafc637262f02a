import { groupByEach } from '../../operation/run/sendItems';
import { type WireObject, isWireObject } from '../../wire/records';
import { idOfPlace, nameOfDevice } from '../grants/grant';
import { type Problem, toProblem } from '../stays/problems';
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
