import { createHash } from 'node:crypto';
import { indexAfter, type Sequenced } from '../state/orderedList';
import type { Pagination } from '../schemas/pagination';
import { ServiceError, invalidInput } from '../domain/serviceError';
import type { SandboxService } from './sandboxService';

interface PageRequest {
	path: string;
	parameters: Record<string, unknown> & { limit?: number; page_cursor?: string | null };
}

const DEFAULT_LIMIT = 500;

/** How far a later page is moved, in records. */
const SHIFTS = { exact: 0, repeatsOne: -1, skipsOne: 1 };

interface PageOptions<T> {
	/** 500 by default. */
	defaultLimit?: number;
	matches?: (entry: T) => boolean;
}

export interface Page<T> {
	entries: T[];
	pagination: Pagination;
}

/**
 * One page of a list ordered by `sequence`. Reads only what the page needs, however long the list
 * is. The cursor holds the position of the last returned entry, so that no entry is skipped or
 * repeated if others are removed between pages. Throws 400 `invalid_input` for an invalid cursor,
 * `mismatched_page_parameters` for a cursor of another query (docs/service.md#lists-1).
 */
export function paginate<T extends Sequenced>(
	service: SandboxService,
	list: readonly T[],
	request: PageRequest,
	options: PageOptions<T> = {},
): Page<T> {
	const { pageBoundary, maxPageSize = Infinity } = service.settings;
	const wanted = request.parameters.limit ?? options.defaultLimit ?? DEFAULT_LIMIT;
	const limit = Math.min(wanted, maxPageSize);
	const hash = hashOf(request);
	const start = request.parameters.page_cursor
		? indexAfter(list, readCursor(request.parameters.page_cursor, hash)) + SHIFTS[pageBoundary]
		: 0;
	const entries: T[] = [];
	for (let index = start; index < list.length; index++) {
		const entry = list[index] as T;
		if (options.matches && !options.matches(entry)) continue;
		if (entries.length === limit)
			return { entries, pagination: furtherPage(service, request, hash, entries) };
		entries.push(entry);
	}
	return {
		entries,
		pagination: { has_next_page: false, next_page_cursor: null, next_page_url: null },
	};
}

function furtherPage(
	service: SandboxService,
	request: PageRequest,
	hash: string,
	entries: Sequenced[],
): Pagination {
	const cursor = Buffer.from(JSON.stringify([hash, entries.at(-1)?.sequence])).toString(
		'base64url',
	);
	return {
		has_next_page: true,
		next_page_cursor: cursor,
		next_page_url: pageUrl(service, request, cursor),
	};
}

function pageUrl(service: SandboxService, request: PageRequest, cursor: string): string {
	const url = new URL(request.path, service.origin());
	for (const [name, value] of otherParameters(request)) {
		for (const one of Array.isArray(value) ? value : [value])
			url.searchParams.append(name, String(one));
	}
	url.searchParams.append('page_cursor', cursor);
	return url.href;
}

function readCursor(cursor: string, expectedHash: string): number {
	const [hash, sequence] = parseCursor(cursor);
	if (hash !== expectedHash) {
		throw new ServiceError(
			400,
			'mismatched_page_parameters',
			'The page cursor belongs to a request with other parameters. Send the same parameters with every page.',
		);
	}
	return sequence;
}

function parseCursor(cursor: string): [hash: string, sequence: number] {
	try {
		const parsed: unknown = JSON.parse(Buffer.from(cursor, 'base64url').toString());
		if (Array.isArray(parsed) && typeof parsed[0] === 'string' && typeof parsed[1] === 'number') {
			return [parsed[0], parsed[1]];
		}
	} catch {
		// Falls through to the same error as for a cursor of the wrong form.
	}
	throw invalidInput('Invalid page_cursor');
}

function hashOf(request: PageRequest): string {
	return createHash('sha256')
		.update(JSON.stringify([request.path, otherParameters(request)]))
		.digest('base64url')
		.slice(0, 16);
}

function otherParameters({ parameters }: PageRequest): Array<[string, unknown]> {
	return Object.entries(parameters)
		.filter(([name, value]) => name !== 'page_cursor' && value !== undefined && value !== null)
		.sort(([left], [right]) => (left < right ? -1 : 1));
}
