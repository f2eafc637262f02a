import type { Fault, FaultOptions } from '../../../../sandbox/faults/faults';
import type { CodeState, FaultCase, Outcome, Said } from '../faultCase';
import { until } from '../until';
import { counted, unreadable, writeCase, type WriteKind } from './writes';
import { KNOWN } from './known';

const LIST_ATTEMPTS = '/action_attempts/list';
const LIST_EVENTS = '/events/list';
const CONTINUE = { onError: 'continueRegularOutput' } as const;
const SHORT_WAIT = { options: { waitTimeout: 0.3 }, note: 'Wait Timeout 0.3 s' };

/** The faults that an action may meet while its outcome is waited for. The fault strikes the second of three codes. */
export function waitCases(kind: WriteKind): FaultCase[] {
	const { done, doneState, noun, failedSentence } = kind;
	const write = writeCase(kind);
	const pending = `The service accepted the ${noun} and has not finished it yet`;
	const DONE: CodeState[] = [doneState, doneState, doneState];
	const SENT = ['200', '200', '200'];
	const outcome = (more: Partial<Outcome>): Outcome => ({
		run: 'success', says: [], items: [done, done, done], atService: DONE, sent: SENT, lookUps: [LIST_ATTEMPTS], ...more,
	});
	const struck = (fault: string, script: Fault, result: string, state: CodeState, said: Said, more: Partial<FaultCase> = {}, lookUps = [LIST_ATTEMPTS]) =>
		write(fault, script, {}, outcome({ says: [said], items: [done, result, done], atService: [doneState, state, doneState], lookUps }), { ...CONTINUE, ...more });
	const blind = (fault: string, script: Fault, hits: FaultOptions | 'always', says: Said[], result: string, more: Partial<FaultCase> = {}): FaultCase => ({
		...write(fault, script, {}, outcome({ says, items: [result, result, result] }), more),
		provoke: ({ sandbox }) => (hits === 'always' ? sandbox.faults.always(LIST_ATTEMPTS, script) : sandbox.faults.next(LIST_ATTEMPTS, script, hits)),
	});
	const jammed: Fault = { kind: 'attemptFails', type: 'device_disconnected', message: 'The lock did not answer.' };
	const jammedSaid: Said = [
		`${failedSentence}: The lock did not answer.`,
		'Nothing can be done while it is not connected. Run the item again when it is. Action attempt: {action attempt ID}. Type: device_disconnected. Access code: {access code ID}',
	];
	const cannotRead = (why: string): Said => [unreadable(kind, why)];

	return [
		struck('The action never ends', { kind: 'attemptStaysPending' }, 'pending', 'unmanaged', [`${pending}. Check it later with 'Action Attempt: Get'`], SHORT_WAIT),
		struck('The action fails at the lock', jammed, 'failed', 'unmanaged', jammedSaid),
		write('The action fails at the lock', jammed, {}, outcome({ run: 'error', says: [counted(jammedSaid, '3 of 3')], items: ['no result', 'failed', 'no result'], atService: [doneState, 'unmanaged', doneState] })),
		write('The service forgets the action while it works on it (404 for the action attempt)', { kind: 'attemptVanishes' }, {}, outcome({ lookUps: [LIST_ATTEMPTS, LIST_EVENTS] })),
		write('The service forgets all actions (404 for every look-up)', { kind: 'attemptVanishes' }, { after: 0, times: 3 }, outcome({ lookUps: [LIST_ATTEMPTS, LIST_EVENTS] })),
		write('The service knows the action at first and forgets it then', { kind: 'attemptVanishes', afterLookUps: 1 }, {}, outcome({ lookUps: [LIST_ATTEMPTS, LIST_EVENTS] }), { sandbox: { settings: { attemptDurationMs: 150 } } }),
		blind('The outcomes cannot be read for a moment (500)', KNOWN.internalError.script, { times: 2 }, [], done),
		blind('The outcomes cannot be read at all (500)', KNOWN.internalError.script, 'always', [cannotRead('The service could not process the request')], 'pending', SHORT_WAIT),
		blind('The answers about the outcomes make no sense (200, malformed JSON)', KNOWN.malformedJson.script, 'always', [cannotRead('The answer of the service was incomplete or not in the expected form')], 'pending', SHORT_WAIT),
		blind('The answers about the outcomes lack the list', { kind: 'missingMember' }, 'always', [cannotRead("The answer of the service has no 'action_attempts' list")], 'pending', SHORT_WAIT),
		blind('The key is withdrawn while the node waits (401)', KNOWN.unauthorized.script, 'always', [cannotRead('The API key was not accepted')], 'pending'),
		{
			...write('The workflow is stopped while the node waits', jammed, {}, outcome({ run: 'canceled', says: [[`${pending}. Check it later with 'Action Attempt: Get'`]], items: ['pending', 'pending', 'pending'] }), {
				sandbox: { settings: { attemptDurationMs: 1_000 } },
				options: { pollInterval: 0.2, maxPollInterval: 2 },
			}),
			provoke: () => undefined,
			meanwhile: async ({ sandbox, stop }) => {
				// Between the first look-up, whose answer has had time to arrive, and the next one.
				await until(() => sandbox.requests.of(LIST_ATTEMPTS).some(({ endedAtMs = Infinity }) => endedAtMs < Date.now() - 50));
				stop.abort();
			},
		},
	];
}
