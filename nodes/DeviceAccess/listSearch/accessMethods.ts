import type {
	ILoadOptionsFunctions,
	INodeListSearchItems,
	INodeListSearchResult,
} from 'n8n-workflow';
import { unlessGone } from '../lists/getRecord';
import { readFirstPage } from '../lists/listAllPages';
import type { SendRequest } from '../transport/request';
import type { WireObject } from '../wire/records';
import { answerEditor, chosenId, firstPageWithEntries, holds } from './editor';

/** Each page shows the methods of so many grants if none is chosen. */
const GRANTS_PER_PAGE = 20;
/** A grant has only a few methods. */
const MAX_METHODS = 100;

interface Lists {
	methods: '/access_methods/list' | '/access_methods/unmanaged/list';
	grants: '/access_grants/list' | '/access_grants/unmanaged/list';
}

export const searchAccessMethods = methodSearch({
	methods: '/access_methods/list',
	grants: '/access_grants/list',
});
export const searchUnmanagedAccessMethods = methodSearch({
	methods: '/access_methods/unmanaged/list',
	grants: '/access_grants/unmanaged/list',
});

/**
 * Never shows PINs or links. The service lists methods by grant (docs/service.md#lists-6), so the
 * pagination token is the page cursor of the grants.
 */
function methodSearch(lists: Lists) {
	return async function (
		this: ILoadOptionsFunctions,
		filter?: string,
		paginationToken?: string,
	): Promise<INodeListSearchResult> {
		return await answerEditor(this, async (send) => {
			const searchText = filter?.trim().toLowerCase() ?? '';
			const grantId = chosenId(this, 'accessGrantId');
			if (grantId !== undefined)
				return {
					results: (await methodsOf(send, lists, grantId)).filter((entry) =>
						holds(entry, searchText),
					),
				};
			return await firstPageWithEntries(
				async (cursor) => await methodsOfNextGrants(send, lists, searchText, cursor),
				paginationToken,
			);
		});
	};
}

async function methodsOf(
	send: SendRequest,
	{ methods }: Lists,
	accessGrantId: string,
): Promise<INodeListSearchItems[]> {
	const query = {
		endpoint: methods,
		member: 'access_methods',
		parameters: { access_grant_id: accessGrantId },
		limit: MAX_METHODS,
	};
	return (await readFirstPage(send, query)).records.map(toMethodEntry);
}

async function methodsOfNextGrants(
	send: SendRequest,
	lists: Lists,
	searchText: string,
	pageCursor: string | undefined,
): Promise<INodeListSearchResult> {
	const query = {
		endpoint: lists.grants,
		member: 'access_grants',
		parameters: {},
		limit: GRANTS_PER_PAGE,
		pageCursor,
	};
	const page = await readFirstPage(send, query);
	const perGrant = await Promise.all(
		page.records.map(async (grant) => {
			const id = String(grant.access_grant_id);
			const list = async () => await methodsOf(send, lists, id);
			// Somebody may have deleted the grant meanwhile.
			const methods = (await unlessGone(list)) ?? [];
			const name = String(grant.display_name ?? id);
			return methods.map((entry) => ({ ...entry, name: `${entry.name} - ${name}` }));
		}),
	);
	return {
		results: perGrant.flat().filter((entry) => holds(entry, searchText)),
		paginationToken: page.nextPageCursor,
	};
}

const toMethodEntry = ({
	access_method_id: id,
	display_name: name,
}: WireObject): INodeListSearchItems => ({ name: String(name || id), value: String(id) });
