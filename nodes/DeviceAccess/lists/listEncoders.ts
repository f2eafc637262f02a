import type { SendRequest } from '../transport/request';
import { listAll, listAllPages, type ListQuery, type Page } from './listAllPages';
import { inBatches } from './lookUps';

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
