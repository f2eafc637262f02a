import type { ItemValues } from '../operation/types';
import type { SendRequest } from '../transport/request';
import { reconcile } from './reconcile';
import { ignored, type ReconciledStay } from './reconciledStay';
import { failedRehearsal, withRehearsal } from './rehearse';
import type { StayRequest } from './stays/stay';
import { refusalOf, type Synchronization } from './syncMany';

/**
 * Reconciles one item of a list. In a dry run, an item that cannot be carried out says why in its
 * problems instead of failing.
 */
export async function reconcileListed(
	sync: Synchronization,
	uncancellable: SendRequest,
	request: StayRequest,
	values: ItemValues,
): Promise<ReconciledStay> {
	const isDryRun = values.options.dryRun === true;
	const entry = sync.prepared.get(request);
	if (isDryRun && entry && 'error' in entry) return failedRehearsal(request, entry.error);
	const refusal = refusalOf(sync, request);
	if (refusal) return ignored(request.stay, refusal, isDryRun);
	// An option that was not added has no value. By default, the node continues with the other
	// reservations.
	const options = { onFailedAction: 'returnItem', ...values.options };
	const reconciled = await reconcile(sync, uncancellable, request, { ...values, options });
	return isDryRun && sync.rehearsal
		? withRehearsal(sync.rehearsal, request, reconciled)
		: reconciled;
}
