import type { Fault, FaultOptions } from '../../../sandbox/faults/faults';
import type { Expected, FaultCase, FaultSection } from './faultCase';
import { CODES, CONTINUE, KNOWN, type KnownFault, MORE_CODES, SHORT_TIMEOUT } from './known';

/** Three codes are read one by one; the fault hits the second. */
const read = (
	fault: string,
	script: Fault,
	hits: FaultOptions,
	expected: Expected,
	more: Partial<FaultCase> = {},
): FaultCase => ({
	fault,
	operation: 'unmanagedAccessCode.get',
	input: CODES,
	provoke: ({ sandbox }) =>
		sandbox.faults.next('/access_codes/unmanaged/get', script, {
			holding: CODES[1]?.access_code_id,
			...hits,
		}),
	expected,
	...more,
});

const passing = ({ title, script }: KnownFault, answer: string): FaultCase =>
	read(
		`${title}, once`,
		script,
		{},
		{ run: 'success', items: ['read', 'read', 'read'], sent: ['200', `${answer}, 200`, '200'] },
	);

/** The item fails, and the others are read. */
const failing = (
	{ title, script }: KnownFault,
	answers: string,
	more: Partial<FaultCase> = {},
): FaultCase =>
	read(
		title,
		script,
		{ times: answers.endsWith('x2') ? 2 : 1 },
		{ run: 'success', items: ['read', 'failed', 'read'], sent: ['200', answers, '200'] },
		{ ...CONTINUE, ...more },
	);

const again = (known: KnownFault): KnownFault => ({
	...known,
	title: `${known.title}, every time`,
});

export const reads: FaultSection = {
	title: 'Reading single records',
	cases: [
		passing(
			{
				...KNOWN.limited,
				title: 'The service limits requests and says how long to wait (429, Retry-After 0)',
			},
			'429',
		),
		failing(KNOWN.limitedForADay, '429'),
		passing(KNOWN.internalError, '500'),
		failing(again(KNOWN.internalError), '500 x2'),
		read(
			again(KNOWN.internalError).title,
			KNOWN.internalError.script,
			{ times: 2 },
			{ run: 'error', items: ['no result', 'failed', 'no result'], sent: ['200', '500 x2', '200'] },
		),
		failing(again(KNOWN.badGateway), '502 x2'),
		failing(again(KNOWN.outage), '503 x2'),
		passing(KNOWN.cut, 'cut'),
		failing(again(KNOWN.slow), 'cut x2', SHORT_TIMEOUT),
		failing(again(KNOWN.drip), 'cut x2', SHORT_TIMEOUT),
		failing(KNOWN.malformedJson, '200'),
		failing(KNOWN.notOk, '200'),
		failing({ title: 'The answer has no record', script: { kind: 'missingMember' } }, '200'),
		read(
			'The key is revoked during the execution (401): after three refusals in a row, the node waits and tries once more, then sends nothing more',
			KNOWN.unauthorized.script,
			{ times: 10, after: 1, holding: '' },
			{
				run: 'success',
				items: ['read', 'failed', 'failed', 'failed', 'failed'],
				sent: ['200', '401', '401', '401 x2', ''],
			},
			{ ...CONTINUE, input: MORE_CODES },
		),
	],
};
