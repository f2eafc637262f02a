import { nameOfDevice } from '../grants/pins';
import type { Problem } from '../stays/problem';
import type { WireObject } from '../../wire/records';
import { namedStay, type RehearsedStay } from './rehearsedStay';

/** Access that has a PIN on doors, and that no stay of the input changes. */
export interface KnownPin {
	reservationKey: string;
	guestNumber: number;
	pin: string;
	doorIds: readonly string[];
	/** True if the list ends this access, which still has its PIN when other items are carried out. */
	isEnding: boolean;
}

type PinHolder = Pick<RehearsedStay, 'reservationKey' | 'guestNumber'> & { isEnding?: boolean };

/**
 * The PINs that two guests would have on the same lock. When they stay does not matter, because the
 * service refuses the second PIN in any case (docs/service.md#calls-10).
 */
export class PinClashes {
	private readonly byLock = new Map<string, PinHolder[]>();

	constructor(stays: readonly RehearsedStay[], known: readonly KnownPin[]) {
		const addKnown = ({ doorIds, pin, ...guest }: KnownPin) => {
			for (const id of doorIds) this.add(id, pin, guest);
		};
		known.filter(({ isEnding }) => !isEnding).forEach(addKnown);
		for (const stay of stays) for (const lock of stay.locks) this.add(idOf(lock), stay.pin, stay);
		// Last, because access that stays is the greater problem.
		known.filter(({ isEnding }) => isEnding).forEach(addKnown);
	}

	/** The problem of a stay whose PIN somebody else has or gets on one of its locks. */
	problemsOf(stay: RehearsedStay): Problem[] {
		const { pin, isPinNew, locks, failsIfPinTaken } = stay;
		if (pin === undefined || !isPinNew) return [];
		for (const lock of locks) {
			const other = this.byLock.get(nameOf(idOf(lock), pin))?.find((one) => !isSame(one, stay));
			if (other === undefined) continue;
			return [
				{
					code: 'pin_clash',
					reason: `The reservation ${namedStay(other)} has the same PIN on ${nameOfDevice(lock)}${other.isEnding === true ? ' until its access has ended' : ''}`,
					remedy: failsIfPinTaken
						? "Choose another PIN, or set 'If PIN Is Taken' to 'Another PIN'."
						: 'No action needed: the service gives the second guest another PIN.',
					keeps_door_closed: failsIfPinTaken,
				},
			];
		}
		return [];
	}

	private add(lockId: string, pin: string | undefined, guest: PinHolder): void {
		if (pin === undefined) return;
		const name = nameOf(lockId, pin);
		const guests = this.byLock.get(name) ?? [];
		this.byLock.set(name, guests);
		// Two different guests are enough for every stay to find another one.
		if (guests.length < 2 && !guests.some((one) => isSame(one, guest))) guests.push(guest);
	}
}

const nameOf = (lockId: string, pin: string) => `${lockId} ${pin}`;

const idOf = ({ device_id: id }: WireObject): string => String(id);

const isSame = (a: PinHolder, b: PinHolder) =>
	a.reservationKey === b.reservationKey && a.guestNumber === b.guestNumber;
