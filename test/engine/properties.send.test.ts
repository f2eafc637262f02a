import * as fc from 'fast-check';
import { type IExecuteFunctions, NodeConnectionTypes } from 'n8n-workflow';
import { DeviceAccessError } from '../../nodes/DeviceAccess/errors/errors';
import { listAllPages } from '../../nodes/DeviceAccess/lists/listAllPages';
import { DEFAULT_MAX_RETRIES, RATE_LIMIT_EXTRA_RETRIES } from '../../nodes/DeviceAccess/transport/limits';
import { createSendRequest } from '../../nodes/DeviceAccess/transport/request';
import type { WireObject } from '../../nodes/DeviceAccess/wire/records';
import { type Answer, type HttpServer, startHttpServer } from '../support/httpServer';
import { runNode } from '../support/runNode';
import { propertyRuns } from '../unit/properties/propertyRuns';
import { steppingClock } from '../unit/steppingClock';

const MEMBER = 'devices';
const QUERY = { endpoint: '/devices/list', member: MEMBER, parameters: { search: 'room' } };

/** What a request meets in place of its page. After the first ones a read may be tried again. */
const PASSING = ['limited', 'limitedWithoutWord', 'internalError', 'gatewayPage', 'outage', 'cut'] as const;
const FINAL = ['malformedJson', 'notOk', 'noOk', 'noMember', 'noRecord', 'unauthorized', 'notFound', 'redirect', 'empty'] as const;
/** Pages whose way on is broken; none of them may pass for the last one. */
const BROKEN_WAYS = ['repeatedCursor', 'missingCursor', 'emptyCursor', 'lostPagination', 'cursorAlone'] as const;

type Fault = (typeof PASSING)[number] | (typeof FINAL)[number] | (typeof BROKEN_WAYS)[number];

interface ListCase {
	pageSizes: number[];
	wanted?: number;
	readsAhead: boolean;
	/** What each request meets, in the order in which they come; past the end nothing. */
	faults: Array<Fault | 'none'>;
}

const fault = fc.oneof({ weight: 5, arbitrary: fc.constant('none' as const) }, fc.constantFrom<Fault>(...PASSING, ...FINAL, ...BROKEN_WAYS));
const passingFault = fc.oneof({ weight: 2, arbitrary: fc.constant('none' as const) }, fc.constantFrom<Fault>(...PASSING));
const listCase = (faultOfRequest: fc.Arbitrary<Fault | 'none'>): fc.Arbitrary<ListCase> =>
	fc.record({
		pageSizes: fc.array(fc.nat({ max: 5 }), { minLength: 1, maxLength: 8 }),
		wanted: fc.option(fc.integer({ min: 1, max: 30 }), { nil: undefined }),
		readsAhead: fc.boolean(),
		faults: fc.array(faultOfRequest, { maxLength: 12 }),
	});

let current: ListCase = { pageSizes: [], readsAhead: false, faults: [] };
let server: HttpServer;
beforeAll(async () => {
	server = await startHttpServer(({ body }) => answer(current, JSON.parse(body) as WireObject, server.requests.length - 1));
});
afterAll(async () => await server.stop());

const recordsOf = (pageSizes: number[], page: number): WireObject[] => {
	const first = pageSizes.slice(0, page).reduce((sum, size) => sum + size, 0);
	return Array.from({ length: pageSizes[page] ?? 0 }, (_, index) => ({ device_id: `device ${first + index}` }));
};

function answer({ pageSizes, faults }: ListCase, body: WireObject, request: number): Answer | 'cut' {
	const page = body.page_cursor === undefined ? 0 : Number(String(body.page_cursor).replace('page ', ''));
	const hasNext = page + 1 < pageSizes.length;
	const pagination = { has_next_page: hasNext, next_page_cursor: hasNext ? `page ${page + 1}` : null };
	const whole = { ok: true, [MEMBER]: recordsOf(pageSizes, page), pagination };
	const failed = (status: number, type: string): Answer => ({ status, body: { ok: false, error: { type, message: 'No.' } } });
	// Whoever leads back to the first page leads back to it again; a cursor that does so once cannot be told from a true one.
	const isBackAtTheFirst = body.page_cursor === 'page 0';
	switch (isBackAtTheFirst ? 'repeatedCursor' : (faults[request] ?? 'none')) {
		case 'none': return { body: whole };
		case 'limited': return { ...failed(429, 'too_many_requests'), headers: { 'retry-after': '7' } };
		case 'limitedWithoutWord': return failed(429, 'too_many_requests');
		case 'internalError': return failed(500, 'internal_server_error');
		case 'gatewayPage': return { status: 502, body: '<html>Bad gateway</html>', headers: { 'content-type': 'text/html' } };
		case 'outage': return { status: 503, body: '' };
		case 'cut': return 'cut';
		case 'malformedJson': return { body: JSON.stringify(whole).slice(0, -1), headers: { 'content-type': 'application/json' } };
		case 'notOk': return { body: { ...whole, ok: false } };
		case 'noOk': return { body: { ...whole, ok: undefined } };
		case 'noMember': return { body: { ok: true, pagination } };
		case 'noRecord': return { body: { ...whole, [MEMBER]: [...recordsOf(pageSizes, page), null] } };
		case 'unauthorized': return failed(401, 'unauthorized');
		case 'notFound': return { status: 404, body: '404' };
		case 'redirect': return { status: 302, body: '', headers: { location: 'http://127.0.0.1:9/devices/list' } };
		case 'empty': return { body: '' };
		case 'repeatedCursor': return { body: { ...whole, pagination: { has_next_page: true, next_page_cursor: `page ${page}` } } };
		case 'missingCursor': return { body: { ...whole, pagination: { has_next_page: true, next_page_cursor: null } } };
		// The first page may do without (facts C4); a later one of a list that had it may not.
		case 'lostPagination': return { body: page === 0 ? whole : { ...whole, pagination: undefined } };
		case 'cursorAlone': return { body: hasNext ? { ...whole, pagination: { next_page_cursor: pagination.next_page_cursor } } : whole };
		case 'emptyCursor': return { body: { ...whole, pagination: { has_next_page: true, next_page_cursor: '' } } };
	}
}

/** Runs the assertions inside a node of the engine, which hands it the real helpers and credential. */
async function insideNode(assertions: (context: IExecuteFunctions) => Promise<void>): Promise<void> {
	const { error } = await runNode({
		description: {
			displayName: 'List', name: 'listOfTest', group: ['input'], version: 1, description: 'Node of a test', defaults: { name: 'List' },
			inputs: [NodeConnectionTypes.Main], outputs: [NodeConnectionTypes.Main], credentials: [{ name: 'deviceAccessApi', required: true }], properties: [],
		},
		async execute(this: IExecuteFunctions) {
			await assertions(this);
			return [[]];
		},
	}, { credentials: { deviceAccessApi: { baseUrl: server.url, apiKey: 'sandbox-key-hotel' } } });
	if (error) throw error;
}

interface Listed {
	records?: unknown[];
	error?: unknown;
	requests: number;
}

/** Walks the list of a case; the pauses between tries take no time. */
async function listOnce(context: IExecuteFunctions, listed: ListCase): Promise<Listed> {
	current = listed;
	server.requests.length = 0;
	const send = await createSendRequest(context, { clock: steppingClock() });
	const records: unknown[] = [];
	try {
		for await (const page of listAllPages(send, { ...QUERY, wanted: listed.wanted, readsAhead: listed.readsAhead })) {
			records.push(...page.records.map(({ device_id: id }) => id));
		}
	} catch (error) {
		return { error, requests: server.requests.length };
	}
	return { records, requests: server.requests.length };
}

const allOf = ({ pageSizes, wanted }: ListCase): unknown[] =>
	pageSizes.flatMap((_, page) => recordsOf(pageSizes, page)).map(({ device_id: id }) => id).slice(0, wanted);

const triesAPage = 1 + DEFAULT_MAX_RETRIES + RATE_LIMIT_EXTRA_RETRIES;

describe('a list over the real requests of the engine', () => {
	it('gives every record that is wanted exactly once and in order, or an error, whatever the requests meet', async () => {
		await insideNode(async (context) => {
			await fc.assert(
				fc.asyncProperty(listCase(fault), async (listed) => {
					const { records, error, requests } = await listOnce(context, listed);
					if (error === undefined) expect(records).toEqual(allOf(listed));
					else expect(error).toBeInstanceOf(DeviceAccessError);
					expect(requests).toBeLessThanOrEqual(listed.pageSizes.length * triesAPage);
					const [first, ...others] = server.requests.map(({ body }): WireObject => ({ ...(JSON.parse(body) as WireObject), page_cursor: undefined }));
					expect(others).toEqual(others.map(() => first));
				}),
				propertyRuns(400),
			);
		});
	});

	it('gives them all where a request meets no more faults in a row than it may be tried again', async () => {
		const passing = listCase(passingFault).filter(({ faults }) => {
			let inARow = 0;
			return faults.every((met) => (inARow = met === 'none' ? 0 : inARow + 1) <= DEFAULT_MAX_RETRIES);
		});
		await insideNode(async (context) => {
			await fc.assert(
				fc.asyncProperty(passing, async (listed) => {
					const { records, error } = await listOnce(context, listed);
					expect({ records, error }).toEqual({ records: allOf(listed), error: undefined });
				}),
				propertyRuns(200),
			);
		});
	});

	it('fails for a page whose way on is broken, when more is wanted', async () => {
		await insideNode(async (context) => {
			await fc.assert(
				fc.asyncProperty(listCase(fc.constant('none')), fc.nat({ max: 7 }), fc.constantFrom(...BROKEN_WAYS), async (whole, at, broken) => {
					const upToThere = allOf({ ...whole, wanted: undefined, pageSizes: whole.pageSizes.slice(0, at + 1) }).length;
					fc.pre(at < whole.pageSizes.length && (whole.wanted ?? Infinity) > upToThere);
					// These say nothing wrong on the last page, and the first one may do without pagination.
					if (broken === 'lostPagination' || broken === 'cursorAlone') fc.pre(at + 1 < whole.pageSizes.length);
					if (broken === 'lostPagination') fc.pre(at > 0);
					const faults = Array.from({ length: at + 1 }, (_, request) => (request === at ? broken : ('none' as const)));
					const { records, error } = await listOnce(context, { ...whole, faults });
					// A cursor without a word on whether there is more leads on all the same.
					if (broken === 'cursorAlone' && error === undefined) return expect(records).toEqual(allOf(whole));
					expect(records).toBeUndefined();
					expect(error).toBeInstanceOf(DeviceAccessError);
				}),
				propertyRuns(200),
			);
		});
	});

	it.each<[string, ListCase]>([
		['a Limit ends within a page that a repeated cursor has brought a second time', { pageSizes: [2], wanted: 3, readsAhead: false, faults: ['repeatedCursor'] }],
		['the second page of three has lost its pagination', { pageSizes: [2, 2, 2], readsAhead: false, faults: ['none', 'lostPagination'] }],
	])('neither repeats records nor leaves some out when %s', async (_title, listed) => {
		await insideNode(async (context) => {
			const { records, error } = await listOnce(context, listed);
			expect({ records, isFailure: error instanceof DeviceAccessError }).toEqual({ records: undefined, isFailure: true });
		});
	});

	it('leaves no record out when a page has a cursor and does not say whether there is more', async () => {
		await insideNode(async (context) => {
			const listed: ListCase = { pageSizes: [2, 2], readsAhead: false, faults: ['cursorAlone'] };
			expect(await listOnce(context, listed)).toMatchObject({ records: allOf(listed), requests: 2 });
		});
	});
});
