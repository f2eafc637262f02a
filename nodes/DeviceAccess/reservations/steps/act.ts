import { CancelledError, NotStartedError, rethrow } from '../../errors/errors';
import { withoutUndefined } from '../../wire/records';
import { awaitOutcome } from '../../waiting/awaitOutcomes';
import type { Grant } from '../grants/grant';
import { isPinSet } from '../grants/pins';
import { findProblems, isForStaff, isReady } from '../grants/problems';
import { getGrantsById, withCodes } from '../grants/readGrants';
import { isPinNotTaken, pinNotTaken } from '../plan/pin';
import { type Action, toSituation } from '../plan/situation';
import { toProblem } from '../stays/problems';
import { create } from './create';
import {
	changed,
	endGrant,
	forget,
	learn,
	type Progress,
	readGrant,
	refusePin,
	setGrant,
	setGrants,
	type StepRun,
} from './progress';
import { deleteMethods, isPinTaken, requestMethods } from './methods';

type Of<Name extends Action['do']> = Extract<Action, { do: Name }>;

/**
 * Notes in `progress` what the action changed and what a refusal has taught. Throws what it does
 * not understand.
 */
export async function act(action: Action, run: StepRun, progress: Progress): Promise<void> {
	if (action.do === 'create') return await create(action, run, progress);
	if (action.do !== 'end') progress.asCreated = undefined;
	switch (action.do) {
		case 'update':
			return await update(action, run, progress);
		case 'addMethods':
			return await addMethods(action, run, progress);
		case 'deleteMethods':
			return await deleteMethods(action.id, action.methodIds, run, progress);
		case 'end':
			return await end(action, run, progress);
		case 'lease':
			return await lease(action, run, progress);
		case 'await':
			return await awaitGrants(action, run, progress);
	}
}

async function update(
	{ id, name, startsAt, endsAt }: Of<'update'>,
	{ send }: StepRun,
	progress: Progress,
): Promise<void> {
	const times = { starts_at: startsAt, ends_at: endsAt };
	const body = withoutUndefined({ access_grant_id: id, name, ...times });
	await send({ endpoint: '/access_grants/update', body, effect: 'write' });
	setGrant(progress, id, (grant) => ({
		...grant,
		name: name ?? grant.name,
		startsAt: startsAt ?? grant.startsAt,
		endsAt: endsAt ?? grant.endsAt,
	}));
	changed(progress);
}

/** The time to read of the new PIN begins now, because it may have taken long to be ready. */
async function lease({ id }: Of<'lease'>, run: StepRun, progress: Progress): Promise<void> {
	const nowMs = Math.max(progress.situation.nowMs, Date.now());
	const endsAt = new Date(nowMs + progress.situation.leaseMs).toISOString();
	await update({ do: 'update', id, endsAt }, run, progress);
	progress.situation = toSituation({ ...progress.situation, nowMs });
}

async function end(
	{ id, isFirst }: Of<'end'>,
	{ send }: StepRun,
	progress: Progress,
): Promise<void> {
	await endGrant(send, id);
	const { situation, memo } = progress;
	const ended = situation.grants.filter((grant) => grant.id === id);
	if (isFirst) learn(progress, { endFirst: [...memo.endFirst, ...ended] });
	forget(progress, 'gone');
	setGrants(progress, (grants) => grants.filter((grant) => !ended.includes(grant)));
	changed(progress);
}

async function addMethods(
	{ id, modes, pin }: Of<'addMethods'>,
	run: StepRun,
	progress: Progress,
): Promise<void> {
	const { grants, wanted } = progress.situation;
	const isReplaced = grants.some((grant) => grant.id === id && isPinNotTaken(wanted, grant));
	try {
		await requestMethods(id, modes, pin, run, progress);
	} catch (error) {
		if (pin !== undefined && isPinTaken(error)) return refusePin(progress, pin);
		rethrow(error);
	}
	if (isReplaced) learn(progress, {}, pinNotTaken(wanted));
}

async function awaitGrants(
	{ what, ids }: Of<'await'>,
	run: StepRun,
	progress: Progress,
): Promise<void> {
	const [id = ''] = ids;
	const { wanted, nowMs } = progress.situation;
	const look = {
		ready: async () => await lookAt(run, progress, id, (grant) => readiness(grant, wanted.modes)),
		set: async () =>
			await lookAt(run, progress, id, (grant) => isPinSet(grant, nowMs) || undefined),
		gone: async () => await areGone(run, ids),
	}[what];
	const hasCome = (await look()) ?? (await awaitOutcome(look, run.limits)) ?? false;
	const late = what === 'set' && !hasCome ? [toProblem('old_pin_kept')] : [];
	learn(progress, { came: { ...progress.memo.came, [what]: hasCome } }, late);
}

/** Old access has ended for new one: a list that fails must not keep the new one away. */
async function areGone({ send }: StepRun, ids: readonly string[]): Promise<true | undefined> {
	try {
		return (await getGrantsById(send, ids)).length > 0 ? undefined : true;
	} catch (error) {
		return error instanceof CancelledError || error instanceof NotStartedError
			? rethrow(error)
			: undefined;
	}
}

/** Undefined as long as it can still become true. */
async function lookAt(
	run: StepRun,
	progress: Progress,
	id: string,
	judge: (grant: Grant) => boolean | undefined,
): Promise<boolean | undefined> {
	const grant = await withCodes(run.send, await readGrant(run, id));
	setGrant(progress, id, () => grant);
	return judge(grant);
}

function readiness(grant: Grant, modes: readonly string[]): boolean | undefined {
	// A lock with a PIN of its own works.
	const problems = findProblems(grant).filter(({ code }) => code !== 'requested_code_unavailable');
	if (isReady(grant, problems, modes)) return true;
	// The node does not wait for a card, because a person must encode or assign it.
	return grant.methods.some((method) => isForStaff(grant.record, method)) ? false : undefined;
}
