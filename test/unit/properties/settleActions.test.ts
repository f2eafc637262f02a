import * as fc from 'fast-check';
import type { Operation, ReturnsAttempt } from '../../../nodes/DeviceAccess/operation/defineOperation';
import { ActionFailedError } from '../../../nodes/DeviceAccess/errors/errors';
import type { AcceptedAction } from '../../../nodes/DeviceAccess/operation/attemptResult';
import { readRunSettings } from '../../../nodes/DeviceAccess/operation/readParameters';
import { settleActions } from '../../../nodes/DeviceAccess/operation/settleActions';
import { finishAction } from '../../../nodes/DeviceAccess/operation/submitItem';
import { unmanagedAccessCode } from '../../../nodes/DeviceAccess/resources/unmanagedAccessCode';
import { answeringSend } from '../answeringSend';
import { steppingClock } from '../steppingClock';
import {
	ACCEPTED_AT_MS, answerLookUp, attemptOf, type BackgroundAction, type BackgroundService, codeIdOf, type LookUpFault,
} from './backgroundService';
import { propertyRuns } from './propertyRuns';

const TIMEOUT_MS = 10_000;
const SETTINGS = readRunSettings({ waitTimeout: TIMEOUT_MS / 1000, pollInterval: 0.5, maxPollInterval: 1 });
/** Three look-ups without it, and then one that asks elsewhere, come within this time. */
const FORGOTTEN_AFTER_MS = 5_000;

const backgroundAction: fc.Arbitrary<BackgroundAction> = fc.record({
	end: fc.constantFrom('success', 'error', 'unsupported', 'gone', 'never'),
	atMs: fc.nat({ max: 2 * TIMEOUT_MS }),
	hasAttempt: fc.boolean(),
	vanishesAtMs: fc.option(fc.nat({ max: 2 * TIMEOUT_MS }), { nil: Infinity }),
	isTold: fc.boolean(),
	hasOldFailure: fc.boolean(),
});
const anyFault = fc.oneof({ weight: 2, arbitrary: fc.constant('none' as const) }, fc.constantFrom<LookUpFault>('outage', 'limited', 'cut', 'malformed'));
const backgroundService = (faults: fc.Arbitrary<LookUpFault[]>, action = backgroundAction): fc.Arbitrary<BackgroundService> =>
	fc.record({
		actions: fc.array(action, { minLength: 1, maxLength: 12 }),
		isDeletion: fc.boolean(),
		offersAttemptList: fc.boolean(),
		offersEventList: fc.boolean(),
		faults,
	});

const operationOf = ({ isDeletion }: BackgroundService) =>
	unmanagedAccessCode.operations.find(({ value }) => value === (isDeletion ? 'delete' : 'convertToManaged')) as Operation;

const someFaults = fc.array(anyFault, { maxLength: 40 });
/** So few that the last seconds before the deadline are without. */
const firstFaults = fc.array(anyFault, { maxLength: 6 });
/** So many that the look-ups after the deadline meet some, too. */
const lastingFaults = fc.array(anyFault, { minLength: 200, maxLength: 300 });

/** Waits for all actions on a clock of its own, and gives the word that each item ends with. */
async function settle(service: BackgroundService) {
	const clock = steppingClock(ACCEPTED_AT_MS);
	const passedMs = () => clock.now() - ACCEPTED_AT_MS;
	const { send, requests } = answeringSend((request) => answerLookUp(service, request, passedMs(), service.faults[requests.length - 1] ?? 'none'));
	const accepted = service.actions.map((action, index): AcceptedAction => ({
		idField: 'access_code_id',
		id: codeIdOf(index),
		acceptedAtMs: ACCEPTED_AT_MS,
		...(action.hasAttempt && { attempt: attemptOf(action, index, 0) }),
	}));
	const operation = operationOf(service);
	const { outcomeEvents } = operation.returns as ReturnsAttempt;
	await settleActions(send, accepted, outcomeEvents, SETTINGS, undefined, clock);
	return { accepted, outcomes: accepted.map((action) => wordOf(operation, action)), requests, endedAtMs: passedMs() };
}

function wordOf(operation: Operation, action: AcceptedAction): unknown {
	try {
		return finishAction(operation, action, { options: { onFailedAction: 'returnItem' } }).outcome;
	} catch (error) {
		if (error instanceof ActionFailedError) return error.details.outcome;
		throw error;
	}
}

/** Words that are true of an action that the service has ended so; `pending` promises nothing. */
function trueWords({ end, atMs, hasAttempt }: BackgroundAction, { isDeletion }: BackgroundService, endedAtMs: number): string[] {
	if (end === 'never' || atMs > endedAtMs) return ['pending'];
	if (end === 'success') return ['pending', isDeletion ? 'deleted' : 'converted'];
	// A deletion wants the code gone, whoever has removed it.
	if (end === 'gone') return ['pending', isDeletion ? 'deleted' : 'failed'];
	if (end === 'error') return ['pending', 'failed'];
	return ['pending', 'failed', ...(hasAttempt ? ['unsupported'] : [])];
}

/** The word of an action that ended in good time, where every look-up was answered; undefined where time decides. */
function certainWord(action: BackgroundAction, service: BackgroundService): string | undefined {
	const { end, atMs, vanishesAtMs, hasAttempt, isTold } = action;
	const { isDeletion, offersEventList } = service;
	if (end === 'never') return 'pending';
	if (atMs > TIMEOUT_MS) return undefined;
	const endsInAttempt = hasAttempt && (atMs === 0 || vanishesAtMs > atMs + 1_000);
	const endsInCode = !hasAttempt || (atMs > 0 && vanishesAtMs <= atMs && vanishesAtMs + FORGOTTEN_AFTER_MS <= TIMEOUT_MS);
	if (!endsInAttempt && !endsInCode) return undefined;
	if (end === 'success') return isDeletion ? 'deleted' : 'converted';
	if (end === 'gone') return isDeletion ? 'deleted' : 'failed';
	// Only of a conversion it is an outcome of its own.
	if (endsInAttempt) return end === 'error' || isDeletion ? 'failed' : 'unsupported';
	// A failure is in no list: an event tells it, for a conversion only, or nobody does.
	const isHeardOf = !isDeletion && isTold && offersEventList;
	if (!isHeardOf) return 'pending';
	// One from the second of the acceptance is believed after three look-ups.
	return atMs <= TIMEOUT_MS - 3_000 ? 'failed' : undefined;
}

describe('a wait for accepted actions of every kind', () => {
	it('says of every action in its place what is true of it, or that it is pending, whatever the look-ups meet', async () => {
		await fc.assert(
			fc.asyncProperty(backgroundService(someFaults), async (service) => {
				const { accepted, outcomes, endedAtMs } = await settle(service);
				expect(accepted.map(({ id }) => id)).toEqual(service.actions.map((_, index) => codeIdOf(index)));
				outcomes.forEach((word, index) => {
					expect({ index, words: trueWords(service.actions[index] as BackgroundAction, service, endedAtMs) }).toEqual({ index, words: expect.arrayContaining([word]) });
				});
			}),
			propertyRuns(400),
		);
	});

	it('says of every action that ended in good time how it ended, when the look-ups are answered', async () => {
		await fc.assert(
			fc.asyncProperty(backgroundService(fc.constant([])), async (service) => {
				const { outcomes, accepted } = await settle(service);
				const certain = service.actions.map((action) => certainWord(action, service));
				expect(outcomes).toEqual(certain.map((word, index) => word ?? outcomes[index]));
				expect(accepted.map(({ unreadable }) => unreadable)).toEqual(accepted.map(() => undefined));
			}),
			propertyRuns(400),
		);
	});

	it('says so, too, when the first look-ups are not answered, for an attempt that was not found out about is not forgotten', async () => {
		const remembered = backgroundAction.map((action) => ({ ...action, hasAttempt: true, vanishesAtMs: Infinity }));
		await fc.assert(
			fc.asyncProperty(backgroundService(firstFaults, remembered), async (whole) => {
				const service = { ...whole, offersAttemptList: true };
				const { outcomes } = await settle(service);
				const certain = service.actions.map((action) => certainWord(action, service));
				expect(outcomes).toEqual(certain.map((word, index) => word ?? outcomes[index]));
			}),
			propertyRuns(300),
		);
	});

	it('ends soon after its deadline, with few look-ups', async () => {
		await fc.assert(
			fc.asyncProperty(backgroundService(lastingFaults), async (service) => {
				const { requests, endedAtMs } = await settle(service);
				expect(endedAtMs).toBeLessThanOrEqual(TIMEOUT_MS + 3_000);
				const looks = Math.ceil((TIMEOUT_MS + 3_000) / 500) + 2;
				const perLook = service.offersAttemptList ? 4 : 4 + service.actions.length;
				expect(requests.length).toBeLessThanOrEqual(looks * perLook + 4 * service.actions.length);
			}),
			propertyRuns(200),
		);
	});
});
