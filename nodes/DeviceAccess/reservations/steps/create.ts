import {
	ActionFailedError,
	DUPLICATE_CODE,
	isAboutReservation,
	rethrow,
	ServiceError,
	UnexpectedAnswerError,
} from '../../errors/errors';
import { takeObject } from '../../transport/httpCall';
import { type WireObject, wireObjectsIn, withoutUndefined } from '../../wire/records';
import { type Grant, isKeyOfGuest, toGrantKey } from '../grants/grant';
import { getGrantByKey, readRelated, toGrant } from '../grants/readGrants';
import { diff } from '../plan/diff';
import {
	type Action,
	type NewAccess,
	isInHouse,
	isSameSpaces,
	isSameTime,
	newOfflineLocks,
} from '../plan/situation';
import { toProblem } from '../stays/problems';
import {
	changed,
	learn,
	type Progress,
	readGrant,
	refusePin,
	setFound,
	setGrants,
	type StepRun,
} from './progress';
import { contactsOf, createPerson, findPerson, type FoundPerson } from './writePerson';

interface RequestedMethod {
	mode: string;
	code?: string;
}

/**
 * Notes what a refusal teaches. Once old access had to end first, no error is thrown before that
 * was given again.
 */
export async function create(
	{ access, isOwn, isAgain }: Extract<Action, { do: 'create' }>,
	run: StepRun,
	progress: Progress,
): Promise<void> {
	try {
		const isCreated = await tryToCreate(access, run, progress);
		if (isCreated && isAgain) learn(progress, {}, [toProblem('access_restored')]);
		if (isCreated && isOwn) setFound(progress, { ownId: progress.createdId });
	} catch (error) {
		if (isAgain) return learn(progress, { endFirst: [] }, [toProblem('no_access')]);
		if (progress.memo.endFirst.length === 0) return rethrow(error);
		learn(progress, { failure: { error } });
	}
}

/** False if the refusal taught something, so that it is worth another try. */
async function tryToCreate(access: NewAccess, run: StepRun, progress: Progress): Promise<boolean> {
	const { part } = access;
	const { memo, situation } = progress;
	// Other keys do not help, so the key is not the reason.
	if (part === undefined) return rethrow(memo.refusal ?? allKeysUsed());
	const key = toGrantKey({ ...run.stay, part });
	const sendsKey = memo.sendsReservationKey ?? (await run.acceptsReservationKey());
	const reservationKey = sendsKey ? run.stay.reservationKey : undefined;
	let record: WireObject;
	try {
		record = await send(access, key, reservationKey, run);
	} catch (error) {
		if (!(error instanceof ServiceError && teaches(error, access))) return rethrow(error);
		await learnFrom(error, { access, key, part, sendsKey }, run, progress);
		return false;
	}
	const createdId = String(record.access_grant_id);
	progress.createdId = createdId;
	changed(progress);
	const isClear = memo.endFirst.length === 0 && wireObjectsIn(record.errors).length === 0;
	progress.created = isClear ? record : undefined;
	const known = [memo.personRecord, ...situation.grants.map(({ person }) => person)];
	const people = known.filter((person) => person !== undefined);
	const grant = progress.created
		? toGrant(run.stay.prefix, asBeingMade(record, situation.nowMs), { user_identities: people })
		: await readGrant(run, createdId);
	setGrants(progress, (grants) => [...grants, grant]);
	return true;
}

const allKeysUsed = () =>
	new ActionFailedError(
		'All access grant keys for this reservation are already used',
		{},
		undefined,
		"Use another 'Reservation Key'.",
	);

/** What the service fails to do with a contact, it may do without. */
const teaches = ({ answer: { status } }: ServiceError, { person }: NewAccess): boolean =>
	[400, 409, 422].includes(status) ||
	(status >= 500 && 'user_identity' in person && contactsOf(person.user_identity).length > 0);

/** Until they are read, the methods of a new grant count as being made. */
const asBeingMade = (record: WireObject, nowMs: number): WireObject => ({
	...record,
	requested_access_methods: wireObjectsIn(record.requested_access_methods).map((request) => ({
		...request,
		created_at: new Date(nowMs).toISOString(),
		created_access_method_ids: [],
	})),
});

/** Throws a refusal that teaches nothing. */
async function learnFrom(
	refusal: ServiceError,
	{
		access,
		key,
		part,
		sendsKey,
	}: { access: NewAccess; key: string; part: number; sendsKey: boolean },
	run: StepRun,
	progress: Progress,
): Promise<void> {
	const { status, type, serviceMessage } = refusal.answer;
	const { memo, situation } = progress;
	if (access.pin !== undefined && DUPLICATE_CODE.test(type)) return refusePin(progress, access.pin);
	// Our own key can have any word in it.
	if (isAboutReservation(serviceMessage.replaceAll(key, ''), type)) {
		// 400: the system requires or refuses the key. 409: it allows one access (docs/service.md#grants-12).
		if (status === 400 && memo.sendsReservationKey === undefined)
			return learn(progress, { sendsReservationKey: !sendsKey });
		if (status !== 409 || !mayEndFirst(run, progress)) throw refusal;
		return learn(progress, { endFirst: situation.grants }, [
			toProblem('access_interrupted', {
				why: 'This reservation cannot have two access grants with different doors or dates, so the old grant ended before the new one was ready',
			}),
		]);
	}
	const isInline = 'user_identity' in access.person;
	const known = isInline ? await findPerson(run.send, refusal, situation) : undefined;
	if (known && 'user_identity_id' in known.person) return await learnPerson(known, run, progress);
	const existing = await getGrantByKey(run.send, key);
	if (existing && (await appear(existing, run, progress))) return;
	if (known) return await learnPerson(await createPerson(run.send, known), run, progress);
	if (!existing && !isKeyTaken(refusal)) throw refusal;
	learn(progress, { usedParts: [...memo.usedParts, part], refusal });
}

/**
 * As long as another guest of the reservation has other doors, or a lock of the new rooms is offline,
 * ending this guest's access helps nobody.
 */
function mayEndFirst({ grantsOfOtherGuests }: StepRun, { situation, memo }: Progress): boolean {
	const { grants, wanted, nowMs } = situation;
	return (
		memo.endFirst.length === 0 &&
		grants.length > 0 &&
		grantsOfOtherGuests.every((grant) => isSameSpaces(grant, wanted)) &&
		!grants.some(
			(grant) => isInHouse(wanted, grant, nowMs) && newOfflineLocks(situation, grant).length > 0,
		)
	);
}

/** False if the access is gone by now, or known. */
async function appear(record: WireObject, run: StepRun, progress: Progress): Promise<boolean> {
	const isKnown = ({ id }: Grant) => id === record.access_grant_id;
	const read = progress.situation.grants.some(isKnown)
		? []
		: await readRelated(run.send, run.stay.prefix, [record]);
	if (read.length === 0) return false;
	progress.situation = await run.observe([...progress.situation.grants, ...read]);
	progress.diff = diff(progress.situation);
	return true;
}

/** A list can lack a later part of the access of a person who was made for this stay. */
async function learnPerson(
	{ person, record, problems, withContact }: FoundPerson,
	run: StepRun,
	progress: Progress,
): Promise<void> {
	learn(progress, { person, personRecord: record }, problems);
	setFound(progress, { withContact });
	if (!record || !progress.situation.ownKeys.includes(String(record.user_identity_key))) return;
	const listed = await run.grantsOfPerson(String(record.user_identity_id));
	const keys = listed.map(({ access_grant_key: key }) => key);
	const known = progress.situation.grants.map(({ record }) => record.access_grant_key);
	const own = [...keys, toGrantKey({ ...run.stay, part: 2 })].filter(
		(key) => isKeyOfGuest(run.stay, key) && !known.includes(key),
	);
	for (const key of new Set(own)) {
		const grant = await getGrantByKey(run.send, String(key));
		if (grant) await appear(grant, run, progress);
	}
}

/** Throws UnexpectedAnswerError if the answer is another grant or has another end. */
async function send(
	{ person, name, startsAt, endsAt, spaceIds, modes, pin }: NewAccess,
	key: string,
	reservationKey: unknown,
	run: StepRun,
): Promise<WireObject> {
	const endpoint = '/access_grants/create';
	const body = withoutUndefined({
		...person,
		access_grant_key: key,
		reservation_key: reservationKey,
		name,
		starts_at: startsAt,
		ends_at: endsAt ?? undefined,
		space_ids: spaceIds,
		requested_access_methods: toRequested(modes, pin),
	});
	const answer = await run.send({ endpoint, body, effect: 'write' });
	const grant = takeObject(answer, 'access_grant');
	const end = typeof grant.ends_at === 'string' ? grant.ends_at : null;
	const isSameEnd = endsAt === null ? end === null : isSameTime(endsAt, end);
	if (grant.access_grant_key === key && isSameEnd) return grant;
	throw new UnexpectedAnswerError(
		endpoint,
		grant.access_grant_key === key
			? 'The service created access with another end than requested'
			: 'The service answered with another access grant than requested',
		answer.requestId,
		'write',
	);
}

export const toRequested = (modes: readonly string[], pin: string | undefined): RequestedMethod[] =>
	modes.map((mode) => (mode === 'code' && pin !== undefined ? { mode, code: pin } : { mode }));

const isKeyTaken = ({ answer: { status, type, serviceMessage, validationErrors } }: ServiceError) =>
	status === 409 ||
	/grant[ _]?key|already|duplicate|taken|unique/i.test(
		`${type} ${serviceMessage} ${Object.keys(validationErrors ?? {}).join(' ')}`,
	);
