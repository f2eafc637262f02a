import type { ItemRun } from '../../operation/types';
import { readLastChanges } from './lastChanges';
import { findGrants, listGrants, readRecords } from './grantRecords';
import { readGrantKey } from './grantKey';
import type { ReservationRun } from './reconcile';
import { RoomReader } from './rooms';

/** Creates the data that all items of a run share. It reads every reservation by its key. */
export function openReservationRun(run: ItemRun): ReservationRun {
	const { send, context, settings } = run;
	return {
		context,
		settings,
		send,
		rooms: new RoomReader(send, settings.maxPages),
		lastChanges: readLastChanges(context),
		nowMs: Date.now(),
		find: async (stay) => await readRecords(send, stay.prefix, await findGrants(send, stay.prefix, stay)),
		// Only the whole list has the other guests, and all grants after room changes.
		findAll: async (stay) => {
			const ours = await listGrants(send, stay.prefix, settings.maxPages);
			const ofReservation = ours.filter((grant) => readGrantKey(stay.prefix, grant.access_grant_key)?.reservationKey === stay.reservationKey);
			return await readRecords(send, stay.prefix, ofReservation);
		},
	};
}
