import type { IDataObject, IExecuteFunctions } from 'n8n-workflow';
import type { SendRequest } from '../transport/request';
import type { AcceptedAction } from './attemptResult';
import type { Operation } from './defineOperation';
import type { ItemValues, RunSettings } from './readParameters';

/** One execution of the node: the same for all its items. */
export interface ItemRun {
	context: IExecuteFunctions;
	operation: Operation;
	continueOnFail: boolean;
	settings: RunSettings;
	send: SendRequest;
	/** Values that must be in no text. */
	secrets: string[];
	/** Ends what has not been sent yet, once an item has failed and the run stops. */
	stop: AbortController;
}

/**
 * What one item came to: finished output, or an accepted action whose outcome is still to be learned. `hasMore` is true
 * where a list was cut at Limit and is known to go on.
 */
export type Submitted = { records: IDataObject[]; hasMore?: boolean } | { action: AcceptedAction };

/** What became of one item; undefined means that it was not started. */
export type ItemState = { failed: unknown } | (Submitted & { values: ItemValues }) | undefined;

/** True for a run that is about to stop at a failed item. */
export const hasStopped = ({ continueOnFail }: ItemRun, states: ItemState[]): boolean =>
	!continueOnFail && states.some((state) => state && 'failed' in state);
