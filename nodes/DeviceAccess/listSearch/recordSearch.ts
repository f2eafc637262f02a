import type { ILoadOptionsFunctions, INodeListSearchResult } from 'n8n-workflow';
import { listAllPages, type ListQuery, type Page } from '../lists/listAllPages';
import type { SendRequest } from '../transport/request';
import type { WireObject } from '../wire/records';
import { answerEditor } from './answerEditor';

/** Entries of a list that a person scrolls through at once. */
const PICKER_PAGE_SIZE = 100;
/** Pages without a hit that are passed over: the editor cannot scroll on in an empty list. */
const MAX_EMPTY_PAGES = 25;

/** What a searchable list of records asks for, and how a record is shown in it. */
export interface RecordSearch {
	endpoint: string;
	member: string;
	idField: string;
	/** Text of the entry; the ID stands in for an empty one. */
	nameOf: (record: WireObject) => unknown;
	/** True where the service searches itself (facts 3); else the names of each page are searched here. */
	isSearchedByService: boolean;
}

type Search = (this: ILoadOptionsFunctions, filter?: string, paginationToken?: string) => Promise<INodeListSearchResult>;

/** Makes what n8n calls for a searchable list; the token is the service's page cursor. */
export function recordSearch(search: RecordSearch): Search {
	return async function (this: ILoadOptionsFunctions, filter, paginationToken) {
		return await answerEditor(this, async (send) => {
			let page = await searchPage(send, search, filter, paginationToken);
			for (let empty = 1; empty < MAX_EMPTY_PAGES && page.results.length === 0 && page.paginationToken; empty++) {
				page = await searchPage(send, search, filter, String(page.paginationToken));
			}
			return page;
		});
	};
}

async function searchPage(
	send: SendRequest,
	{ endpoint, member, idField, nameOf, isSearchedByService }: RecordSearch,
	filter = '',
	pageCursor?: string,
): Promise<INodeListSearchResult> {
	const wanted = filter.trim();
	const search = isSearchedByService && wanted !== '' ? wanted : undefined;
	const query = { endpoint, member, parameters: { search }, wanted: PICKER_PAGE_SIZE, pageCursor };
	const { records, nextPageCursor } = await firstPage(send, query);
	const entries = records.map((record) => ({ name: String(nameOf(record) || record[idField]), value: String(record[idField]) }));
	const isFound = ({ name, value }: { name: string; value: string }) =>
		search !== undefined || name.toLowerCase().includes(wanted.toLowerCase()) || value.includes(wanted.toLowerCase());
	return { results: entries.filter(isFound), paginationToken: nextPageCursor };
}

async function firstPage(send: SendRequest, query: ListQuery): Promise<Page> {
	for await (const page of listAllPages(send, query)) return page;
	return { records: [] };
}
