import {
	ActionFailedError,
	DUPLICATE_CODE,
	isNotFound,
	rethrow,
	ServiceError,
} from '../../errors/errors';
import { describeError, joinSentences } from '../../errors/describeError';
import { systemClock } from '../../transport/clock';
import { FIRST_POLL_INTERVAL_MS } from '../../transport/limits';
import type { SendRequest } from '../../transport/request';
import { takeList } from '../../transport/readAnswer';
import { awaitOutcome, type WaitLimits } from '../../waiting/awaitOutcomes';
import { type WireObject, wireObjectsIn } from '../../wire/records';
import { type Grant, isBeingDeleted, isBeingMade } from '../grants/grant';
import { pinsOf } from '../grants/pins';
import { type Problem, toProblem } from '../stays/problems';
import type { StepRun } from './progress';

/** The result of changing the PIN. */
export interface ChangedPin {
	/** False while the new PIN is not set yet. */
	isFinished: boolean;
	/** False if the grant had this PIN, and no other. */
	isChanged: boolean;
	problems: Problem[];
}

type PinRun = Pick<StepRun, 'send' | 'limits' | 'stay'>;

/**
 * Gives a grant a new PIN, and removes the old one once the new one is set. Finishes a change that
 * an earlier execution started. Throws ActionFailedError if the grant never had a PIN, or if the
 * old PIN had to be removed first and the request for the new one failed.
 */
export async function changePin(run: PinRun, grant: Grant, code?: string): Promise<ChangedPin> {
	const { send, limits } = run;
	const { id: grantId, requestedCodes, record } = grant;
	const pins = pinsOf(
		isBeingMade(grant, Date.now()) ? await awaitPins(send, grantId, limits) : grant.methods,
	);
	// An earlier execution may have removed the old PIN and then failed.
	const hadPin = wireObjectsIn(record.requested_access_methods).some(({ mode }) => mode === 'code');
	if (pins.length === 0 && !hadPin)
		throw new ActionFailedError(
			'The reservation has no PIN',
			{ access_grant_id: grantId },
			undefined,
			"Use 'Create or update reservation', and add 'PIN' under 'Access Methods'.",
		);
	// A PIN that is on a lock cannot be set there a second time.
	const same = pins.find(([method]) => code !== undefined && method?.code === code);
	// An earlier execution may have requested this PIN, and the service may have chosen another one
	// instead.
	const isUnderWay =
		same !== undefined ||
		(pins.length > 1 && (code === undefined || requestedCodes.includes(code)));
	const kept = isUnderWay ? (same ?? pins.at(-1)) : undefined;
	const old = pins.filter((pin) => pin !== kept).flat();
	const problems: Problem[] = [];
	if (!isUnderWay) problems.push(...(await requestPin(send, grantId, old, code, limits)));
	const isOld = ({ access_method_id: id }: WireObject) =>
		old.some((method) => method.access_method_id === id);
	const look = async () =>
		(await listPins(send, grantId)).some((method) => !isOld(method) && method.is_issued === true)
			? true
			: undefined;
	const isSet = (await look()) ?? (await awaitOutcome(look, limits)) ?? false;
	const isChanged = !isUnderWay || old.length > 0;
	if (!isSet)
		return {
			isFinished: false,
			isChanged,
			problems: problems.length > 0 || !isChanged ? problems : [toProblem('old_pin_kept')],
		};
	if (problems.length === 0) await deleteMethods(send, old);
	return { isFinished: true, isChanged, problems };
}

/**
 * Requests a new PIN. If the service says that the grant cannot have two PINs, removes the old one
 * first and returns a note about it. After any other refusal, the old PIN stays.
 */
async function requestPin(
	send: SendRequest,
	grantId: string,
	old: readonly WireObject[],
	code: string | undefined,
	limits: WaitLimits,
): Promise<Problem[]> {
	const body = {
		access_grant_id: grantId,
		requested_access_methods: [code === undefined ? { mode: 'code' } : { mode: 'code', code }],
	};
	const request = async () =>
		await send({ endpoint: '/access_grants/request_access_methods', body, effect: 'write' });
	try {
		await requestUnlessBusy(request, limits);
		return old.length > 0 ? [] : [toProblem('pin_interrupted')];
	} catch (error) {
		// Whatever else the service refuses, the old PIN must stay.
		if (!(error instanceof ServiceError && allowsOnlyOnePin(error)) || old.length === 0)
			return rethrow(error);
		await deleteMethods(send, old);
	}
	try {
		await request();
		return [toProblem('pin_interrupted')];
	} catch (error) {
		const { message, description, details } = describeError(
			error,
			code === undefined ? [] : [code],
		);
		const isUnknown = details.may_have_acted === true;
		const sentence = isUnknown
			? 'The guest may have no PIN now: the old one was removed, and it is unknown whether the new one was accepted'
			: 'The guest has no PIN now: the old one was removed, and the new one was not accepted';
		return rethrow(
			new ActionFailedError(
				`${sentence}. ${message}`,
				{ access_grant_id: grantId, ...(isUnknown ? { may_have_acted: true } : {}) },
				undefined,
				joinSentences([
					description,
					"Execute 'Change PIN' again, or give the guest another way in",
				]),
			),
		);
	}
}

/** Requests once more after a pause if the service answers with a conflict that may pass. */
async function requestUnlessBusy(
	request: () => Promise<unknown>,
	{ firstIntervalMs = FIRST_POLL_INTERVAL_MS }: WaitLimits,
): Promise<void> {
	try {
		await request();
	} catch (error) {
		if (
			!(error instanceof ServiceError && error.answer.status === 409) ||
			DUPLICATE_CODE.test(error.answer.type) ||
			allowsOnlyOnePin(error)
		)
			return rethrow(error);
		await systemClock.sleep(firstIntervalMs);
		await request();
	}
}

/** Words for a second PIN that a grant cannot have (docs/service.md#grants-18). */
const ONLY_ONE =
	/\b(?:pin|code|method)s?\b[^.]*\bexists?\b|\b(?:already has|only one|at most one|more than one)\b[^.]*\b(?:pin|code|method)s?\b/i;

/** True if the service says that the grant has a PIN, and cannot have another one. */
const allowsOnlyOnePin = ({ answer: { status, type, serviceMessage } }: ServiceError): boolean =>
	status === 409 &&
	!DUPLICATE_CODE.test(type) &&
	ONLY_ONE.test(`${type.replaceAll('_', ' ')} ${serviceMessage}`);

/** The PINs of a new grant, once the service has made them. */
const awaitPins = async (
	send: SendRequest,
	grantId: string,
	limits: WaitLimits,
): Promise<WireObject[]> =>
	(await awaitOutcome(async () => {
		const made = await listPins(send, grantId);
		return made.length > 0 ? made : undefined;
	}, limits)) ?? [];

async function listPins(send: SendRequest, grantId: string): Promise<WireObject[]> {
	const answer = await send({
		endpoint: '/access_methods/list',
		body: { access_grant_id: grantId },
		effect: 'read',
	});
	return takeList(answer, 'access_methods').filter(
		(method) => method.mode === 'code' && !isBeingDeleted(method),
	);
}

/** Deletes methods. One that is already gone counts as deleted. */
export async function deleteMethods(
	send: SendRequest,
	methods: readonly WireObject[],
): Promise<void> {
	for (const { access_method_id: id } of methods) {
		try {
			await send({
				endpoint: '/access_methods/delete',
				body: { access_method_id: id },
				effect: 'write',
			});
		} catch (error) {
			// The service may have removed a backup code together with the PIN that it replaced.
			if (!isNotFound(error, 'access_method')) rethrow(error);
		}
	}
}
