import { ServiceError } from '../../errors/errors';
import { awaitOutcome } from '../../waiting/awaitOutcomes';
import type { WireObject } from '../../wire/records';
import { withoutUndefined } from '../../wire/withoutUndefined';
import { changePin } from './changePin';
import { createGrant, toRequested } from './createGrant';
import { withCodes } from '../grants/grantRecords';
import { isSamePlaces, type Step } from '../plan/plan';
import { findProblems, isReady, type Problem } from '../grants/problems';
import { type StepResult, endGrant, readGrant, type StepContext } from './stepContext';
import { rethrow } from '../../errors/rethrow';

const NOT_READY_YET: Problem = {
	code: 'old_access_kept',
	reason: 'The new access is not ready yet, so the old access was kept',
	remedy: 'Execute the node again. It removes the old access once the new one is ready.',
	keeps_door_closed: false,
};

/** Carries out the steps in order. `result` is always up to date, even after a failure. */
export async function applySteps(
	steps: readonly Step[],
	context: StepContext,
	result: StepResult,
): Promise<void> {
	for (const step of steps) {
		await doStep(step, context, result);
		result.hasChanged = true;
	}
}

async function doStep(step: Step, context: StepContext, result: StepResult): Promise<void> {
	const { send } = context;
	const write = async (endpoint: string, body: WireObject) =>
		void (await send({ endpoint, body, effect: 'write' }));
	switch (step.do) {
		case 'create':
			result.grantId = await createGrant(context, step.pin, result);
			return;
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
			return await move(step, context, result);
		case 'addMethods':
			return await write('/access_grants/request_access_methods', {
				access_grant_id: step.grantId,
				requested_access_methods: toRequested(step.modes, context.wanted.pin?.code),
			});
		case 'changePin':
			result.notes.push(
				...(
					await changePin(send, context.limits, await readGrant(context, step.grantId), step.code)
				).notes,
			);
			return;
		case 'deleteMethods':
			for (const id of step.ids) await write('/access_methods/delete', { access_method_id: id });
			return;
		case 'delete':
			return await endGrant(send, step.grantId, result);
		case 'deleteWhenReady':
			if (await becomesReady(context, result.grantId ?? step.readyId))
				return await endGrant(send, step.grantId, result);
			result.notes.push(NOT_READY_YET);
			return;
		case 'editGuest':
			return await write('/user_identities/update', { ...context.person, ...step.edit });
	}
}

/**
 * Moves a grant, and reads it again, because some services refuse or ignore new places for a grant
 * (docs/service.md#grants-1).
 */
async function move(
	{ grantId, then, otherwise }: Extract<Step, { do: 'move' }>,
	context: StepContext,
	result: StepResult,
): Promise<void> {
	const { places, startsAt, endsAt, name } = context.wanted;
	const body = {
		access_grant_id: grantId,
		name,
		starts_at: startsAt,
		ends_at: endsAt,
		space_ids: places.spaceIds,
		device_ids: places.deviceIds,
		acs_entrance_ids: places.entranceIds,
	};
	let isMoved = false;
	try {
		await context.send({ endpoint: '/access_grants/update', body, effect: 'write' });
		isMoved = isSamePlaces(
			(await readGrant(context, grantId)).access.places,
			context.wanted.places,
		);
	} catch (error) {
		if (!(error instanceof ServiceError && error.answer.status === 400)) return rethrow(error);
	}
	result.hasChanged ||= isMoved;
	await applySteps(isMoved ? then : otherwise, context, result);
}

async function becomesReady(context: StepContext, grantId: string | undefined): Promise<boolean> {
	if (grantId === undefined) return false;
	const look = async () => {
		const found = await readGrant(context, grantId);
		const records = await withCodes(context.send, found);
		// A lock with a PIN of its own works.
		if (
			isReady(
				records,
				findProblems(records).filter(({ code }) => code !== 'requested_code_unavailable'),
			)
		)
			return true;
		// The node does not wait for a card, because a person must encode or assign it.
		return found.methods.some(
			(method) => method.is_ready_for_encoding === true || method.is_ready_for_assignment === true,
		)
			? false
			: undefined;
	};
	return (await look()) ?? (await awaitOutcome(look, context.limits)) ?? false;
}
