import type { ItemValues } from '../operation/types';
import type { SendRequest } from '../transport/request';
import { GrantsOfRun } from './grants/grantsOfRun';
import { outdated, type Order, type ReservationRun, toRead } from './makeOrders';
import { leftAsIs, type ReconciledStay } from './reconciledStay';

export interface Step {
	shared: ReservationRun;
	uncancellable: SendRequest;
	values: ItemValues;
}

/**
 * Carries an order out in its turn, by what there is then: another execution may have changed the
 * stay since it was read. A dry run, and an order that changes nothing, wait for nobody.
 */
export async function inTurn(
	{ shared: run, uncancellable, values }: Step,
	order: Order,
	carryOut: (send: SendRequest) => Promise<ReconciledStay>,
): Promise<ReconciledStay> {
	const isDryRun = values.options.dryRun === true;
	if ((order.is !== 'give' && order.is !== 'end') || isDryRun) return await carryOut(uncancellable);
	const { stay } = order;
	return await run.turns.take({ stay, send: uncancellable }, async (turn) => {
		if (turn.isChanged) {
			const grants = new GrantsOfRun(run.send, run.settings.maxPages);
			await grants.read(toRead(order, Date.now()));
			run.grants.setOfReservation(stay, grants.ofReservation(stay));
		}
		const done = await carryOut(turn.send);
		// A failure is said all the same, and also what an execution that says nothing left.
		const toRecord = async () => {
			const since = done.isFailed ? undefined : turn.changedSince();
			return since === 'and told' && !done.isAboutGuestInRoom
				? await leftAsIs(outdated(order), false).toRecord()
				: await done.toRecord(since !== undefined);
		};
		return { ...done, toRecord: async () => await run.turns.inLine(stay, toRecord) };
	});
}
