import { isAnyNotFound, isNotFound, rethrow, CancelledError } from '../errors/errors';
import { takeObject } from '../transport/httpCall';
import type { ApiRequest, SendRequest } from '../transport/request';
import type { WireObject } from '../wire/records';
import type { Endpoint, RequestBody } from '../wire/endpoints';
import { listAll, listAllPages, type ListQuery, type Page } from './listAllPages';
import { LOOK_UP_BATCH_SIZE } from '../transport/limits';

/** Undefined if the record does not exist. Throws for another 404, such as an unknown path. */
export const getRecord = async <E extends Endpoint>(
	send: SendRequest,
	endpoint: E,
	member: string,
	body: RequestBody<E>,
	options: Pick<ApiRequest, 'maxRetries'> = {},
): Promise<WireObject | undefined> =>
	await unlessGone(
		async () => takeObject(await send({ endpoint, body, effect: 'read', ...options }), member),
		(error) => isNotFound(error, member),
	);

/** By default, any record that the request names may be the one that is gone. */
export async function unlessGone<Read>(
	read: () => Promise<Read>,
	isGone: (error: unknown) => boolean = isAnyNotFound,
): Promise<Read | undefined> {
	try {
		return await read();
	} catch (error) {
		if (isGone(error)) return undefined;
		return rethrow(error);
	}
}

/** A failed read is not kept. */
export function readOnce<Key, Read>(
	read: (key: Key) => Promise<Read>,
): (key: Key) => Promise<Read> {
	const reads = new Map<Key, Promise<Read>>();
	return async (key) => {
		const known = reads.get(key) ?? read(key);
		reads.set(key, known);
		known.catch(() => reads.delete(key));
		return await known;
	};
}

export async function listCodes(
	send: SendRequest,
	endpoint: '/access_codes/list' | '/access_codes/unmanaged/list',
	deviceId: string,
	search?: string,
): Promise<WireObject[]> {
	const query = {
		endpoint,
		member: 'access_codes',
		parameters: { device_id: deviceId, search },
		deviceId,
	};
	return await listAll(send, query);
}

const SYSTEMS_PER_REQUEST = 100;

/** Without parameters, names all access systems (docs/service.md#lists-7). */
export async function* listEncoders(send: SendRequest, query: ListQuery): AsyncGenerator<Page> {
	if (Object.values(query.parameters).some((value) => value !== undefined)) {
		yield* listAllPages(send, query);
		return;
	}
	let { limit } = query;
	for (const systemIds of inBatches(await idsOfSystems(send), SYSTEMS_PER_REQUEST)) {
		if (limit === 0) {
			// These systems may have more.
			yield { records: [], isCut: true };
			return;
		}
		for await (const page of listAllPages(send, {
			...query,
			limit,
			parameters: { acs_system_ids: systemIds },
		})) {
			if (limit !== undefined) limit -= page.records.length;
			yield page;
		}
	}
}

async function idsOfSystems(send: SendRequest): Promise<string[]> {
	const systems = await listAll(send, {
		endpoint: '/acs/systems/list',
		member: 'acs_systems',
		parameters: {},
	});
	return systems.map(({ acs_system_id: id }) => String(id));
}

/** By ID. An ID has no entry if its last lookup succeeded. */
export type LookUpFailures = Map<string, unknown>;

/**
 * Never throws: notes failures by ID. The first batch runs before the others, because it may show
 * what the service offers.
 */
export async function lookUpInBatches<Found>(
	ids: string[],
	failures: LookUpFailures,
	lookUpBatch: (batch: string[]) => Promise<Found[]>,
	batchSize = LOOK_UP_BATCH_SIZE,
): Promise<Found[]> {
	const lookUpTolerantly = async (batch: string[]): Promise<Found[]> => {
		// The lookup may note failures of its own.
		for (const id of batch) failures.delete(id);
		try {
			return await lookUpBatch(batch);
		} catch (error) {
			// Stopping the workflow says nothing about the IDs.
			if (!(error instanceof CancelledError)) for (const id of batch) failures.set(id, error);
			return [];
		}
	};
	const [first, ...rest] = inBatches(ids, batchSize);
	if (!first) return [];
	return [await lookUpTolerantly(first), ...(await Promise.all(rest.map(lookUpTolerantly)))].flat();
}

export async function lookUpEach<Found>(
	ids: string[],
	failures: LookUpFailures,
	lookUpOne: (id: string) => Promise<Found | undefined>,
): Promise<Found[]> {
	const lookUpBatch = async ([id = '']: string[]) => {
		const found = await lookUpOne(id);
		return found === undefined ? [] : [found];
	};
	return await lookUpInBatches(ids, failures, lookUpBatch, 1);
}

export function inBatches<Entry>(entries: Entry[], size: number): Entry[][] {
	const batches: Entry[][] = [];
	for (let start = 0; start < entries.length; start += size)
		batches.push(entries.slice(start, start + size));
	return batches;
}
