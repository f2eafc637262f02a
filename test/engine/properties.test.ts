import * as fc from 'fast-check';
import { NodeConnectionTypes, type IDataObject, type IExecuteFunctions } from 'n8n-workflow';
import { DeviceAccessError } from '../../nodes/DeviceAccess/errors/errors';
import { listAllPages } from '../../nodes/DeviceAccess/lists/listAllPages';
import {
	DEFAULT_MAX_RETRIES,
	RATE_LIMIT_EXTRA_RETRIES,
} from '../../nodes/DeviceAccess/transport/limits';
import { readCredential } from '../../nodes/DeviceAccess/transport/credential';
import { createSendRequest } from '../../nodes/DeviceAccess/transport/request';
import type { WireObject } from '../../nodes/DeviceAccess/wire/records';
import type { Fault } from '../../sandbox/faults/faults';
import { portfolio } from '../../sandbox/fixtures/portfolio';
import { byId, QUICK_CHECKS, startHotelSandbox } from '../support/hotelSandbox';
import { startHttpServer, type Answer, type HttpServer } from '../support/httpServer';
import { runNode } from '../../host/engine/runNode';
import { until } from '../support/until';
import { propertyRuns } from '../unit/properties/propertyRuns';
import { steppingClock } from '../unit/steppingClock';

const CONVERT = '/access_codes/unmanaged/convert_to_managed';
const UNKNOWN_CODE = '40000000-0000-4000-8000-00000000ffff';
const RUNS = 12;

/** The fate of one conversion, which the service is set to produce. */
type Fate =
	| 'converted'
	| 'fails'
	| 'unsupported'
	| 'staysPending'
	| 'vanishes'
	| 'cutBefore'
	| 'cutAfter'
	| 'htmlAfter'
	| 'limitedFirst'
	| 'unknownCode';

const FAULTS: Readonly<Partial<Record<Fate, Fault>>> = {
	fails: { kind: 'attemptFails', type: 'uncategorized_error', message: 'The lock did not answer.' },
	unsupported: {
		kind: 'status',
		status: 400,
		body: { error: { type: 'unsupported_device', message: 'No.' }, ok: false },
	},
	staysPending: { kind: 'attemptStaysPending' },
	vanishes: { kind: 'attemptVanishes' },
	cutBefore: { kind: 'cut' },
	cutAfter: { kind: 'cut', isProcessed: true },
	htmlAfter: { kind: 'badGateway', isProcessed: true },
	limitedFirst: { kind: 'tooManyRequests', retryAfter: 0 },
};

/** The expected result of the item, and whether the code is managed at the end. */
const EXPECTED: Readonly<Record<Fate, { item: string; isManaged: boolean }>> = {
	converted: { item: 'converted', isManaged: true },
	fails: { item: 'failed action', isManaged: false },
	unsupported: { item: 'unsupported', isManaged: false },
	staysPending: { item: 'pending', isManaged: false },
	vanishes: { item: 'converted', isManaged: true },
	cutBefore: { item: 'may have acted', isManaged: false },
	cutAfter: { item: 'may have acted', isManaged: true },
	htmlAfter: { item: 'may have acted', isManaged: true },
	limitedFirst: { item: 'converted', isManaged: true },
	unknownCode: { item: 'not found', isManaged: false },
};

const fates = fc.array(fc.constantFrom(...(Object.keys(EXPECTED) as Fate[])), {
	minLength: 1,
	maxLength: 9,
});
const lookUpFaults = fc.array(
	fc.constantFrom<Fault>({ kind: 'internalError' }, { kind: 'cut' }, { kind: 'malformedJson' }),
	{ maxLength: 2 },
);

/** Sums up the result of an item. */
function wordOf({ error, outcome, details }: IDataObject): string {
	if (typeof error !== 'string') return String(outcome);
	const { may_have_acted: mayHaveActed, outcome: failed, type } = (details ?? {}) as IDataObject;
	if (mayHaveActed === true) return 'may have acted';
	if (failed === 'failed') return 'failed action';
	return type === 'access_code_not_found' ? 'not found' : `${error}`;
}

describe('for any outcomes of conversions', () => {
	// One request at a time, so that each scripted fault hits the intended item.
	const oneAtATime = { ...QUICK_CHECKS, requestsInFlight: 1, waitTimeout: 1.5, maxRetries: 1 };

	it('every item has exactly one result, in order and paired, that says what the service did', async () => {
		await fc.assert(
			fc.asyncProperty(fates, lookUpFaults, async (planned, failingLookUps) => {
				const service = await startHotelSandbox({
					fixture: 'portfolio',
					devices: planned.length,
					codesPerDevice: 1,
				});
				try {
					const ids = planned.map((fate, index) =>
						fate === 'unknownCode' ? UNKNOWN_CODE : portfolio.unmanagedCodeId(index, 0),
					);
					planned.forEach((fate, index) => {
						const fault = FAULTS[fate];
						if (fault) service.sandbox.faults.next(CONVERT, fault, { holding: ids[index] });
					});
					for (const fault of failingLookUps)
						service.sandbox.faults.next('/action_attempts/list', fault);
					const { items } = await service.run(
						'unmanagedAccessCode.convertToManaged',
						{ accessCodeId: byId('={{ $json.id }}'), options: oneAtATime },
						{ input: ids.map((id) => ({ id })), onError: 'continueRegularOutput' },
					);
					expect(items.map(({ json, pairedItem }) => [wordOf(json), pairedItem])).toEqual(
						planned.map((fate, item) => [EXPECTED[fate].item, { item }]),
					);
					const managed = () =>
						ids.map((id) => service.sandbox.state.accessCodes.get(id)?.isManaged === true);
					const expected = planned.map((fate) => EXPECTED[fate].isManaged);
					// If the connection is cut after the service has acted, the conversion ends a moment later.
					await until(() => JSON.stringify(managed()) === JSON.stringify(expected));
					expect(managed()).toEqual(expected);
					const sent = ids.map(
						(id) =>
							service.bodies(CONVERT).filter((body) => (body as IDataObject).access_code_id === id)
								.length,
					);
					const expectedSent = planned.map((fate) => (fate === 'limitedFirst' ? 2 : 1));
					const isKnown = (_count: number, index: number) => planned[index] !== 'unknownCode';
					expect(sent.filter(isKnown)).toEqual(expectedSent.filter(isKnown));
				} finally {
					await service.stop();
				}
			}),
			propertyRuns(RUNS),
		);
	});
});

const MEMBER = 'devices';
const QUERY = { endpoint: '/devices/list', member: MEMBER, parameters: { search: 'room' } };

/** Faults that a request meets instead of its page. After those in PASSING, the node may try a read again. */
const PASSING = [
	'limited',
	'limitedWithoutWord',
	'internalError',
	'gatewayPage',
	'outage',
	'cut',
] as const;
const FINAL = [
	'malformedJson',
	'notOk',
	'noOk',
	'noMember',
	'noRecord',
	'unauthorized',
	'notFound',
	'redirect',
	'empty',
] as const;
/** Pages with a broken link to the next one; none of them may count as the last page. */
const BROKEN_WAYS = [
	'repeatedCursor',
	'missingCursor',
	'emptyCursor',
	'lostPagination',
	'cursorAlone',
] as const;

type PageFault = (typeof PASSING)[number] | (typeof FINAL)[number] | (typeof BROKEN_WAYS)[number];

interface ListCase {
	pageSizes: number[];
	wanted?: number;
	readsAhead: boolean;
	/** The fault of each request, in order of arrival; no faults after the end of the list. */
	faults: Array<PageFault | 'none'>;
}

const fault = fc.oneof(
	{ weight: 5, arbitrary: fc.constant('none' as const) },
	fc.constantFrom<PageFault>(...PASSING, ...FINAL, ...BROKEN_WAYS),
);
const passingFault = fc.oneof(
	{ weight: 2, arbitrary: fc.constant('none' as const) },
	fc.constantFrom<PageFault>(...PASSING),
);
const listCase = (faultOfRequest: fc.Arbitrary<PageFault | 'none'>): fc.Arbitrary<ListCase> =>
	fc.record({
		pageSizes: fc.array(fc.nat({ max: 5 }), { minLength: 1, maxLength: 8 }),
		wanted: fc.option(fc.integer({ min: 1, max: 30 }), { nil: undefined }),
		readsAhead: fc.boolean(),
		faults: fc.array(faultOfRequest, { maxLength: 12 }),
	});

let current: ListCase = { pageSizes: [], readsAhead: false, faults: [] };
let server: HttpServer;
beforeAll(async () => {
	server = await startHttpServer(({ body }) =>
		answer(current, JSON.parse(body) as WireObject, server.requests.length - 1),
	);
});
afterAll(async () => await server.stop());

const recordsOf = (pageSizes: number[], page: number): WireObject[] => {
	const first = pageSizes.slice(0, page).reduce((sum, size) => sum + size, 0);
	return Array.from({ length: pageSizes[page] ?? 0 }, (_, index) => ({
		device_id: `device ${first + index}`,
	}));
};

function answer(
	{ pageSizes, faults }: ListCase,
	body: WireObject,
	request: number,
): Answer | 'cut' {
	const page =
		body.page_cursor === undefined ? 0 : Number(String(body.page_cursor).replace('page ', ''));
	const hasNext = page + 1 < pageSizes.length;
	const pagination = {
		has_next_page: hasNext,
		next_page_cursor: hasNext ? `page ${page + 1}` : null,
	};
	const whole = { ok: true, [MEMBER]: recordsOf(pageSizes, page), pagination };
	const failed = (status: number, type: string): Answer => ({
		status,
		body: { ok: false, error: { type, message: 'No.' } },
	});
	// Once a cursor leads to the first page, every answer repeats it; a single one would look like a genuine cursor.
	const isBackAtTheFirst = body.page_cursor === 'page 0';
	switch (isBackAtTheFirst ? 'repeatedCursor' : (faults[request] ?? 'none')) {
		case 'none':
			return { body: whole };
		case 'limited':
			return { ...failed(429, 'too_many_requests'), headers: { 'retry-after': '7' } };
		case 'limitedWithoutWord':
			return failed(429, 'too_many_requests');
		case 'internalError':
			return failed(500, 'internal_server_error');
		case 'gatewayPage':
			return {
				status: 502,
				body: '<html>Bad gateway</html>',
				headers: { 'content-type': 'text/html' },
			};
		case 'outage':
			return { status: 503, body: '' };
		case 'cut':
			return 'cut';
		case 'malformedJson':
			return {
				body: JSON.stringify(whole).slice(0, -1),
				headers: { 'content-type': 'application/json' },
			};
		case 'notOk':
			return { body: { ...whole, ok: false } };
		case 'noOk':
			return { body: { ...whole, ok: undefined } };
		case 'noMember':
			return { body: { ok: true, pagination } };
		case 'noRecord':
			return { body: { ...whole, [MEMBER]: [...recordsOf(pageSizes, page), null] } };
		case 'unauthorized':
			return failed(401, 'unauthorized');
		case 'notFound':
			return { status: 404, body: '404' };
		case 'redirect':
			return { status: 302, body: '', headers: { location: 'http://127.0.0.1:9/devices/list' } };
		case 'empty':
			return { body: '' };
		case 'repeatedCursor':
			return {
				body: { ...whole, pagination: { has_next_page: true, next_page_cursor: `page ${page}` } },
			};
		case 'missingCursor':
			return { body: { ...whole, pagination: { has_next_page: true, next_page_cursor: null } } };
		// Pagination may be missing on the first page (docs/service.md#lists-2), but not on a later
		// one.
		case 'lostPagination':
			return { body: page === 0 ? whole : { ...whole, pagination: undefined } };
		case 'cursorAlone':
			return {
				body: hasNext
					? { ...whole, pagination: { next_page_cursor: pagination.next_page_cursor } }
					: whole,
			};
		case 'emptyCursor':
			return { body: { ...whole, pagination: { has_next_page: true, next_page_cursor: '' } } };
	}
}

/** Runs the assertions inside a node of the engine, with the real helpers and credential. */
async function insideNode(
	assertions: (context: IExecuteFunctions) => Promise<void>,
): Promise<void> {
	const { error } = await runNode(
		{
			description: {
				displayName: 'List',
				name: 'listOfTest',
				group: ['input'],
				version: 1,
				description: 'Node of a test',
				defaults: { name: 'List' },
				inputs: [NodeConnectionTypes.Main],
				outputs: [NodeConnectionTypes.Main],
				credentials: [{ name: 'deviceAccessApi', required: true }],
				properties: [],
			},
			async execute(this: IExecuteFunctions) {
				await assertions(this);
				return [[]];
			},
		},
		{ credentials: { deviceAccessApi: { baseUrl: server.url, apiKey: 'sandbox-key-hotel' } } },
	);
	if (error) throw error;
}

interface Listed {
	records?: unknown[];
	error?: unknown;
	requests: number;
}

/** Reads the list of a case; the pauses between tries take no time. */
async function listOnce(context: IExecuteFunctions, listed: ListCase): Promise<Listed> {
	current = listed;
	server.requests.length = 0;
	const send = createSendRequest(context, await readCredential(context), {
		clock: steppingClock(),
	});
	const records: unknown[] = [];
	try {
		for await (const page of listAllPages(send, {
			...QUERY,
			limit: listed.wanted,
			readsAhead: listed.readsAhead,
		})) {
			records.push(...page.records.map(({ device_id: id }) => id));
		}
	} catch (error) {
		return { error, requests: server.requests.length };
	}
	return { records, requests: server.requests.length };
}

const allOf = ({ pageSizes, wanted }: ListCase): unknown[] =>
	pageSizes
		.flatMap((_, page) => recordsOf(pageSizes, page))
		.map(({ device_id: id }) => id)
		.slice(0, wanted);

const triesAPage = 1 + DEFAULT_MAX_RETRIES + RATE_LIMIT_EXTRA_RETRIES;

describe('a list over the real requests of the engine', () => {
	it('returns every requested record exactly once and in order, or an error, whatever the requests meet', async () => {
		await insideNode(async (context) => {
			await fc.assert(
				fc.asyncProperty(listCase(fault), async (listed) => {
					const { records, error, requests } = await listOnce(context, listed);
					if (error === undefined) expect(records).toEqual(allOf(listed));
					else expect(error).toBeInstanceOf(DeviceAccessError);
					expect(requests).toBeLessThanOrEqual(listed.pageSizes.length * triesAPage);
					const [first, ...others] = server.requests.map(({ body }): WireObject => ({
						...(JSON.parse(body) as WireObject),
						page_cursor: undefined,
					}));
					expect(others).toEqual(others.map(() => first));
				}),
				propertyRuns(400),
			);
		});
	});

	it('returns them all if no request meets more faults in a row than it may be tried again', async () => {
		const passing = listCase(passingFault).filter(({ faults }) => {
			let inARow = 0;
			return faults.every(
				(met) => (inARow = met === 'none' ? 0 : inARow + 1) <= DEFAULT_MAX_RETRIES,
			);
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

	it('fails for a page with a broken link to the next one, if more is wanted', async () => {
		await insideNode(async (context) => {
			await fc.assert(
				fc.asyncProperty(
					listCase(fc.constant('none')),
					fc.nat({ max: 7 }),
					fc.constantFrom(...BROKEN_WAYS),
					async (whole, at, broken) => {
						const upToThere = allOf({
							...whole,
							wanted: undefined,
							pageSizes: whole.pageSizes.slice(0, at + 1),
						}).length;
						fc.pre(at < whole.pageSizes.length && (whole.wanted ?? Infinity) > upToThere);
						// These faults are harmless on the last page, and the first page may have no pagination.
						if (broken === 'lostPagination' || broken === 'cursorAlone')
							fc.pre(at + 1 < whole.pageSizes.length);
						if (broken === 'lostPagination') fc.pre(at > 0);
						const faults = Array.from({ length: at + 1 }, (_, request) =>
							request === at ? broken : ('none' as const),
						);
						const { records, error } = await listOnce(context, { ...whole, faults });
						// A cursor without `has_next_page` may still lead to the next page.
						if (broken === 'cursorAlone' && error === undefined)
							return expect(records).toEqual(allOf(whole));
						expect(records).toBeUndefined();
						expect(error).toBeInstanceOf(DeviceAccessError);
					},
				),
				propertyRuns(200),
			);
		});
	});
});
