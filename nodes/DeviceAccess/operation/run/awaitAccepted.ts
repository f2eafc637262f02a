import { concludeWait, type Subject } from '../output/actionResult';
import { OPTIONS_OF_ATTEMPTS, waitLimits } from '../form/options';
import { finishAccepted } from './sendItems';
import type { Fields, ItemRun, ItemState } from '../types';
import { awaitRecords } from './awaitRecords';
import { conditionOption, type WaitCondition } from '../waitCondition';

/**
 * Options of an operation that waits only for a later state of its record; none if there is no such
 * state.
 */
export const optionsOfWait = (condition: WaitCondition | undefined): Fields =>
	condition ? { ...OPTIONS_OF_ATTEMPTS, ...conditionOption(condition) } : {};

/**
 * Waits for the records of all accepted items together, if the operation has a later state to wait
 * for, and finishes the items.
 */
export async function awaitAccepted(
	run: ItemRun,
	condition: WaitCondition | undefined,
	states: Array<ItemState<Subject>>,
): Promise<ItemState[]> {
	if (!condition) return states;
	const subjects = states.flatMap((state) => (state?.is === 'accepted' ? [state.accepted] : []));
	const awaited = await awaitRecords(run.send, subjects, condition, waitLimits(run.settings), {
		signal: run.stop.signal,
	});
	return states.map((state) =>
		state?.is === 'accepted'
			? finishAccepted(
					run,
					state.work,
					state.accepted,
					concludeWait(condition, awaited.get(state.accepted.id) ?? {}),
				)
			: state,
	);
}
