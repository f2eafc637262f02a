import type { ItemRun } from '../../operation/types';
import type { WireObject } from '../../wire/records';
import { readLastChanges } from './lastChanges';
import { findGrants, listGrants, readRecords } from './grantRecords';
import { readGrantKey } from './grantKey';
import type { ReservationRun } from './reconcile';
import { RoomReader } from './rooms';

/** Creates the data that all items of a run share. It reads every reservation by its key, and the list of grants once. */
export function openReservationRun(run: ItemRun): ReservationRun {
	const { send, context, settings } = run;
	const lists = new Map<string, Promise<WireObject[]>>();
	const listed = async (prefix: string) => {
		const list = lists.get(prefix) ?? listGrants(send, prefix, settings.maxPages);
		lists.set(prefix, list);
		try {
			return await list;
		} catch (error) {
			lists.delete(prefix);
			return await Promise.reject(error);
		}
	};
	const read = new Set<string>();
	return {
		context,
		settings,
		send,
		rooms: new RoomReader(send, settings.maxPages),
		lastChanges: readLastChanges(context),
		nowMs: Date.now(),
		find: async (stay) => {
			read.add(stay.reservationKey);
			return await readRecords(send, stay.prefix, await findGrants(send, stay.prefix, stay));
		},
		// Only the whole list has the other guests, and all grants after room changes.
		findAll: async (stay) => {
			// An earlier item may have changed this reservation since the list was read.
			const isFirst = !read.has(stay.reservationKey);
			read.add(stay.reservationKey);
			const ours = isFirst ? await listed(stay.prefix) : await listGrants(send, stay.prefix, settings.maxPages);
			const ofReservation = ours.filter((grant) => readGrantKey(stay.prefix, grant.access_grant_key)?.reservationKey === stay.reservationKey);
			return await readRecords(send, stay.prefix, ofReservation);
		},
	};
}
