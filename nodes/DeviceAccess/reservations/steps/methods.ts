import { DUPLICATE_CODE, isNotFound, rethrow, ServiceError } from '../../errors/errors';
import { awaitOutcome, type WaitLimits } from '../../waiting/awaitOutcomes';
import { type WireObject, wireObjectsIn } from '../../wire/records';
import type { Grant } from '../grants/grant';
import { codesInUse, currentPin, isOpen } from '../grants/pins';
import { toProblem } from '../stays/problems';
import { changed, forget, learn, type Progress, setGrant, type StepRun } from './progress';

export const toRequested = (modes: readonly string[], pin: string | undefined): WireObject[] =>
	modes.map((mode) => (mode === 'code' && pin !== undefined ? { mode, code: pin } : { mode }));

/**
 * Until the access is read, what was just requested is being made, and newer than all that it has.
 * n8n's clock cannot say so, because it can be behind the service's.
 */
export const asBeingMade = (requests: readonly WireObject[]): WireObject[] =>
	requests.map((request) => ({
		...request,
		created_at: '9999-12-31T00:00:00.000Z',
		created_access_method_ids: [],
	}));

/**
 * Beside what the access has. Where it can have only one PIN, the old one goes first. Whatever else
 * the service refuses, the old one stays.
 */
export async function requestMethods(
	id: string,
	modes: readonly string[],
	pin: string | undefined,
	run: StepRun,
	progress: Progress,
): Promise<void> {
	const requested = toRequested(modes, pin);
	const request = async () => {
		const body = { access_grant_id: id, requested_access_methods: requested };
		const endpoint = '/access_grants/request_access_methods';
		return await run.send({ endpoint, body, effect: 'write' });
	};
	const old = codesOf(progress.situation.grants.find((grant) => grant.id === id));
	try {
		await request();
	} catch (error) {
		const isOnePinOnly = modes.includes('code') && old.length > 0 && allowsOnlyOnePin(error);
		if (!isOnePinOnly) return rethrow(error);
		await deleteMethods(id, old, run, progress);
		learn(progress, {}, [toProblem('pin_interrupted')]);
		try {
			await requestOnceFree(request, error, run.limits);
		} catch (last) {
			learn(progress, {}, [toProblem('no_pin')]);
			rethrow(last);
		}
	}
	setGrant(progress, id, (grant) => {
		const before = wireObjectsIn(grant.record.requested_access_methods);
		return {
			...withRequests(grant, [...before, ...asBeingMade(requested)]),
			requestedCodes: [...grant.requestedCodes, ...(pin === undefined ? [] : [pin])],
		};
	});
	forget(progress, 'ready', 'set');
	changed(progress);
}

/** A PIN that is being deleted still counts for a while. Throws the last refusal. */
async function requestOnceFree(
	request: () => Promise<unknown>,
	refusal: unknown,
	limits: WaitLimits,
): Promise<void> {
	let last = refusal;
	const isDone = await awaitOutcome(async () => {
		try {
			await request();
			return true;
		} catch (error) {
			last = error;
			return isConflict(error) ? undefined : false;
		}
	}, limits);
	if (isDone !== true) rethrow(last);
}

export async function deleteMethods(
	id: string,
	methodIds: readonly string[],
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
	changed(progress);
}

function withoutMethods(grant: Grant, ids: readonly string[]): Grant {
	const methods = grant.methods.filter((one) => !ids.includes(one.access_method_id));
	const deleted = grant.methods.filter((one) => !methods.includes(one));
	const modes = deleted.map(({ mode }) => mode);
	const leaving = codesInUse(
		grant,
		deleted.flatMap(({ code }) => code ?? []),
	);
	// Otherwise, what was made for a request looks as if it were still being made.
	const fulfilled = wireObjectsIn(grant.record.requested_access_methods).map((request) =>
		isOpen(request) && modes.includes(String(request.mode))
			? { ...request, created_access_method_ids: ids }
			: request,
	);
	return {
		...withRequests(grant, fulfilled),
		methods,
		pin: currentPin(methods),
		// A PIN that is being taken away is not that of a door, unless another method has it too.
		codes: grant.codes?.filter(
			({ code }) => !leaving.includes(code) || methods.some((one) => one.code === code),
		),
	};
}

const withRequests = (grant: Grant, requests: readonly WireObject[]): Grant => ({
	...grant,
	record: { ...grant.record, requested_access_methods: requests },
});

const codesOf = (grant: Grant | undefined): string[] =>
	(grant?.methods ?? [])
		.filter(({ mode }) => mode === 'code')
		.map(({ access_method_id: id }) => id);

export const isPinTaken = (error: unknown): boolean =>
	error instanceof ServiceError && DUPLICATE_CODE.test(error.answer.type);

const isConflict = (error: unknown): error is ServiceError =>
	error instanceof ServiceError && error.answer.status === 409;

/** Words for a second PIN that a grant cannot have (docs/service.md#grants-18). */
const ONLY_ONE =
	/\b(?:pin|code|method)s?\b[^.]*\bexists?\b|\b(?:already has|only one|at most one|more than one)\b[^.]*\b(?:pin|code|method)s?\b/i;

function allowsOnlyOnePin(error: unknown): boolean {
	if (!isConflict(error) || isPinTaken(error)) return false;
	const { type, serviceMessage } = error.answer;
	return ONLY_ONE.test(`${type.replaceAll('_', ' ')} ${serviceMessage}`);
}
