import { wasNotStarted } from '../../errors/errors';
import type { FailedItem, ItemRun, ItemState, PreparedRun } from '../types';

/**
 * The state that an error gives its item, the same for every kind of operation:
 *
 * - Not started, so without output: the request was held back after another item failed, or the
 *   workflow was canceled first.
 * - Failed: any other error, and any error of an item that had already changed something
 *   (`wasAccepted`), because such a change must be told. Without continue-on-fail, the run then
 *   stops: no other item starts and no waiting request is sent, except those that must follow a
 *   change (`uncancellable`). Requests in flight finish.
 */
export function stateOfError(
	run: Pick<PreparedRun, 'continueOnFail' | 'stop'>,
	error: unknown,
	{ wasAccepted = false } = {},
): FailedItem | undefined {
	return !wasAccepted && wasNotStarted(error) ? undefined : failItem(run, error, { wasAccepted });
}

/** The state of an item that fails. Stops the run, as stateOfError says. */
export function failItem(
	{ continueOnFail, stop }: Pick<PreparedRun, 'continueOnFail' | 'stop'>,
	error: unknown,
	{ wasAccepted = false } = {},
): FailedItem {
	if (!continueOnFail) stop.abort();
	return { is: 'failed', error, wasAccepted: wasAccepted || undefined };
}

/**
 * True once nothing more may start: an item failed and stopped the run, or the workflow was
 * canceled.
 */
export const hasStopped = ({ stop }: Pick<PreparedRun, 'stop'>): boolean => stop.signal.aborted;

/**
 * Works on one item, unless the run has stopped. Never throws: an error becomes the state of the
 * item.
 */
export async function workOn<Accepted>(
	run: Pick<ItemRun, 'continueOnFail' | 'stop'>,
	work: () => Promise<ItemState<Accepted>>,
): Promise<ItemState<Accepted>> {
	if (hasStopped(run)) return undefined;
	try {
		return await work();
	} catch (error) {
		return stateOfError(run, error);
	}
}
