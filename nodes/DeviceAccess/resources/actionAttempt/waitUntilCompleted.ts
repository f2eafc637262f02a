import { ForgottenAttemptError } from '../../errors/errors';
import { lookUpActionAttempts } from '../../waiting/lookUpRecords';
import { readActionAttempt } from '../../wire/actionAttempts';
import type { WaitCondition } from '../../operation';
import type { Progress } from '../../waiting/progress';

export const waitUntilCompleted: WaitCondition = {
	idField: 'action_attempt_id',
	done: { outcome: 'succeeded', sentence: 'The action is done' },
	pendingSentence: 'The action is not done yet',
	failedSentence: 'The action failed',
	readState: ({ action_attempt: attempt }) => stateOf(attempt),
	lookUp: (send, failures) => {
		const attempts = lookUpActionAttempts(send, failures);
		return async (attemptIds) => {
			const found = await attempts.lookUp(attemptIds);
			for (const id of attemptIds)
				if (attempts.isForgotten(id)) failures.set(id, new ForgottenAttemptError());
			return new Map([...found].map(([id, attempt]) => [id, stateOf(attempt)]));
		};
	},
};

function stateOf(record: unknown): Progress {
	const attempt = readActionAttempt(record);
	const state = { record: { action_attempt: record } };
	if (attempt?.status === 'error')
		return {
			...state,
			is: 'failed',
			reasons: [attempt.error?.message || attempt.error?.type || 'the service gives no reason'],
			type: attempt.error?.type || undefined,
		};
	return { ...state, is: attempt?.status === 'success' ? 'done' : 'pending' };
}
