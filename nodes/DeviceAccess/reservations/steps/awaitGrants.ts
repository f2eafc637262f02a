import { awaitOutcome } from '../../waiting/awaitOutcomes';
import type { Grant } from '../grants/grant';
import { findProblems } from '../grants/problems';
import { getGrantsById, withCodes } from '../grants/readGrants';
import { isForStaff, isReady } from '../grants/readiness';
import { type Action, waitName } from '../plan/situation';
import { wantedOfCurrent } from '../plan/accessToKeep';
import type { Problem } from '../stays/problem';
import { learn, type Progress, readGrant, setGrant, type StepRun } from './stepRun';

const NOT_READY_YET: Problem = {
	code: 'old_access_kept',
	reason: 'The new access is not ready yet, so the old access was kept',
	remedy: 'Execute the node again. It removes the old access once the new one is ready.',
	keeps_door_closed: false,
};

/** Waits at most as long as the options say, and notes whether it came. */
export async function awaitGrants(
	{ what, ids }: Extract<Action, { do: 'await' }>,
	run: StepRun,
	progress: Progress,
): Promise<void> {
	const look = {
		made: async () => await lookAt(run, progress, ids, isMade),
		ready: async () => await lookAt(run, progress, ids, (grant) => readiness(grant, progress)),
		off: async () => await areOff(run, progress, ids),
		gone: async () => ((await getGrantsById(run.send, ids)).length > 0 ? undefined : true),
	}[what];
	const hasCome = (await look()) ?? (await awaitOutcome(look, run.limits)) ?? false;
	const isKept = !hasCome && (what === 'made' || what === 'ready');
	const waited = new Map(progress.memo.waited).set(waitName(what, ids), hasCome);
	learn(progress, { waited }, isKept ? [NOT_READY_YET] : []);
}

/** Undefined as long as it can still become true. */
type Look = (grant: Grant) => boolean | undefined;

async function lookAt(
	run: StepRun,
	progress: Progress,
	[id = '']: readonly string[],
	judge: Look,
): Promise<boolean | undefined> {
	const grant = await withCodes(run.send, await readGrant(run, id));
	setGrant(progress, id, () => grant);
	return judge(grant);
}

const isMade: Look = ({ hasErrors, methods }) =>
	hasErrors || methods.some(({ mode }) => mode === 'code') || undefined;

function readiness(grant: Grant, { situation }: Progress): boolean | undefined {
	const { records } = grant;
	// A lock with a PIN of its own works.
	const problems = findProblems(records).filter(
		({ code }) => code !== 'requested_code_unavailable',
	);
	if (isReady(records, problems, wantedOfCurrent(situation, grant).modes)) return true;
	// The node does not wait for a card, because a person must encode or assign it.
	return records.methods.some((method) => isForStaff(records.grant, method)) ? false : undefined;
}

/** True once the methods that are being removed are off the locks. Until then, they hold their PINs. */
async function areOff(
	{ send }: StepRun,
	{ situation }: Progress,
	ids: readonly string[],
): Promise<true | undefined> {
	const kept = situation.grants
		.filter(({ id }) => ids.includes(id))
		.flatMap(({ methods }) => methods.map(({ id }) => id));
	const left = await getGrantsById(send, ids);
	return left.some(
		({ access_method_ids: own }) =>
			Array.isArray(own) && own.some((id) => !kept.includes(String(id))),
	)
		? undefined
		: true;
}
