import type { Fault } from './faults';
import type { Pagination } from '../schemas/pagination';

/** An answer on the wire. An `undefined` body means an empty one. */
export interface RawAnswer {
	status: number;
	headers?: Record<string, string>;
	body?: unknown;
}

export const CUT = 'cut';

const HTML_HEADERS = { 'content-type': 'text/html' };

/** The answer that a fault puts in place of the service's: a raw answer or a cut connection. Undefined if the service answers. */
export function replacementOf(fault: Fault): RawAnswer | typeof CUT | undefined {
	switch (fault.kind) {
		case 'status':
			return { status: fault.status, headers: fault.headers, body: fault.body };
		case 'tooManyRequests':
			return {
				status: 429,
				headers:
					fault.retryAfter === undefined ? undefined : { 'retry-after': String(fault.retryAfter) },
				body: failure('too_many_requests', 'Too many requests.'),
			};
		case 'internalError':
			return { status: 500, body: failure('internal_server_error', 'Something went wrong.') };
		case 'outage':
			return { status: 503 };
		case 'badGateway':
			return {
				status: fault.status ?? 502,
				headers: HTML_HEADERS,
				body: '<html><body><h1>Bad gateway</h1></body></html>',
			};
		case 'unauthorized':
			return { status: 401, body: failure('unauthorized', 'Unauthorized') };
		case 'redirect':
			return { status: 302, headers: { location: fault.location } };
		case 'cut':
			return CUT;
		default:
			return undefined;
	}
}

/** Whether the service acts on the request before the fault. */
export function isProcessed(fault: Fault): boolean {
	return 'isProcessed' in fault && fault.isProcessed === true;
}

/** True for an invalid cursor that a fault sent. The request for its page must still be answered. */
export function isFaultCursor(cursor: unknown): boolean {
	return (
		cursor === REPEATED_CURSOR || (typeof cursor === 'string' && cursor.startsWith(ENDLESS_CURSOR))
	);
}

const REPEATED_CURSOR = 'repeated-cursor';
const ENDLESS_CURSOR = 'endless-cursor-';
let endlessPage = 0;

/** Breaks a successful body. Strings are sent as they are, with the content type of JSON. */
export function spoilBody(
	fault: Fault,
	body: Record<string, unknown>,
): Record<string, unknown> | string {
	switch (fault.kind) {
		case 'malformedJson':
			return JSON.stringify(body).slice(0, -1);
		case 'notOk':
			return { ...body, ok: false };
		case 'missingMember':
			return { ok: body.ok };
		case 'repeatedCursor':
			return withCursor(body, REPEATED_CURSOR);
		case 'missingCursor':
			return withCursor(body, null);
		case 'missingPagination':
			return { ...body, pagination: undefined };
		case 'endlessPages':
			return withCursor(body, `${ENDLESS_CURSOR}${++endlessPage}`);
		default:
			return body;
	}
}

function withCursor(body: Record<string, unknown>, next_page_cursor: string | null) {
	const pagination: Pagination = { has_next_page: true, next_page_cursor, next_page_url: null };
	return { ...body, pagination };
}

function failure(type: string, message: string) {
	return { error: { type, message }, ok: false };
}
