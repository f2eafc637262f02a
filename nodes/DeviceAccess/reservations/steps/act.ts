import {
	CancelledError,
	DUPLICATE_CODE,
	isNotFound,
	NotStartedError,
	rethrow,
	ServiceError,
} from '../../errors/errors';
import { isSetOnLock, type WireObject, wireObjectsIn, withoutUndefined } from '../../wire/records';
import type { Grant } from '../grants/grant';
import { currentPin, pinsOf } from '../grants/pins';
import { type Action, waitedFor, waitName } from '../plan/situation';
import { systemClock } from '../../transport/clock';
import { codesOf } from '../plan/pin';
import { toProblem } from '../stays/problems';
import { create, toRequested } from './create';
import {
	changed,
	endGrant,
	forgetReadiness,
	learn,
	notePins,
	type Progress,
	readGrant,
	refusePin,
	setGrant,
	setGrants,
	type StepRun,
} from './progress';
import { awaitOutcome } from '../../waiting/awaitOutcomes';
import { findProblems, isForStaff, isReady } from '../grants/problems';
import { getGrantsById, withCodes } from '../grants/readGrants';

type Of<Name extends Action['do']> = Extract<Action, { do: Name }>;

/**
 * Notes in `progress` what the action changed and what a refusal has taught. Throws what it does
 * not understand.
 */
export async function act(action: Action, run: StepRun, progress: Progress): Promise<void> {
	notePins(progress);
	if (action.do === 'create') return await create(action, run, progress);
	if (action.do !== 'end') progress.created = undefined;
	switch (action.do) {
		case 'update':
			return await update(action, run, progress);
		case 'addMethods':
			return await addMethods(action, run, progress);
		case 'deleteMethods':
			return await deleteMethods(action, run, progress);
		case 'end':
			await endGrant(run.send, action.id);
			if (action.isFirst) endedFirst(progress, action.id);
			setGrants(progress, (grants) => grants.filter(({ id }) => id !== action.id));
			return changed(progress);
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

/** From now on, because the execution may have begun long ago. */
async function lease({ id }: Of<'lease'>, run: StepRun, progress: Progress): Promise<void> {
	const { nowMs, leaseMs } = progress.situation;
	const endsAt = new Date(Math.max(nowMs, Date.now()) + leaseMs).toISOString();
	await update({ do: 'update', id, endsAt }, run, progress);
	learn(progress, { leased: [...progress.memo.leased, id] });
}

function endedFirst(progress: Progress, id: string): void {
	const ended = progress.situation.grants.filter((grant) => grant.id === id);
	learn(progress, { endFirst: [...progress.memo.endFirst, ...ended] });
}

async function addMethods(
	{ id, modes, pin, replaces }: Of<'addMethods'>,
	{ send, limits }: StepRun,
	progress: Progress,
): Promise<void> {
	const requested = toRequested(modes, pin);
	const body = { access_grant_id: id, requested_access_methods: requested };
	const { memo, situation } = progress;
	try {
		await send({ endpoint: '/access_grants/request_access_methods', body, effect: 'write' });
	} catch (error) {
		if (isDuplicate(error)) {
			if (pin !== undefined && !replaces) return refusePin(progress, pin);
		} else if (replaces && isConflict(error)) {
			// Whatever else the service refuses, the old PIN must stay.
			if (replaces.length > 0 && allowsOnlyOnePin(error))
				return learn(progress, { hasOnePin: true });
			if (waitedFor(memo, 'free', [{ id }]) === undefined)
				return await pause(progress, id, limits.firstIntervalMs);
		}
		const grant = situation.grants.find((one) => one.id === id);
		if (memo.hasChanged && modes.includes('code') && grant && codesOf(grant).length === 0)
			learn(progress, {}, [toProblem('no_pin')]);
		return rethrow(error);
	}
	if (replaces) {
		const replaced = new Map(memo.replaced).set(id, replaces);
		learn(progress, { replaced }, replaces.length > 0 ? [] : [toProblem('pin_interrupted')]);
	}
	const requestedAt = new Date(progress.situation.nowMs).toISOString();
	setGrant(progress, id, (grant) => {
		const before = wireObjectsIn(grant.record.requested_access_methods);
		const added = requested.map((one) => ({ ...one, created_at: requestedAt }));
		return {
			...withRequests(grant, [...before, ...added]),
			requestedCodes: [...grant.requestedCodes, ...(pin === undefined ? [] : [pin])],
		};
	});
	forgetReadiness(progress, id);
	changed(progress);
}

const isDuplicate = (error: unknown): error is ServiceError =>
	error instanceof ServiceError && DUPLICATE_CODE.test(error.answer.type);

const isConflict = (error: unknown): error is ServiceError =>
	error instanceof ServiceError && error.answer.status === 409;

/** Words for a second PIN that a grant cannot have (docs/service.md#grants-18). */
const ONLY_ONE =
	/\b(?:pin|code|method)s?\b[^.]*\bexists?\b|\b(?:already has|only one|at most one|more than one)\b[^.]*\b(?:pin|code|method)s?\b/i;

const allowsOnlyOnePin = ({ answer: { type, serviceMessage } }: ServiceError): boolean =>
	ONLY_ONE.test(`${type.replaceAll('_', ' ')} ${serviceMessage}`);

/** A conflict may pass: the same action comes once more. */
async function pause(progress: Progress, id: string, forMs: number): Promise<void> {
	await systemClock.sleep(forMs);
	noteWait(progress, 'free', [id], true);
}

async function deleteMethods(
	{ id, methodIds, says }: Of<'deleteMethods'>,
	{ send }: StepRun,
	progress: Progress,
): Promise<void> {
	for (const methodId of methodIds) {
		const body = { access_method_id: methodId };
		try {
			await send({ endpoint: '/access_methods/delete', body, effect: 'write' });
		} catch (error) {
			// The service may have removed a backup code together with the PIN that it replaced.
			if (!isNotFound(error, 'access_method')) rethrow(error);
		}
	}
	setGrant(progress, id, (grant) => withoutMethods(grant, methodIds));
	forgetReadiness(progress, id);
	if (says) learn(progress, {}, [says]);
	changed(progress);
}

function withoutMethods(grant: Grant, ids: readonly string[]): Grant {
	const methods = grant.methods.filter((one) => !ids.includes(one.access_method_id));
	const modes = grant.methods.filter((one) => !methods.includes(one)).map(({ mode }) => mode);
	// Otherwise, what was made for a request looks as if it were still being made.
	const fulfilled = wireObjectsIn(grant.record.requested_access_methods).map((request) =>
		modes.includes(String(request.mode)) ? { ...request, created_access_method_ids: ids } : request,
	);
	return {
		...withRequests(grant, fulfilled),
		methods,
		pin: currentPin(methods),
		pinCount: pinsOf(methods).length,
	};
}

const withRequests = (grant: Grant, requests: readonly WireObject[]): Grant => ({
	...grant,
	record: { ...grant.record, requested_access_methods: requests },
});

async function awaitGrants(
	{ what, ids, replaces = [], says }: Of<'await'>,
	run: StepRun,
	progress: Progress,
): Promise<void> {
	const look = {
		made: async () => await lookAt(run, progress, ids, isMade),
		ready: async () =>
			await lookAt(run, progress, ids, (grant) => readiness(grant, progress), true),
		set: async () => await lookAt(run, progress, ids, (grant) => isSet(grant, replaces), true),
		gone: async () => await areGone(run, ids),
	}[what];
	const hasCome = (await look()) ?? (await awaitOutcome(look, run.limits)) ?? false;
	noteWait(progress, what, ids, hasCome);
	if (!hasCome && says) learn(progress, {}, [says]);
	for (const id of what === 'set' ? ids : [])
		learn(progress, { replaced: new Map(progress.memo.replaced).set(id, replaces) });
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

const noteWait = (progress: Progress, what: string, ids: readonly string[], hasCome: boolean) =>
	learn(progress, { waited: new Map(progress.memo.waited).set(waitName(what, ids), hasCome) });

/** Undefined as long as it can still become true. */
async function lookAt(
	run: StepRun,
	progress: Progress,
	[id = '']: readonly string[],
	judge: (grant: Grant) => boolean | undefined,
	needsCodes = false,
): Promise<boolean | undefined> {
	const read = await readGrant(run, id);
	const grant = needsCodes ? await withCodes(run.send, read) : read;
	setGrant(progress, id, () => grant);
	return judge(grant);
}

/**
 * True if a PIN besides those that it replaces is issued, and on every lock that has one of them. A
 * method can be issued before its PIN is on its locks.
 */
function isSet({ methods, codes = [] }: Grant, replaces: readonly string[]): true | undefined {
	const ofCode = methods.filter(({ mode }) => mode === 'code');
	const old = ofCode.filter(({ access_method_id: id }) => replaces.includes(id));
	const issued = ofCode.filter((one) => !old.includes(one) && one.is_issued === true);
	const areOnLocks = (some: readonly Grant['methods'][number][]) =>
		codes
			.filter(({ code, status }) => status !== 'removing' && some.some((one) => one.code === code))
			.map((code) => isSetOnLock(code));
	const isLate = areOnLocks(old).includes(true) && areOnLocks(issued).includes(false);
	return (issued.length > 0 && !isLate) || undefined;
}

const isMade = (grant: Grant) => grant.hasErrors || codesOf(grant).length > 0 || undefined;

function readiness(grant: Grant, { situation }: Progress): boolean | undefined {
	// A lock with a PIN of its own works.
	const problems = findProblems(grant).filter(({ code }) => code !== 'requested_code_unavailable');
	if (isReady(grant, problems, situation.wanted.modes)) return true;
	// The node does not wait for a card, because a person must encode or assign it.
	return grant.methods.some((method) => isForStaff(grant.record, method)) ? false : undefined;
}
