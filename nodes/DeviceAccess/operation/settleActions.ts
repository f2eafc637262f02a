import type { Acceptance } from '../waiting/acceptedAt';
import { describeError } from '../errors/describeError';
import { type Clock, systemClock } from '../transport/clock';
import { isKeyRefused } from '../errors/isKeyRefused';
import { lookUpActionAttempts } from '../waiting/lookUpActionAttempts';
import { type EventOutcome, lookUpOutcomeEvents, type OutcomeEvents, readLastWord } from '../waiting/lookUpOutcomeEvents';
import type { SendRequest } from '../transport/request';
import { graceAfter, type LookUp, waitUntilSettled } from '../waiting/waitUntilSettled';
import { type AcceptedAction, outcomeOf } from './attemptResult';
import type { RunSettings } from './readParameters';
import { withoutUndefined } from '../wire/withoutUndefined';

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
	events: OutcomeEvents | undefined,
	settings: RunSettings,
	signal: AbortSignal | undefined,
	clock: Clock = systemClock,
): Promise<void> {
	const pending = actions.filter((action) => outcomeOf(action) === 'pending');
	const groups = groupBy(pending, ({ attempt, id }) => attempt?.action_attempt_id ?? id);
	const lookUps = lookUpActions(send, groups, events, settings.requestsInFlight);
	const limits = { timeoutMs: settings.waitTimeoutMs, firstIntervalMs: settings.firstPollIntervalMs, maxIntervalMs: settings.maxPollIntervalMs };
	const findings = await waitUntilSettled(groups.keys(), lookUps.lookUp, limits, clock, signal);
	const open = () => [...groups.keys()].filter((key) => !findings.has(key));
	const add = (found: Map<string, Finding>) => found.forEach((finding, key) => findings.set(key, finding));
	if (!signal?.aborted) {
		add(await waitUntilSettled(open().filter((key) => lookUps.failure(key)), lookUps.lookUp, graceAfter(limits), clock, signal));
		// An event can be late or missing, so what is still open is read from the codes themselves.
		add(await lookUps.lastWord(open()));
	}
	for (const [key, ofKey] of groups) {
		const finding = { ...(findings.get(key) ?? lookUps.failure(key)), isForgotten: lookUps.isForgotten(key) };
		for (const action of ofKey) Object.assign(action, withoutUndefined(finding));
	}
}

/**
 * One look-up for both ways in which an action tells its outcome: by its attempt, or, where there is none or the
 * service has forgotten it, by events and the codes themselves. The keys are those of `groups`.
 */
function lookUpActions(send: SendRequest, groups: Map<string, AcceptedAction[]>, events: OutcomeEvents | undefined, requestsInFlight: number) {
	const first = (key: string) => groups.get(key)?.[0];
	const codeOf = (key: string) => first(key)?.id ?? key;
	const acceptances = new Map([...groups.keys()].map((key): [string, Acceptance] => [codeOf(key), first(key) ?? { acceptedAtMs: 0 }]));
	const ofAttempts = { requestsInFlight, failures: new Map<string, unknown>() };
	const ofCodes = { requestsInFlight, failures: new Map<string, unknown>() };
	const attempts = lookUpActionAttempts(send, ofAttempts);
	const lookUpEvents = events ? lookUpOutcomeEvents(send, events, acceptances, ofCodes) : nothing;
	const isToldByCode = (key: string) => first(key)?.attempt === undefined || attempts.isForgotten(key);
	const errorOf = (key: string) => (isToldByCode(key) ? ofCodes.failures.get(codeOf(key)) : ofAttempts.failures.get(key));
	const failure = (key: string): Unreadable | undefined => {
		const error = errorOf(key);
		return error === undefined ? undefined : { unreadable: describeError(error).message };
	};
	const findCodes = async (keys: string[], lookUp: LookUp<EventOutcome>) => {
		const found = await lookUp([...new Set(keys.map(codeOf))]);
		return keys.flatMap((key): Array<[string, Finding]> => (found.has(codeOf(key)) ? [[key, { event: found.get(codeOf(key)) }]] : []));
	};
	return {
		failure,
		isForgotten: (key: string) => attempts.isForgotten(key) || undefined,
		lookUp: async (keys: string[]): Promise<Map<string, Finding>> => {
			const [byAttempt, byCode] = await Promise.all([
				attempts.lookUp(keys.filter((key) => !isToldByCode(key))),
				findCodes(keys.filter(isToldByCode), lookUpEvents),
			]);
			const findings = new Map<string, Finding>(byCode);
			for (const [key, attempt] of byAttempt) findings.set(key, { attempt });
			// A key that is refused stays refused, so that there is nothing to wait for.
			for (const key of keys) if (isKeyRefused(errorOf(key))) findings.set(key, failure(key) ?? { unreadable: '' });
			return findings;
		},
		lastWord: async (keys: string[]): Promise<Map<string, Finding>> =>
			new Map(await findCodes(keys.filter(isToldByCode), async (ids) => (events ? await readLastWord(send, events, ids, ofCodes) : await nothing()))),
	};
}

/** Where neither events nor a list tell the outcome. */
const nothing = async () => await Promise.resolve(new Map<string, EventOutcome>());

function groupBy(actions: AcceptedAction[], key: (action: AcceptedAction) => string): Map<string, AcceptedAction[]> {
	const groups = new Map<string, AcceptedAction[]>();
	for (const action of actions) groups.set(key(action), [...(groups.get(key(action)) ?? []), action]);
	return groups;
}
