import { PageLoopError, UnexpectedAnswerError } from '../errors/errors';
import { DEFAULT_MAX_PAGES, MAX_RECORDS, PAGE_SIZE } from '../transport/limits';
import { type ApiAnswer, takeList } from '../transport/httpCall';
import type { SendRequest } from '../transport/request';
import { isWireObject, type WireObject } from '../wire/records';
import { RECORD_ROWS } from '../wire/recordTable';
import type { Endpoint, RequestBody } from '../wire/endpoints';

export interface ListQuery<E extends Endpoint = Endpoint> {
	endpoint: E;
	member: string;
	/** The same on every page (docs/service.md#lists-1). */
	parameters: RequestBody<E>;
	limit?: number;
	pageCursor?: string;
	maxPages?: number;
	maxRecords?: number;
	readsAhead?: boolean;
	deviceId?: string;
}

interface Pagination {
	next_page_cursor: string | null;
	has_next_page: boolean;
}

const LISTS_WITHOUT_LIMIT: ReadonlySet<string> = new Set(
	RECORD_ROWS.flatMap(({ root, listsWithoutLimit = [] }) =>
		listsWithoutLimit.map((list) => `${root}/${list}`),
	),
);

export interface Page {
	records: WireObject[];
	nextPageCursor?: string;
	/** True if the list has, or may have, more records than `limit`. */
	isCut?: boolean;
}

/**
 * Leaves out a record that an earlier page had, because lists change while they are read. Throws
 * PageLoopError if the list cannot be read to its end.
 */
export async function* listAllPages<E extends Endpoint>(
	send: SendRequest,
	query: ListQuery<E>,
): AsyncGenerator<Page> {
	const {
		endpoint,
		limit = Infinity,
		maxPages = DEFAULT_MAX_PAGES,
		maxRecords = MAX_RECORDS,
	} = query;
	// The service refuses the cursor with another pageLimit.
	const pageLimit = LISTS_WITHOUT_LIMIT.has(endpoint) ? undefined : Math.min(limit, PAGE_SIZE);
	const parameters = { ...query.parameters, limit: pageLimit };
	const seenCursors = new Set<string>();
	const isNew = onceById(query.member);
	const fetchPage = async (page: number, cursor: string | undefined): Promise<ApiAnswer> => {
		if (page > maxPages) throw new PageLoopError(endpoint, 'tooManyPages', maxPages);
		return await send({
			endpoint,
			body: cursor === undefined ? parameters : { ...parameters, page_cursor: cursor },
			effect: 'read',
			deviceId: query.deviceId,
		});
	};
	let collected = 0;
	let cursor = query.pageCursor;
	let coming: Promise<ApiAnswer> | undefined;
	for (let page = 1; limit > collected; page++) {
		const answer = await (coming ?? fetchPage(page, cursor));
		const listed = takeList(answer, query.member);
		const found = listed.filter(isNew);
		const records = found.slice(0, limit - collected);
		collected += records.length;
		if (collected > maxRecords) throw new PageLoopError(endpoint, 'tooManyRecords', maxRecords);
		const isEnough = collected >= limit;
		cursor = nextCursor(answer, seenCursors, {
			askedWith: cursor,
			isEnough,
			isFull: listed.length === pageLimit,
		});
		const isLast = cursor === undefined || isEnough;
		coming = isLast || !query.readsAhead ? undefined : fetchPage(page + 1, cursor);
		// A caller that stops early does not await this page.
		coming?.catch(() => {});
		// Without a cursor, a full page can be all or a part.
		const isFull = !isWireObject(answer.body.pagination) && listed.length === pageLimit;
		const isCut = records.length < found.length || (isEnough && isFull) || undefined;
		yield { records, nextPageCursor: cursor, isCut };
		if (cursor === undefined) return;
	}
}

/** The ID of 'user_identities' is user_identity_id. */
function onceById(member: string): (record: WireObject) => boolean {
	const idName = `${member.replace(/ies$/, 'y').replace(/s$/, '')}_id`;
	const seenIds = new Set<unknown>();
	return ({ [idName]: id }) => {
		if (typeof id !== 'string') return true;
		const isNew = !seenIds.has(id);
		seenIds.add(id);
		return isNew;
	};
}

export async function listAll<E extends Endpoint>(
	send: SendRequest,
	query: ListQuery<E>,
): Promise<WireObject[]> {
	const all: WireObject[] = [];
	// A page of a service that ignores the limit can be longer than a call may have arguments.
	for await (const { records } of listAllPages(send, query))
		for (const record of records) all.push(record);
	return all;
}

export async function readFirstPage<E extends Endpoint>(
	send: SendRequest,
	query: ListQuery<E>,
): Promise<Page> {
	for await (const page of listAllPages(send, query)) return page;
	return { records: [] };
}

function nextCursor(
	answer: ApiAnswer,
	seenCursors: Set<string>,
	{ askedWith, isEnough, isFull }: { askedWith?: string; isEnough: boolean; isFull: boolean },
): string | undefined {
	const { pagination } = answer.body;
	if (!isWireObject(pagination)) {
		if (askedWith !== undefined)
			throw new UnexpectedAnswerError(answer, "The service's answer has no 'pagination'");
		// A page that is not full is then the whole list (docs/service.md#lists-2).
		if (isFull && !isEnough) throw new PageLoopError(answer.endpoint, 'missingPagination');
		return undefined;
	}
	const { has_next_page: hasNextPage, next_page_cursor: cursor } =
		pagination as Partial<Pagination>;
	const isMissing = typeof cursor !== 'string' || cursor === '';
	if (hasNextPage === false || (!hasNextPage && !cursor)) return undefined;
	if (isMissing && isEnough) return undefined;
	if (isMissing) throw new PageLoopError(answer.endpoint, 'missingCursor');
	// Even with enough records, because this page may be an old one.
	if (cursor === askedWith || seenCursors.has(cursor))
		throw new PageLoopError(answer.endpoint, 'repeatedCursor');
	seenCursors.add(cursor);
	return cursor;
}
