import type { Fault, FaultOptions } from '../../../sandbox/faults/faults';
import type { Expected, FaultCase, CodeState } from './faultCase';
import {
	CODES,
	CONTINUE,
	KNOWN,
	type KnownFault,
	LIMITS,
	MORE_CODES,
	SHORT_TIMEOUT,
	SHORT_WAIT,
} from './known';

/** The differences between converting and deleting. */
export interface WriteKind {
	operation: 'unmanagedAccessCode.convertToManaged' | 'unmanagedAccessCode.delete';
	path: string;
	done: 'converted' | 'deleted';
	/** State of a code after the action is done. */
	doneState: CodeState;
	/** Called when the wait for an unclear request is over. */
	codeLookUps: string[];
}

/** Creates cases for one kind of action: the fault hits the second of three codes. */
export const writeCase =
	({ operation, path }: WriteKind) =>
	(
		fault: string,
		script: () => Fault,
		hits: FaultOptions,
		expected: Expected,
		more: Partial<FaultCase> = {},
	): FaultCase => ({
		fault,
		operation,
		input: CODES,
		provoke: ({ sandbox }) => sandbox.faults.next(path, script(), { after: 1, ...hits }),
		expected,
		...more,
	});

/** Faults while actions are submitted. */
export function submitCases(kind: WriteKind): FaultCase[] {
	const { done, doneState, codeLookUps } = kind;
	const write = writeCase(kind);
	const allDone: Expected = {
		run: 'success',
		items: [done, done, done],
		atService: [doneState, doneState, doneState],
		sent: ['200', '200', '200'],
		lookUps: ['/action_attempts/list'],
	};
	/** The item fails, and the others continue. */
	const struck = (
		{ title, script }: KnownFault,
		result: string,
		state: CodeState,
		answer: string,
		more: Partial<FaultCase> = {},
	) =>
		write(
			title,
			() => script,
			{},
			{
				...allDone,
				items: [done, result, done],
				atService: [doneState, state, doneState],
				sent: ['200', answer, '200'],
			},
			{ ...CONTINUE, ...more },
		);
	/** The node looks for what became of the request, and nothing tells. */
	const inDoubt = (known: KnownFault, answer: string, more: Partial<FaultCase> = {}): FaultCase => {
		const faultCase = struck(known, 'in doubt', 'unmanaged', answer, { ...SHORT_WAIT, ...more });
		const lookUps = [...codeLookUps, '/action_attempts/list', '/events/list'];
		return { ...faultCase, expected: { ...faultCase.expected, lookUps } };
	};
	/** The node finds out that the service acted. */
	const foundOut = (known: KnownFault, answer: string, more?: Partial<FaultCase>): FaultCase => {
		const faultCase = struck(known, done, doneState, answer, more);
		const lookUps = ['/action_attempts/list', '/events/list'];
		return { ...faultCase, expected: { ...faultCase.expected, lookUps } };
	};
	const stopping = (
		{ title, script }: KnownFault,
		result: string,
		state: CodeState,
		answer: string,
		{ lookUps }: Pick<Expected, 'lookUps'> = {},
		more: Partial<FaultCase> = {},
	) =>
		write(
			title,
			() => script,
			{},
			{
				run: 'error',
				items: ['no result', result, 'not sent'],
				atService: [doneState, state, 'unmanaged'],
				sent: ['200', answer, ''],
				lookUps,
			},
			more,
		);
	const withdrawn = (
		fault: string,
		expected: Expected,
		more: Partial<FaultCase> = {},
	): FaultCase => ({
		...write(fault, () => KNOWN.unauthorized.script, {}, expected, more),
		provoke: ({ sandbox }) => sandbox.faults.always('*', KNOWN.unauthorized.script, { after: 1 }),
	});
	const actedAndCut: KnownFault = {
		title: 'The service acts, and the connection closes before it answers',
		script: { kind: 'cut', isProcessed: true },
	};

	return [
		...LIMITS.map(([title, script]) =>
			write(title, script, {}, { ...allDone, sent: ['200', '429, 200', '200'] }),
		),
		{
			...write(
				'The service limits requests and refuses this one every time (429, Retry-After 0)',
				() => KNOWN.limited.script,
				{},
				{
					run: 'error',
					items: ['failed'],
					atService: ['unmanaged'],
					sent: ['429 x8'],
				},
				{ input: CODES.slice(0, 1) },
			),
			provoke: ({ sandbox }) => sandbox.faults.always(kind.path, KNOWN.limited.script),
		},
		struck(KNOWN.limitedForADay, 'failed', 'unmanaged', '429'),
		stopping(KNOWN.limitedForADay, 'failed', 'unmanaged', '429'),
		inDoubt(KNOWN.internalError, '500'),
		inDoubt(KNOWN.internalError, '500', { onError: 'continueErrorOutput' }),
		stopping(
			KNOWN.internalError,
			'in doubt',
			'unmanaged',
			'500',
			{ lookUps: [...codeLookUps, '/events/list'] },
			SHORT_WAIT,
		),
		inDoubt(KNOWN.badGateway, '502'),
		foundOut(
			{
				title: 'The service acts, and a gateway answers with a web page (502, HTML)',
				script: { kind: 'badGateway', status: 502, isProcessed: true },
			},
			'502',
		),
		inDoubt(KNOWN.gatewayTimeout, '504'),
		inDoubt(KNOWN.outage, '503'),
		inDoubt(KNOWN.cut, 'cut'),
		foundOut(actedAndCut, 'cut'),
		foundOut(actedAndCut, 'cut', { onError: 'stopWorkflow' }),
		foundOut(
			{ ...KNOWN.slow, title: 'The service acts, and its answer takes longer than the time limit' },
			'cut',
			SHORT_TIMEOUT,
		),
		foundOut(
			{
				...KNOWN.drip,
				title: 'The service acts, and its answer starts in time but never ends (a byte at a time)',
			},
			'cut',
			SHORT_TIMEOUT,
		),
		foundOut(
			{
				...KNOWN.malformedJson,
				title: 'The service acts, and its answer breaks off (200, malformed JSON)',
			},
			'200',
		),
		foundOut({ ...KNOWN.notOk, title: 'The service acts, and answers 200 with ok: false' }, '200'),
		write(
			'The answer has no action attempt',
			() => ({ kind: 'missingMember' }),
			{},
			{ ...allDone, lookUps: ['/action_attempts/list', '/events/list'] },
		),
		withdrawn(
			'The key is revoked during the execution (401): after three refusals in a row, the node waits and tries once more, then sends nothing more',
			{
				run: 'success',
				items: ['pending', 'failed', 'failed', 'failed', 'failed'],
				atService: [doneState, 'unmanaged', 'unmanaged', 'unmanaged', 'unmanaged'],
				sent: ['200', '401', '401', '401 x2', ''],
			},
			{ ...CONTINUE, input: MORE_CODES },
		),
		withdrawn('The key is revoked during the execution (401)', {
			run: 'error',
			items: ['no result', 'failed', 'not sent'],
			atService: [doneState, 'unmanaged', 'unmanaged'],
			sent: ['200', '401', ''],
		}),
	];
}
