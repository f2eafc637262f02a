import type { ILoadOptionsFunctions, INodeListSearchItems, INodeListSearchResult } from 'n8n-workflow';
import { listAllPages, type Page } from '../lists/listAllPages';
import { mapWithConcurrency } from '../transport/mapWithConcurrency';
import type { SendRequest } from '../transport/request';
import type { WireObject } from '../wire/records';
import { answerEditor } from './answerEditor';
import { chosenId } from './chosenId';

/** Grants asked for their methods per page of the picker when no grant was chosen. */
const GRANTS_PER_PAGE = 20;
/** Groups of grants asked for one page of the picker when nothing is found. */
const MAX_GROUPS = 25;
const REQUESTS_IN_FLIGHT = 5;
/** The methods of one grant: a few. */
const MAX_METHODS = 100;

/**
 * The methods of the chosen grant, or those of all grants, a group of grants at a time, as the service lists methods by
 * grant (facts 3). The token is the page cursor of the grants. PINs and links are never shown.
 */
export async function searchAccessMethods(
	this: ILoadOptionsFunctions,
	filter?: string,
	paginationToken?: string,
): Promise<INodeListSearchResult> {
	return await answerEditor(this, async (send) => {
		const wanted = filter?.trim().toLowerCase() ?? '';
		const grantId = chosenId(this, 'accessGrantId');
		if (grantId !== undefined) return { results: (await methodsOf(send, grantId)).filter((entry) => isFound(entry, wanted)) };
		let found = await methodsOfNextGrants(send, wanted, paginationToken);
		for (let group = 1; group < MAX_GROUPS && found.results.length === 0 && found.paginationToken; group++) {
			found = await methodsOfNextGrants(send, wanted, String(found.paginationToken));
		}
		return found;
	});
}

async function methodsOf(send: SendRequest, accessGrantId: string): Promise<INodeListSearchItems[]> {
	const query = { endpoint: '/access_methods/list', member: 'access_methods', parameters: { access_grant_id: accessGrantId }, wanted: MAX_METHODS };
	return (await firstPage(send, query)).records.map(toMethodEntry);
}

async function methodsOfNextGrants(send: SendRequest, wanted: string, pageCursor: string | undefined): Promise<INodeListSearchResult> {
	const query = { endpoint: '/access_grants/list', member: 'access_grants', parameters: {}, wanted: GRANTS_PER_PAGE, pageCursor };
	const page = await firstPage(send, query);
	const perGrant = await mapWithConcurrency(page.records, REQUESTS_IN_FLIGHT, async ({ access_grant_id: id, display_name: grant }) =>
		(await methodsOf(send, String(id))).map((entry) => ({ ...entry, name: `${entry.name} - ${String(grant)}` })),
	);
	const entries = perGrant.flatMap((ofGrant) => ofGrant ?? []);
	return { results: entries.filter((entry) => isFound(entry, wanted)), paginationToken: page.nextPageCursor };
}

async function firstPage(send: SendRequest, query: Parameters<typeof listAllPages>[1]): Promise<Page> {
	for await (const page of listAllPages(send, query)) return page;
	return { records: [] };
}

const isFound = ({ name, value }: INodeListSearchItems, wanted: string) => name.toLowerCase().includes(wanted) || String(value).includes(wanted);

const toMethodEntry = ({ access_method_id: id, display_name: name }: WireObject): INodeListSearchItems => ({ name: String(name || id), value: String(id) });
