import { takeObject } from '../../transport/readAnswer';
import { withoutUndefined } from '../../wire/withoutUndefined';
import { newestOf } from '../grants/grant';
import { toGrantKey } from '../grants/grantKey';
import type { Problem } from '../stays/problem';
import { isRequested, type StepResult, type StepRun } from './stepRun';

const NO_ACCESS: Problem = {
	code: 'no_access',
	reason: 'The guest has no access now: the old access ended, and the new one could not be created',
	remedy: 'Execute the node again, or give the guest another way in.',
	keeps_door_closed: true,
};

const RESTORED: Problem = {
	code: 'access_restored',
	reason: 'The new access could not be created, so the old access was given again',
	remedy: 'Execute the node again to change the rooms.',
	keeps_door_closed: false,
};

/**
 * Gives the guest the access again that ended too early: the same doors, times, methods and PIN
 * under a new key. Never throws, because the error that made it necessary matters more; says in
 * `result` whether the guest has access.
 */
export async function restoreGrants(
	{ send, grants }: Pick<StepRun, 'send' | 'grants'>,
	result: StepResult,
): Promise<void> {
	const old = newestOf(grants);
	if (!old) return;
	const part = Math.max(...grants.map(({ key }) => key.part)) + 1;
	const { grant } = old.records;
	const key = toGrantKey({ ...old.key, part });
	const modes = [...new Set(old.methods.map(({ mode }) => mode))];
	const body = withoutUndefined({
		user_identity_id: grant.user_identity_id,
		access_grant_key: key,
		reservation_key: grant.reservation_key,
		name: old.name ?? undefined,
		starts_at: old.startsAt,
		ends_at: old.endsAt ?? undefined,
		space_ids: old.spaceIds,
		requested_access_methods: modes.map((mode) =>
			mode === 'code' && old.pin !== undefined ? { mode, code: old.pin } : { mode },
		),
	});
	try {
		const answer = await send({ endpoint: '/access_grants/create', body, effect: 'write' });
		const created = takeObject(answer, 'access_grant');
		const isRestored = isRequested(created, { key, endsAt: old.endsAt });
		if (isRestored) result.createdGrantId = String(created.access_grant_id);
		result.problems.push(isRestored ? RESTORED : NO_ACCESS);
	} catch {
		result.problems.push(NO_ACCESS);
	}
}
