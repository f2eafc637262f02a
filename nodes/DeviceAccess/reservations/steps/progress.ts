import type { SendRequest } from '../../transport/request';
import type { WaitLimits } from '../../waiting/awaitOutcomes';
import type { WireObject } from '../../wire/records';
import type { Grant } from '../grants/grant';
import { pinNotTaken } from '../plan/pinProblems';
import type { Diff } from '../plan/diff';
import { type Awaited, type Memo, type Situation, toSituation } from '../plan/situation';
import type { Problem } from '../stays/problems';
import type { StayKey } from '../stays/stay';

export interface StepRun {
	/** Neither Stop nor the failure of another item holds it back. */
	send: SendRequest;
	limits: WaitLimits;
	stay: StayKey;
	acceptsReservationKey: () => Promise<boolean>;
	/** Locks and entrances in the wanted rooms. */
	doors: () => Promise<readonly WireObject[]>;
}

/** Up to date even after a failure. */
export interface Progress {
	situation: Situation;
	memo: Memo;
	/** What differed before the first change, also what only a refusal has shown. */
	firstDiff: Diff;
	/** The created access as the service returned it, if nothing has changed since. */
	asCreated?: WireObject;
}

export function learn(
	progress: Progress,
	learned: Partial<Memo>,
	problems: readonly Problem[] = [],
): void {
	const { memo } = progress;
	progress.memo = { ...memo, ...learned, problems: [...memo.problems, ...problems] };
}

export const changed = (progress: Progress): void => learn(progress, { hasChanged: true });

/** Leaves the PIN to the service from now on, and says so if it was the wanted one. */
export const refusePin = (progress: Progress, pin: string): void => {
	const { wanted } = progress.situation;
	learn(progress, { isPinRefused: true }, wanted.pin?.code === pin ? pinNotTaken(wanted) : []);
};

/** What came once must come again after what was changed. */
export function forget(progress: Progress, ...what: readonly Awaited[]): void {
	const came = { ...progress.memo.came };
	for (const one of what) delete came[one];
	learn(progress, { came });
}

export const setGrants = (progress: Progress, set: (grants: readonly Grant[]) => Grant[]): void => {
	const { situation } = progress;
	progress.situation = toSituation({ ...situation, grants: set(situation.grants) });
};

export const setGrant = (progress: Progress, id: string, set: (grant: Grant) => Grant): void =>
	setGrants(progress, (grants) => grants.map((grant) => (grant.id === id ? set(grant) : grant)));
