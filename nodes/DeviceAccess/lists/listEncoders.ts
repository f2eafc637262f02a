import type { SendRequest } from '../transport/request';
import { listAll, listAllPages, type ListQuery, type Page } from './listAllPages';

/** Access systems whose encoders are listed. A workspace has only a few. */
const MAX_SYSTEMS = 100;

/** Yields pages of encoders. Without parameters, names all access systems, because the service lists encoders by system (facts 3). */
export async function* listEncoders(send: SendRequest, query: ListQuery): AsyncGenerator<Page> {
	const isNarrowed = Object.values(query.parameters).some((value) => value !== undefined);
	const systemIds = isNarrowed ? [] : await idsOfSystems(send);
	if (isNarrowed) yield* listAllPages(send, query);
	else if (systemIds.length > 0) yield* listAllPages(send, { ...query, parameters: { acs_system_ids: systemIds } });
}

async function idsOfSystems(send: SendRequest): Promise<string[]> {
	const systems = await listAll(send, { endpoint: '/acs/systems/list', member: 'acs_systems', parameters: {}, wanted: MAX_SYSTEMS });
	return systems.map(({ acs_system_id: id }) => String(id));
}
