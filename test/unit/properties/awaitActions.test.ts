import * as fc from 'fast-check';
import { conclude } from '../../../nodes/DeviceAccess/operation/output/actionResult';
import type { OneKind } from '../../../nodes/DeviceAccess/operation/kinds/one';
import { readRunSettings } from '../../../nodes/DeviceAccess/operation/form/options';
import {
	type AcceptedAction,
	awaitActions,
} from '../../../nodes/DeviceAccess/waiting/awaitActions';
import { answeringSend } from '../answeringSend';
import { operationOf } from '../operation/itemRun';
import { steppingClock } from '../steppingClock';
import {
	ACCEPTED_AT_MS,
	answerLookUp,
	attemptIdOf,
	attemptOf,
	type BackgroundAction,
	type BackgroundService,
	codeIdOf,
	type LookUpFault,
} from './backgroundService';
import { assertProperty } from '../../support/assert/assertProperty';

const TIMEOUT_MS = 10_000;
const { wait: LIMITS } = readRunSettings({
	waitTimeout: TIMEOUT_MS / 1000,
	pollInterval: 0.5,
	maxPollInterval: 1,
});
/** Within this time there are three lookups without the attempt and then one at another endpoint. */
const FORGOTTEN_AFTER_MS = 5_000;

const backgroundAction: fc.Arbitrary<BackgroundAction> = fc.record({
	end: fc.constantFrom('success', 'error', 'unsupported', 'gone', 'never'),
	atMs: fc.nat({ max: 2 * TIMEOUT_MS }),
	hasAttempt: fc.boolean(),
	vanishesAtMs: fc.option(fc.nat({ max: 2 * TIMEOUT_MS }), { nil: Infinity }),
	isTold: fc.boolean(),
	hasOldFailure: fc.boolean(),
});
const anyFault = fc.oneof(
	{ weight: 2, arbitrary: fc.constant('none' as const) },
	fc.constantFrom<LookUpFault>('outage', 'limited', 'cut', 'malformed'),
);
const backgroundService = (
	faults: fc.Arbitrary<LookUpFault[]>,
	action = backgroundAction,
): fc.Arbitrary<BackgroundService> =>
	fc.record({
		actions: fc.array(action, { minLength: 1, maxLength: 12 }),
		isDeletion: fc.boolean(),
		offersAttemptList: fc.boolean(),
		offersEventList: fc.boolean(),
		faults,
	});

const meaningOf = ({ isDeletion }: BackgroundService) =>
	operationOf('unmanagedAccessCode', isDeletion ? 'delete' : 'convertToManaged').kind as OneKind;

const someFaults = fc.array(anyFault, { maxLength: 40 });
/** Few enough that the last seconds before the deadline have no faults. */
const firstFaults = fc.array(anyFault, { maxLength: 6 });
/** Enough that the lookups after the deadline also meet some. */
const lastingFaults = fc.array(anyFault, { minLength: 200, maxLength: 300 });

/** Waits for all actions on its own clock. Returns the outcome of each, among others. */
async function settle(service: BackgroundService) {
	const clock = steppingClock(ACCEPTED_AT_MS);
	const passedMs = () => clock.now() - ACCEPTED_AT_MS;
	const { send, requests } = answeringSend((request) =>
		answerLookUp(service, request, passedMs(), service.faults[requests.length - 1] ?? 'none'),
	);
	const accepted = service.actions.map((action, index): AcceptedAction => ({
		id: codeIdOf(index),
		acceptedAt: { acceptedAtMs: ACCEPTED_AT_MS },
		...(action.hasAttempt && { attempt: attemptOf(action, index, 0) }),
	}));
	const { says: words, outcomeEvents } = meaningOf(service);
	if (!words) throw new Error('The operation says no outcome');
	const progresses = await awaitActions(send, accepted, outcomeEvents, LIMITS, { clock });
	return {
		progresses,
		outcomes: progresses.map((progress) => conclude(words, progress).outcome),
		requests,
		endedAtMs: passedMs(),
	};
}

/** The true outcomes for an action that ends this way at the service; `pending` and `unknown` promise nothing. */
function trueWords(
	{ end, atMs, hasAttempt, vanishesAtMs }: BackgroundAction,
	{ isDeletion }: BackgroundService,
	endedAtMs: number,
): string[] {
	// Only an attempt that the service has forgotten is unknown.
	const open = hasAttempt && vanishesAtMs <= endedAtMs ? ['pending', 'unknown'] : ['pending'];
	if (end === 'never' || atMs > endedAtMs) return open;
	if (end === 'success') return [...open, isDeletion ? 'deleted' : 'converted'];
	// A deletion succeeds if the code is gone, whoever removed it.
	if (end === 'gone') return [...open, isDeletion ? 'deleted' : 'failed'];
	if (end === 'error') return [...open, 'failed'];
	return [...open, 'failed', ...(hasAttempt && !isDeletion ? ['unsupported'] : [])];
}

/** The outcome of an action of which nothing is heard before the deadline. */
function unheardWord({ hasAttempt, vanishesAtMs }: BackgroundAction): string | undefined {
	if (!hasAttempt || vanishesAtMs > TIMEOUT_MS) return 'pending';
	return vanishesAtMs + FORGOTTEN_AFTER_MS <= TIMEOUT_MS ? 'unknown' : undefined;
}

/** The outcome of an action that ended before the deadline, with every lookup answered; undefined if it depends on timing. */
function certainWord(action: BackgroundAction, service: BackgroundService): string | undefined {
	const { end, atMs, vanishesAtMs, hasAttempt, isTold } = action;
	const { isDeletion, offersEventList } = service;
	if (end === 'never') return unheardWord(action);
	if (atMs > TIMEOUT_MS) return undefined;
	const endsInAttempt = hasAttempt && (atMs === 0 || vanishesAtMs > atMs + 1_000);
	const endsInCode =
		!hasAttempt ||
		(atMs > 0 && vanishesAtMs <= atMs && vanishesAtMs + FORGOTTEN_AFTER_MS <= TIMEOUT_MS);
	if (!endsInAttempt && !endsInCode) return undefined;
	if (end === 'success') return isDeletion ? 'deleted' : 'converted';
	if (end === 'gone') return isDeletion ? 'deleted' : 'failed';
	// Only a conversion has an option for codes that do not support it.
	if (endsInAttempt) return end === 'error' || isDeletion ? 'failed' : 'unsupported';
	// No list shows a failure; only an event does, and only for a conversion.
	const isHeardOf = !isDeletion && isTold && offersEventList;
	if (!isHeardOf) return unheardWord(action);
	// The node believes an event from the same second as the acceptance only after three lookups.
	return atMs <= TIMEOUT_MS - 3_000 ? 'failed' : undefined;
}

describe('a wait for accepted actions of every kind', () => {
	it('says the truth about every action in its place, or that it is pending, whatever the lookups meet', async () => {
		await assertProperty(
			fc.asyncProperty(backgroundService(someFaults), async (service) => {
				const { progresses, outcomes, endedAtMs } = await settle(service);
				const attemptIds = service.actions.map(({ hasAttempt }, index) =>
					hasAttempt ? attemptIdOf(index) : undefined,
				);
				expect(progresses.map(({ attempt }) => attempt?.action_attempt_id)).toEqual(attemptIds);
				outcomes.forEach((word, index) => {
					expect({
						index,
						words: trueWords(service.actions[index] as BackgroundAction, service, endedAtMs),
					}).toEqual({ index, words: expect.arrayContaining([word]) });
				});
			}),
			250,
		);
	});

	it('says how every action ended that ended in time, if the lookups are answered', async () => {
		await assertProperty(
			fc.asyncProperty(backgroundService(fc.constant([])), async (service) => {
				const { outcomes, progresses } = await settle(service);
				const certain = service.actions.map((action) => certainWord(action, service));
				expect(outcomes).toEqual(certain.map((word, index) => word ?? outcomes[index]));
				expect(
					progresses.filter(
						(progress) => progress.is === 'pending' && progress.unreadable !== undefined,
					),
				).toEqual([]);
			}),
			400,
		);
	});

	it('says so even if the first lookups are not answered, because an unread attempt does not count as forgotten', async () => {
		const remembered = backgroundAction.map((action) => ({
			...action,
			hasAttempt: true,
			vanishesAtMs: Infinity,
		}));
		await assertProperty(
			fc.asyncProperty(backgroundService(firstFaults, remembered), async (whole) => {
				const service = { ...whole, offersAttemptList: true };
				const { outcomes } = await settle(service);
				const certain = service.actions.map((action) => certainWord(action, service));
				expect(outcomes).toEqual(certain.map((word, index) => word ?? outcomes[index]));
			}),
			300,
		);
	});

	it('ends soon after its deadline, with few lookups', async () => {
		await assertProperty(
			fc.asyncProperty(backgroundService(lastingFaults), async (service) => {
				const { requests, endedAtMs } = await settle(service);
				expect(endedAtMs).toBeLessThanOrEqual(TIMEOUT_MS + 3_000);
				const looks = Math.ceil((TIMEOUT_MS + 3_000) / 500) + 2;
				const perLook = service.offersAttemptList ? 4 : 4 + service.actions.length;
				expect(requests.length).toBeLessThanOrEqual(looks * perLook + 4 * service.actions.length);
			}),
			200,
		);
	});
});
