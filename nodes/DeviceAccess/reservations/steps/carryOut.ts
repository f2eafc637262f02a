import { rethrow } from '../../errors/rethrow';
import { DUPLICATE_CODE, isNotFound } from '../../errors/refusals';
import { ServiceError } from '../../errors/errors';
import { awaitOutcome } from '../../waiting/awaitOutcomes';
import { type WireObject, wireObjectsIn } from '../../wire/records';
import { withoutUndefined } from '../../wire/withoutUndefined';
import { findProblems } from '../grants/problems';
import { isForStaff, isReady } from '../grants/readiness';
import { withCodes } from '../grants/readGrants';
import { isPinRefused, lacksPinOnLock } from '../grants/requests';
import type { Step } from '../plan/step';
import { isSameSpaces } from '../plan/wanted';
import type { Problem } from '../stays/problem';
import { pinsOf } from '../grants/pins';
import { changePin, deleteMethods } from './changePin';
import { awaitOff, createGrant, refusedPin, toRequested } from './createGrant';
import { endGrant, readGrant, type StepResult, type StepRun } from './stepRun';
import { editPerson } from './writePerson';

const NOT_READY_YET: Problem = {
	code: 'old_access_kept',
	reason: 'The new access is not ready yet, so the old access was kept',
	remedy: 'Execute the node again. It removes the old access once the new one is ready.',
	keeps_door_closed: false,
};

const NO_PIN: Problem = {
	code: 'no_pin',
	reason: 'The guest has no PIN now: the old access ended, and the new PIN could not be requested',
	remedy: 'Execute the node again, or give the guest another way in.',
	keeps_door_closed: true,
};

/** Carries out the steps in order. Adds none. */
export async function carryOut(
	steps: readonly Step[],
	run: StepRun,
	result: StepResult,
): Promise<void> {
	for (const step of steps) {
		await carryOutOne(step, run, result);
		result.hasChanged = true;
	}
}

async function carryOutOne(step: Step, run: StepRun, result: StepResult): Promise<void> {
	const { send } = run;
	const write = async (endpoint: string, body: WireObject) =>
		void (await send({ endpoint, body, effect: 'write' }));
	switch (step.do) {
		case 'create':
			result.createdGrant = await createGrant(run, step, result);
			result.createdGrantId = String(result.createdGrant.access_grant_id);
			return await choosePinIfRefused(step, run, result);
		case 'update':
			return await write(
				'/access_grants/update',
				withoutUndefined({
					access_grant_id: step.grantId,
					name: step.name,
					starts_at: step.startsAt,
					ends_at: step.endsAt,
				}),
			);
		case 'move':
			return await move(step, run, result);
		case 'addMethods':
			return await addMethods(step, run, result);
		case 'changePin':
			result.problems.push(...(await changePin(run, await readGrant(run, step.grantId))).problems);
			return;
		case 'deleteMethods':
			return await deleteMethods(
				send,
				step.ids.map((id) => ({ access_method_id: id })),
			);
		case 'end':
			return await endGrant(send, step.grantId, result);
		case 'endWhenReady':
			if (await becomesReady(run, result.createdGrantId ?? step.readyId))
				return await endGrant(send, step.grantId, result);
			result.problems.push(NOT_READY_YET);
			return;
		case 'handOverPin':
			return await handOverPin(step, run, result);
		case 'editPerson':
			return await editPerson(step, run, result);
	}
}

/** Leaves the PIN to the service if a lock does not take the digits that new access was to have. */
async function choosePinIfRefused(
	{ pin }: Extract<Step, { do: 'create' }>,
	run: StepRun,
	result: StepResult,
): Promise<void> {
	const { createdGrant: record } = result;
	if (pin === undefined || !record || wireObjectsIn(record.errors).length === 0) return;
	const grant = await readGrant(run, String(record.access_grant_id));
	const isAnyRefused = isPinRefused(grant, Date.now());
	if (!isAnyRefused && !lacksPinOnLock(grant)) return;
	result.problems.push(...refusedPin(run, pin));
	if (isAnyRefused) return await addMethods({ do: 'addMethods', modes: ['code'] }, run, result);
	result.createdGrant = undefined;
	result.problems.push(...(await changePin(run, grant)).problems);
}

/**
 * Requests methods. If the guest's old access ended before, says that the guest has no PIN if this
 * fails.
 */
async function addMethods(
	{ grantId, modes, pin }: Extract<Step, { do: 'addMethods' }>,
	run: StepRun,
	result: StepResult,
): Promise<void> {
	result.createdGrant = undefined;
	const id = String(grantId ?? result.createdGrantId);
	const request = async (code: string | undefined) =>
		void (await run.send({
			endpoint: '/access_grants/request_access_methods',
			body: { access_grant_id: id, requested_access_methods: toRequested(modes, code) },
			effect: 'write',
		}));
	try {
		try {
			await request(pin);
		} catch (error) {
			if (!isDuplicate(error) || pin === undefined) return rethrow(error);
			result.problems.push(...refusedPin(run, pin));
			return await request(undefined);
		}
	} catch (error) {
		if (result.endedGrantIds.length > 0) result.problems.push(NO_PIN);
		return rethrow(error);
	}
}

const isDuplicate = (error: unknown): boolean =>
	error instanceof ServiceError && DUPLICATE_CODE.test(error.answer.type);

/**
 * The PIN that the service chose shows that the new access works. The old access ends last, so that
 * the next execution finds what an interrupted one left.
 */
async function handOverPin(
	{ from, pin, isGuestInHouse, grantId }: Extract<Step, { do: 'handOverPin' }>,
	run: StepRun,
	result: StepResult,
): Promise<void> {
	result.createdGrant = undefined;
	const id = String(grantId ?? result.createdGrantId);
	const old = run.grants.filter((grant) => from.includes(grant.id));
	const onLocks = old
		.filter((grant) => !result.endedGrantIds.includes(grant.id))
		.flatMap(({ records }) => pinsOf(records.methods).flat());
	const readMade = async () => {
		const grant = await readGrant(run, id);
		const isMade = grant.hasErrors || grant.methods.some(({ mode }) => mode === 'code');
		return isMade || onLocks.length === 0 ? grant : undefined;
	};
	const made = (await readMade()) ?? (await awaitOutcome(readMade, run.limits));
	const isWaiting = isGuestInHouse && onLocks.length > 0;
	if (!made || (isWaiting && !(await becomesReady(run, id)))) {
		result.problems.push(NOT_READY_YET);
		return;
	}
	if (pin === undefined || made.pin !== pin) {
		await deleteMethods(run.send, onLocks);
		result.hasChanged = true;
		result.problems.push(...(await awaitOff(run, old, onLocks, isGuestInHouse)));
		const chosen = pinsOf(made.records.methods).flat();
		if (pin !== undefined || chosen.length === 0) {
			await deleteMethods(run.send, chosen);
			await addMethods({ do: 'addMethods', grantId: id, modes: ['code'], pin }, run, result);
		}
	}
	for (const one of from) await endGrant(run.send, one, result);
}

/**
 * Moves a grant, and reads it again, because some services refuse or ignore new places for a grant
 * (docs/service.md#grants-1).
 */
async function move(
	{ grantId, then, otherwise }: Extract<Step, { do: 'move' }>,
	run: StepRun,
	result: StepResult,
): Promise<void> {
	const body = { access_grant_id: grantId, space_ids: run.wanted.spaceIds };
	let isMoved = false;
	try {
		await run.send({ endpoint: '/access_grants/update', body, effect: 'write' });
		isMoved = isSameSpaces(await readGrant(run, grantId), run.wanted);
	} catch (error) {
		if (!(error instanceof ServiceError && mayReplace(error))) return rethrow(error);
	}
	result.hasChanged ||= isMoved;
	await carryOut(isMoved ? then : otherwise, run, result);
}

/**
 * True for a refusal after which new access is made, and the old access ended after it: most likely
 * the service cannot change the rooms of a grant.
 */
const mayReplace = (error: ServiceError): boolean =>
	[400, 404, 405, 409, 422, 501].includes(error.answer.status) &&
	!isNotFound(error, 'access_grant');

async function becomesReady(run: StepRun, grantId: string | undefined): Promise<boolean> {
	if (grantId === undefined) return false;
	const look = async () => {
		const grant = await withCodes(run.send, await readGrant(run, grantId));
		const { records } = grant;
		// A lock with a PIN of its own works.
		const problems = findProblems(records).filter(
			({ code }) => code !== 'requested_code_unavailable',
		);
		if (isReady(records, problems, run.wanted.modes)) return true;
		// The node does not wait for a card, because a person must encode or assign it.
		return wireObjectsIn(records.methods).some((method) => isForStaff(records.grant, method))
			? false
			: undefined;
	};
	return (await look()) ?? (await awaitOutcome(look, run.limits)) ?? false;
}
