import type { IDataObject } from 'n8n-workflow';
import { listAll, listAllPages, type ListQuery, type Page } from '../../lists/listAllPages';
import type { SendRequest } from '../../transport/request';
import { type WireObject, withoutUndefined } from '../../wire/records';

/**
 * Pages of access methods, with the IDs of their grants as `access_grant_ids` unless Raw is chosen.
 * A method does not name its grants, so the node lists the grants with the same filter.
 */
export async function* listWithGrants(
	send: SendRequest,
	query: ListQuery,
	{ output }: IDataObject,
): AsyncGenerator<Page> {
	if (output === 'raw') {
		yield* listAllPages(send, query);
		return;
	}
	let grantIds: Promise<Map<unknown, string[]>> | undefined;
	for await (const page of listAllPages(send, query)) {
		if (page.records.length > 0) grantIds ??= readGrantIds(send, query);
		const idsByMethod = await grantIds;
		yield {
			...page,
			records: page.records.map((method) =>
				withoutUndefined({
					...method,
					access_grant_ids: idsByMethod?.get(method.access_method_id),
				}),
			),
		};
	}
}

/** The IDs of grants, by access method. */
async function readGrantIds(
	send: SendRequest,
	{ parameters: { access_grant_id: grantId, ...filters }, maxPages }: ListQuery,
): Promise<Map<unknown, string[]>> {
	const parameters = {
		...filters,
		access_grant_ids: grantId === undefined ? undefined : [grantId],
	};
	const idsByMethod = new Map<unknown, string[]>();
	for (const grant of await listAll(send, {
		endpoint: '/access_grants/list',
		member: 'access_grants',
		parameters,
		maxPages,
	})) {
		for (const methodId of methodIdsOf(grant))
			idsByMethod.set(methodId, [
				...(idsByMethod.get(methodId) ?? []),
				String(grant.access_grant_id),
			]);
	}
	return idsByMethod;
}

const methodIdsOf = ({ access_method_ids: ids }: WireObject): unknown[] =>
	Array.isArray(ids) ? ids : [];
