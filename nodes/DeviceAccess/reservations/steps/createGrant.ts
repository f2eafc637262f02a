import { isAboutReservation } from '../../errors/refusals';
import { ActionFailedError, ServiceError } from '../../errors/errors';
import { takeObject } from '../../transport/readAnswer';
import { awaitOutcome } from '../../waiting/awaitOutcomes';
import { type WireObject, wireObjectsIn } from '../../wire/records';
import { withoutUndefined } from '../../wire/withoutUndefined';
import { getGrant } from '../grants/grantRecords';
import { toGrantKey } from '../grants/grantKey';
import type { Problem } from '../grants/problems';
import { type StepResult, endGrant, readGrant, type StepContext } from './stepContext';
import type { RequestedMethod } from '../stays/stayInput';
import { rethrow } from '../../errors/rethrow';

/** Thrown if another of our grants took the key after the node made its plan. */
export class GrantAppearedError extends Error {
	constructor(readonly grant: WireObject) {
		super('A grant with this key has appeared');
	}
}

/** The most keys to try for one stay: more than its room changes need. */
const MOST_PARTS = 20;

const GAP: Problem = {
	code: 'access_interrupted',
	reason:
		'This reservation cannot have two access grants with different doors or dates, so the old grant ended before the new one was ready',
	remedy: 'If the guest has already arrived, tell them as soon as the new PIN works.',
	keeps_door_closed: false,
};

/** Creates a grant and returns its ID. Tries the next key if one was used before, because a service may not allow a key twice. */
export async function createGrant(
	context: StepContext,
	pin: string | undefined,
	result: StepResult,
): Promise<string> {
	const inUse = context.found.map(({ key }) => key.part);
	let { person } = context;
	for (let part = 1; part <= MOST_PARTS; part++) {
		if (inUse.includes(part)) continue;
		const key = toGrantKey(context.stay.prefix, { ...context.stay, part });
		const grantId = await createWithKey({ ...context, person }, key, pin, result);
		if (grantId !== undefined) return grantId;
		const existing = await getGrant(context.send, key);
		if (existing) throw new GrantAppearedError(existing);
		if ('user_identity_id' in person) continue;
		// The refusal can be about the guest, because another item or execution may have created the person in the meantime.
		person = await context.findPerson();
		if ('user_identity_id' in person) part--;
	}
	throw new ActionFailedError(
		'All access grant keys for this reservation are already used',
		{},
		undefined,
		"Use another 'Reservation Key'.",
	);
}

/** The ID of the new grant, or undefined if the key was used before. */
async function createWithKey(
	context: StepContext,
	key: string,
	pin: string | undefined,
	result: StepResult,
): Promise<string | undefined> {
	try {
		const grantId = await create(context, key, pin, context.sendsReservationKey);
		await refuseOtherPin(context, grantId, pin, result);
		return grantId;
	} catch (error) {
		if (!(error instanceof ServiceError) || ![400, 409].includes(error.answer.status))
			return rethrow(error);
		if (isAboutReservation(error.answer.serviceMessage, error.answer.type))
			return await createAgainstRule(context, key, pin, error, result);
		return isKeyTaken(error) ? undefined : rethrow(error);
	}
}

/**
 * The answer is 400 if the system requires or refuses the reservation key, and 409 if it allows
 * only one access at a time (docs/service.md#grants-12).
 */
async function createAgainstRule(
	context: StepContext,
	key: string,
	pin: string | undefined,
	refusal: ServiceError,
	result: StepResult,
): Promise<string | undefined> {
	if (refusal.answer.status === 400) {
		if (context.hasTriedBothForms) throw refusal;
		return await createWithKey(
			{ ...context, sendsReservationKey: !context.sendsReservationKey, hasTriedBothForms: true },
			key,
			pin,
			result,
		);
	}
	if (context.hasEndedOthers) throw refusal;
	if (context.found.length > 0) result.notes.push(GAP);
	for (const { grantId } of context.found) await endGrant(context.send, grantId, result);
	if (result.endedGrantIds.length === 0) throw refusal;
	await awaitGone(context, result.endedGrantIds);
	return await createWithKey({ ...context, found: [], hasEndedOthers: true }, key, pin, result);
}

/** Waits until the grants are gone. Deletion takes time, and until it is complete, the grants still hold the doors of the reservation. */
async function awaitGone(
	{ send, limits }: StepContext,
	grantIds: readonly string[],
): Promise<void> {
	const look = async () => {
		const { body } = await send({
			endpoint: '/access_grants/list',
			body: { access_grant_ids: grantIds, limit: grantIds.length },
			effect: 'read',
		});
		return wireObjectsIn(body.access_grants).some(({ access_grant_id: id }) =>
			grantIds.includes(String(id)),
		)
			? undefined
			: true;
	};
	if (!(await look())) await awaitOutcome(look, limits);
}

async function create(
	{ send, stay, wanted, person }: StepContext,
	key: string,
	pin: string | undefined,
	withReservationKey: boolean,
): Promise<string> {
	const { places, name, startsAt, endsAt, modes } = wanted;
	const body = withoutUndefined({
		...person,
		access_grant_key: key,
		reservation_key: withReservationKey ? stay.reservationKey : undefined,
		name,
		starts_at: startsAt,
		ends_at: endsAt,
		space_ids: some(places.spaceIds),
		device_ids: some(places.deviceIds),
		acs_entrance_ids: some(places.entranceIds),
		requested_access_methods: toRequested(modes, pin),
	});
	const grant = takeObject(
		await send({ endpoint: '/access_grants/create', body, effect: 'write' }),
		'access_grant',
	);
	return String(grant.access_grant_id);
}

/** If 'If PIN Is Taken' is 'Fail' and the new grant has another PIN, deletes the grant and throws ActionFailedError. */
async function refuseOtherPin(
	context: StepContext,
	grantId: string,
	pin: string | undefined,
	result: StepResult,
): Promise<void> {
	if (!context.failsIfPinTaken || pin === undefined || context.wanted.pin?.code !== pin) return;
	const { access } = await readGrant(context, grantId);
	const codes = access.methods.flatMap(({ code }) => code ?? []);
	if (codes.length === 0 || codes.includes(pin)) return;
	await endGrant(context.send, grantId, result);
	throw new ActionFailedError(
		"Another code on one of the rooms' locks has this PIN, so no access was created",
		{ type: 'pin_taken' },
		undefined,
		"Choose another PIN, or set 'If PIN Is Taken' to 'Another PIN'.",
	);
}

/** The methods of a new grant. Only the mode `code` has a PIN. */
export const toRequested = (modes: readonly string[], pin: string | undefined): RequestedMethod[] =>
	modes.map((mode) => (mode === 'code' && pin !== undefined ? { mode, code: pin } : { mode }));

const some = (ids: readonly string[]) => (ids.length > 0 ? ids : undefined);

const isKeyTaken = ({ answer: { status, type, serviceMessage } }: ServiceError) =>
	status === 409 ||
	/grant[ _]?key|already|duplicate|taken|unique/i.test(`${type} ${serviceMessage}`);
