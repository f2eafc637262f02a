import { groupBy } from '../../operation/runGroups';
import type { ItemRun } from '../../operation/types';
import type { WireObject } from '../../wire/records';
import { ChangedInRun } from './changedInRun';
import { readLastChanges } from './lastChanges';
import { findGrants, listGrants, readRecords } from './grantRecords';
import { readGrantKey } from './grantKey';
import type { ReservationRun } from './reconcile';
import { RoomReader } from './rooms';
import type { StayInput } from './stayInput';

/**
 * Creates the data that all items of a run share. It reads every reservation by its key, and the list of grants once. It
 * reads the list again for access that an earlier item may have changed since.
 */
export function openReservationRun(run: ItemRun, changed = new ChangedInRun()): ReservationRun {
	const { send, context, settings } = run;
	const lists = new Map<string, Promise<Map<string, WireObject[]>>>();
	const list = async (prefix: string) => groupBy(await listGrants(send, prefix, settings.maxPages), (grant) => readGrantKey(prefix, grant.access_grant_key)?.reservationKey ?? '');
	const listed = async (prefix: string) => {
		const known = lists.get(prefix) ?? list(prefix);
		lists.set(prefix, known);
		try {
			return await known;
		} catch (error) {
			lists.delete(prefix);
			return await Promise.reject(error);
		}
	};
	const ofReservation = async ({ prefix, reservationKey }: StayInput, isFirst: boolean) => (await (isFirst ? listed(prefix) : list(prefix))).get(reservationKey) ?? [];
	return {
		context,
		settings,
		send,
		rooms: new RoomReader(send, settings.maxPages),
		lastChanges: readLastChanges(context),
		nowMs: Date.now(),
		find: async (stay) => {
			const inList = async () => await ofReservation(stay, !changed.hasGuest(stay));
			const found = await readRecords(send, stay.prefix, await findGrants(send, stay.prefix, stay, inList));
			changed.note(stay, 'guest', found);
			return found;
		},
		// Only the whole list has the other guests, and all grants after room changes.
		findAll: async (stay) => {
			const found = await readRecords(send, stay.prefix, await ofReservation(stay, !changed.hasReservation(stay)));
			changed.note(stay, 'all', found);
			return found;
		},
	};
}
