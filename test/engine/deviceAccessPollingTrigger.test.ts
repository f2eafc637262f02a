import type { IDataObject, INodeExecutionData, INodeParameters, Logger } from 'n8n-workflow';
import type { Event } from '../../sandbox/schemas/event';
import { hotel } from '../../sandbox/fixtures/hotel';
import { engineLogger } from '../support/engineLogger';
import { openPoller, pollTrigger, type PollOptions } from '../support/pollTrigger';
import { CONVERTED, FAILED, startTriggerSandbox, type TriggerSandbox } from '../support/triggerSandbox';

const SECOND_MS = 1_000;
const MINUTE_MS = 60 * SECOND_MS;
const HOUR_MS = 60 * MINUTE_MS;

let service: TriggerSandbox;
let staticData: IDataObject;
let warn: jest.SpiedFunction<Logger['warn']>;

beforeAll(async () => {
	warn = jest.spyOn(await engineLogger(), 'warn');
});
beforeEach(async () => {
	// The service's clock, which is the one that counts, is hours behind n8n's and goes on as the tests move it.
	service = await startTriggerSandbox({ startMs: Date.now() - 6 * HOUR_MS });
	staticData = {};
	warn.mockClear();
});
afterEach(async () => await service.stop());

async function poll(parameters: INodeParameters = {}, options: PollOptions = {}): Promise<INodeExecutionData[] | null> {
	return await pollTrigger('deviceAccessPollingTrigger', {
		parameters: { triggerOn: [CONVERTED, FAILED], options: {}, ...parameters }, credentials: service.credentials, staticData, ...options,
	});
}

/** An event that the service makes now, or `agoMs` earlier when it shows up late. */
function emit(event: Partial<Event> = {}, agoMs = 0): Event {
	return service.sandbox.emitEvent({
		event_type: CONVERTED, created_at: new Date(service.clock.now() - agoMs).toISOString(),
		access_code_id: hotel.unmanagedCodes.convertible, device_id: hotel.devices.room101, ...event,
	});
}

const itemsOf = (...events: Event[]) => events.map((json) => ({ json }));

/** Activates the trigger at a time when nothing has happened. */
async function activate(parameters?: INodeParameters): Promise<void> {
	expect(await poll(parameters)).toBeNull();
}

describe('another choice of events', () => {
	it('starts what is newly chosen from now, and goes on with the rest', async () => {
		await activate({ triggerOn: [CONVERTED] });
		await service.clock.advanceBy(HOUR_MS);
		emit({ event_type: FAILED });
		const missed = emit();
		await service.clock.advanceBy(HOUR_MS);

		expect(await poll({ triggerOn: [CONVERTED, FAILED] })).toEqual(itemsOf(missed));
		await service.clock.advanceBy(MINUTE_MS);
		const next = emit({ event_type: FAILED });
		expect(await poll({ triggerOn: [CONVERTED, FAILED] })).toEqual(itemsOf(next));
	});
});

describe('another choice of devices', () => {
	const [FIRST, SECOND] = [hotel.devices.room101, hotel.devices.room104];
	const ofDevices = (...deviceIds: string[]): INodeParameters => ({ triggerOn: ['*'], options: { deviceIds } });

	it.each<[string, INodeParameters]>([
		['a further device', ofDevices(FIRST, SECOND)],
		['all devices', ofDevices()],
	])('(%s) starts what is newly chosen from now, and goes on with the rest', async (_what, changed) => {
		await activate(ofDevices(FIRST));
		await service.clock.advanceBy(HOUR_MS);
		emit({ device_id: SECOND });
		emit({ device_id: undefined });
		const missed = emit({ device_id: FIRST });
		await service.clock.advanceBy(HOUR_MS);

		expect(await poll(changed)).toEqual(itemsOf(missed));
		await service.clock.advanceBy(MINUTE_MS);
		const [late, next] = [emit({ device_id: FIRST }, 90 * SECOND_MS), emit({ device_id: SECOND })];
		emit({ device_id: SECOND }, 2 * MINUTE_MS);
		expect(await poll(changed)).toEqual(itemsOf(late, next));
	});

	it('goes on with devices that were chosen after all of them', async () => {
		await activate(ofDevices());
		await service.clock.advanceBy(HOUR_MS);
		const missed = emit({ device_id: SECOND });
		emit({ device_id: FIRST });
		expect(await poll(ofDevices(SECOND))).toEqual(itemsOf(missed));
	});

	it('starts a device from now that was given up for a while', async () => {
		await activate(ofDevices(FIRST, SECOND));
		expect(await poll(ofDevices(FIRST))).toBeNull();
		await service.clock.advanceBy(HOUR_MS);
		emit({ device_id: SECOND });
		await service.clock.advanceBy(HOUR_MS);
		expect(await poll(ofDevices(FIRST, SECOND))).toBeNull();
	});
});

describe('a workflow that is published again', () => {
	it('goes on where its trigger stopped', async () => {
		await activate();
		await service.clock.advanceBy(60 * 24 * HOUR_MS);
		const missed = emit();
		await service.clock.advanceBy(HOUR_MS);
		expect(await poll({}, { activation: 'activate' })).toEqual(itemsOf(missed));
	});

	it('goes on where its trigger stopped, too, when that has got another ID meanwhile', async () => {
		await activate();
		await service.clock.advanceBy(HOUR_MS);
		const missed = emit();
		await service.clock.advanceBy(HOUR_MS);
		expect(await poll({}, { nodeId: 'trigger-pasted-anew' })).toEqual(itemsOf(missed));
	});

	it('starts from now when its trigger was removed and another one has the name, and reports nothing', async () => {
		await activate();
		await service.clock.advanceBy(60 * 24 * HOUR_MS);
		emit();
		await service.clock.advanceBy(HOUR_MS);
		const [reports, added] = [[] as Error[], { nodeId: 'trigger-added-later' }];

		expect(await poll({}, { ...added, reports })).toBeNull();
		await service.clock.advanceBy(MINUTE_MS);
		const next = emit();
		expect(await poll({}, { ...added, reports })).toEqual(itemsOf(next));
		expect([reports, warn.mock.calls]).toEqual([[], []]);
	});
});

describe('the first poll', () => {
	it('starts from now and returns nothing', async () => {
		emit();
		await service.clock.advanceBy(MINUTE_MS);
		emit();

		expect(await poll()).toBeNull();
		expect(await poll()).toBeNull();
		await service.clock.advanceBy(MINUTE_MS);
		expect(await poll()).toBeNull();
	});

	it('goes on where it stopped when n8n starts again', async () => {
		await activate();
		await service.clock.advanceBy(HOUR_MS);
		const event = emit();
		expect(await poll({}, { activation: 'init' })).toEqual(itemsOf(event));
	});

	it('refuses the activation with a clear message when the key is wrong', async () => {
		const credentials = { deviceAccessApi: { baseUrl: service.sandbox.url, apiKey: 'sandbox-key-of-nobody' } };
		await expect(poll({}, { credentials })).rejects.toMatchObject({ name: 'NodeApiError', message: 'The API key was not accepted' });
		expect(staticData).toEqual({});
	});

	it('asks for at least one event before anything is sent', async () => {
		await expect(poll({ triggerOn: [] })).rejects.toMatchObject({ message: "'Trigger On' is empty" });
		expect(service.sandbox.requests.count()).toBe(0);
	});
});

describe('later polls', () => {
	it.each(['newestFirst', 'oldestFirst'] as const)('return new events oldest first, once each, from a service that lists %s', async (eventOrder) => {
		service.sandbox.settings.eventOrder = eventOrder;
		await activate();
		await service.clock.advanceBy(MINUTE_MS);
		const first = emit();
		await service.clock.advanceBy(10 * SECOND_MS);
		const second = emit({ event_type: FAILED });

		expect(await poll()).toEqual(itemsOf(first, second));
		expect(await poll()).toBeNull();

		const third = emit();
		await service.clock.advanceBy(MINUTE_MS);
		expect(await poll()).toEqual(itemsOf(third));
		await service.clock.advanceBy(HOUR_MS);
		expect(await poll()).toBeNull();
	});

	it('return a real conversion and a real failure', async () => {
		await activate();
		await service.convert(hotel.unmanagedCodes.convertible);
		await service.convert(hotel.unmanagedCodes.failsToConvert);
		expect(service.events().map(({ event_type: type }) => type)).toEqual([CONVERTED, FAILED]);
		expect(await poll()).toEqual(itemsOf(...service.events()));
	});

	it('lose and repeat nothing when n8n was down for hours', async () => {
		await activate();
		const missed: Event[] = [];
		for (let minutes = 0; minutes < 300; minutes += 20) {
			await service.clock.advanceBy(20 * MINUTE_MS);
			missed.push(emit());
		}
		const stored = JSON.parse(JSON.stringify(staticData)) as IDataObject;

		expect(await poll({}, { staticData: stored })).toEqual(itemsOf(...missed));
		expect(await poll({}, { staticData: stored })).toBeNull();
	});

	it('tell events of the same millisecond apart, also when one shows up after the poll', async () => {
		await activate();
		await service.clock.advanceBy(MINUTE_MS);
		const together = [emit(), emit(), emit()];
		const returned = await poll();
		expect(returned).toHaveLength(3);
		expect(returned).toEqual(expect.arrayContaining(itemsOf(...together)));

		const fourth = emit();
		expect(await poll()).toEqual(itemsOf(fourth));
		expect(await poll()).toBeNull();
	});

	it('return an event that shows up four minutes late, in its place', async () => {
		await activate();
		await service.clock.advanceBy(10 * MINUTE_MS);
		const seen = emit();
		expect(await poll()).toEqual(itemsOf(seen));

		await service.clock.advanceBy(MINUTE_MS);
		const newest = emit();
		const late = emit({}, 4 * MINUTE_MS);
		expect(await poll()).toEqual(itemsOf(late, newest));
		expect(await poll()).toBeNull();
	});

	it('keep the order when every item costs a request', async () => {
		await activate();
		const events: Event[] = [];
		for (const code of [hotel.managedCodes.frontDesk, hotel.unmanagedCodes.convertible, hotel.managedCodes.meetingRoom]) {
			await service.clock.advanceBy(SECOND_MS);
			events.push(emit({ access_code_id: code }));
		}
		service.sandbox.faults.next('/access_codes/get', { kind: 'slow', delayMs: 100 });
		expect(await poll({ options: { includeAccessCode: true } })).toEqual(
			events.map((event) => ({ json: { ...event, access_code: expect.objectContaining({ access_code_id: event.access_code_id }) } })),
		);
	});

	it('keep what n8n stores small', async () => {
		await activate();
		const storedAtFirst = JSON.stringify(staticData).length;
		for (let round = 0; round < 3; round++) {
			for (let count = 0; count < 50; count++) emit();
			await service.clock.advanceBy(20 * MINUTE_MS);
			expect(await poll()).toHaveLength(50);
		}
		expect(JSON.stringify(staticData).length).toBeLessThan(storedAtFirst + 50);
	});
});

describe('the choice of events', () => {
	const someEvents = () => ({
		converted: emit(), failed: emit({ event_type: FAILED, device_id: hotel.devices.room104 }),
		locked: emit({ event_type: 'lock.locked' }), unknown: emit({ event_type: 'a.type.of.the.future', device_id: undefined }),
	});

	it.each<[string, INodeParameters, Array<keyof ReturnType<typeof someEvents>>]>([
		['one type', { triggerOn: [FAILED] }, ['failed']],
		['additional event types', { triggerOn: [FAILED], options: { additionalEventTypes: ' lock.locked a.type.of.the.future,' } }, ['failed', 'locked', 'unknown']],
		['additional event types alone', { triggerOn: [], options: { additionalEventTypes: 'lock.locked' } }, ['locked']],
		['all events', { triggerOn: ['*'] }, ['converted', 'failed', 'locked', 'unknown']],
		['one device', { triggerOn: ['*'], options: { deviceIds: [hotel.devices.room104] } }, ['failed']],
		['two devices', { triggerOn: ['*'], options: { deviceIds: [hotel.devices.room104, hotel.devices.room101] } }, ['converted', 'failed', 'locked']],
	])('can be %s', async (_what, parameters, wanted) => {
		await activate(parameters);
		await service.clock.advanceBy(SECOND_MS);
		const events = someEvents();
		const items = await poll(parameters);
		expect(items).toHaveLength(wanted.length);
		expect(items).toEqual(expect.arrayContaining(wanted.map((name) => ({ json: events[name] }))));
	});

	it('refuses a device that is no ID', async () => {
		await expect(poll({ options: { deviceIds: ['Room 101'] } })).rejects.toMatchObject({ message: expect.stringContaining('Device Names or IDs') });
		expect(service.sandbox.requests.count()).toBe(0);
	});
});

describe('a manual run', () => {
	it('shows the newest matching event and leaves the cursor where it is', async () => {
		await activate();
		await service.clock.advanceBy(MINUTE_MS);
		const first = emit();
		await service.clock.advanceBy(MINUTE_MS);
		const second = emit();
		emit({ event_type: 'lock.locked' });

		for (let run = 1; run <= 2; run++) expect(await poll({}, { mode: 'manual' })).toEqual(itemsOf(second));
		expect(await poll()).toEqual(itemsOf(first, second));
	});

	it('shows an event that is older than the activation', async () => {
		const event = emit();
		await service.clock.advanceBy(3 * HOUR_MS);
		expect(await poll({}, { mode: 'manual' })).toEqual(itemsOf(event));
		expect(staticData).toEqual({});
	});

	it('says so when there is no such event', async () => {
		emit({ event_type: 'lock.locked' });
		await expect(poll({}, { mode: 'manual' })).rejects.toMatchObject({
			name: 'NodeOperationError',
			message: 'There is no such event in the last 30 days to show as a sample',
			description: expect.stringContaining("Choose more events under 'Trigger On'"),
		});
	});
});

describe('what was kept and is of no use', () => {
	const restarted = (why: string) => `The trigger starts from now: ${why}`;
	const DAMAGED = restarted('what it had kept of the last check is damaged and could not be read');
	const NEWER = restarted('what it had kept of the last check is of a newer version of this package (form 4; this version knows form 3)');

	it.each<[string, string, (cursor: IDataObject) => unknown]>([
		['text', DAMAGED, () => 'yesterday'],
		['a list', DAMAGED, () => []],
		['of no version', DAMAGED, (cursor) => ({ ...cursor, version: undefined })],
		['of a newer version', NEWER, (cursor) => ({ ...cursor, version: 4 })],
		['of version 1 without a time', DAMAGED, () => ({ version: 1, wantedSinceMs: {}, recentEvents: {} })],
		['without a time', DAMAGED, (cursor) => ({ ...cursor, settledUntilMs: undefined })],
		['of no point in time', DAMAGED, (cursor) => ({ ...cursor, settledUntilMs: 1e20 })],
		['without devices', DAMAGED, (cursor) => ({ ...cursor, devicesWantedSinceMs: undefined })],
		['without events', DAMAGED, (cursor) => ({ ...cursor, returnedEvents: null })],
	])('(%s) is reported as a failed execution and in the log, and the trigger goes on from now', async (_what, message, spoil) => {
		await activate();
		await service.clock.advanceBy(MINUTE_MS);
		emit();
		await service.clock.advanceBy(MINUTE_MS);
		staticData.cursor = spoil(staticData.cursor as IDataObject) as IDataObject;
		const reports: Error[] = [];

		expect(await poll({}, { reports })).toBeNull();
		expect(reports).toEqual([expect.objectContaining({ name: 'NodeOperationError', message, description: expect.stringContaining("use 'Get Many'") })]);
		expect(warn.mock.calls).toEqual([[`Trigger: ${message}`]]);

		await service.clock.advanceBy(MINUTE_MS);
		const event = emit();
		expect(await poll({}, { reports })).toEqual(itemsOf(event));
		expect([reports.length, warn.mock.calls.length]).toEqual([1, 1]);
	});

	it('does not refuse the activation, and is reported once the service answers', async () => {
		staticData.cursor = 'yesterday';
		service.sandbox.faults.next('/events/list', { kind: 'unauthorized' });
		const reports: Error[] = [];

		await expect(poll({}, { reports })).rejects.toMatchObject({ message: 'The API key was not accepted' });
		expect([staticData, reports]).toEqual([{ cursor: 'yesterday' }, []]);
		expect(await poll({}, { reports, activation: 'init' })).toBeNull();
		expect(reports).toHaveLength(1);
	});

	it('is left alone by a manual run', async () => {
		staticData.cursor = 'yesterday';
		const event = emit();
		expect(await poll({}, { mode: 'manual' })).toEqual(itemsOf(event));
		expect(staticData).toEqual({ cursor: 'yesterday' });
	});
});

describe("a service's clock that was set back", () => {
	/** Another service, with another clock, behind the same credential: n8n cannot tell it from one that was set back. */
	async function setBack(byMs: number): Promise<void> {
		const nowMs = service.clock.now();
		await service.stop();
		service = await startTriggerSandbox({ startMs: nowMs - byMs });
	}

	it('is reported as a failed execution, and the trigger goes on from now', async () => {
		await activate();
		await service.clock.advanceBy(HOUR_MS);
		emit();
		await poll();
		const readUntil = new Date((staticData.cursor as { settledUntilMs: number }).settledUntilMs).toISOString();
		await setBack(30 * MINUTE_MS);
		emit();
		await service.clock.advanceBy(MINUTE_MS);
		const reports: Error[] = [];

		expect(await poll({}, { reports })).toBeNull();
		const serviceTime = `${new Date(service.clock.now()).toISOString().slice(0, 19)}.000Z`;
		expect(reports).toEqual([
			expect.objectContaining({
				message: `The trigger starts from now: the service's clock shows ${serviceTime}, but events were read until ${readUntil}. Its clock was set back, or the credential is of another service now`,
			}),
		]);

		await service.clock.advanceBy(MINUTE_MS);
		const event = emit();
		expect(await poll({}, { reports })).toEqual(itemsOf(event));
		expect(reports).toHaveLength(1);
	});

	it('by less than five minutes goes unnoticed', async () => {
		await activate();
		await service.clock.advanceBy(HOUR_MS);
		await poll();
		await setBack(4 * MINUTE_MS);
		const event = emit();
		expect(await poll()).toEqual(itemsOf(event));
		expect(warn).not.toHaveBeenCalled();
	});
});

describe('in an n8n that polls on one workflow all the time, and does not wait for an earlier poll', () => {
	const open = async () => await openPoller('deviceAccessPollingTrigger', {
		parameters: { triggerOn: [CONVERTED], options: { includeAccessCode: true } }, credentials: service.credentials, staticData,
	});

	it('a poll that takes long is left to itself: the next one does not return the same events', async () => {
		await activate({ triggerOn: [CONVERTED] });
		await service.clock.advanceBy(MINUTE_MS);
		const event = emit({ access_code_id: hotel.managedCodes.frontDesk });
		service.sandbox.faults.next('/access_codes/get', { kind: 'slow', delayMs: 300 });
		const poller = await open();

		const [items, meanwhile] = await Promise.all([poller.poll(), poller.poll()]);

		expect([items, meanwhile]).toEqual([[{ json: expect.objectContaining({ ...event }) }], null]);
		const later = emit({ access_code_id: hotel.managedCodes.frontDesk });
		expect(await poller.poll()).toEqual([{ json: expect.objectContaining({ ...later }) }]);
	});

	it('a poll that fails loses nothing, and the next one is not in its way', async () => {
		await activate({ triggerOn: [CONVERTED] });
		const event = emit();
		const poller = await open();
		service.sandbox.faults.next('/events/list', { kind: 'unauthorized' });

		await expect(poller.poll()).rejects.toMatchObject({ message: 'The API key was not accepted' });
		expect(await poller.poll()).toEqual([{ json: expect.objectContaining({ ...event }) }]);
	});
});

describe("within n8n's time for a poll", () => {
	const WITH_CODE = { options: { includeAccessCode: true } };
	/** Three quarters of it are for the events and their codes. */
	const BUDGET_MS = 3_000;

	it.each([
		['do not answer', { kind: 'slow', delayMs: 8_000 }, 'The service took too long to answer'],
		['are refused for a rate limit of a minute', { kind: 'tooManyRequests', retryAfter: 60 }, 'The service limits how many requests it takes'],
	] as const)('every event goes out once, also while the codes %s', async (_what, fault, message) => {
		await activate(WITH_CODE);
		const events = Array.from({ length: 7 }, () => emit({ access_code_id: hotel.managedCodes.frontDesk }));
		service.sandbox.faults.always('/access_codes/get', fault);
		const startedAtMs = Date.now();
		const items = await poll(WITH_CODE, { budgetMs: BUDGET_MS });

		expect(Date.now() - startedAtMs).toBeLessThan(BUDGET_MS);
		expect(items).toHaveLength(events.length);
		expect(items).toEqual(expect.arrayContaining(
			events.map((event) => ({ json: { ...event, access_code: null, access_code_message: expect.stringMatching(`^(${message}|There was no time left to read the access code)$`) } })),
		));
		expect(items?.[0]?.json.access_code_message).toBe(message);
		service.sandbox.faults.clear();
		expect(await poll(WITH_CODE, { budgetMs: BUDGET_MS })).toBeNull();
	});

	it('a code is read as long as the time of the poll allows, and once', async () => {
		await activate(WITH_CODE);
		const event = emit({ access_code_id: hotel.managedCodes.frontDesk });
		service.sandbox.faults.next('/access_codes/get', { kind: 'slow', delayMs: 300 });
		expect(await poll(WITH_CODE, { budgetMs: BUDGET_MS })).toEqual([{ json: { ...event, access_code: expect.objectContaining({ access_code_id: event.access_code_id }) } }]);
		expect(service.sandbox.requests.count('/access_codes/get')).toBe(1);
	});
});

describe("in n8n's scheduler, which gives each poll a copy of what is kept", () => {
	/** What two polls of the same second return, the second of them of the node with the other ID. */
	async function pollTwice(nodeId: string, otherNodeId: string) {
		const kept: Record<string, IDataObject> = { [nodeId]: {}, [otherNodeId]: {} };
		for (const [id, state] of Object.entries(kept)) expect(await poll({}, { nodeId: id, staticData: state })).toBeNull();
		await service.clock.advanceBy(MINUTE_MS);
		const event = emit({ access_code_id: hotel.managedCodes.frontDesk });
		service.sandbox.faults.next('/events/list', { kind: 'slow', delayMs: 300 });
		const polls = [nodeId, otherNodeId].map(async (id) => await poll({}, { nodeId: id, staticData: structuredClone(kept[id]) }));
		return { event, kept, returned: await Promise.all(polls) };
	}

	it('two polls of one trigger at once do not return the same events', async () => {
		const { event, kept, returned } = await pollTwice('one-trigger', 'one-trigger');
		expect(returned.filter((items) => items !== null)).toEqual([itemsOf(event)]);
		expect(await poll({}, { nodeId: 'one-trigger', staticData: kept['one-trigger'] })).toEqual(itemsOf(event));
	});

	it('polls of two triggers at once are not in the way of each other', async () => {
		const { event, returned } = await pollTwice('one-trigger', 'another-trigger');
		expect(returned).toEqual([itemsOf(event), itemsOf(event)]);
	});
});

describe('a service that fails during a poll', () => {
	it.each([
		['a key that was withdrawn', { kind: 'unauthorized' }, 'The API key was not accepted'],
		['an answer that is no JSON', { kind: 'malformedJson' }, 'The answer of the service was incomplete or not in the expected form'],
		['an answer without events', { kind: 'missingMember' }, "The answer of the service has no 'events' list"],
		['a long rate limit', { kind: 'tooManyRequests', retryAfter: 600 }, 'The service limits how many requests it takes'],
	] as const)('(%s) gives a clear error and loses nothing', async (_what, fault, message) => {
		await activate();
		await service.clock.advanceBy(MINUTE_MS);
		const event = emit();
		const stored = structuredClone(staticData);
		service.sandbox.faults.next('/events/list', fault);

		await expect(poll()).rejects.toMatchObject({ name: 'NodeApiError', message });

		expect(staticData).toEqual(stored);
		expect(await poll()).toEqual(itemsOf(event));
	});

	it('for a moment is asked again', async () => {
		await activate();
		const event = emit();
		service.sandbox.faults.next('/events/list', { kind: 'tooManyRequests', retryAfter: 0 });
		service.sandbox.faults.next('/events/list', { kind: 'cut' });
		expect(await poll()).toEqual(itemsOf(event));
	});

	it('for longer gives a clear error and loses nothing', async () => {
		await activate();
		const event = emit();
		const stored = structuredClone(staticData);
		service.sandbox.faults.always('/events/list', { kind: 'outage' });

		await expect(poll()).rejects.toMatchObject({ message: 'The service is not available right now', httpCode: '503' });

		service.sandbox.faults.clear();
		expect(staticData).toEqual(stored);
		expect(await poll()).toEqual(itemsOf(event));
	});

	it('while the codes are read does not lose the events', async () => {
		await activate();
		const event = emit({ access_code_id: hotel.managedCodes.frontDesk });
		service.sandbox.faults.next('/access_codes/get', { kind: 'unauthorized' });
		expect(await poll({ options: { includeAccessCode: true } })).toEqual([
			{ json: { ...event, access_code: null, access_code_message: 'The API key was not accepted' } },
		]);
	});
});
