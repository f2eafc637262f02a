import type { FaultSection } from '../faultCase';
import { waitCases } from './waits';
import { submitCases, writeCase, type WriteKind } from './writes';

const LIST_ATTEMPTS = '/action_attempts/list';
const LIST_EVENTS = '/events/list';
const CONVERSION: WriteKind = {
	operation: 'unmanagedAccessCode.convertToManaged',
	path: '/access_codes/unmanaged/convert_to_managed',
	done: 'converted',
	doneState: 'managed',
	noun: 'conversion',
	failedSentence: 'The access code was not converted and stays unmanaged',
};
const CONTINUE = { onError: 'continueRegularOutput' } as const;
const OK_ONLY = { sandbox: { settings: { convertAnswer: 'okOnly' } } } as const;
const GONE = 'The access code is no longer on the lock: it was removed before the service had finished';
const ONE_GONE = { items: ['converted', 'failed', 'converted'], atService: ['managed', 'gone', 'managed'], sent: ['200', '200', '200'] } satisfies object;

const convert = writeCase(CONVERSION);

export const conversionsSubmitted: FaultSection = {
	title: 'Converting codes: while the requests are sent',
	intro: 'Three codes are converted, one after the other, and their outcomes waited for together; the fault strikes the second one.',
	cases: submitCases(CONVERSION),
};

export const conversionsAwaited: FaultSection = {
	title: 'Converting codes: while the node waits',
	intro: 'The service has accepted all three conversions.',
	cases: [
		...waitCases(CONVERSION),
		convert('Somebody removes the code at the lock meanwhile; the service reports the action as failed', { kind: 'codeRemoved' }, {}, {
			run: 'success', says: [[GONE, 'Action attempt: {action attempt ID}. Type: access_code_not_found. Access code: {access code ID}']],
			...ONE_GONE, atService: ['managed', 'gone', 'managed'], lookUps: [LIST_ATTEMPTS],
		}, CONTINUE),
		convert('Somebody removes the code at the lock meanwhile, and nothing more is heard of it', { kind: 'codeRemoved' }, {}, {
			run: 'success', says: [[GONE, 'Access code: {access code ID}']],
			...ONE_GONE, atService: ['managed', 'gone', 'managed'], lookUps: ['/access_codes/list', '/access_codes/unmanaged/get', LIST_EVENTS],
		}, { ...CONTINUE, ...OK_ONLY, options: { waitTimeout: 0.3 }, note: 'the service answers with ok alone; Wait Timeout 0.3 s' }),
	],
};
