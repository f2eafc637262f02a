import type { ILoadOptionsFunctions, INodeListSearchResult } from 'n8n-workflow';
import { toNodeError } from '../errors/toNodeError';
import { createSendRequest, type SendRequest } from '../transport/request';

/** Pages without a hit that are passed over: the editor cannot scroll on in an empty list. */
const MAX_EMPTY_PAGES = 25;

/** A person waits for one list, while workflows may be at work on the same service. */
const REQUESTS_IN_FLIGHT = 5;

/** Runs what fills a list in the editor. Throws the node errors that the editor shows in place of the list. */
export async function answerEditor<Answer>(context: ILoadOptionsFunctions, work: (send: SendRequest) => Promise<Answer>): Promise<Answer> {
	try {
		return await work(await createSendRequest(context, { requestsInFlight: REQUESTS_IN_FLIGHT }));
	} catch (error) {
		throw toNodeError(context.getNode(), error);
	}
}

/** The first page from `pageCursor` on that holds an entry, or the last one that was read; the token is the service's cursor. */
export async function firstPageWithEntries(
	readPage: (pageCursor: string | undefined) => Promise<INodeListSearchResult>,
	pageCursor: string | undefined,
): Promise<INodeListSearchResult> {
	let page = await readPage(pageCursor);
	for (let empty = 1; empty < MAX_EMPTY_PAGES && page.results.length === 0 && page.paginationToken; empty++) {
		page = await readPage(String(page.paginationToken));
	}
	return page;
}

/** True where the name or the ID of an entry holds the text, which is trimmed and in lower case. */
export const holds = ({ name, value }: { name: string; value: unknown }, wanted: string): boolean =>
	name.toLowerCase().includes(wanted) || String(value).includes(wanted);

/** The ID that a locator of the form holds, by which a list is narrowed; undefined where the form shows none. Never throws. */
export function chosenId(context: ILoadOptionsFunctions, fieldName: string): string | undefined {
	const id = readShown(context, fieldName);
	return typeof id === 'string' && id.trim() !== '' ? id.trim() : undefined;
}

/** n8n throws for a field that the chosen operation does not have, or hides. */
function readShown(context: ILoadOptionsFunctions, fieldName: string): unknown {
	try {
		return context.getNodeParameter(fieldName, '', { extractValue: true });
	} catch {
		return undefined;
	}
}
