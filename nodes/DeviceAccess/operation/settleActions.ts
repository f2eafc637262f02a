import { describeError, withoutUndefined } from '../api/describeError';
import { ServiceError } from '../api/errors';
import { type Clock, systemClock } from '../api/clock';
import { lookUpActionAttempts } from '../api/lookUpActionAttempts';
import { lookUpOutcomeEvents, type OutcomeEvents, readLastWord } from '../api/lookUpOutcomeEvents';
import type { SendRequest } from '../api/request';
import { type LookUp, waitUntilSettled } from '../api/waitUntilSettled';
import { type AcceptedAction, outcomeOf } from './attemptResult';
import type { RunSettings } from './readParameters';

interface Unreadable {
	unreadable: string;
}

/** What a look-up has found out about an action. */
type Finding = Pick<AcceptedAction, 'attempt'> | Pick<AcceptedAction, 'event'> | Unreadable;

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
	const groups = groupBy(pending, ({ attempt, accessCodeId }) => attempt?.action_attempt_id ?? accessCodeId);
	const lookUps = lookUpActions(send, groups, events, settings.requestsInFlight);
	const limits = { timeoutMs: settings.waitTimeoutMs, firstIntervalMs: settings.firstPollIntervalMs, maxIntervalMs: settings.maxPollIntervalMs };
	const findings = await waitUntilSettled(groups.keys(), lookUps.lookUp, limits, clock, signal);
	// An event can be late or missing, so what is still open at the deadline is read from the codes themselves.
	const open = [...groups.keys()].filter((key) => !findings.has(key));
	if (!signal?.aborted) for (const [key, finding] of await lookUps.lastWord(open)) findings.set(key, finding);
	for (const [key, ofKey] of groups) {
		const finding = { ...findings.get(key) ?? lookUps.lastFailure(key), isForgotten: lookUps.isForgotten(key) };
		for (const action of ofKey) Object.assign(action, withoutUndefined(finding));
	}
}

/**
 * One look-up for both ways in which an action tells its outcome: by its attempt, or, where there is none or the
 * service has forgotten it, by events and the codes themselves. The keys are those of `groups`.
 */
function lookUpActions(send: SendRequest, groups: Map<string, AcceptedAction[]>, events: OutcomeEvents, requestsInFlight: number) {
	const first = (key: string) => groups.get(key)?.[0];
	const codeOf = (key: string) => first(key)?.accessCodeId ?? key;
	const acceptedAt = new Map([...groups.keys()].map((key) => [codeOf(key), first(key)?.acceptedAtMs ?? 0]));
	const attempts = lookUpActionAttempts(send, requestsInFlight);
	const byAttempt = tolerant(attempts.lookUp);
	const byEvent = tolerant(lookUpOutcomeEvents(send, events, acceptedAt, requestsInFlight));
	const byCode = tolerant(async (ids: string[]) => await readLastWord(send, events, ids, requestsInFlight));
	const isToldByCode = (key: string) => first(key)?.attempt === undefined || attempts.isForgotten(key);

	const findAttempts = async (keys: string[]) => {
		const found = keys.length > 0 ? await byAttempt.lookUp(keys) : undefined;
		return toFindings(keys, (key) => found?.get(key), (attempt) => ({ attempt }));
	};
	const findCodes = async ({ lookUp }: typeof byEvent, keys: string[]) => {
		const found = keys.length > 0 ? await lookUp([...new Set(keys.map(codeOf))]) : undefined;
		return toFindings(keys, (key) => found?.get(codeOf(key)), (event) => ({ event }));
	};
	return {
		lookUp: async (keys: string[]): Promise<Map<string, Finding>> => {
			const toldByCode = keys.filter(isToldByCode);
			const toldByAttempt = keys.filter((key) => !isToldByCode(key));
			const [ofAttempts, ofCodes] = await Promise.all([findAttempts(toldByAttempt), findCodes(byEvent, toldByCode)]);
			return new Map([...ofAttempts, ...ofCodes]);
		},
		lastWord: async (keys: string[]) => await findCodes(byCode, keys.filter(isToldByCode)),
		lastFailure: (key: string): Partial<Unreadable> => ({
			unreadable: isToldByCode(key) ? (byCode.lastFailure() ?? byEvent.lastFailure()) : byAttempt.lastFailure(),
		}),
		isForgotten: (key: string) => attempts.isForgotten(key) || undefined,
	};
}

function groupBy(actions: AcceptedAction[], key: (action: AcceptedAction) => string): Map<string, AcceptedAction[]> {
	const groups = new Map<string, AcceptedAction[]>();
	for (const action of actions) groups.set(key(action), [...(groups.get(key(action)) ?? []), action]);
	return groups;
}

/** The findings of those keys that something was found for. */
function toFindings<Found extends object>(
	keys: string[],
	find: (key: string) => Found | Unreadable | undefined,
	toFinding: (found: Found) => Finding,
): Map<string, Finding> {
	const findings = new Map<string, Finding>();
	for (const key of keys) {
		const found = find(key);
		if (found) findings.set(key, 'unreadable' in found ? found : toFinding(found));
	}
	return findings;
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
