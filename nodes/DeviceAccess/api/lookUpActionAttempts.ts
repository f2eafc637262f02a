import { mapWithConcurrency } from './mapWithConcurrency';
import { ServiceError } from './errors';
import { LOOK_UP_BATCH_SIZE, LOOK_UPS_BEFORE_FORGOTTEN } from './limits';
import { type SendRequest, takeList } from './request';
import { type ActionAttempt, readActionAttempt } from './types';
import type { LookUp } from './waitUntilSettled';

/** Looks action attempts up, and knows which of them the service has forgotten. */
export interface ActionAttemptLookUp {
	lookUp: LookUp<ActionAttempt>;
	/** True once several look-ups in a row did not know the attempt, so that it will never be told how it ended. */
	isForgotten(actionAttemptId: string): boolean;
}

/**
 * A look-up of many action attempts at a time; resolves with those that are no longer pending. Where the service has
 * no list of attempts it falls back to one request an attempt, at most `requestsInFlight` at once.
 */
export function lookUpActionAttempts(send: SendRequest, requestsInFlight: number): ActionAttemptLookUp {
	let isListOffered = true;
	const timesMissing = new Map<string, number>();
	const find = async (ids: string[]): Promise<ActionAttempt[]> => {
		const batches = inBatches(ids, LOOK_UP_BATCH_SIZE);
		const list = async (batch: string[]) => {
			const attempts = isListOffered ? await listAttempts(send, batch) : undefined;
			isListOffered &&= attempts !== undefined;
			return attempts;
		};
		// The first one shows whether there is a list at all.
		const listed = [await list(batches[0] ?? []), ...(await mapWithConcurrency(batches.slice(1), requestsInFlight, list))];
		const unlisted = batches.filter((_batch, index) => listed[index] === undefined).flat();
		const single = await mapWithConcurrency(unlisted, requestsInFlight, async (id) => await getAttempt(send, id));
		return [...listed.flat(), ...single].filter((attempt) => attempt !== undefined);
	};
	return {
		isForgotten: (id) => (timesMissing.get(id) ?? 0) >= LOOK_UPS_BEFORE_FORGOTTEN,
		lookUp: async (ids) => {
			const found = new Map((await find(ids)).map((attempt) => [attempt.action_attempt_id, attempt]));
			for (const id of ids) timesMissing.set(id, found.has(id) ? 0 : (timesMissing.get(id) ?? 0) + 1);
			return new Map([...found].filter(([, { status }]) => status !== 'pending'));
		},
	};
}

/** Splits a list; a look-up of thousands goes out in parts of this size. */
export function inBatches<Entry>(entries: Entry[], size: number): Entry[][] {
	const batches: Entry[][] = [];
	for (let start = 0; start < entries.length; start += size) batches.push(entries.slice(start, start + size));
	return batches;
}

/** Undefined when the service does not offer the list, or not with these parameters. */
async function listAttempts(send: SendRequest, ids: string[]): Promise<ActionAttempt[] | undefined> {
	const endpoint = '/action_attempts/list';
	try {
		const body = { action_attempt_ids: ids, limit: ids.length };
		const answer = await send({ endpoint, body, effect: 'read', maxRetries: 0 });
		return takeList(endpoint, answer.body, 'action_attempts')
			.map(readActionAttempt)
			.filter((attempt) => attempt !== undefined);
	} catch (error) {
		// None of the ids is known (facts 2): nothing settled, and the list itself works.
		if (error instanceof ServiceError && error.answer.type === 'action_attempts_not_found') return [];
		if (isNotOffered(error)) return undefined;
		return await Promise.reject(error);
	}
}

async function getAttempt(send: SendRequest, id: string): Promise<ActionAttempt | undefined> {
	try {
		const endpoint = '/action_attempts/get';
		const answer = await send({ endpoint, body: { action_attempt_id: id }, effect: 'read', maxRetries: 0 });
		return readActionAttempt(answer.body.action_attempt);
	} catch (error) {
		if (error instanceof ServiceError && error.answer.type === 'action_attempt_not_found') return undefined;
		return await Promise.reject(error);
	}
}

/** True for the answers of a service that lacks an endpoint or does not take these parameters. */
export function isNotOffered(error: unknown): boolean {
	return error instanceof ServiceError && [400, 403, 404, 405, 501].includes(error.answer.status);
}
