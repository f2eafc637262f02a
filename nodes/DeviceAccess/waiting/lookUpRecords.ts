import { isNotFound, rethrow } from '../errors/errors';
import { getRecord } from '../lists/getRecord';
import { lookUpEach, type LookUpFailures, lookUpInBatches, readIfOffered } from '../lists/lookUps';
import { LOOK_UPS_BEFORE_FORGOTTEN } from '../transport/limits';
import { takeList } from '../transport/httpCall';
import type { SendRequest } from '../transport/request';
import { type ActionAttempt, readActionAttempt } from '../wire/actionAttempts';
import type { WireObject } from '../wire/records';
import { recordEndpoint, type RecordRow, RECORDS } from '../wire/recordTable';
import type { LookUp } from './awaitOutcomes';

export interface RecordPlace extends Pick<RecordRow, 'root' | 'member'> {
	/** The service has no record that its list lacks. */
	listsAll?: true;
}

const ACTION_ATTEMPTS: RecordPlace = { ...RECORDS.actionAttempt, listsAll: true };

/**
 * Undefined means that the service has no such record. A record that could not be read is missing,
 * and its failure is noted. Reads one by one what the list lacks.
 */
export function lookUpRecords(
	send: SendRequest,
	place: RecordPlace,
	failures: LookUpFailures,
): LookUp<WireObject | undefined> {
	const { member, listsAll } = place;
	const getOne = async (id: string) =>
		await getRecord(
			send,
			recordEndpoint(place, 'get'),
			member,
			{ [`${member}_id`]: id },
			{ maxRetries: 0 },
		);
	const ifOffered = readIfOffered<Map<string, WireObject>>();
	const lookUpBatch = async (batch: string[]) => {
		const listed = await ifOffered(async () => await listRecords(send, place, batch));
		const found = batch.flatMap((id) => (listed?.has(id) ? [[id, listed.get(id)] as const] : []));
		if (listed && listsAll) return found;
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

async function listRecords(
	send: SendRequest,
	place: RecordPlace,
	ids: string[],
): Promise<Map<string, WireObject>> {
	const { member } = place;
	try {
		const answer = await send({
			endpoint: recordEndpoint(place, 'list'),
			body: { [`${member}_ids`]: ids, limit: ids.length },
			effect: 'read',
			maxRetries: 0,
		});
		return new Map(
			takeList(answer, `${member}s`).map((record) => [String(record[`${member}_id`]), record]),
		);
	} catch (error) {
		// The list knows none of the IDs (docs/service.md#attempts-4).
		if (isNotFound(error, `${member}s`)) return new Map();
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
	const lookUpAttempts = lookUpRecords(send, ACTION_ATTEMPTS, failures);
	const timesMissing = new Map<string, number>();
	return {
		isForgotten: (id) => (timesMissing.get(id) ?? 0) >= LOOK_UPS_BEFORE_FORGOTTEN,
		lookUp: async (ids) => {
			const records = [...(await lookUpAttempts(ids)).values()];
			const attempts = records.map(readActionAttempt).filter((attempt) => attempt !== undefined);
			const found = new Map(attempts.map((attempt) => [attempt.action_attempt_id, attempt]));
			for (const id of ids) {
				if (found.has(id)) timesMissing.delete(id);
				else if (!failures.has(id)) timesMissing.set(id, (timesMissing.get(id) ?? 0) + 1);
			}
			return new Map([...found].filter(([, { status }]) => status !== 'pending'));
		},
	};
}
