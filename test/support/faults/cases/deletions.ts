import type { FaultSection } from '../faultCase';
import { waitCases } from './waits';
import { submitCases, writeCase, type WriteKind } from './writes';

const DELETION: WriteKind = {
	operation: 'unmanagedAccessCode.delete',
	path: '/access_codes/unmanaged/delete',
	done: 'deleted',
	doneState: 'gone',
	noun: 'deletion',
	failedSentence: 'The access code was not deleted',
};
const OK_ONLY = { sandbox: { settings: { deleteAnswer: 'okOnly' } } } as const;

const remove = writeCase(DELETION);

export const deletionsSubmitted: FaultSection = {
	title: 'Deleting codes: while the requests are sent',
	intro: 'Three codes are deleted, one after the other, and their outcomes waited for together; the fault strikes the second one.',
	cases: submitCases(DELETION),
};

export const deletionsAwaited: FaultSection = {
	title: 'Deleting codes: while the node waits',
	intro: 'The service has accepted all three deletions.',
	cases: [
		...waitCases(DELETION),
		remove('Somebody else removes the code at the lock meanwhile; the service reports the action as failed', { kind: 'codeRemoved' }, {}, {
			run: 'success', says: [], items: ['deleted', 'deleted', 'deleted'], atService: ['gone', 'gone', 'gone'], sent: ['200', '200', '200'], lookUps: ['/action_attempts/list'],
		}, { onError: 'continueRegularOutput' }),
		remove('Somebody else removes the code at the lock meanwhile', { kind: 'codeRemoved' }, {}, {
			run: 'success', says: [], items: ['deleted', 'deleted', 'deleted'], atService: ['gone', 'gone', 'gone'], sent: ['200', '200', '200'], lookUps: ['/events/list'],
		}, { ...OK_ONLY, note: 'the service answers with ok alone' }),
	],
};
