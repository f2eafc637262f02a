import type { IDataObject, INodeExecutionData, INodeParameters, Logger } from 'n8n-workflow';
import { hotel } from '../../sandbox/fixtures/hotel';
import { workspaceIds } from '../../sandbox/fixtures/workspaces';
import type { Event } from '../../sandbox/schemas/event';
import { engineLogger } from '../support/engine/engineLogger';
import { byId } from '../support/service/hotelSandbox';
import { expectToFit, schemaOf } from '../support/engine/outputSchemas';
import { openPoller, pollTrigger, type PollOptions } from '../support/engine/pollTrigger';
import {
	CONVERTED,
	FAILED,
	startTriggerSandbox,
	type TriggerSandbox,
} from '../support/service/triggerSandbox';
import { tokenCredentials } from '../support/service/tokenCredentials';
import { webhookTrigger } from '../support/engine/webhookTrigger';

const SECOND_MS = 1_000;
const MINUTE_MS = 60 * SECOND_MS;
const HOUR_MS = 60 * MINUTE_MS;
const DAY_MS = 24 * HOUR_MS;

let service: TriggerSandbox;
let staticData: IDataObject;
let reports: Error[];
let warn: jest.SpiedFunction<Logger['warn']>;

beforeEach(async () => {
	warn = jest.spyOn(await engineLogger(), 'warn').mockReset();
	// The service's clock, which decides, is hours behind n8n's; the tests advance it.
	service = await startTriggerSandbox({ startMs: Date.now() - 6 * HOUR_MS });
	[staticData, reports] = [{}, []];
});
afterEach(async () => await service.stop());

const pollOptions = (parameters: INodeParameters = {}): PollOptions => ({
	parameters: { triggerOn: [CONVERTED, FAILED], options: {}, ...parameters },
	credentials: service.credentials,
	staticData,
	reports,
});

async function poll(
	parameters?: INodeParameters,
	options: PollOptions = {},
): Promise<INodeExecutionData[] | null> {
	return await pollTrigger('deviceAccessPollingTrigger', {
		...pollOptions(parameters),
		...options,
	});
}

/** Creates an event at the current time, or `agoMs` earlier. */
function emit(event: Partial<Event> = {}, agoMs = 0): Event {
	return service.sandbox.emitEvent(
		service.newEvent({ created_at: new Date(service.clock.now() - agoMs).toISOString(), ...event }),
	);
}

const itemsOf = (...events: Event[]) => events.map((json) => ({ json }));

type Check = [INodeParameters, PollOptions];

const inWorkspace = (workspaceId: string, chosen?: string): Check => [
	chosen === undefined ? {} : { options: { workspaceId: byId(chosen) } },
	{ credentials: tokenCredentials(service.sandbox, workspaceId) },
];

const withKey = (key: 'main' | 'other'): Check => {
	const { url, apiKeys } = service.sandbox;
	return [{}, { credentials: { deviceAccessApi: { baseUrl: url, apiKey: apiKeys[key] } } }];
};

/** Activates the trigger before any event. */
async function activate(parameters?: INodeParameters): Promise<void> {
	expect(await poll(parameters)).toBeNull();
}

it('the first poll starts from now and returns nothing', async () => {
	emit();
	await service.clock.advanceBy(MINUTE_MS);
	emit();
	expect([await poll(), await poll()]).toEqual([null, null]);
	await service.clock.advanceBy(MINUTE_MS);
	expect(await poll()).toBeNull();
});

it('later polls keep the order when every item costs a request', async () => {
	await activate();
	const events: Event[] = [];
	for (const code of [
		hotel.managedCodes.frontDesk,
		hotel.unmanagedCodes.convertible,
		hotel.managedCodes.meetingRoom,
	]) {
		await service.clock.advanceBy(SECOND_MS);
		events.push(emit({ access_code_id: code }));
	}
	service.sandbox.faults.next('/access_codes/get', { kind: 'slow', delayMs: 50 });
	expect(await poll({ options: { includeAccessCode: true } })).toEqual(
		events.map((event) => ({
			json: {
				...event,
				access_code: expect.objectContaining({ access_code_id: event.access_code_id }),
			},
		})),
	);
});

it('waits for a short rate limit on the records of events', async () => {
	await activate();
	await service.clock.advanceBy(SECOND_MS);
	const codes = [hotel.managedCodes.frontDesk, hotel.unmanagedCodes.convertible];
	for (const code of codes) emit({ access_code_id: code });
	service.sandbox.faults.next('/access_codes/get', { kind: 'tooManyRequests', retryAfter: 1 });
	const items = await poll({ options: { includeAccessCode: true } });
	expect(
		items?.map(({ json }) => (json.access_code as IDataObject | null)?.access_code_id).sort(),
	).toEqual([...codes].sort());
});

it('starts newly chosen devices from the last check, and continues with the others', async () => {
	const [FIRST, SECOND] = [hotel.devices.room101, hotel.devices.room104];
	const of = (...deviceIds: string[]): INodeParameters => ({
		triggerOn: ['*'],
		options: { deviceIds },
	});
	await activate(of(FIRST));
	emit({ device_id: SECOND });
	await service.clock.advanceBy(HOUR_MS);
	await poll(of(FIRST));
	await service.clock.advanceBy(HOUR_MS);
	const missed = [emit({ device_id: SECOND }, SECOND_MS), emit({ device_id: FIRST })];
	await service.clock.advanceBy(HOUR_MS);
	expect(await poll(of(FIRST, SECOND))).toEqual(itemsOf(...missed));
});

describe('a workflow that is published again', () => {
	const ADDED_AGAIN = { nodeId: 'trigger-added-later' };
	it.each<[string, number, PollOptions]>([
		['resumes after two months', 60 * DAY_MS, {}],
		['resumes after 23 hours, even if it was added again', 23 * HOUR_MS, ADDED_AGAIN],
		['starts from now if it was added again after 25 hours', 25 * HOUR_MS, ADDED_AGAIN],
	])('%s', async (what, absenceMs, options) => {
		await service.stop();
		service = await startTriggerSandbox({ startMs: Date.now() - 61 * DAY_MS });
		await activate();
		await service.clock.advanceBy(absenceMs);
		const missed = emit();
		await service.clock.advanceBy(MINUTE_MS);
		// The service's clock decides, but how long the trigger was away is measured by n8n's.
		const nowMs = service.clock.now();
		jest.spyOn(Date, 'now').mockImplementation(() => nowMs);
		try {
			const items = await poll({}, options);
			expect(items).toEqual(what.startsWith('resumes') ? itemsOf(missed) : null);
			expect([reports, warn.mock.calls]).toEqual([[], []]);
		} finally {
			jest.mocked(Date.now).mockRestore();
		}
	});
});

describe('a manual run', () => {
	it('returns the newest matching event, even from before the activation, and does not change what is stored', async () => {
		const event = emit();
		emit({ event_type: 'lock.locked' });
		await service.clock.advanceBy(3 * HOUR_MS);
		staticData.cursor = 'damaged';
		for (let run = 1; run <= 2; run++)
			expect(await poll({}, { mode: 'manual' })).toEqual(itemsOf(event));
		expectToFit(schemaOf(), event);
		expect([staticData, reports]).toEqual([{ cursor: 'damaged' }, []]);
	});

	it('says so when there is no such event', async () => {
		emit({ event_type: 'lock.locked' });
		await expect(poll({}, { mode: 'manual' })).rejects.toMatchObject({
			name: 'NodeOperationError',
			description: expect.stringContaining("'Trigger On'"),
		});
	});
});

it('reports a damaged cursor as a failed execution and in the log once the service answers, and continues from now', async () => {
	staticData.cursor = 'yesterday';
	service.sandbox.faults.next('/events/list', { kind: 'unauthorized' });
	await expect(poll()).rejects.toMatchObject({ name: 'NodeApiError' });
	expect([staticData, reports]).toEqual([{ cursor: 'yesterday' }, []]);
	expect(await poll()).toBeNull();
	expect(reports).toEqual([
		expect.objectContaining({
			name: 'NodeOperationError',
			message: expect.stringContaining('starts from now'),
			// n8n saves what a check stores only if it returns an event, and when you publish.
			description: expect.stringContaining('Unpublish the workflow and publish it again'),
		}),
	]);
	expect(warn.mock.calls).toEqual([[expect.stringContaining('starts from now')]]);
	await service.clock.advanceBy(MINUTE_MS);
	const event = emit();
	expect(await poll()).toEqual(itemsOf(event));
	expect([reports.length, warn.mock.calls.length]).toEqual([1, 1]);
});

it.each<[string, () => [before: Check, after: Check]]>([
	['another key in the same credential', () => [withKey('main'), withKey('other')]],
	[
		'another choice of a token',
		() => [inWorkspace(workspaceIds.main), inWorkspace(workspaceIds.main, workspaceIds.other)],
	],
])('starts from now in another workspace, and says so: %s', async (_what, checks) => {
	const [before, after] = checks();
	const other = { workspace_id: workspaceIds.other };
	expect(await poll(...before)).toBeNull();
	await service.clock.advanceBy(MINUTE_MS);
	emit(other);
	await service.clock.advanceBy(SECOND_MS);
	expect(await poll(...after)).toBeNull();
	expect(reports).toEqual([
		expect.objectContaining({ message: expect.stringContaining('belongs to another workspace') }),
	]);
	await service.clock.advanceBy(MINUTE_MS);
	const event = emit(other);
	expect(await poll(...after)).toEqual(itemsOf(event));
});

it('continues with the events of the same workspace if the base URL changes, and requests the workspace once', async () => {
	await activate();
	expect(service.sandbox.requests.count('/workspaces/get')).toBe(1);
	await service.clock.advanceBy(MINUTE_MS);
	const event = emit();
	const { deviceAccessApi = {} } = service.credentials;
	const credentials = {
		deviceAccessApi: {
			...deviceAccessApi,
			baseUrl: service.sandbox.url.replace('127.0.0.1', 'localhost'),
		},
	};
	expect(await poll({}, { credentials })).toEqual(itemsOf(event));
	expect(await poll({}, { credentials })).toBeNull();
	expect([service.sandbox.requests.count('/workspaces/get'), reports]).toEqual([2, []]);
});

describe('with a personal access token', () => {
	const { main, other } = workspaceIds;

	it('reads only the events of the workspace that the trigger chooses', async () => {
		expect(await poll(...inWorkspace(other, main))).toBeNull();
		await service.clock.advanceBy(MINUTE_MS);
		const event = emit();
		emit({ workspace_id: other });
		expect(await poll(...inWorkspace(other, main))).toEqual(itemsOf(event));
	});

	it('is not activated without a workspace', async () => {
		await expect(poll(...inWorkspace(''))).rejects.toMatchObject({
			message: 'No workspace is chosen',
		});
		expect(service.sandbox.requests.count()).toBe(0);
	});
});

it('names an event type that the service refuses when the workflow is published, and in a manual run', async () => {
	const withNew = { options: { additionalEventTypes: 'access_code.issued' } };
	service.sandbox.settings.source = 'openapi';
	const named = {
		name: 'NodeOperationError',
		message: expect.stringContaining('access_code.issued'),
	};
	await expect(poll(withNew)).rejects.toMatchObject(named);
	await expect(poll(withNew, { mode: 'manual' })).rejects.toMatchObject(named);
	expect(staticData).toEqual({});
});

describe('polls at the same time', () => {
	it('in an n8n that keeps one workflow for all of them do not return the same events', async () => {
		await activate();
		await service.clock.advanceBy(MINUTE_MS);
		const event = emit();
		const poller = await openPoller('deviceAccessPollingTrigger', pollOptions());
		expect(await Promise.all([poller.poll(), poller.poll()])).toEqual([itemsOf(event), null]);
		const later = emit();
		expect(await poller.poll()).toEqual(itemsOf(later));
	});

	it('are not held up by one that failed', async () => {
		await activate();
		const event = emit();
		const poller = await openPoller('deviceAccessPollingTrigger', pollOptions());
		service.sandbox.faults.next('/events/list', { kind: 'unauthorized' });
		await expect(poller.poll()).rejects.toMatchObject({ name: 'NodeApiError' });
		expect(await poller.poll()).toEqual(itemsOf(event));
	});

	it.each([
		['of one trigger do not return the same events', 'one-trigger', 1],
		['of two triggers do not interfere with each other', 'another-trigger', 2],
	])(
		"in n8n's scheduler, which gives each a copy of what is stored, %s",
		async (_what, otherNodeId, starts) => {
			const kept: Record<string, IDataObject> = { 'one-trigger': {}, [otherNodeId]: {} };
			for (const [nodeId, state] of Object.entries(kept))
				expect(await poll({}, { nodeId, staticData: state })).toBeNull();
			await service.clock.advanceBy(MINUTE_MS);
			const event = emit();
			const polls = ['one-trigger', otherNodeId].map(
				async (nodeId) => await poll({}, { nodeId, staticData: structuredClone(kept[nodeId]) }),
			);
			expect((await Promise.all(polls)).filter((items) => items !== null)).toEqual(
				Array.from({ length: starts }, () => itemsOf(event)),
			);
		},
	);
});

describe('a service that fails', () => {
	it('makes the poll fail, without advice about options that the trigger does not have, and loses nothing', async () => {
		await activate();
		await service.clock.advanceBy(MINUTE_MS);
		const [event, stored] = [emit(), structuredClone(staticData)];
		service.sandbox.faults.next('/events/list', { kind: 'tooManyRequests', retryAfter: 600 });
		await expect(poll()).rejects.toMatchObject({
			name: 'NodeApiError',
			description: expect.not.stringContaining('under Options'),
		});
		expect(staticData).toEqual(stored);
		expect(await poll()).toEqual(itemsOf(event));
	});

	it('for the codes, which do not answer, holds up no event beyond the time that n8n gives a poll', async () => {
		const withCode = { options: { includeAccessCode: true } };
		await activate(withCode);
		const events = Array.from({ length: 7 }, () =>
			emit({ access_code_id: hotel.managedCodes.frontDesk }),
		);
		service.sandbox.faults.always('/access_codes/get', { kind: 'slow', delayMs: 1_500 });
		const items = await poll(withCode, { budgetMs: 800 });
		expect(items).toHaveLength(events.length);
		expect(items).toEqual(
			expect.arrayContaining(
				itemsOf(
					...events.map((event) => ({
						...event,
						access_code: null,
						access_code_message: expect.any(String) as string,
					})),
				),
			),
		);
		service.sandbox.faults.clear();
		expect(await poll(withCode)).toBeNull();
	});
});

it('returns the same item for an event as the instant trigger does, PINs masked', async () => {
	const parameters: INodeParameters = {
		triggerOn: ['*'],
		options: { includeAccessCode: true, includeDeviceName: true, maskPinCodes: true },
	};
	const instant = await webhookTrigger('deviceAccessTrigger', {
		parameters: { ...parameters, registration: 'automatic' },
		credentials: service.credentials,
		staticData: {},
	});
	await instant.activate();
	await activate(parameters);

	await service.convert(hotel.unmanagedCodes.convertible);
	service.sandbox.emitEvent({
		event_type: 'access_code.set_on_device',
		access_code_id: hotel.unmanagedCodes.convertible,
		device_id: hotel.devices.room101,
		code: '1011',
	});
	await service.clock.advanceBy(1);
	await service.convert(hotel.unmanagedCodes.failsToConvert);
	const deliveries = await instant.waitForDeliveries(service.events().length);
	await instant.stop();

	const [delivered, polled] = [
		deliveries.flatMap(({ items }) => items ?? []),
		await poll(parameters),
	];
	expect(delivered).toHaveLength(service.events().length);
	expect(polled).toHaveLength(delivered.length);
	expect(polled).toEqual(expect.arrayContaining(delivered));
});

describe('a backlog', () => {
	const idsOf = (items: INodeExecutionData[] | null) =>
		items?.map(({ json }) => json.event_id) ?? [];

	/** Creates more events than three answers of the service have, and returns their IDs. */
	async function emitMany(): Promise<unknown[]> {
		await activate();
		const events = Array.from({ length: 1_800 }, (_, index) => emit({}, -index * 5 * SECOND_MS));
		await service.clock.advanceBy(3 * HOUR_MS);
		return events.map((event) => event.event_id);
	}

	/** Polls until there are as many events. The limit stops a trigger that makes no progress. */
	async function drain(count: number, options?: PollOptions): Promise<unknown[]> {
		const read: unknown[] = [];
		for (let polls = 0; polls < 30 && read.length < count; polls++)
			read.push(...idsOf(await poll({}, options)));
		return read;
	}

	it('is read in the time that n8n gives a poll, and the rest comes with the next polls', async () => {
		const expected = await emitMany();
		service.sandbox.settings.answerTimeMs = 100;
		const first = idsOf(await poll({}, { budgetMs: 1_200 }));
		expect(first.length).toBeLessThan(expected.length);
		expect([...first, ...(await drain(expected.length - first.length))]).toEqual(expected);
	});

	it('of which the service does not list a part comes later, and a failed execution says so', async () => {
		const expected = await emitMany();
		const limited = { kind: 'tooManyRequests', retryAfter: 600 } as const;
		service.sandbox.faults.always('/events/list', limited, { after: 5 });
		const read = idsOf(await poll());
		expect(read).not.toEqual([]);
		expect(reports).toEqual([
			expect.objectContaining({
				name: 'NodeOperationError',
				message: expect.stringContaining('The trigger could not read all events: '),
				// The trigger has no such option.
				description: expect.not.stringContaining("'Rate Limit Wait'"),
			}),
		]);
		service.sandbox.faults.clear();
		expect([...read, ...(await drain(expected.length - read.length))]).toEqual(expected);
	});
});
