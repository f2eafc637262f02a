import type { ItemRun } from '../operation/types';
import { ChangedInRun } from './changedInRun';
import { readLastChanges } from './stays/lastChanges';
import { findGrants, listsOfGrants, readRecords } from './grants/grantRecords';
import type { ReservationRun } from './reconcile';
import { RoomReader } from './stays/rooms';
import type { StayInput } from './stays/stayInput';

/**
 * Creates the data that all items of a run share. `find` reads grants by key, and uses the list only if it must. The list
 * is read once, and again for access that an earlier item may have changed.
 */
export function openReservationRun(run: ItemRun, changed = new ChangedInRun()): ReservationRun {
	const { send, context, settings } = run;
	const lists = listsOfGrants(send, settings.maxPages);
	const ofReservation = async ({ prefix, reservationKey }: StayInput, isFirst: boolean) =>
		await (isFirst ? lists.known : lists.fresh)(prefix, reservationKey);
	return {
		context,
		settings,
		send,
		rooms: new RoomReader(send, settings.maxPages),
		lastChanges: readLastChanges(run),
		nowMs: Date.now(),
		find: async (stay) => {
			const inList = async () => await ofReservation(stay, !changed.hasGuest(stay));
			const found = await readRecords(
				send,
				stay.prefix,
				await findGrants(send, stay.prefix, stay, inList),
			);
			changed.note(stay, 'guest', found);
			return found;
		},
		// Only the whole list has the grants of the other guests, and every grant after room changes.
		findAll: async (stay) => {
			const found = await readRecords(
				send,
				stay.prefix,
				await ofReservation(stay, !changed.hasReservation(stay)),
			);
			changed.note(stay, 'all', found);
			return found;
		},
	};
}
