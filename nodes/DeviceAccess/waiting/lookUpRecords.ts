import { isNotOffered, rethrow } from '../errors/errors';
import { lookUpEach, type LookUpFailures, lookUpInBatches } from '../lists/batchedLookUps';
import { getRecord } from '../lists/getRecord';
import { takeList } from '../transport/readAnswer';
import type { SendRequest } from '../transport/request';
import type { WireObject } from '../wire/records';
import type { LookUp } from './awaitOutcomes';

/** The endpoints of one kind of record. A list uses the same names with an s added. */
export interface RecordPlace {
	idField: string;
	member: string;
	list: string;
	get: string;
}

/**
 * Looks up many records at once. Undefined means that the service has no such record. A record that
 * could not be read is missing from the result, and its failure is noted. Reads records one by one
 * if the list lacks them, or if the service has no list by IDs.
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
