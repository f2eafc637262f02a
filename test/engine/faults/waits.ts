import type { Fault, FaultOptions } from '../../../sandbox/faults/faults';
import { until } from '../../support/clock/until';
import type { Expected, FaultCase, FaultSection, CodeState } from './faultCase';
import { CONTINUE, KNOWN, SHORT_WAIT } from './known';
import { submitCases, writeCase, type WriteKind } from './writes';

const LIST_ATTEMPTS = '/action_attempts/list';
const LIST_EVENTS = '/events/list';
const JAMMED: Fault = {
	kind: 'attemptFails',
	type: 'device_disconnected',
	message: 'The lock did not answer.',
};

const CONVERSION: WriteKind = {
	operation: 'unmanagedAccessCode.convertToManaged',
	path: '/access_codes/unmanaged/convert_to_managed',
	done: 'converted',
	doneState: 'managed',
	codeLookUps: ['/access_codes/list', '/access_codes/unmanaged/get'],
};
const DELETION: WriteKind = {
	operation: 'unmanagedAccessCode.delete',
	path: '/access_codes/unmanaged/delete',
	done: 'deleted',
	doneState: 'gone',
	codeLookUps: ['/access_codes/unmanaged/get'],
};

/** Three codes whose actions are done, found by these lookups. */
const allDone = ({ done, doneState }: WriteKind, lookUps = [LIST_ATTEMPTS]): Expected => ({
	run: 'success',
	items: [done, done, done],
	atService: [doneState, doneState, doneState],
	sent: ['200', '200', '200'],
	lookUps,
});

/** Faults while the node waits for outcomes. The fault hits the second of three codes. */
function waitCases(kind: WriteKind): FaultCase[] {
	const { done, doneState } = kind;
	const write = (
		fault: string,
		script: Fault,
		hits: FaultOptions,
		more: Partial<Expected>,
		rest?: Partial<FaultCase>,
	) => writeCase(kind)(fault, () => script, hits, { ...allDone(kind), ...more }, rest);
	const one = (result: string, state: CodeState): Partial<Expected> => ({
		items: [done, result, done],
		atService: [doneState, state, doneState],
	});
	const forgotten = { lookUps: [LIST_ATTEMPTS, LIST_EVENTS] };
	/** The lookups of all three codes meet the fault. */
	const blind = (
		fault: string,
		script: Fault,
		hits: FaultOptions | 'always',
		result: string,
		more: Partial<FaultCase> = {},
	): FaultCase => ({
		...write(fault, script, {}, { items: [result, result, result] }, more),
		provoke: ({ sandbox }) =>
			hits === 'always'
				? sandbox.faults.always(LIST_ATTEMPTS, script)
				: sandbox.faults.next(LIST_ATTEMPTS, script, hits),
	});

	return [
		write(
			'The action never ends',
			{ kind: 'attemptStaysPending' },
			{},
			one('pending', 'unmanaged'),
			{ ...CONTINUE, ...SHORT_WAIT },
		),
		write('The action fails at the lock', JAMMED, {}, one('failed', 'unmanaged'), CONTINUE),
		write(
			'The action fails at the lock',
			JAMMED,
			{},
			{ ...one('failed', 'unmanaged'), run: 'error', items: ['no result', 'failed', 'no result'] },
		),
		write(
			'The service forgets the action attempt while the action runs (404)',
			{ kind: 'attemptVanishes' },
			{},
			forgotten,
		),
		write(
			'The service has forgotten every action attempt (404)',
			{ kind: 'attemptVanishes' },
			{ after: 0, times: 3 },
			forgotten,
		),
		write(
			'The service knows the action attempt at first, and then forgets it',
			{ kind: 'attemptVanishes', afterLookUps: 1 },
			{},
			forgotten,
			{
				sandbox: { settings: { attemptDurationMs: 60_000 } },
				// The action ends once the attempt is forgotten.
				meanwhile: async ({ sandbox }) => {
					await until(() => sandbox.requests.of(LIST_ATTEMPTS).length > 1);
					await sandbox.clock.advanceBy(60_000);
				},
			},
		),
		blind(
			'The outcomes cannot be read for a short time (500)',
			KNOWN.internalError.script,
			{ times: 2 },
			done,
		),
		blind(
			'The outcomes cannot be read at all (500)',
			KNOWN.internalError.script,
			'always',
			'pending',
			SHORT_WAIT,
		),
		blind(
			'The answers about the outcomes are broken (200, malformed JSON)',
			KNOWN.malformedJson.script,
			'always',
			'pending',
			SHORT_WAIT,
		),
		blind(
			'The answers about the outcomes have no list',
			{ kind: 'missingMember' },
			'always',
			'pending',
			SHORT_WAIT,
		),
		blind(
			'The key is revoked while the node waits (401)',
			KNOWN.unauthorized.script,
			'always',
			'pending',
		),
		{
			...write(
				'You stop the workflow while the node waits',
				JAMMED,
				{},
				{ run: 'canceled', items: ['pending', 'pending', 'pending'] },
				{
					sandbox: { settings: { attemptDurationMs: 2_000 } },
					// Pauses too short to be skipped, and a wait that only Stop ends.
					options: { pollInterval: 0.25, maxPollInterval: 0.25, waitTimeout: 1_000 },
				},
			),
			provoke: () => undefined,
			meanwhile: async ({ sandbox, stop }) => {
				// Stops between the answer to the first lookup and the next lookup.
				await until(() =>
					sandbox.requests
						.of(LIST_ATTEMPTS)
						.some(({ endedAtMs = Infinity }) => endedAtMs < Date.now() - 50),
				);
				stop.abort();
			},
		},
	];
}

const removed = (): Fault => ({ kind: 'codeRemoved' });
const convert = writeCase(CONVERSION);
const remove = writeCase(DELETION);
const oneIsGone = (lookUps: string[]): Expected => ({
	...allDone(CONVERSION, lookUps),
	items: ['converted', 'failed', 'converted'],
	atService: ['managed', 'gone', 'managed'],
});

export const writes: FaultSection[] = [
	{
		title: 'Converting codes: while the requests are sent',
		cases: submitCases(CONVERSION),
	},
	{
		title: 'Converting codes: while the node waits',
		cases: [
			...waitCases(CONVERSION),
			convert(
				'Someone removes the code at the lock in the meantime; the service reports the action as failed',
				removed,
				{},
				oneIsGone(['/access_codes/list', '/access_codes/unmanaged/get', LIST_ATTEMPTS]),
				CONTINUE,
			),
			convert(
				'Someone removes the code at the lock in the meantime, and the service reports nothing',
				removed,
				{},
				oneIsGone(['/access_codes/list', '/access_codes/unmanaged/get', LIST_EVENTS]),
				{
					...CONTINUE,
					sandbox: { settings: { convertAnswer: 'okOnly' } },
					options: { waitTimeout: 0.3 },
					note: 'the service answers only with ok; Wait Timeout 0.3 s',
				},
			),
		],
	},
	{
		title: 'Deleting codes: while the requests are sent',
		cases: submitCases(DELETION),
	},
	{
		title: 'Deleting codes: while the node waits',
		cases: [
			...waitCases(DELETION),
			remove(
				'Someone else removes the code at the lock in the meantime; the service reports the action as failed',
				removed,
				{},
				allDone(DELETION, ['/access_codes/get', '/access_codes/unmanaged/get', LIST_ATTEMPTS]),
				CONTINUE,
			),
			remove(
				'Someone else removes the code at the lock in the meantime',
				removed,
				{},
				allDone(DELETION, [LIST_EVENTS]),
				{
					sandbox: { settings: { deleteAnswer: 'okOnly' } },
					note: 'the service answers only with ok',
				},
			),
		],
	},
];
