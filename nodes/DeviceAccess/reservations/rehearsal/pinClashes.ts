import { groupByEach } from '../../operation/run/runGroups';
import { idOfPlace } from '../grants/grant';
import { nameOfDevice } from '../grants/pins';
import type { Problem } from '../stays/problem';
import { isPinNewOn, namedStay, type RehearsedStay } from './rehearsedStay';

/** A PIN on doors that no stay of the input changes. */
export interface KnownPin {
	/** Who has it, as a person finds it, such as `reservation 'R-1'`. */
	holder: string;
	pin: string;
	doorIds: readonly string[];
	/** True if the list ends this access, which still has its PIN when other items are carried out. */
	isEnding?: boolean;
}

/**
 * The PINs that two guests would have on the same lock. When they stay does not matter, because the
 * service refuses the second PIN in any case (docs/service.md#calls-10).
 */
export class PinClashes {
	private readonly byPinOfLock: ReadonlyMap<string, readonly KnownPin[]>;

	constructor(stays: readonly RehearsedStay[], known: readonly KnownPin[]) {
		const wanted = stays.flatMap(({ stay, pin, locks }) =>
			pin === undefined ? [] : [{ holder: namedStay(stay), pin, doorIds: locks.map(idOfPlace) }],
		);
		const all: KnownPin[] = [
			...known.filter(({ isEnding }) => !isEnding),
			...wanted,
			// Last, because access that stays is the greater problem.
			...known.filter(({ isEnding }) => isEnding),
		];
		this.byPinOfLock = groupByEach(all, ({ pin, doorIds }) =>
			doorIds.map((id) => pinOfLock(id, pin)),
		);
	}

	/** The problem of a stay whose PIN somebody else has or gets on one of its locks. */
	problemsOf(one: RehearsedStay): Problem[] {
		const { pin, stay } = one;
		if (pin === undefined) return [];
		const failsIfPinTaken = stay.ifPinTaken === 'fail';
		for (const lock of one.locks.filter((lock) => isPinNewOn(one, lock))) {
			const other = this.byPinOfLock
				.get(pinOfLock(idOfPlace(lock), pin))
				?.find(({ holder }) => holder !== namedStay(stay));
			if (other === undefined) continue;
			return [
				{
					code: 'pin_clash',
					reason: `The ${other.holder} has the same PIN on ${nameOfDevice(lock)}${other.isEnding === true ? ' until its access has ended' : ''}`,
					remedy: failsIfPinTaken
						? "Choose another PIN, or set 'If PIN Is Taken' to 'Another PIN'."
						: 'No action needed: the service gives the second guest another PIN.',
					keeps_door_closed: failsIfPinTaken,
				},
			];
		}
		return [];
	}
}

const pinOfLock = (lockId: string, pin: string) => `${lockId} ${pin}`;
