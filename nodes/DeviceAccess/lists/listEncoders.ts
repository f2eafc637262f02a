import type { SendRequest } from '../transport/request';
import { listAllPages, type ListQuery, type Page } from './listAllPages';

/** Access systems whose encoders are listed; a workspace has a few. */
const MAX_SYSTEMS = 100;

/** The pages of encoders. Without parameters, those of all access systems: the service lists encoders by system (facts 3). */
export async function* listEncoders(send: SendRequest, query: ListQuery): AsyncGenerator<Page> {
	const isNarrowed = Object.values(query.parameters).some((value) => value !== undefined);
	const systemIds = isNarrowed ? [] : await idsOfSystems(send);
	if (isNarrowed) yield* listAllPages(send, query);
	else if (systemIds.length > 0) yield* listAllPages(send, { ...query, parameters: { acs_system_ids: systemIds } });
}

async function idsOfSystems(send: SendRequest): Promise<string[]> {
	const ids: string[] = [];
	const query = { endpoint: '/acs/systems/list', member: 'acs_systems', parameters: {}, wanted: MAX_SYSTEMS };
	for await (const { records } of listAllPages(send, query)) {
		for (const { acs_system_id: id } of records) ids.push(String(id));
	}
	return ids;
}
