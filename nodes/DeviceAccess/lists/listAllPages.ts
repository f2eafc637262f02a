import { PageLoopError, UnexpectedAnswerError } from '../errors/errors';
import { DEFAULT_MAX_PAGES, MAX_RECORDS, PAGE_SIZE } from '../transport/limits';
import { type ApiAnswer, takeList } from '../transport/readAnswer';
import type { SendRequest } from '../transport/request';
import { isWireObject, type Pagination, type WireObject } from '../wire/records';

export interface ListQuery {
	endpoint: string;
	member: string;
	/**
	 * The same on every page, because the service binds the cursor to them
	 * (docs/service.md#lists-1).
	 */
	parameters: WireObject;
	limit?: number;
	pageCursor?: string;
	maxPages?: number;
	maxRecords?: number;
	/** Requests the next page while the caller works on this one, for callers that want all pages. */
	readsAhead?: boolean;
	deviceId?: string;
}

/**
 * Lists without `limit`. If a service still pages one of them, the node follows its cursor
 * (docs/service.md#lists-3).
 */
const LISTS_WITHOUT_LIMIT: ReadonlySet<string> = new Set([
	'/access_methods/list',
	'/access_methods/unmanaged/list',
	'/acs/access_groups/list',
	'/acs/access_groups/list_accessible_entrances',
	'/acs/systems/list_compatible_credential_manager_acs_systems',
	'/acs/users/list_accessible_entrances',
	'/acs/access_groups/list_users',
	'/acs/entrances/list_credentials_with_access',
	'/acs/systems/list',
	'/workspaces/list',
	'/instant_keys/list',
	'/user_identities/list_accessible_devices',
	'/user_identities/list_accessible_entrances',
]);

/** The records of a page, and the cursor of the next page if there is one. */
export interface Page {
	records: WireObject[];
	nextPageCursor?: string;
	/** True if the list has, or may have, more records than `limit`. */
	isCut?: boolean;
}

/**
 * Yields page after page, until the last one or until `limit` records. Cuts the surplus of the last
 * page, and leaves out a record that an earlier page had, because lists change while they are read.
 * Throws PageLoopError if the service repeats a cursor, promises more without a cursor,
 * returns a full page without saying whether there is more, or never ends.
 */
export async function* listAllPages(send: SendRequest, query: ListQuery): AsyncGenerator<Page> {
	const {
		endpoint,
		limit = Infinity,
		maxPages = DEFAULT_MAX_PAGES,
		maxRecords = MAX_RECORDS,
	} = query;
	// Stays the same, because the service refuses the cursor with another pageLimit.
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
		cursor = nextCursor(endpoint, answer, seenCursors, {
			askedWith: cursor,
			isEnough,
			isFull: listed.length === pageLimit,
		});
		const isLast = cursor === undefined || isEnough;
		coming = isLast || !query.readsAhead ? undefined : fetchPage(page + 1, cursor);
		// A caller that stops early does not await this page, so its failure is ignored.
		coming?.catch(() => {});
		yield { records, nextPageCursor: cursor, isCut: records.length < found.length || undefined };
		if (cursor === undefined) return;
	}
}

/** True for each record once. `member` names the record: 'user_identities' have a user_identity_id. */
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

/** Reads all records of a list. Throws like listAllPages. */
export async function listAll(send: SendRequest, query: ListQuery): Promise<WireObject[]> {
	const all: WireObject[] = [];
	for await (const { records } of listAllPages(send, query)) all.push(...records);
	return all;
}

/** Reads only the first page: at most `limit` records. Throws like listAllPages. */
export async function readFirstPage(send: SendRequest, query: ListQuery): Promise<Page> {
	for await (const page of listAllPages(send, query)) return page;
	return { records: [] };
}

/**
 * The cursor of the next page, or undefined on the last one. Throws PageLoopError if it is missing
 * or repeated, and UnexpectedAnswerError if a later page has no pagination.
 */
function nextCursor(
	endpoint: string,
	{ body: { pagination }, requestId }: ApiAnswer,
	seenCursors: Set<string>,
	{ askedWith, isEnough, isFull }: { askedWith?: string; isEnough: boolean; isFull: boolean },
): string | undefined {
	if (!isWireObject(pagination)) {
		if (askedWith !== undefined)
			throw new UnexpectedAnswerError(
				endpoint,
				"The service's answer has no 'pagination'",
				requestId,
			);
		// Some lists may have no pagination (docs/service.md#lists-2). Then a page that is not full
		// is the whole list.
		if (isFull && !isEnough) throw new PageLoopError(endpoint, 'missingPagination', 0);
		return undefined;
	}
	const { has_next_page: hasNextPage, next_page_cursor: cursor } =
		pagination as Partial<Pagination>;
	const isMissing = typeof cursor !== 'string' || cursor === '';
	if (hasNextPage === false || (hasNextPage !== true && isMissing)) return undefined;
	// Enough records, so a missing cursor does not matter.
	if (isMissing && isEnough) return undefined;
	if (isMissing) throw new PageLoopError(endpoint, 'missingCursor', 0);
	// Thrown even with enough records, because this page may be an old one.
	if (cursor === askedWith || seenCursors.has(cursor))
		throw new PageLoopError(endpoint, 'repeatedCursor', 0);
	seenCursors.add(cursor);
	return cursor;
}
