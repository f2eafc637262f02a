import { type Clock, systemClock } from '../transport/clock';
import { describeError } from '../errors/describeError';
import { isKeyRefused } from '../errors/isKeyRefused';
import type { SendRequest } from '../transport/request';
import { graceAfter, waitUntilSettled } from '../waiting/waitUntilSettled';
import type { AcceptedAction } from './attemptResult';
import type { RecordState, Until } from './defineOperation';
import type { RunSettings } from './readParameters';

/**
 * Waits for the records of all actions together until they reach the state that was asked for, and writes into each
 * where its record stands. What has reached it already is not waited for, where `until` can tell it from the record.
 * Never throws for a look-up that fails: the record stays on its way and says why.
 */
export async function settleStates(
	send: SendRequest,
	actions: AcceptedAction[],
	until: Until,
	settings: RunSettings,
	signal: AbortSignal | undefined,
	clock: Clock = systemClock,
): Promise<void> {
	const failures = new Map<string, unknown>();
	const latest = new Map<string, RecordState>();
	for (const { id, record } of actions) if (until.readState && record) latest.set(id, until.readState(record));
	const isOpen = ({ id }: AcceptedAction) => !isSettled(latest.get(id));
	const lookUpStates = until.lookUp(send, { requestsInFlight: settings.requestsInFlight, failures });
	const lookUp = async (ids: string[]) => {
		const found = await lookUpStates(ids);
		for (const [id, state] of found) latest.set(id, state);
		// A key that is refused stays refused, so that there is nothing to wait for.
		return new Map(ids.filter((id) => isSettled(found.get(id)) || isKeyRefused(failures.get(id))).map((id) => [id, true]));
	};
	const limits = { timeoutMs: settings.waitTimeoutMs, firstIntervalMs: settings.firstPollIntervalMs, maxIntervalMs: settings.maxPollIntervalMs };
	const settled = await waitUntilSettled(new Set(actions.filter(isOpen).map(({ id }) => id)), lookUp, limits, clock, signal);
	const unread = [...failures.keys()].filter((id) => !settled.has(id));
	if (!signal?.aborted) await waitUntilSettled(unread, lookUp, graceAfter(limits), clock, signal);
	for (const action of actions) {
		action.state = latest.get(action.id);
		const error = failures.get(action.id);
		if (error !== undefined) action.unreadable = describeError(error).message;
	}
}

const isSettled = (state: RecordState | undefined) => state?.hasReached === true || state?.reasons !== undefined;
