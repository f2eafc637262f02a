import type { IDataObject } from 'n8n-workflow';
import { InvalidParameterError } from '../../errors/errors';
import type { ItemValues } from '../../operation/types';
import type { Wish } from './reach';
import { readAccess, readPrefix, readStay } from './wanted';

/** What one item asks for. Throws InvalidParameterError for values that cannot be right. */
export function readWish(values: ItemValues): Wish {
	const stay = readStay(values);
	if (stay.meaning === 'givesAccess') return { is: 'access', access: readAccess(values, stay) };
	return { is: stay.meaning === 'endsAccess' ? 'end' : 'ignored', stay };
}

/** The same, where an item without content stands for an empty list: it asks for nothing, and lets nothing be removed. */
export function readWishOfMany(values: ItemValues, input: IDataObject): Wish {
	if (Object.keys(input).length > 0 || String(values.reservationKey ?? '').trim() !== '') return readWish(values);
	const stay = { prefix: readPrefix(values.options), reservationKey: '', guestNumber: 1, status: '', meaning: 'unknown' as const };
	const reason = { code: 'empty_input', reason: 'The list that came in is empty, so nothing was changed', remedy: 'Check the node before this one.', keeps_door_closed: false };
	return { is: 'ignored', stay, reason };
}

/** Refuses a second item about the same guest that says something else: both would undo each other with every run. */
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
			`Two items say different things about the reservation '${reservationKey}'`,
			"Map 'Guest Number' for further guests, or 'Changed At' so that the later change counts.",
		);
	}
}
