import { findAttempt } from '../../domain/attempts';
import { paginate } from '../pagination';
import type { Here } from '../../domain/service';
import { notFound } from '../../domain/serviceError';
import type { StoredActionAttempt } from '../../state/state';
import { defineRoute } from './defineRoute';

export const actionAttemptRoutes = [
	defineRoute({
		path: '/action_attempts/get',
		answer(here, { parameters }) {
			const attempt = findAttempt(here, parameters.action_attempt_id);
			if (!attempt) throw notFound('action_attempt', parameters);
			return { action_attempt: attempt.record };
		},
	}),

	defineRoute({
		path: '/action_attempts/list',
		answer(here, request) {
			const { action_attempt_ids: ids, device_id: deviceId } = request.parameters;
			const attempts = ids ? attemptsOf(here, ids) : here.workspace.actionAttempts;
			const { entries, pagination } = paginate(here, attempts, request, {
				matches: (attempt) => !deviceId || attempt.deviceId === deviceId,
			});
			return { action_attempts: entries.map(({ record }) => record), pagination };
		},
	}),
];

/**
 * The attempts with these IDs, without unknown ones. Throws 404 if all are unknown
 * (docs/service.md#attempts-4).
 */
function attemptsOf(here: Here, ids: string[]): StoredActionAttempt[] {
	const attempts = [...new Set(ids)].flatMap((id) => findAttempt(here, id) ?? []);
	if (attempts.length === 0) throw notFound('action_attempts', { action_attempt_ids: ids });
	return attempts.sort((left, right) => left.sequence - right.sequence);
}
