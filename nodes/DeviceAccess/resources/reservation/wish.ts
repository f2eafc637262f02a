import type { IDataObject } from 'n8n-workflow';
import { InvalidParameterError } from '../../errors/errors';
import type { ItemValues } from '../../operation/types';
import type { Wish } from './reconcile';
import { readAccess, readPrefix, readStay } from './wanted';

/** Reads what one item asks for. Throws InvalidParameterError for invalid values. */
export function readWish(values: ItemValues): Wish {
	const stay = readStay(values);
	if (stay.meaning === 'givesAccess') return { is: 'access', access: readAccess(values, stay) };
	return { is: stay.meaning === 'endsAccess' ? 'end' : 'ignored', stay };
}

/** The same, but an empty item stands for an empty list: it asks for nothing, and nothing is removed. */
export function readWishOfMany(values: ItemValues, input: IDataObject): Wish {
	if (Object.keys(input).length > 0 || String(values.reservationKey ?? '').trim() !== '') return readWish(values);
	const stay = { prefix: readPrefix(values.options), reservationKey: '', guestNumber: 1, status: '', meaning: 'unknown' as const };
	const reason = { code: 'empty_input', reason: 'The input is empty, so nothing was changed', remedy: 'Check the previous node.', keeps_door_closed: false };
	return { is: 'ignored', stay, reason };
}

/** Refuses a second item about the same guest that differs, because both would undo each other in every run. */
export class WishesOfRun {
	private readonly wishes = new Map<string, string>();

	/** Throws InvalidParameterError. */
	check(wish: Wish): void {
		const { reservationKey, guestNumber, changedAtMs } = wish.is === 'access' ? wish.access : wish.stay;
		const name = `${reservationKey} ${guestNumber}`;
		const says = JSON.stringify(wish);
		const before = this.wishes.get(name);
		this.wishes.set(name, says);
		if (before === undefined || before === says || changedAtMs !== undefined) return;
		throw new InvalidParameterError(
			`Two items contradict each other about the reservation '${reservationKey}'`,
			"Map 'Guest Number' if they are different guests, or 'Changed At' so that the later change wins.",
		);
	}
}
