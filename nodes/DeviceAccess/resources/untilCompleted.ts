import { lookUpInBatches } from '../api/lookUpInBatches';
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
	lookUp: (send, batched) => {
		const lookUpBatch = async (batch: string[]) => {
			const endpoint = '/action_attempts/list';
			const body = { action_attempt_ids: batch, limit: batch.length };
			const answer = await send({ endpoint, body, effect: 'read', maxRetries: 0 });
			return takeList(endpoint, answer, 'action_attempts').map((record) => [String(record.action_attempt_id), stateOf(record)] as const);
		};
		return async (attemptIds) => new Map(await lookUpInBatches(attemptIds, batched, lookUpBatch));
	},
};

function stateOf(record: unknown): RecordState {
	const attempt = readActionAttempt(record);
	const state = { record: { action_attempt: record } };
	if (attempt?.status === 'error') return { ...state, reasons: [attempt.error?.message || attempt.error?.type || 'the service gives no reason'] };
	return { ...state, hasReached: attempt?.status === 'success' };
}
