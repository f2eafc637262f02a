import { isAnyNotFound, isNotFound, rethrow } from '../errors/errors';
import { takeObject } from '../transport/readAnswer';
import type { ApiRequest, SendRequest } from '../transport/request';
import type { WireObject } from '../wire/records';
import { inBatches } from './batchedLookUps';
import { listAll, listAllPages, type ListQuery, type Page } from './listAllPages';

/** Undefined if the record does not exist. Throws for another 404, such as an unknown path. */
export const getRecord = async (
	send: SendRequest,
	endpoint: string,
	member: string,
	body: WireObject,
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
