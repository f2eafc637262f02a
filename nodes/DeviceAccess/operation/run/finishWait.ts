import { cancelSignal } from '../../transport/cancelSignal';
import { secretsIn } from '../../errors/maskPins';
import {
	type Conclusion,
	concludeWait,
	type Subject,
	toActionFailedError,
	toResultRecord,
	withoutSecrets,
} from '../output/actionResult';
import { OPTIONS_OF_ATTEMPTS } from '../form/fields';
import { waitLimits } from './runSettings';
import { ended, hasStopped } from './submitItems';
import type { Fields, ItemRun, ItemState, ItemWork } from '../types';
import { awaitRecords } from './awaitRecords';
import { conditionOption, type WaitCondition } from '../waitCondition';

/** Options of an operation that waits only for a later state of its record; none if there is no such state. */
export const optionsOfWait = (condition: WaitCondition | undefined): Fields =>
	condition ? { ...OPTIONS_OF_ATTEMPTS, ...conditionOption(condition) } : {};

/** Waits for the records of all accepted items together, if the operation has a later state to wait for. */
export async function finishWait(
	run: ItemRun,
	condition: WaitCondition | undefined,
	states: Array<ItemState<Subject>>,
): Promise<ItemState[]> {
	// A run that stops does not wait: it fails now and says how many items were accepted.
	if (!condition || hasStopped(run, states)) return states;
	const subjects = states.flatMap((state) => (state?.is === 'accepted' ? [state.accepted] : []));
	const awaited = await awaitRecords(run.send, subjects, condition, waitLimits(run.settings), {
		signal: cancelSignal(run.context),
	});
	return states.map((state) =>
		state?.is === 'accepted'
			? endItem(
					run,
					state.work,
					state.accepted,
					concludeWait(condition, awaited.get(state.accepted.id) ?? {}),
				)
			: state,
	);
}

/** Ends one item: its result, or its failure if the options say so. */
export function endItem(
	run: ItemRun,
	work: ItemWork,
	subject: Subject,
	told: Conclusion,
): ItemState {
	const conclusion = withoutSecrets(told, secretsIn(work.body));
	const { onFailedAction, onUnsupportedCode } = work.values.options;
	const { ending } = conclusion;
	const fails =
		(ending === 'failed' && onFailedAction !== 'returnItem') ||
		(ending === 'unsupported' && onUnsupportedCode === 'failItem');
	if (fails)
		return { is: 'failed', error: toActionFailedError(subject, conclusion), wasAccepted: true };
	return ended(run, work, toResultRecord(subject, conclusion));
}
