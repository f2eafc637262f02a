import { randomUUID } from 'node:crypto';
import type { Service } from './service';
import type { StoredActionAttempt, WorkspaceState } from '../state/state';

/** A pending attempt that somebody else resolves. */
export function newAttempt(
	{ state }: Pick<Service, 'state'>,
	workspace: WorkspaceState,
	actionType: string,
	deviceId: string,
): StoredActionAttempt {
	const record = { action_attempt_id: randomUUID(), action_type: actionType, status: 'pending' as const, result: null, error: null };
	return state.addActionAttempt(workspace, record, deviceId);
}
