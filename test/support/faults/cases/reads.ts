import type { Fault, FaultOptions } from '../../../../sandbox/faults/faults';
import type { FaultCase, FaultSection, Outcome } from '../faultCase';
import { CODES, MORE_CODES } from './codes';
import { type Call, CHECK_ADDRESS, heldBack, KNOWN, REQUEST_ID, type KnownFault, sentences } from './known';

const GET = '/access_codes/unmanaged/get';
const CALL: Call = { path: GET, isWrite: false };
const SECOND_ITEM = { after: 1 };
const CHECK_KEY = 'and a key belongs to one workspace';

/** Three codes are read one by one; the fault strikes the second one. */
function read(fault: string, script: Fault, hits: FaultOptions, expected: Outcome, more: Partial<FaultCase> = {}): FaultCase {
	return {
		fault,
		operation: 'unmanagedAccessCode.get',
		input: CODES,
		provoke: ({ sandbox }) => sandbox.faults.next(GET, script, { ...SECOND_ITEM, ...hits }),
		expected,
		...more,
	};
}

const passing = ({ title, script }: KnownFault, answer: string): FaultCase =>
	read(`${title}, once`, script, {}, { run: 'success', says: [], items: ['read', 'read', 'read'], sent: ['200', `${answer}, 200`, '200'] });

/** The item fails, and the others are read. */
const failing = ({ title, script, says }: KnownFault, answers: string, more: Partial<FaultCase> = {}): FaultCase =>
	read(title, script, { times: 2 }, { run: 'success', says: [says(CALL)], items: ['read', 'failed', 'read'], sent: ['200', answers, '200'] }, { onError: 'continueRegularOutput', ...more });

const stopping = ({ title, script, says }: KnownFault, answers: string): FaultCase =>
	read(title, script, { times: 2 }, { run: 'error', says: [says(CALL)], items: ['no result', 'failed', 'not sent'], sent: ['200', answers, ''] });

export const reads: FaultSection = {
	title: 'Reading single records',
	intro: 'Three codes are read; the fault strikes the second one. What can be read is read, and a read may be sent again.',
	cases: [
		passing({ ...KNOWN.limitedForADay, title: 'The service limits requests and says when to come back (429, Retry-After 0)', script: { kind: 'tooManyRequests', retryAfter: 0 } }, '429'),
		read(KNOWN.limitedForADay.title, KNOWN.limitedForADay.script, {}, {
			run: 'success', says: [KNOWN.limitedForADay.says(CALL)], items: ['read', 'failed', 'read'], sent: ['200', '429', '200'],
		}, { onError: 'continueRegularOutput' }),
		passing(KNOWN.internalError, '500'),
		failing({ ...KNOWN.internalError, title: `${KNOWN.internalError.title}, again and again` }, '500 x2'),
		stopping({ ...KNOWN.internalError, title: `${KNOWN.internalError.title}, again and again` }, '500 x2'),
		failing({ ...KNOWN.badGateway, title: `${KNOWN.badGateway.title}, again and again` }, '502 x2'),
		failing({ ...KNOWN.outage, title: `${KNOWN.outage.title}, again and again` }, '503 x2'),
		passing(KNOWN.cut, 'cut'),
		failing({ ...KNOWN.slow, title: `${KNOWN.slow.title}, again and again` }, 'cut x2', { options: { timeout: 0.2 }, note: 'Timeout 0.2 s' }),
		read(KNOWN.malformedJson.title, KNOWN.malformedJson.script, {}, {
			run: 'success', says: [KNOWN.malformedJson.says(CALL)], items: ['read', 'failed', 'read'], sent: ['200', '200', '200'],
		}, { onError: 'continueRegularOutput' }),
		read(KNOWN.notOk.title, KNOWN.notOk.script, {}, {
			run: 'success', says: [KNOWN.notOk.says(CALL)], items: ['read', 'failed', 'read'], sent: ['200', '200', '200'],
		}, { onError: 'continueRegularOutput' }),
		read('The answer lacks the record', { kind: 'missingMember' }, {}, {
			run: 'success',
			says: [["The answer of the service has no 'access_code'", sentences(CHECK_ADDRESS, `Call: ${GET}`, REQUEST_ID)]],
			items: ['read', 'failed', 'read'],
			sent: ['200', '200', '200'],
		}, { onError: 'continueRegularOutput' }),
		read('The key is withdrawn in the middle (401): after three refusals in a row nothing more is sent', KNOWN.unauthorized.script, { times: 10 }, {
			run: 'success',
			says: [KNOWN.unauthorized.says(CALL), heldBack(KNOWN.unauthorized.says(CALL), CHECK_KEY)],
			items: ['read', 'failed', 'failed', 'failed', 'failed'],
			sent: ['200', '401', '401', '401', ''],
		}, { onError: 'continueRegularOutput', input: MORE_CODES }),
	],
};
