import type { Fault, FaultOptions } from '../../../../sandbox/faults/faults';
import type { CodeState, FaultCase, Outcome, Said } from '../faultCase';
import { CODES, MORE_CODES } from './codes';
import { type Call, heldBack, KNOWN, type KnownFault } from './known';

const CHECK_KEY = 'and a key belongs to one workspace';
const CONTINUE = { onError: 'continueRegularOutput' } as const;

/** What differs between converting and deleting. */
export interface WriteKind {
	operation: 'unmanagedAccessCode.convertToManaged' | 'unmanagedAccessCode.delete';
	path: string;
	done: 'converted' | 'deleted';
	/** A code at the service once it is done. */
	doneState: CodeState;
	noun: 'conversion' | 'deletion';
	failedSentence: string;
}

/** An accepted action whose outcome cannot be read. */
export const unreadable = ({ noun }: WriteKind, why: string): string =>
	`The service accepted the ${noun}, but its outcome could not be read: ${why}. Check it later with 'Action Attempt: Get'`;

/** The faults that an action may meet while it is submitted. The fault strikes the second of three codes. */
export function submitCases(kind: WriteKind): FaultCase[] {
	const call: Call = { path: kind.path, isWrite: true };
	const { done, doneState } = kind;
	const write = writeCase(kind);
	const DONE = [doneState, doneState, doneState];
	const passing = (fault: string, script: Fault | (() => Fault), answer = '429') =>
		write(fault, script, {}, { run: 'success', says: [], items: [done, done, done], atService: DONE, sent: ['200', `${answer}, 200`, '200'], lookUps: ['/action_attempts/list'] });
	const struck = (
		{ title, script, says }: KnownFault, result: string, state: CodeState, answer: string, more: Partial<FaultCase> = {},
	) => write(title, script, {}, {
		run: 'success', says: [says(call)], items: [done, result, done], atService: [doneState, state, doneState],
		sent: ['200', answer, '200'], lookUps: ['/action_attempts/list'],
	}, { ...CONTINUE, ...more });
	const stopping = ({ title, script, says }: KnownFault, result: string, state: CodeState, answer: string, more: Partial<FaultCase> = {}) =>
		write(title, script, {}, {
			run: 'error', says: [counted(says(call), '1 of 3')], items: ['no result', result, 'not sent'], atService: [doneState, state, 'unmanaged'], sent: ['200', answer, ''],
		}, more);
	const withdrawn = (fault: string, expected: Outcome, more: Partial<FaultCase> = {}): FaultCase => ({
		...write(fault, KNOWN.unauthorized.script, {}, expected, more),
		provoke: ({ sandbox }) => sandbox.faults.always('*', KNOWN.unauthorized.script, { after: 1 }),
	});
	const acted = (known: KnownFault, title: string, script: Fault): KnownFault => ({ ...known, title, script });

	return [
		passing('The service limits requests and says when to come back, in seconds (429, Retry-After 0)', { kind: 'tooManyRequests', retryAfter: 0 }),
		passing('The service limits requests and says when to come back, as a date (429, Retry-After as HTTP date)', () => ({ kind: 'tooManyRequests', retryAfter: new Date(Date.now() + 1_000).toUTCString() })),
		passing('The service limits requests and does not say when to come back (429)', { kind: 'tooManyRequests' }),
		passing('The service limits requests and asks to come back in the past (429, Retry-After -5)', { kind: 'tooManyRequests', retryAfter: -5 }),
		passing('The service limits requests and what it says about when makes no sense (429, Retry-After soon)', { kind: 'tooManyRequests', retryAfter: 'soon' }),
		{
			...write('The service limits requests and never takes this one (429, Retry-After 0), again and again', { kind: 'tooManyRequests', retryAfter: 0 }, {}, {
				run: 'error', says: [KNOWN.limited.says(call)], items: ['failed'], atService: ['unmanaged'], sent: ['429 x8'],
			}, { input: CODES.slice(0, 1) }),
			provoke: ({ sandbox }) => sandbox.faults.always(kind.path, KNOWN.limited.script),
		},
		struck(KNOWN.limitedForADay, 'failed', 'unmanaged', '429'),
		stopping(KNOWN.limitedForADay, 'failed', 'unmanaged', '429'),
		struck(KNOWN.internalError, 'in doubt', 'unmanaged', '500'),
		struck(KNOWN.internalError, 'in doubt', 'unmanaged', '500', { onError: 'continueErrorOutput' }),
		stopping(KNOWN.internalError, 'in doubt', 'unmanaged', '500'),
		struck(KNOWN.badGateway, 'in doubt', 'unmanaged', '502'),
		struck(acted(KNOWN.badGateway, 'The service acts, and a server in between answers with a web page (502, HTML)', { kind: 'badGateway', status: 502, isProcessed: true }), 'in doubt', doneState, '502'),
		struck(KNOWN.gatewayTimeout, 'in doubt', 'unmanaged', '504'),
		struck(KNOWN.outage, 'in doubt', 'unmanaged', '503'),
		struck(KNOWN.cut, 'in doubt', 'unmanaged', 'cut'),
		struck(acted(KNOWN.cut, 'The service acts, and the connection breaks before its answer comes', { kind: 'cut', isProcessed: true }), 'in doubt', doneState, 'cut'),
		stopping(acted(KNOWN.cut, 'The service acts, and the connection breaks before its answer comes', { kind: 'cut', isProcessed: true }), 'in doubt', doneState, 'cut'),
		struck(acted(KNOWN.slow, 'The service acts, and its answer takes longer than the time limit', KNOWN.slow.script), 'in doubt', doneState, 'cut', { options: { timeout: 0.2 }, note: 'Timeout 0.2 s' }),
		struck(acted(KNOWN.malformedJson, 'The service acts, and its answer breaks off in the middle (200, malformed JSON)', KNOWN.malformedJson.script), 'in doubt', doneState, '200'),
		struck(acted(KNOWN.notOk, 'The service acts, and answers 200 with ok: false', KNOWN.notOk.script), 'in doubt', doneState, '200'),
		write('The answer lacks the action attempt', { kind: 'missingMember' }, {}, {
			run: 'success', says: [], items: [done, done, done], atService: DONE, sent: ['200', '200', '200'], lookUps: ['/action_attempts/list', '/events/list'],
		}),
		withdrawn('The key is withdrawn in the middle (401): after three refusals in a row nothing more is sent', {
			run: 'success',
			says: [[unreadable(kind, 'The API key was not accepted')], KNOWN.unauthorized.says(call), heldBack(KNOWN.unauthorized.says(call), CHECK_KEY)],
			items: ['pending', 'failed', 'failed', 'failed', 'failed'],
			atService: [doneState, 'unmanaged', 'unmanaged', 'unmanaged', 'unmanaged'],
			sent: ['200', '401', '401', '401', ''],
		}, { ...CONTINUE, input: MORE_CODES }),
		withdrawn('The key is withdrawn in the middle (401)', {
			run: 'error', says: [counted(KNOWN.unauthorized.says(call), '1 of 3')],
			items: ['no result', 'failed', 'not sent'], atService: [doneState, 'unmanaged', 'unmanaged'], sent: ['200', '401', ''],
		}),
	];
}

/** The description of an error that stops the node says what had been accepted before. */
export const counted = ([message, description]: Said, count: string): Said => [
	message,
	`${description}. ${count.startsWith('None') ? `${count} items had been accepted by the service` : `The service had accepted ${count} items; what it has carried out is not undone`}`,
];

/** A case maker for one kind of action: the fault strikes the second of three codes. */
export const writeCase = ({ operation, path }: WriteKind) =>
	(fault: string, script: Fault | (() => Fault), hits: FaultOptions, expected: Outcome, more: Partial<FaultCase> = {}): FaultCase => ({
		fault,
		operation,
		input: CODES,
		provoke: ({ sandbox }) => sandbox.faults.next(path, typeof script === 'function' ? script() : script, { after: 1, ...hits }),
		expected,
		...more,
	});
