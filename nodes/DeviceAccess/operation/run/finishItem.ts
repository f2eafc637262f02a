import { secretsIn } from '../../errors/maskPins';
import type { WireObject } from '../../wire/records';
import {
	type Conclusion,
	type Subject,
	toActionFailedError,
	toResultRecord,
	withoutSecrets,
} from '../output/actionResult';
import { recordShaper } from '../output/shapeRecord';
import type { FinishedItem, ItemRun, ItemState, ItemWork } from '../types';
import { failItem } from './itemPolicy';

/** A finished item with its records in the chosen output form. */
export const finishItem = (
	{ operation }: Pick<ItemRun, 'operation'>,
	{ values }: Pick<ItemWork, 'values'>,
	...records: WireObject[]
): FinishedItem => ({ is: 'finished', records: records.map(recordShaper(operation, values)) });

/**
 * Finishes an item that the service had accepted: with its result, or with its failure if the
 * options say so.
 */
export function finishAccepted<Accepted>(
	run: ItemRun,
	work: ItemWork,
	subject: Subject,
	concluded: Conclusion,
): ItemState<Accepted> {
	const conclusion = withoutSecrets(concluded, secretsIn(work.body));
	const { onFailedAction, onUnsupportedCode } = work.values.options;
	const { is } = conclusion;
	const fails =
		(is === 'failed' && onFailedAction !== 'returnItem') ||
		(is === 'unsupported' && onUnsupportedCode === 'failItem');
	return fails
		? failItem(run, toActionFailedError(subject, conclusion), { wasAccepted: true })
		: {
				...finishItem(run, work, toResultRecord(subject, conclusion)),
				isUnread: conclusion.isUnread,
			};
}
