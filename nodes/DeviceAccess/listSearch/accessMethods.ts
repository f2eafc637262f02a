import type {
	ILoadOptionsFunctions,
	INodeListSearchItems,
	INodeListSearchResult,
} from 'n8n-workflow';
import { readFirstPage } from '../lists/listAllPages';
import type { SendRequest } from '../transport/request';
import { listOf, recordEndpoint, type RecordRow, RECORDS } from '../wire/recordTable';
import {
	answerEditor,
	chosenId,
	entriesOfNext,
	entryOf,
	readUntilScrollable,
	holds,
} from './editor';

export const searchAccessMethods = methodSearch(RECORDS.accessMethod, RECORDS.accessGrant);
export const searchUnmanagedAccessMethods = methodSearch(
	RECORDS.unmanagedAccessMethod,
	RECORDS.unmanagedAccessGrant,
);

/**
 * Never shows PINs or links. The service lists methods by grant (docs/service.md#lists-6), so the
 * pagination token is the page cursor of the grants.
 */
function methodSearch(methods: RecordRow, grants: RecordRow) {
	return async function (
		this: ILoadOptionsFunctions,
		filter?: string,
		paginationToken?: string,
	): Promise<INodeListSearchResult> {
		return await answerEditor(this, async (send) => {
			const searchText = filter?.trim().toLowerCase() ?? '';
			const grantId = chosenId(this, 'accessGrantId');
			const ofGrant = async (id: string) => await methodsOf(send, methods, id);
			return await readUntilScrollable(async (cursor) => {
				const page =
					grantId === undefined
						? await entriesOfNext(send, grants, cursor, ofGrant)
						: { results: await ofGrant(grantId) };
				return { ...page, results: page.results.filter((entry) => holds(entry, searchText)) };
			}, paginationToken);
		});
	};
}

async function methodsOf(
	send: SendRequest,
	row: RecordRow,
	accessGrantId: string,
): Promise<INodeListSearchItems[]> {
	const query = {
		endpoint: recordEndpoint(row, 'list'),
		member: listOf(row),
		parameters: { access_grant_id: accessGrantId },
	};
	return (await readFirstPage(send, query)).records.map((method) => entryOf(row, method));
}
