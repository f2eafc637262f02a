import { rethrow } from '../../errors/rethrow';
import { DUPLICATE_CODE, isAboutReservation } from '../../errors/refusals';
import { ActionFailedError, ServiceError, UnexpectedAnswerError } from '../../errors/errors';
import { takeObject } from '../../transport/readAnswer';
import { awaitOutcome } from '../../waiting/awaitOutcomes';
import type { WireObject } from '../../wire/records';
import { withoutUndefined } from '../../wire/withoutUndefined';
import type { Grant } from '../grants/grant';
import { isKeyOfGuest, toGrantKey } from '../grants/grantKey';
import { getGrantByKey, getGrantsById } from '../grants/readGrants';
import { pinNotTaken } from '../plan/planPin';
import type { Step } from '../plan/step';
import { isSameSpaces } from '../plan/wanted';
import type { Problem } from '../stays/problem';
import { findOrCreatePerson } from './writePerson';
import { restoreGrants } from './restoreGrants';
import { endGrant, isRequested, type StepResult, type StepRun } from './stepRun';

type Create = Extract<Step, { do: 'create' }>;

/** An access method in a request. */
interface RequestedMethod {
	mode: string;
	code?: string;
}

/** Thrown if another of our grants took the key after the node made its plan. */
export class GrantAppearedError extends Error {
	constructor(readonly grant: WireObject) {
		super('A grant with this key has appeared');
	}
}

/** The most keys to try for one stay: more than its room changes need. */
const MOST_PARTS = 20;

const INTERRUPTED = {
	code: 'access_interrupted',
	remedy: 'If the guest has already arrived, tell them as soon as the new PIN works.',
	keeps_door_closed: false,
};

/**
 * Creates a grant and returns its record. If other access had to end before and the creation fails,
 * gives it again.
 */
export async function createGrant(
	run: StepRun,
	step: Create,
	result: StepResult,
): Promise<WireObject> {
	try {
		return await createUnderFreeKey(run, step, result);
	} catch (error) {
		const hasEndedOthers = run.grants.some(({ id }) => result.endedGrantIds.includes(id));
		if (hasEndedOthers && !(error instanceof GrantAppearedError)) await restoreGrants(run, result);
		return rethrow(error);
	}
}

/** Tries the next key if one was used before, because a service may not allow a key twice. */
async function createUnderFreeKey(
	run: StepRun,
	step: Create,
	result: StepResult,
): Promise<WireObject> {
	const inUse = run.grants.map(({ key }) => key.part);
	let { person } = step;
	for (let part = 1; part <= MOST_PARTS; part++) {
		if (inUse.includes(part)) continue;
		const key = toGrantKey({ ...run.stay, part });
		await refuseSecondAccess(run, person);
		const created = await createUnderKey(run, { ...step, person }, key, result);
		if ('grant' in created) return created.grant;
		const existing = await getGrantByKey(run.send, key);
		if (existing) throw new GrantAppearedError(existing);
		if ('user_identity' in person) {
			person = await findOrCreatePerson(run, created.refusal, result);
			part -= 1;
		} else if (!isKeyTaken(created.refusal)) {
			throw created.refusal;
		}
	}
	throw new ActionFailedError(
		'All access grant keys for this reservation are already used',
		{},
		undefined,
		"Use another 'Reservation Key'.",
	);
}

/**
 * Throws GrantAppearedError if a person whom no known access names has access to this stay: a list
 * can lack a later part of it.
 */
async function refuseSecondAccess(run: StepRun, person: Create['person']): Promise<void> {
	if (!('user_identity_id' in person)) return;
	const { user_identity_id: id } = person;
	if (run.grants.some(({ records: { grant } }) => grant.user_identity_id === id)) return;
	const keys = (await run.grantsOfPerson(id)).map(({ access_grant_key: key }) => key);
	const own = [...keys, toGrantKey({ ...run.stay, part: 2 })].filter((key) =>
		isKeyOfGuest(run.stay, key),
	);
	for (const key of new Set(own)) {
		if (run.grants.some(({ records: { grant } }) => grant.access_grant_key === key)) continue;
		const grant = await getGrantByKey(run.send, String(key));
		if (grant) throw new GrantAppearedError(grant);
	}
}

type Created = { grant: WireObject } | { refusal: ServiceError };

/** How the reservation's own key is sent, and whether its other access had to end first. */
interface Form {
	withReservationKey: boolean;
	hasTriedBoth?: true;
	hasEndedOthers?: true;
}

async function createUnderKey(
	run: StepRun,
	step: Create,
	key: string,
	result: StepResult,
	form: Form = { withReservationKey: run.sendsReservationKey },
): Promise<Created> {
	try {
		return { grant: await create(run, step, key, form) };
	} catch (error) {
		if (!(error instanceof ServiceError) || ![400, 409, 422].includes(error.answer.status))
			return rethrow(error);
		if (step.pin !== undefined && DUPLICATE_CODE.test(error.answer.type)) {
			result.problems.push(...refusedPin(run, step.pin));
			return await createUnderKey(run, { ...step, pin: undefined }, key, result, form);
		}
		// Our own key can have any word in it.
		if (isAboutReservation(error.answer.serviceMessage.replaceAll(key, ''), error.answer.type))
			return await createAgainstRule(run, step, key, form, error, result);
		return { refusal: error };
	}
}

/**
 * The answer is 400 if the system requires or refuses the reservation key, and 409 if it allows
 * only one access at a time (docs/service.md#grants-12).
 */
async function createAgainstRule(
	run: StepRun,
	step: Create,
	key: string,
	form: Form,
	refusal: ServiceError,
	result: StepResult,
): Promise<Created> {
	if (refusal.answer.status === 400) {
		if (form.hasTriedBoth) throw refusal;
		const other = { withReservationKey: !form.withReservationKey, hasTriedBoth: true } as const;
		return await createUnderKey(run, step, key, result, { ...form, ...other });
	}
	// As long as another guest of the reservation has other doors, or a lock of the new rooms is
	// offline, ending this guest's access helps nobody.
	const isElsewhere = run.grantsOfOtherGuests.some((grant) => !isSameSpaces(grant, run.wanted));
	if (form.hasEndedOthers || isElsewhere || run.isNewLockOffline) throw refusal;
	for (const { id } of run.grants) await endGrant(run.send, id, result);
	if (result.endedGrantIds.length === 0) throw refusal;
	await awaitGone(run, result.endedGrantIds);
	if (run.grants.length > 0)
		result.problems.push({
			...INTERRUPTED,
			reason:
				'This reservation cannot have two access grants with different doors or dates, so the old grant ended before the new one was ready',
		});
	return await createUnderKey(run, step, key, result, { ...form, hasEndedOthers: true });
}

/**
 * Waits until ended grants are gone, but at most as long as the options say. Until then, they hold
 * their doors and PINs.
 */
async function awaitGone(
	run: Pick<StepRun, 'send' | 'limits'>,
	grantIds: readonly string[],
): Promise<void> {
	const look = async () =>
		(await getGrantsById(run.send, grantIds)).length > 0 ? undefined : true;
	if (!(await look())) await awaitOutcome(look, run.limits);
}

/** Waits in the same way until deleted PINs are off the locks. Returns what to tell a person. */
export async function awaitOff(
	run: Pick<StepRun, 'send' | 'limits'>,
	grants: readonly Grant[],
	methods: readonly WireObject[],
	isGuestInHouse: boolean,
): Promise<Problem[]> {
	const ids = methods.map(({ access_method_id: id }) => id);
	const look = async () => {
		const left = await getGrantsById(
			run.send,
			grants.map(({ id }) => id),
		);
		const isLeft = left.some(
			({ access_method_ids: own }) => Array.isArray(own) && own.some((id) => ids.includes(id)),
		);
		return isLeft ? undefined : true;
	};
	if (!(await look())) await awaitOutcome(look, run.limits);
	return isGuestInHouse && ids.length > 0
		? [
				{
					...INTERRUPTED,
					reason:
						'A door of the old rooms stays, so its PIN was taken off the lock before it was set again. The guest could not enter in between',
				},
			]
		: [];
}

/**
 * Creates the grant, and returns its record. Throws UnexpectedAnswerError if the answer is another
 * grant or has another end.
 */
async function create(
	{ send, stay, wanted }: StepRun,
	{ person, modes, pin }: Create,
	key: string,
	{ withReservationKey }: Form,
): Promise<WireObject> {
	const { spaceIds, name, startsAt, endsAt } = wanted;
	const endpoint = '/access_grants/create';
	const body = withoutUndefined({
		...person,
		access_grant_key: key,
		reservation_key: withReservationKey ? stay.reservationKey : undefined,
		name,
		starts_at: startsAt,
		ends_at: endsAt,
		space_ids: spaceIds,
		requested_access_methods: toRequested(modes, pin),
	});
	const answer = await send({ endpoint, body, effect: 'write' });
	const grant = takeObject(answer, 'access_grant');
	if (isRequested(grant, { key, endsAt })) return grant;
	throw new UnexpectedAnswerError(
		endpoint,
		grant.access_grant_key === key
			? 'The service created access with another end than requested'
			: 'The service answered with another access grant than requested',
		answer.requestId,
		'write',
	);
}

/** What to say if the service refuses a PIN, and is asked for another one. */
export const refusedPin = ({ wanted }: Pick<StepRun, 'wanted'>, pin: string): Problem[] =>
	wanted.pin?.code === pin ? pinNotTaken(wanted) : [];

/** The methods to request. Only the mode `code` has a PIN. */
export const toRequested = (modes: readonly string[], pin: string | undefined): RequestedMethod[] =>
	modes.map((mode) => (mode === 'code' && pin !== undefined ? { mode, code: pin } : { mode }));

const isKeyTaken = ({ answer: { status, type, serviceMessage, validationErrors } }: ServiceError) =>
	status === 409 ||
	/grant[ _]?key|already|duplicate|taken|unique/i.test(
		`${type} ${serviceMessage} ${Object.keys(validationErrors ?? {}).join(' ')}`,
	);
