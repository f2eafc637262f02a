import { describeError } from '../api/describeError';
import { ServiceError } from '../api/errors';
import { type Clock, systemClock } from '../api/clock';
import { lookUpActionAttempts } from '../api/lookUpActionAttempts';
import { lookUpOutcomeEvents, type OutcomeEvents, readCodesThemselves } from '../api/lookUpOutcomeEvents';
import type { SendRequest } from '../api/request';
import { type LookUp, waitUntilSettled } from '../api/waitUntilSettled';
import { type AcceptedAction, outcomeOf } from './attemptResult';
import type { RunSettings } from './readParameters';

interface Unreadable {
	unreadable: string;
}

/**
 * Waits for all accepted actions together and writes into each what became of it. Never throws for a look-up that
 * fails: the actions were accepted, so they stay pending and say why.
 */
export async function settleActions(
	send: SendRequest,
	actions: AcceptedAction[],
	events: OutcomeEvents,
	settings: RunSettings,
	signal: AbortSignal | undefined,
	clock: Clock = systemClock,
): Promise<void> {
	const pending = actions.filter((action) => outcomeOf(action) === 'pending');
	const withAttempt = pending.filter(({ attempt }) => attempt !== undefined);
	const withoutAttempt = pending.filter(({ attempt }) => attempt === undefined);
	const limits = {
		timeoutMs: settings.waitTimeoutMs,
		firstIntervalMs: settings.firstPollIntervalMs,
		maxIntervalMs: settings.maxPollIntervalMs,
	};
	const byAttempt = groupBy(withAttempt, ({ attempt }) => attempt?.action_attempt_id ?? '');
	const byCode = groupBy(withoutAttempt, ({ accessCodeId }) => accessCodeId);
	const acceptedAt = new Map(withoutAttempt.map(({ accessCodeId, acceptedAtMs }) => [accessCodeId, acceptedAtMs]));

	const attemptLookUp = tolerant(lookUpActionAttempts(send, settings.requestsInFlight));
	const eventLookUp = tolerant(lookUpOutcomeEvents(send, events, acceptedAt, settings.requestsInFlight));
	const [attempts, outcomes] = await Promise.all([
		waitUntilSettled(byAttempt.keys(), attemptLookUp.lookUp, limits, clock, signal),
		waitUntilSettled(byCode.keys(), eventLookUp.lookUp, limits, clock, signal),
	]);
	// An event can be late or missing, so what is still open at the deadline is read from the codes themselves.
	const codeLookUp = tolerant(async (ids: string[]) => await readCodesThemselves(send, events, ids, settings.requestsInFlight));
	const openCodes = [...byCode.keys()].filter((id) => !outcomes.has(id));
	if (openCodes.length > 0 && !signal?.aborted) {
		for (const [id, outcome] of await codeLookUp.lookUp(openCodes)) outcomes.set(id, outcome);
	}

	assign(byAttempt, attempts, attemptLookUp.lastFailure(), (action, attempt) => (action.attempt = attempt));
	assign(byCode, outcomes, codeLookUp.lastFailure() ?? eventLookUp.lastFailure(), (action, event) => (action.event = event));
}

function groupBy(actions: AcceptedAction[], key: (action: AcceptedAction) => string): Map<string, AcceptedAction[]> {
	const groups = new Map<string, AcceptedAction[]>();
	for (const action of actions) groups.set(key(action), [...(groups.get(key(action)) ?? []), action]);
	return groups;
}

function assign<Outcome extends object>(
	groups: Map<string, AcceptedAction[]>,
	outcomes: Map<string, Outcome | Unreadable>,
	lastFailure: string | undefined,
	write: (action: AcceptedAction, outcome: Outcome) => void,
): void {
	for (const [key, actions] of groups) {
		const outcome = outcomes.get(key);
		for (const action of actions) {
			if (outcome === undefined) action.unreadable = lastFailure;
			else if ('unreadable' in outcome) action.unreadable = outcome.unreadable;
			else write(action, outcome);
		}
	}
}

/** A look-up that fails is tried again at the next tick; a refused key settles everything as unreadable at once. */
function tolerant<Outcome>(lookUp: LookUp<Outcome>) {
	let failure: string | undefined;
	return {
		lastFailure: () => failure,
		lookUp: async (ids: string[]): Promise<Map<string, Outcome | Unreadable>> => {
			try {
				const outcomes = await lookUp(ids);
				failure = undefined;
				return outcomes;
			} catch (error) {
				failure = describeError(error).message;
				const isRefused = error instanceof ServiceError && [401, 403].includes(error.answer.status);
				const unreadable = failure;
				return new Map(isRefused ? ids.map((id) => [id, { unreadable }]) : []);
			}
		},
	};
}
