import { mapWithConcurrency } from './mapWithConcurrency';
import { ServiceError } from './errors';
import { LOOK_UP_BATCH_SIZE } from './limits';
import { type SendRequest, takeList } from './request';
import { type ActionAttempt, readActionAttempt } from './types';
import type { LookUp } from './waitUntilSettled';

/**
 * A look-up of many action attempts at a time; resolves with those that are no longer pending. Where the service has
 * no list of attempts it falls back to one request an attempt, at most `requestsInFlight` at once.
 */
export function lookUpActionAttempts(send: SendRequest, requestsInFlight: number): LookUp<ActionAttempt> {
	let isListOffered = true;
	return async (ids) => {
		const found: Array<ActionAttempt | undefined> = [];
		if (isListOffered) {
			for (const batch of inBatches(ids, LOOK_UP_BATCH_SIZE)) {
				const attempts = await listAttempts(send, batch);
				isListOffered = attempts !== undefined;
				if (!attempts) break;
				found.push(...attempts);
			}
		}
		if (!isListOffered) {
			const single = await mapWithConcurrency(ids, requestsInFlight, async (id) => await getAttempt(send, id));
			found.push(...single);
		}
		return new Map(
			found
				.filter((attempt): attempt is ActionAttempt => attempt !== undefined && attempt.status !== 'pending')
				.map((attempt) => [attempt.action_attempt_id, attempt]),
		);
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
