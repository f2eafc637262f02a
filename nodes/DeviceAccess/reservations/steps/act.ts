import {
	ConnectionError,
	isNotFound,
	mayHaveActed,
	rethrow,
	ServiceError,
	UnexpectedAnswerError,
} from '../../errors/errors';
import { getRecord } from '../../lists/getRecord';
import { takeObject } from '../../transport/httpCall';
import type { SendRequest } from '../../transport/request';
import { type WireObject, wireObjectsIn, withoutUndefined } from '../../wire/records';
import { awaitOutcome } from '../../waiting/awaitOutcomes';
import { type Grant, isBeingDeleted, toGrantKey } from '../grants/grant';
import { isPinSet } from '../grants/pins';
import { findProblems, isForStaff, isReady, opensWithoutCards } from '../grants/readiness';
import { getGrantsById, readGrant, toGrant, withCodes } from '../grants/readGrants';
import { CONTACTS, contactsLeftOut, contactsOf } from '../plan/person';
import { isPinNotTaken, pinNotTaken } from '../plan/pinProblems';
import { type Action, isSameTime, type NewAccess, toSituation } from '../plan/situation';
import { toProblem } from '../stays/problems';
import { stayKeyOf } from '../stays/stay';
import {
	changed,
	forget,
	learn,
	type Progress,
	refusePin,
	setGrant,
	setGrants,
	type StepRun,
} from './progress';
import { asBeingMade, deleteMethods, isPinTaken, requestMethods, toRequested } from './methods';
import { learnFrom, wasCreated } from './refusals';

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
			return await update(action, run, progress).catch((error: unknown) =>
				// What still follows a failure does not hide it.
				rethrow(progress.memo.failure?.error ?? error),
			);
		case 'addMethods':
			return await addMethods(action, run, progress);
		case 'deleteMethods':
			return await deleteMethods(action.id, action.methodIds, run, progress);
		case 'end':
			return await end(action, run, progress);
		case 'endSoon':
			return await endSoon(action, run, progress);
		case 'await':
			return await awaitGrants(action, run, progress);
		case 'fail':
			return rethrow(action.error);
	}
}

/** An error is thrown only after what is left for the guest: old access that had to end first is given again. */
async function create({ access }: Of<'create'>, run: StepRun, progress: Progress): Promise<void> {
	const { failure, endedFirst } = progress.memo;
	try {
		const created = await tryToCreate(access, run, progress);
		if (!created) return;
		const { situation } = progress;
		const isOfBooking = access.name === situation.booked.name;
		progress.situation = toSituation({
			...situation,
			grants: [...situation.grants, created],
			createdId: isOfBooking ? created.id : situation.createdId,
			// The service may have set the start to the time of creation.
			nowMs: Math.max(situation.nowMs, Date.now()),
		});
		forget(progress, 'ready', 'set');
	} catch (error) {
		if (endedFirst.length === 0 || !(await wasCreated(access, error, run, progress))) {
			if (!failure) return learn(progress, { failure: { error } });
			learn(progress, {}, [toProblem('no_access')]);
			return rethrow(failure.error);
		}
	}
	if (failure) learn(progress, {}, [toProblem('access_restored')]);
}

/** Undefined if a refusal taught something, so that it is worth another try. */
async function tryToCreate(
	access: NewAccess,
	run: StepRun,
	progress: Progress,
): Promise<Grant | undefined> {
	const { memo, situation } = progress;
	const sendsKey = memo.sendsReservationKey ?? (await run.acceptsReservationKey());
	let record: WireObject;
	try {
		record = await requestAccess(access, sendsKey, run);
	} catch (error) {
		if (!(error instanceof ServiceError)) return rethrow(error);
		await learnFrom(error, access, sendsKey, run, progress);
		return undefined;
	}
	changed(progress);
	if ('user_identity' in access.person && memo.areContactsRefused)
		learn(
			progress,
			{},
			contactsLeftOut(CONTACTS.filter((one) => one in contactsOf(situation.wanted.guest))),
		);
	const known = [memo.person, ...situation.grants.map(({ person }) => person)];
	const requested = asBeingMade(wireObjectsIn(record.requested_access_methods));
	const beingMade = { ...record, requested_access_methods: requested };
	const made = toGrant(run.stay.prefix, beingMade, {
		user_identities: known.filter((person) => person !== undefined),
	});
	const isClear = wireObjectsIn(record.errors).length === 0;
	progress.asCreated = isClear ? record : undefined;
	return isClear ? made : await readOr(made, run);
}

/** Throws UnexpectedAnswerError if the answer is another grant or has another end. */
async function requestAccess(
	{ person, name, startsAt, endsAt, spaceIds, modes, pin, part }: NewAccess,
	sendsKey: boolean,
	{ send, stay }: StepRun,
): Promise<WireObject> {
	const endpoint = '/access_grants/create';
	const key = toGrantKey({ ...stay, part });
	const body = withoutUndefined({
		...person,
		access_grant_key: key,
		// With its prefix, because two booking systems can use the same number.
		reservation_key: sendsKey ? stayKeyOf(stay) : undefined,
		name,
		starts_at: startsAt,
		ends_at: endsAt ?? undefined,
		space_ids: spaceIds,
		requested_access_methods: toRequested(modes, pin),
	});
	const answer = await send({ endpoint, body, effect: 'write' });
	const grant = takeObject(answer, 'access_grant');
	const end = typeof grant.ends_at === 'string' ? grant.ends_at : null;
	const isSameEnd = endsAt === null ? end === null : isSameTime(endsAt, end);
	if (grant.access_grant_key === key && isSameEnd) return grant;
	throw new UnexpectedAnswerError(
		answer,
		grant.access_grant_key === key
			? 'The service created access with another end than requested'
			: 'The service answered with another access grant than requested',
	);
}

/** What was created counts, although it cannot be read. */
async function readOr(made: Grant, run: StepRun): Promise<Grant> {
	try {
		return await readGrant(run, made.id);
	} catch (error) {
		return error instanceof ServiceError || error instanceof ConnectionError
			? made
			: rethrow(error);
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

/**
 * The time to read of the new PIN begins now, because it may have taken long to be ready. It never
 * lasts longer than the stay, or than the old access did.
 */
async function endSoon({ id }: Of<'endSoon'>, run: StepRun, progress: Progress): Promise<void> {
	const { situation } = progress;
	const nowMs = Math.max(situation.nowMs, Date.now());
	const old = situation.grants.find((grant) => grant.id === id);
	const latest = [situation.wanted.endsAt, old?.endsAt].map((at) => Date.parse(at ?? ''));
	const known = latest.filter((atMs) => !Number.isNaN(atMs));
	const endsMs = Math.min(nowMs + situation.keepOldRoomsMs, ...known);
	progress.situation = toSituation({ ...situation, nowMs });
	// One has passed during the wait, so next ends what still opens.
	if (endsMs <= nowMs) return;
	try {
		await update({ do: 'update', id, endsAt: new Date(endsMs).toISOString() }, run, progress);
	} catch (error) {
		// Somebody has ended it meanwhile.
		if (!isNotFound(error, 'access_grant')) rethrow(error);
		setGrants(progress, (grants) => grants.filter((grant) => grant.id !== id));
	}
}

async function end(
	{ id, isFirst }: Of<'end'>,
	{ send }: StepRun,
	progress: Progress,
): Promise<void> {
	await endGrant(send, id);
	const { situation, memo } = progress;
	const ended = situation.grants.filter((grant) => grant.id === id);
	const wasInTheWay = memo.toEndFirst.includes(id);
	if (isFirst) learn(progress, { toEndFirst: [...memo.toEndFirst, id] });
	if (isFirst || wasInTheWay) learn(progress, { endedFirst: [...memo.endedFirst, ...ended] });
	if (wasInTheWay && !memo.problems.some(({ code }) => code === 'access_interrupted'))
		learn(progress, {}, [toProblem('access_interrupted')]);
	forget(progress, 'gone');
	setGrants(progress, (grants) => grants.filter((grant) => !ended.includes(grant)));
	changed(progress);
}

/**
 * One that is already gone counts as ended. After an unclear answer, the request is sent once more,
 * and then the node looks, because a guest whose old access had to end first would have none until
 * the next execution.
 */
export async function endGrant(send: SendRequest, grantId: string): Promise<void> {
	try {
		await deleteGrant(send, grantId);
	} catch (error) {
		if (!mayHaveActed(error)) rethrow(error);
		await deleteGrant(send, grantId).catch(
			async (again: unknown) => (await isGone(send, grantId)) || rethrow(again),
		);
	}
}

/** False if nobody can tell. Not from a list, which can lack what is new. */
async function isGone(send: SendRequest, id: string): Promise<boolean> {
	try {
		const body = { access_grant_id: id };
		const grant = await getRecord(send, '/access_grants/get', 'access_grant', body);
		return grant === undefined || isBeingDeleted(grant);
	} catch {
		return false;
	}
}

async function deleteGrant(send: SendRequest, grantId: string): Promise<void> {
	try {
		await send({
			endpoint: '/access_grants/delete',
			body: { access_grant_id: grantId },
			effect: 'write',
		});
	} catch (error) {
		if (!isNotFound(error, 'access_grant')) rethrow(error);
	}
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

async function awaitGrants(action: Of<'await'>, run: StepRun, progress: Progress): Promise<void> {
	const { what } = action;
	const look =
		what === 'gone'
			? async () => await areGone(run, progress.memo.toEndFirst)
			: async () => await lookAt(action.id, what, run, progress);
	const later = async () => await awaitOutcome(look, run.limits);
	const seen = await look().then(
		async (first) => first ?? (await later()),
		// A failure can pass. If it does not, the last look says it.
		async () => (await later()) ?? (await look()),
	);
	const hasCome = seen ?? false;
	const late = what === 'set' && !hasCome ? [toProblem('old_pin_kept')] : [];
	learn(progress, { came: { ...progress.memo.came, [what]: hasCome } }, late);
}

/** Old access has ended for new one: a list that fails must not keep the new one away. */
async function areGone({ send }: StepRun, ids: readonly string[]): Promise<true | undefined> {
	try {
		return (await getGrantsById(send, ids)).length > 0 ? undefined : true;
	} catch {
		return undefined;
	}
}

/** Undefined as long as it can still become true. */
async function lookAt(
	id: string,
	what: 'ready' | 'set',
	run: StepRun,
	progress: Progress,
): Promise<boolean | undefined> {
	const grant = await withCodes(run.send, await readGrant(run, id));
	setGrant(progress, id, () => grant);
	const { wanted, nowMs } = progress.situation;
	return what === 'set' ? isPinSet(grant, nowMs) || undefined : readiness(grant, wanted.modes);
}

function readiness(grant: Grant, modes: readonly string[]): boolean | undefined {
	// A lock with a PIN of its own works.
	const problems = findProblems(grant).filter(({ code }) => code !== 'requested_code_unavailable');
	if (isReady(grant, problems, modes)) return true;
	const cards = grant.methods.filter((method) => isForStaff(grant.record, method));
	if (cards.length === 0) return undefined;
	// The node does not wait for a card, because a person must encode or assign it.
	return (
		opensWithoutCards(grant, problems, modes) ||
		(cards.length < grant.methods.length ? undefined : false)
	);
}
