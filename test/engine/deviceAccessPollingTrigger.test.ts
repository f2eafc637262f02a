import { randomUUID } from 'node:crypto';
import type { IDataObject, INodeExecutionData, INodeParameters, Logger } from 'n8n-workflow';
import { Compile } from 'typebox/schema';
import { hotel } from '../../sandbox/fixtures/hotel';
import { workspaceIds } from '../../sandbox/fixtures/workspaces';
import type { Event } from '../../sandbox/schemas/event';
import { engineLogger } from '../support/engine/engineLogger';
import { byId } from '../support/service/hotelSandbox';
import { schemaOf } from '../support/engine/outputSchemas';
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

/** Creates an event at the current time, or `agoMs` earlier for one that shows up late. */
function emit(event: Partial<Event> = {}, agoMs = 0): Event {
	return service.sandbox.emitEvent(
		service.newEvent({ created_at: new Date(service.clock.now() - agoMs).toISOString(), ...event }),
	);
}

const itemsOf = (...events: Event[]) => events.map((json) => ({ json }));

/** Activates the trigger before any event. */
async function activate(parameters?: INodeParameters): Promise<void> {
	expect(await poll(parameters)).toBeNull();
}

describe('the first poll', () => {
	it('starts from now and returns nothing', async () => {
		emit();
		await service.clock.advanceBy(MINUTE_MS);
		emit();
		expect([await poll(), await poll()]).toEqual([null, null]);
		await service.clock.advanceBy(MINUTE_MS);
		expect(await poll()).toBeNull();
	});

	it('refuses the activation when the key is wrong', async () => {
		const credentials = {
			deviceAccessApi: { baseUrl: service.sandbox.url, apiKey: 'sandbox-key-of-nobody' },
		};
		await expect(poll({}, { credentials })).rejects.toMatchObject({
			name: 'NodeApiError',
			httpCode: '401',
		});
		expect(staticData).toEqual({});
	});
});

describe('later polls', () => {
	it('lose and repeat nothing when n8n was down for hours, oldest first', async () => {
		await activate();
		const missed: Event[] = [];
		for (let minutes = 0; minutes < 300; minutes += 20) {
			await service.clock.advanceBy(20 * MINUTE_MS);
			missed.push(emit(minutes % 40 === 0 ? {} : { event_type: FAILED }));
		}
		expect(await poll({}, { activation: 'init' })).toEqual(itemsOf(...missed));
		expect(await poll()).toBeNull();
	});

	it('keep the order when every item costs a request', async () => {
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
});

it('reads the records of many events five at a time', async () => {
	await activate();
	service.sandbox.settings.answerTimeMs = 60;
	await service.clock.advanceBy(SECOND_MS);
	for (let index = 0; index < 30; index++) emit({ access_code_id: randomUUID() });
	expect(await poll({ options: { includeAccessCode: true } })).toHaveLength(30);
	expect(service.sandbox.requests.maxInFlight('/access_codes/get')).toBe(5);
});

it('waits for a short rate limit on the records of events', async () => {
	await activate();
	await service.clock.advanceBy(SECOND_MS);
	const codes = [...Object.values(hotel.managedCodes), ...Object.values(hotel.unmanagedCodes)];
	for (const code of codes) emit({ access_code_id: code });
	service.sandbox.faults.next('/access_codes/get', { kind: 'tooManyRequests', retryAfter: 1 });
	const items = await poll({ options: { includeAccessCode: true } });
	expect(
		items?.map(({ json }) => (json.access_code as IDataObject | null)?.access_code_id).sort(),
	).toEqual([...codes].sort());
});

describe('another choice', () => {
	const ofDevices = (...deviceIds: string[]): INodeParameters => ({
		triggerOn: ['*'],
		options: { deviceIds },
	});
	const [FIRST, SECOND] = [hotel.devices.room101, hotel.devices.room104];

	it.each<[string, INodeParameters, INodeParameters, Partial<Event>, Partial<Event>]>([
		[
			'of events',
			{ triggerOn: [CONVERTED] },
			{ triggerOn: [CONVERTED, FAILED] },
			{ event_type: CONVERTED },
			{ event_type: FAILED },
		],
		[
			'of devices',
			ofDevices(FIRST),
			ofDevices(FIRST, SECOND),
			{ device_id: FIRST },
			{ device_id: SECOND },
		],
		['of all devices', ofDevices(FIRST), ofDevices(), { device_id: FIRST }, { device_id: SECOND }],
	])(
		'%s starts what is newly chosen from the last check, and continues with the rest',
		async (_what, before, after, chosenBefore, newlyChosen) => {
			await activate(before);
			emit(newlyChosen);
			await service.clock.advanceBy(HOUR_MS);
			await poll(before);
			await service.clock.advanceBy(HOUR_MS);
			const missed = [emit(newlyChosen, SECOND_MS), emit(chosenBefore)];
			await service.clock.advanceBy(HOUR_MS);
			expect(await poll(after)).toEqual(itemsOf(...missed));
		},
	);
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
		} finally {
			jest.mocked(Date.now).mockRestore();
		}
	});

	it('starts from now if its trigger was removed and another one has its name, and reports nothing', async () => {
		await service.stop();
		service = await startTriggerSandbox({ startMs: Date.now() - 60 * DAY_MS });
		await activate();
		await service.clock.advanceBy(59 * DAY_MS);
		emit();
		await service.clock.advanceBy(HOUR_MS);
		expect(await poll({}, { nodeId: 'trigger-added-later' })).toBeNull();
		await service.clock.advanceBy(MINUTE_MS);
		const next = emit();
		expect(await poll({}, { nodeId: 'trigger-added-later' })).toEqual(itemsOf(next));
		expect([reports, warn.mock.calls]).toEqual([[], []]);
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
		expect([staticData, reports]).toEqual([{ cursor: 'damaged' }, []]);
	});

	it('fits the schema of an event, which may have more fields', async () => {
		emit();
		const [item] = (await poll({}, { mode: 'manual' })) ?? [];
		const [, errors] = Compile(schemaOf()).Errors(item?.json);
		expect(errors).toEqual([]);
		expect(Object.keys(item?.json ?? {})).toEqual(
			expect.arrayContaining(['event_id', 'event_type', 'created_at', 'workspace_id']),
		);
	});

	it('says so when there is no such event', async () => {
		emit({ event_type: 'lock.locked' });
		await expect(poll({}, { mode: 'manual' })).rejects.toMatchObject({
			name: 'NodeOperationError',
			description: expect.stringContaining("'Trigger On'"),
		});
	});
});

describe('is reported as a failed execution and in the log, and the trigger continues from now:', () => {
	async function expectRestart(): Promise<void> {
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
	}

	it.each<[string, object]>([
		['damaged', { watermarkMs: undefined }],
		['of a later version', { version: 2 }],
	])('a cursor that is %s', async (_what, spoiled) => {
		await activate();
		await service.clock.advanceBy(MINUTE_MS);
		emit();
		await service.clock.advanceBy(MINUTE_MS);
		staticData.cursor = { ...(staticData.cursor as object), ...spoiled };
		await expectRestart();
	});

	it('a cursor that is damaged, once the service answers: the activation is not refused because of it', async () => {
		staticData.cursor = 'yesterday';
		service.sandbox.faults.next('/events/list', { kind: 'unauthorized' });
		await expect(poll()).rejects.toMatchObject({ name: 'NodeApiError' });
		expect([staticData, reports]).toEqual([{ cursor: 'yesterday' }, []]);
		await expectRestart();
	});

	it('a credential that opens another workspace', async () => {
		await activate();
		await service.clock.advanceBy(MINUTE_MS);
		const { clock } = service;
		await service.stop();
		service = await startTriggerSandbox({ startMs: clock.now() });
		for (const workspace of service.sandbox.state.workspaces.values())
			workspace.record.workspace_id = 'd3c5a5a0-0000-4000-8000-000000000009';
		emit();
		await service.clock.advanceBy(SECOND_MS);
		await expectRestart();
	});

	it('another key in the same credential, if it opens another workspace', async () => {
		await activate();
		const { deviceAccessApi = {} } = service.credentials;
		const withKey = (apiKey: string) => ({
			credentials: { deviceAccessApi: { ...deviceAccessApi, apiKey } },
		});
		const other = withKey(service.sandbox.apiKeys.other);
		const ofOther = () => emit({ workspace_id: workspaceIds.other });
		await service.clock.advanceBy(MINUTE_MS);
		ofOther();
		await service.clock.advanceBy(SECOND_MS);
		expect([await poll({}, other), reports.length]).toEqual([null, 1]);
		await service.clock.advanceBy(MINUTE_MS);
		const event = ofOther();
		expect([await poll({}, other), await poll({}, other)]).toEqual([itemsOf(event), null]);
	});
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
	const inWorkspace = (workspaceId: string, chosen?: string): [INodeParameters, PollOptions] => [
		chosen === undefined ? {} : { options: { workspaceId: byId(chosen) } },
		{ credentials: tokenCredentials(service.sandbox, workspaceId) },
	];

	it.each<[string, [string, string?]]>([
		['of the credential', [main]],
		['that the trigger chooses', [other, main]],
		['that only the trigger chooses', ['', main]],
	])('reads only the events of the workspace %s', async (_which, [workspaceId, chosen]) => {
		expect(await poll(...inWorkspace(workspaceId, chosen))).toBeNull();
		await service.clock.advanceBy(MINUTE_MS);
		const event = emit();
		emit({ workspace_id: other });
		expect(await poll(...inWorkspace(workspaceId, chosen))).toEqual(itemsOf(event));
	});

	it('starts from now in another workspace of the same token, and says so', async () => {
		expect(await poll(...inWorkspace(main))).toBeNull();
		await service.clock.advanceBy(MINUTE_MS);
		emit({ workspace_id: other });
		await service.clock.advanceBy(SECOND_MS);
		expect(await poll(...inWorkspace(main, other))).toBeNull();
		expect(reports).toEqual([
			expect.objectContaining({ message: expect.stringContaining('belongs to another workspace') }),
		]);
		await service.clock.advanceBy(MINUTE_MS);
		const event = emit({ workspace_id: other });
		expect(await poll(...inWorkspace(main, other))).toEqual(itemsOf(event));
	});

	it('continues in the workspace whose API key it used before', async () => {
		await activate();
		await service.clock.advanceBy(MINUTE_MS);
		const event = emit();
		expect([await poll(...inWorkspace(main)), reports]).toEqual([itemsOf(event), []]);
	});

	it('is not activated without a workspace', async () => {
		await expect(poll(...inWorkspace(''))).rejects.toMatchObject({
			message: 'No workspace is chosen',
		});
		expect(service.sandbox.requests.count()).toBe(0);
	});
});

describe('an event type that the service refuses', () => {
	const NEW = 'access_code.issued';
	const withNew = { options: { additionalEventTypes: NEW } };
	const accept = () => void (service.sandbox.settings.source = 'sdk');
	const refuse = () => void (service.sandbox.settings.source = 'openapi');

	it('is named when the workflow is published, and when a person asks for a test event', async () => {
		refuse();
		const named = { name: 'NodeOperationError', message: expect.stringContaining(NEW) };
		await expect(poll(withNew)).rejects.toMatchObject(named);
		await expect(poll(withNew, { mode: 'manual' })).rejects.toMatchObject(named);
		expect(staticData).toEqual({});
	});

	it('fails each check if refused later, and no event is lost', async () => {
		accept();
		await activate(withNew);
		await service.clock.advanceBy(MINUTE_MS);
		const event = emit();
		refuse();
		await expect(poll(withNew)).rejects.toMatchObject({ message: expect.stringContaining(NEW) });
		accept();
		expect(await poll(withNew)).toEqual(itemsOf(event));
	});
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
	it('gets no advice about options that the trigger does not have', async () => {
		await activate();
		service.sandbox.faults.next('/events/list', { kind: 'tooManyRequests', retryAfter: 600 });
		await expect(poll()).rejects.toMatchObject({
			description: expect.not.stringContaining('under Options'),
		});
	});

	it.each([
		['because the key was withdrawn', { kind: 'unauthorized' }],
		['with an answer that is no JSON', { kind: 'malformedJson' }],
		['with a long rate limit', { kind: 'tooManyRequests', retryAfter: 600 }],
	] as const)('%s makes the poll fail and loses nothing', async (_what, fault) => {
		await activate();
		await service.clock.advanceBy(MINUTE_MS);
		const [event, stored] = [emit(), structuredClone(staticData)];
		service.sandbox.faults.always('/events/list', fault);
		await expect(poll()).rejects.toMatchObject({ name: 'NodeApiError' });
		expect(staticData).toEqual(stored);
		service.sandbox.faults.clear();
		expect(await poll()).toEqual(itemsOf(event));
	});

	it.each([
		['do not answer', { kind: 'slow', delayMs: 1_500 }],
		['are refused for a rate limit of a minute', { kind: 'tooManyRequests', retryAfter: 60 }],
	] as const)(
		'for the codes, which %s, holds up no event beyond the time that n8n gives a poll',
		async (_what, fault) => {
			const withCode = { options: { includeAccessCode: true } };
			await activate(withCode);
			const events = Array.from({ length: 7 }, () =>
				emit({ access_code_id: hotel.managedCodes.frontDesk }),
			);
			service.sandbox.faults.always('/access_codes/get', fault);
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
		},
	);
});

it('asks once for the name of a device that has several events', async () => {
	const withName = {
		triggerOn: ['lock.unlocked'],
		moreEvents: ['lock.locked'],
		options: { includeDeviceName: true },
	};
	await activate(withName);
	const ofDevice = (device_id: string) =>
		['lock.unlocked', 'lock.locked'].map((event_type) => emit({ event_type, device_id }));
	const events = [hotel.devices.room101, hotel.devices.room102].flatMap(ofDevice);
	const items = await poll(withName);
	expect(items?.map(({ json }) => json.device_name).sort()).toEqual([
		'Room 101',
		'Room 101',
		'Room 102',
		'Room 102',
	]);
	expect(items).toHaveLength(events.length);
	expect(service.sandbox.requests.count('/devices/get')).toBe(2);
});

it.each<[string, IDataObject]>([
	['as it comes', {}],
	[
		'with the access code and the name of the device, PINs masked',
		{ includeAccessCode: true, includeDeviceName: true, maskPinCodes: true },
	],
	['of one device', { deviceIds: [hotel.devices.room101] }],
])(
	'returns the same item for an event as the instant trigger does (%s)',
	async (_what, options) => {
		const parameters: INodeParameters = { triggerOn: ['*'], options: options as INodeParameters };
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
		if (options.deviceIds === undefined) await service.convert(hotel.unmanagedCodes.failsToConvert);
		const deliveries = await instant.waitForDeliveries(service.events().length);
		await instant.stop();

		const [delivered, polled] = [
			deliveries.flatMap(({ items }) => items ?? []),
			await poll(parameters),
		];
		expect(delivered).toHaveLength(service.events().length);
		expect(polled).toHaveLength(delivered.length);
		expect(polled).toEqual(expect.arrayContaining(delivered));
	},
);
