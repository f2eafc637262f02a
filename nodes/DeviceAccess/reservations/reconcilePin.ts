import { InvalidParameterError } from '../errors/errors';
import { optionalPin } from '../operation/form/checkValues';
import { waitLimits } from '../operation/form/options';
import type { ItemValues } from '../operation/types';
import type { SendRequest } from '../transport/request';
import { byNewest, type Grant, isOver } from './grants/grant';
import type { ItemReport } from './items/item';
import { readItem } from './items/readItem';
import { adviceOnPrefix } from './grants/grantKey';
import { PIN_CHANGE } from './plan/diff';
import type { Order, ReservationRun } from './prepareStays';
import type { ReconciledStay } from './reconciledStay';
import { changePin } from './steps/changePin';
import type { Problem } from './stays/problems';

/**
 * Gives a stay a new PIN, on every access that the guest has: after a change of rooms, the former
 * access may still be open. Throws InvalidParameterError for a guest without access.
 */
export async function reconcilePin(
	run: ReservationRun,
	uncancellable: SendRequest,
	{ stay }: Order,
	values: ItemValues,
): Promise<ReconciledStay> {
	const code = optionalPin('PIN', values.options.pin, 4, 9);
	const grants = await run.grants.withThoseByKey(stay, await run.grants.ofGuest(stay), [
		stay.guestNumber,
	]);
	const [newest, ...others] = grants.filter((grant) => !isOver(grant, run.nowMs)).sort(byNewest);
	const current: Grant | undefined = newest ?? [...grants].sort(byNewest).at(0);
	if (!current)
		throw new InvalidParameterError(
			'This reservation has no access',
			adviceOnPrefix(
				stay,
				await run.grants.keyed(),
				"Check the key, and 'Key Prefix' under Options.",
			),
		);
	run.grants.noteChange(stay);
	const problems: Problem[] = [];
	let isFinished = true;
	let isChanged = false;
	for (const grant of [current, ...others]) {
		const changed = await changePin(
			{ send: uncancellable, limits: waitLimits(run.settings), stay },
			grant,
			code,
		);
		problems.push(...changed.problems);
		isFinished &&= changed.isFinished;
		isChanged ||= changed.isChanged;
	}
	const again = { prefix: stay.prefix, grantId: current.id };
	// As long as the change is not finished, it is not certain which PIN to tell the guest.
	const secret = isFinished ? run.secret : undefined;
	const report: ItemReport = {
		outcome: !isFinished ? 'pending' : isChanged ? 'updated' : 'unchanged',
		changes: isChanged ? [PIN_CHANGE] : [],
		problems,
		secret,
	};
	return { again, toRecord: async () => await readItem(run, stay, again, report) };
}
