import { findAttempt } from '../../domain/attempts';
import { paginate } from '../pagination';
import type { Service } from '../../domain/service';
import { notFound } from '../../domain/serviceError';
import type { StoredActionAttempt, WorkspaceState } from '../../state/state';
import { defineRoute } from './defineRoute';

export const actionAttemptRoutes = [
	defineRoute({
		path: '/action_attempts/get',
		answer(service, { workspace, parameters }) {
			const attempt = findAttempt(service, workspace, parameters.action_attempt_id);
			if (!attempt) throw notFound('action_attempt', parameters);
			return { action_attempt: attempt.record };
		},
	}),

	defineRoute({
		path: '/action_attempts/list',
		answer(service, request) {
			const { action_attempt_ids: ids, device_id: deviceId } = request.parameters;
			const attempts = ids
				? attemptsOf(service, request.workspace, ids)
				: request.workspace.actionAttempts;
			const { entries, pagination } = paginate(attempts, request, {
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
function attemptsOf(
	service: Service,
	workspace: WorkspaceState,
	ids: string[],
): StoredActionAttempt[] {
	const attempts = [...new Set(ids)].flatMap((id) => findAttempt(service, workspace, id) ?? []);
	if (attempts.length === 0) throw notFound('action_attempts', { action_attempt_ids: ids });
	return attempts.sort((left, right) => left.sequence - right.sequence);
}
