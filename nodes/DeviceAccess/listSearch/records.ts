import type { ILoadOptionsFunctions, INodeListSearchResult } from 'n8n-workflow';
import { readFirstPage } from '../lists/listAllPages';
import type { SendRequest } from '../transport/request';
import {
	listOf,
	recordEndpoint,
	type RecordName,
	type RecordRow,
	RECORDS,
	searchMethodOf,
} from '../wire/recordTable';
import { answerEditor, entryOf, readUntilScrollable, holds } from './editor';

const PICKER_PAGE_SIZE = 100;

type Search = (
	this: ILoadOptionsFunctions,
	filter?: string,
	paginationToken?: string,
) => Promise<INodeListSearchResult>;

/** The pagination token is the service's page cursor. */
function recordSearch(row: RecordRow): Search {
	return async function (this: ILoadOptionsFunctions, filter, paginationToken) {
		return await answerEditor(
			this,
			async (send) =>
				await readUntilScrollable(
					async (cursor) => await searchPage(send, row, filter, cursor),
					paginationToken,
				),
		);
	};
}

async function searchPage(
	send: SendRequest,
	row: RecordRow,
	filter = '',
	pageCursor?: string,
): Promise<INodeListSearchResult> {
	const searchText = filter.trim();
	const isSearchedByService = row.listSearchesNothing !== true;
	const takesLimit = row.listsWithoutLimit?.includes('list') !== true;
	const search = isSearchedByService && searchText !== '' ? searchText : undefined;
	const { records, nextPageCursor } = await readFirstPage(send, {
		endpoint: recordEndpoint(row, 'list'),
		member: listOf(row),
		parameters: { search },
		// A page that the node cuts has no cursor for the rest.
		limit: isSearchedByService && takesLimit ? PICKER_PAGE_SIZE : undefined,
		pageCursor,
	});
	const entries = records.map((record) => entryOf(row, record));
	return {
		results:
			search === undefined
				? entries.filter((entry) => holds(entry, searchText.toLowerCase()))
				: entries,
		paginationToken: nextPageCursor,
	};
}

/** Records that the service lists only by another one, or not at all. */
const SEARCHED_OTHERWISE: ReadonlySet<string> = new Set<RecordName>([
	'accessCode',
	'accessMethod',
	'actionAttempt',
	'encoder',
	'unmanagedAccessCode',
	'unmanagedAccessMethod',
	'workspace',
]);

export const recordSearches: Readonly<Record<string, Search>> = Object.fromEntries(
	Object.entries(RECORDS)
		.filter(([record]) => !SEARCHED_OTHERWISE.has(record))
		.map(([record, row]) => [searchMethodOf(record as RecordName), recordSearch(row)]),
);
