import { takeList } from '../api/readAnswer';
import { readActionAttempt } from '../api/types';
import type { RecordState, Until } from '../operation/defineOperation';

/** Waiting until the service says how an action ended (facts 2). */
export const untilCompleted: Until = {
	idField: 'action_attempt_id',
	outcome: 'succeeded',
	reachedSentence: 'The action was carried out',
	pendingSentence: 'The service has not finished the action yet',
	failedSentence: 'The action was not carried out',
	readState: ({ action_attempt: attempt }) => stateOf(attempt),
	lookUp: async (send, attemptIds) => {
		const endpoint = '/action_attempts/list';
		const body = { action_attempt_ids: attemptIds, limit: attemptIds.length };
		const answer = await send({ endpoint, body, effect: 'read', maxRetries: 0 });
		const records = takeList(endpoint, answer, 'action_attempts');
		return new Map(records.map((record) => [String(record.action_attempt_id), stateOf(record)]));
	},
};

function stateOf(record: unknown): RecordState {
	const attempt = readActionAttempt(record);
	const state = { record: { action_attempt: record } };
	if (attempt?.status === 'error') return { ...state, reasons: [attempt.error?.message || attempt.error?.type || 'the service gives no reason'] };
	return { ...state, hasReached: attempt?.status === 'success' };
}
