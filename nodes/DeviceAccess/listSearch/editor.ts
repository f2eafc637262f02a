import type {
	ILoadOptionsFunctions,
	INodeListSearchItems,
	INodeListSearchResult,
} from 'n8n-workflow';
import { InvalidParameterError, isAnyNotFound, isUnsupported } from '../errors/errors';
import { toNodeError } from '../errors/toNodeError';
import { unlessGone } from '../lists/getRecord';
import { groupBy } from '../lists/groupBy';
import { type Page, readFirstPage } from '../lists/listAllPages';
import { inWorkspace } from '../operation';
import { type ApiCredential, readCredential } from '../transport/credential';
import { createSendRequest, type SendRequest } from '../transport/request';
import { deviceName, type WireObject } from '../wire/records';
import { listOf, recordEndpoint, type RecordRow, textOf } from '../wire/recordTable';

/** To read for a search: a page can take 20 requests, and a person waits. */
const MAX_PAGES_WITHOUT_MATCH = 25;
const MAX_PAGES = 5;

/** A person waits for the list, but workflows may use the same service. */
const REQUESTS_IN_FLIGHT = 5;

/** Throws the node errors that the editor shows instead of the list. */
export async function answerEditor<Answer>(
	context: ILoadOptionsFunctions,
	work: (send: SendRequest) => Promise<Answer>,
): Promise<Answer> {
	return await answerWith(
		context,
		(credential) => inWorkspace(credential, chosenWorkspace(context)),
		work,
	);
}

export async function answerEditorForAllWorkspaces<Answer>(
	context: ILoadOptionsFunctions,
	work: (send: SendRequest) => Promise<Answer>,
): Promise<Answer> {
	return await answerWith(context, (credential) => credential, work);
}

async function answerWith<Answer>(
	context: ILoadOptionsFunctions,
	choose: (credential: ApiCredential) => ApiCredential,
	work: (send: SendRequest) => Promise<Answer>,
): Promise<Answer> {
	try {
		const credential = choose(await readCredential(context));
		return await work(
			createSendRequest(context, credential, { requestsInFlight: REQUESTS_IN_FLIGHT }),
		);
	} catch (error) {
		// The options of the node do not concern its lists, as those of a trigger do not exist.
		throw toNodeError(context.getNode(), error, { isTrigger: true });
	}
}

/** Throws if there is no value yet: a list from another workspace would be worse. */
function chosenWorkspace(context: ILoadOptionsFunctions): { workspaceId?: unknown } {
	const chosen = readField(() => context.getNodeParameter('options.workspaceId', ''));
	if (chosen === '') return {};
	const { value } = (chosen ?? {}) as { value?: unknown };
	if (typeof value === 'string' && value.trim() !== '') return { workspaceId: value };
	throw new InvalidParameterError(
		"The list cannot load because 'Workspace' under Options has no value in the editor",
		'Choose a workspace there, or enter an ID here. An expression may have no value until the workflow runs.',
	);
}

/** n8n asks for the next page of a search only once a person scrolls, and its list shows seven. */
const ENTRIES_TO_SCROLL = 10;

/** The last entry if too few were found to scroll on, and not everything was read. */
const UNFINISHED = '[Not all are searched. For others, use an expression or the ID]';

/** Reads until the list can be scrolled. The pagination token is the service's cursor. */
export async function readUntilScrollable(
	readPage: (pageCursor: string | undefined) => Promise<INodeListSearchResult>,
	pageCursor: string | undefined,
): Promise<INodeListSearchResult> {
	const { results, ...first } = await readPage(pageCursor);
	let { paginationToken } = first;
	const isTooShort = () => results.length < ENTRIES_TO_SCROLL && paginationToken;
	const maxPages = () => (results.length === 0 ? MAX_PAGES_WITHOUT_MATCH : MAX_PAGES);
	for (let read = 1; read < maxPages() && isTooShort(); read++) {
		const next = await readPage(String(paginationToken));
		results.push(...next.results);
		({ paginationToken } = next);
	}
	const entries = toldApart(results);
	if (isTooShort()) entries.push({ name: UNFINISHED, value: '' });
	return { results: entries, paginationToken };
}

/** Each of those with the same name has the end of its ID, because IDs can begin with a time. */
export function toldApart(entries: readonly INodeListSearchItems[]): INodeListSearchItems[] {
	const byName = groupBy(entries, ({ name }) => name);
	return entries.map((entry) =>
		byName.get(entry.name)?.length === 1
			? entry
			: { ...entry, name: `${entry.name} (${String(entry.value).slice(-6)})` },
	);
}

/** Each page shows what belongs to so many records. */
const OWNERS_PER_PAGE = 20;

/** Of a list that n8n cannot page. */
export const MOST_ENTRIES = 10_000;

/** The last entry of a list that was cut: a record that is not listed would seem not to exist. */
export const CUT_ENTRY = {
	name: `[Only the first ${MOST_ENTRIES.toLocaleString('en-US')} are listed. For others, use an expression or the ID]`,
	value: '',
};

/** By name, with the sign at the end if the list was cut. */
export async function allEntries(
	pages: AsyncIterable<Page>,
	toEntry: (record: WireObject) => INodeListSearchItems | undefined,
): Promise<INodeListSearchItems[]> {
	const entries: INodeListSearchItems[] = [];
	let isCut = false;
	for await (const page of pages) {
		isCut = page.isCut === true || page.nextPageCursor !== undefined;
		for (const record of page.records) {
			const entry = toEntry(record);
			if (entry) entries.push(entry);
		}
	}
	const sorted = toldApart(entries).sort((a, b) => a.name.localeCompare(b.name));
	return isCut ? [...sorted, CUT_ENTRY] : sorted;
}

/**
 * What belongs to the next records of another kind, such as the codes of the next devices. The
 * pagination token is the page cursor of these records.
 */
export async function entriesOfNext(
	send: SendRequest,
	row: RecordRow,
	pageCursor: string | undefined,
	entriesOf: (id: string) => Promise<INodeListSearchItems[]>,
): Promise<INodeListSearchResult> {
	const { records, nextPageCursor } = await readFirstPage(send, {
		endpoint: recordEndpoint(row, 'list'),
		member: listOf(row),
		parameters: {},
		limit: OWNERS_PER_PAGE,
		pageCursor,
	});
	const perOwner = await Promise.all(
		records.map(async (owner) => {
			const id = String(owner[`${row.member}_id`]);
			// Somebody may have deleted it meanwhile, and a device that is no lock may have no codes.
			const hasNone = (error: unknown) => isAnyNotFound(error) || isUnsupported(error);
			const entries = (await unlessGone(async () => await entriesOf(id), hasNone)) ?? [];
			const name = deviceName(owner) ?? id;
			return entries.map((entry) => ({ ...entry, name: `${entry.name} - ${name}` }));
		}),
	);
	return { results: perOwner.flat(), paginationToken: nextPageCursor };
}

/** `searchText` is trimmed and in lower case. */
export const holds = (
	{ name, value }: { name: string; value: unknown },
	searchText: string,
): boolean => name.toLowerCase().includes(searchText) || String(value).includes(searchText);

export const entryOf = (row: RecordRow, record: WireObject): INodeListSearchItems => ({
	name: textOf(row, record),
	value: String(record[`${row.member}_id`]),
});

/** The ID in another field of the form, which narrows the list. Never throws. */
export function chosenId(context: ILoadOptionsFunctions, fieldName: string): string | undefined {
	// n8n throws for a field that the operation does not have or hides.
	const id = readField(() => context.getNodeParameter(fieldName, '', { extractValue: true }));
	return typeof id === 'string' && id.trim() !== '' ? id.trim() : undefined;
}

function readField(read: () => unknown): unknown {
	try {
		return read();
	} catch {
		return undefined;
	}
}
