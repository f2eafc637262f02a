import { isNotFound, isNotOffered, rethrow } from '../errors/errors';
import { lookUpEach, type LookUpFailures, lookUpInBatches, getRecord } from '../lists/getRecord';
import { LOOK_UPS_BEFORE_FORGOTTEN } from '../transport/limits';
import { takeList } from '../transport/httpCall';
import type { SendRequest } from '../transport/request';
import { type ActionAttempt, readActionAttempt, type WireObject } from '../wire/records';
import type { LookUp } from './awaitOutcomes';

/** A list uses the same names with an s added. */
export interface RecordPlace {
	idField: string;
	member: string;
	list: string;
	get: string;
}

/**
 * Undefined means that the service has no such record. A record that could not be read is missing,
 * and its failure is noted. Reads one by one what the list lacks.
 */
export function lookUpRecords(
	send: SendRequest,
	place: RecordPlace,
	failures: LookUpFailures,
): LookUp<WireObject | undefined> {
	const { get, member, idField } = place;
	const getOne = async (id: string) =>
		await getRecord(send, get, member, { [idField]: id }, { maxRetries: 0 });
	let isListOffered = true;
	const lookUpBatch = async (batch: string[]) => {
		const listed = isListOffered ? await listRecords(send, place, batch) : undefined;
		isListOffered &&= listed !== undefined;
		const found = batch.flatMap((id) => (listed?.has(id) ? [[id, listed.get(id)] as const] : []));
		const leftOut = batch.filter((id) => !listed?.has(id));
		const asked = await lookUpEach(
			leftOut,
			failures,
			async (id) => [id, await getOne(id)] as const,
		);
		return [...found, ...asked];
	};
	return async (ids) => new Map(await lookUpInBatches(ids, failures, lookUpBatch));
}

/** Undefined if the service does not offer the list, or not with these parameters. */
async function listRecords(
	send: SendRequest,
	{ idField, member, list }: RecordPlace,
	ids: string[],
): Promise<Map<string, WireObject> | undefined> {
	try {
		const answer = await send({
			endpoint: list,
			body: { [`${idField}s`]: ids, limit: ids.length },
			effect: 'read',
			maxRetries: 0,
		});
		return new Map(
			takeList(answer, `${member}s`).map((record) => [String(record[idField]), record]),
		);
	} catch (error) {
		if (isNotOffered(error)) return undefined;
		return rethrow(error);
	}
}

export interface ActionAttemptLookUp {
	lookUp: LookUp<ActionAttempt>;
	/** True after several lookups in a row without it. Its outcome stays unknown. */
	isForgotten(actionAttemptId: string): boolean;
}

export function lookUpActionAttempts(
	send: SendRequest,
	failures: LookUpFailures,
): ActionAttemptLookUp {
	let isListOffered = true;
	const timesMissing = new Map<string, number>();
	const findBatch = async (batch: string[]): Promise<ActionAttempt[]> => {
		const listed = isListOffered ? await listAttempts(send, batch) : undefined;
		isListOffered &&= listed !== undefined;
		return listed ?? (await lookUpEach(batch, failures, async (id) => await getAttempt(send, id)));
	};
	return {
		isForgotten: (id) => (timesMissing.get(id) ?? 0) >= LOOK_UPS_BEFORE_FORGOTTEN,
		lookUp: async (ids) => {
			const attempts = await lookUpInBatches(ids, failures, findBatch);
			const found = new Map(attempts.map((attempt) => [attempt.action_attempt_id, attempt]));
			for (const id of ids) {
				if (found.has(id)) timesMissing.delete(id);
				else if (!failures.has(id)) timesMissing.set(id, (timesMissing.get(id) ?? 0) + 1);
			}
			return new Map([...found].filter(([, { status }]) => status !== 'pending'));
		},
	};
}

async function listAttempts(
	send: SendRequest,
	ids: string[],
): Promise<ActionAttempt[] | undefined> {
	const endpoint = '/action_attempts/list';
	try {
		const body = { action_attempt_ids: ids, limit: ids.length };
		const answer = await send({ endpoint, body, effect: 'read', maxRetries: 0 });
		return takeList(answer, 'action_attempts')
			.map(readActionAttempt)
			.filter((attempt) => attempt !== undefined);
	} catch (error) {
		// The list knows none of the IDs (docs/service.md#attempts-4).
		if (isNotFound(error, 'action_attempts')) return [];
		if (isNotOffered(error)) return undefined;
		return rethrow(error);
	}
}

async function getAttempt(send: SendRequest, id: string): Promise<ActionAttempt | undefined> {
	try {
		const endpoint = '/action_attempts/get';
		const answer = await send({
			endpoint,
			body: { action_attempt_id: id },
			effect: 'read',
			maxRetries: 0,
		});
		return readActionAttempt(answer.body.action_attempt);
	} catch (error) {
		if (isNotFound(error, 'action_attempt')) return undefined;
		return rethrow(error);
	}
}
