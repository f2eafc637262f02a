import { randomUUID } from 'node:crypto';
import type { IDataObject, INodeParameters } from 'n8n-workflow';
import type { Event } from '../../sandbox/schemas/event';
import { hotel } from '../../sandbox/fixtures/hotel';
import { type InstantTrigger, startInstantTrigger } from '../support/instantTrigger';
import { moveTimeTo } from '../support/moveTimeTo';
import { CONVERTED, FAILED, keptSecret, signDelivery, type TriggerSandbox } from '../support/triggerSandbox';
import type { ReceivedDelivery, WebhookTrigger, WebhookTriggerOptions } from '../support/webhookTrigger';

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
const WEBHOOK_ID = 'd3c5a5a0-0000-4000-8000-000000000003';
/** Longer than the service's last retry, which comes 27.6 hours after the first attempt. */
const ALL_RETRIES_MS = 28 * HOUR_MS;

let instant: InstantTrigger;
let service: TriggerSandbox;
let staticData: IDataObject;

beforeEach(async () => {
	instant = await startInstantTrigger({ parameters: { triggerOn: [CONVERTED, FAILED], registration: 'automatic', options: {} }, webhookId: WEBHOOK_ID });
	({ service, staticData } = instant);
});
afterEach(async () => {
	jest.useRealTimers();
	await instant.stop();
});

async function openActive(parameters?: INodeParameters, options?: WebhookTriggerOptions): Promise<WebhookTrigger> {
	const trigger = await instant.open({ ...options, parameters });
	await trigger.activate();
	return trigger;
}

/** An event that the service made earlier, as it delivers it; nothing is sent. */
function anEvent(event: Partial<Event> = {}): Event {
	const now = new Date(service.clock.now()).toISOString();
	return {
		event_id: randomUUID(), event_type: CONVERTED, created_at: now, occurred_at: now, workspace_id: '10000000-0000-4000-8000-000000000001',
		access_code_id: hotel.unmanagedCodes.convertible, device_id: hotel.devices.room101, ...event,
	};
}

const outcomeOf = ({ status, items, error }: ReceivedDelivery) => ({ status, items, error });
const startsNothing = (status: number) => ({ status, items: undefined, error: undefined });
const startsWith = (event: Event) => ({ status: 200, items: [{ json: event }], error: undefined });

describe('a delivery of the service', () => {
	it.each(['svix', 'webhook'] as const)('starts the workflow with the event as the service gives it (headers %s-*)', async (prefix) => {
		service.sandbox.settings.webhookHeaderPrefix = prefix;
		const trigger = await openActive();

		await service.convert(hotel.unmanagedCodes.convertible);

		const [event] = service.events();
		expect(event).toMatchObject({ event_type: CONVERTED, access_code_id: hotel.unmanagedCodes.convertible });
		expect(trigger.deliveries.map(({ items }) => items)).toEqual([[{ json: event }]]);
		expect(service.sandbox.deliveries).toMatchObject([{ event_id: event?.event_id, attempt: 1, status: 200, next_attempt_at: null }]);
	});

	it('tells of a conversion that failed, with the reasons', async () => {
		const trigger = await openActive();
		await service.convert(hotel.unmanagedCodes.failsToConvert);
		expect(trigger.deliveries.map(({ items }) => items)).toEqual([
			[{ json: expect.objectContaining({
				event_type: FAILED,
				access_code_errors: [expect.objectContaining({ message: 'The device already has a managed access code with the same PIN.' })],
			}) }],
		]);
	});

	it('starts nothing twice when the service repeats it because the answer came too late', async () => {
		service.sandbox.settings.deliveryTimeoutMs = 200;
		service.sandbox.faults.next('/access_codes/get', { kind: 'slow', delayMs: 400 });
		const trigger = await openActive({ options: { includeAccessCode: true } });
		await service.convert(hotel.unmanagedCodes.convertible);
		await trigger.waitForDeliveries(1);
		service.sandbox.settings.deliveryTimeoutMs = 15_000;

		await service.clock.advanceBy(5_000);
		await service.sandbox.settleDeliveries();

		expect(service.sandbox.deliveries.map(({ attempt, status }) => ({ attempt, status }))).toEqual([{ attempt: 1, status: null }, { attempt: 2, status: 200 }]);
		expect(trigger.deliveries.map(({ items }) => items?.length)).toEqual([1, undefined]);
	});

	it('ends with the registration: after deactivation nothing arrives', async () => {
		const trigger = await openActive();
		await trigger.delete();
		await service.convert(hotel.unmanagedCodes.convertible);
		expect(service.events()).toHaveLength(1);
		expect(trigger.deliveries).toEqual([]);
	});
});

describe('refuses with 401, and starts nothing, when', () => {
	it.each<[string, (secret: string) => { rawBody: string; headers?: Record<string, string> }]>([
		['a byte of the body was changed', (secret) => {
			const { rawBody, headers } = signDelivery(secret, anEvent());
			return { rawBody: String(rawBody).replace('"device_id":"3', '"device_id":"4'), headers };
		}],
		['white space was added to the body', (secret) => {
			const { rawBody, headers } = signDelivery(secret, anEvent());
			return { rawBody: `${String(rawBody)} `, headers };
		}],
		['it is signed with another secret', () => {
			const { rawBody, headers } = signDelivery('whsec_b3RoZXItc2VjcmV0', anEvent());
			return { rawBody: String(rawBody), headers };
		}],
		['it is not signed', () => ({ rawBody: JSON.stringify(anEvent()) })],
		['its signature was taken from another delivery', (secret) => {
			const { headers } = signDelivery(secret, anEvent());
			return { rawBody: JSON.stringify(anEvent()), headers };
		}],
		['its id was changed', (secret) => {
			const { rawBody, headers } = signDelivery(secret, anEvent());
			return { rawBody: String(rawBody), headers: { ...headers, 'svix-id': 'msg_other' } };
		}],
		['it is replayed six minutes later', (secret) => {
			const { rawBody, headers } = signDelivery(secret, anEvent(), { sentAt: new Date(Date.now() - 6 * MINUTE_MS) });
			return { rawBody: String(rawBody), headers };
		}],
		['it comes from six minutes ahead', (secret) => {
			const { rawBody, headers } = signDelivery(secret, anEvent(), { sentAt: new Date(Date.now() + 6 * MINUTE_MS) });
			return { rawBody: String(rawBody), headers };
		}],
	])('%s', async (_what, forge) => {
		const trigger = await openActive();
		const before = structuredClone(staticData);
		expect(outcomeOf(await trigger.receive(forge(keptSecret(staticData))))).toEqual(startsNothing(401));
		expect(staticData).toEqual(before);
	});

	it('it is a form of files, whose bytes n8n has read already', async () => {
		const trigger = await openActive();
		const form = '--edge\r\nContent-Disposition: form-data; name="event_id"\r\n\r\n1\r\n--edge--\r\n';
		const { rawBody, headers } = signDelivery(keptSecret(staticData), form);
		const delivery = await trigger.receive({ rawBody, headers: { ...headers, 'content-type': 'multipart/form-data; boundary=edge' } });
		expect(outcomeOf(delivery)).toEqual(startsNothing(401));
	});

	it('it does not fit the registration, and the credential is no longer there', async () => {
		await openActive();
		const trigger = await instant.open({ credentials: {} });
		expect(outcomeOf(await trigger.receive(signDelivery('whsec_b3RoZXItc2VjcmV0', anEvent())))).toEqual(startsNothing(401));
		expect(instant.warn.mock.calls[0]).toEqual([expect.stringMatching(/^Trigger: The credential could not be read, so its signing secrets do not count: ./)]);

		const event = anEvent();
		expect(outcomeOf(await trigger.receive(signDelivery(keptSecret(staticData), event)))).toEqual(startsWith(event));
	});

	it('nothing is registered and the credential has no secret', async () => {
		const trigger = await instant.open();
		expect(outcomeOf(await trigger.receive(signDelivery('whsec_b3RoZXItc2VjcmV0', anEvent())))).toEqual(startsNothing(401));
	});
});

it('accepts a delivery whose clock is four minutes off in either direction', async () => {
	const trigger = await openActive();
	for (const offsetMs of [-4 * MINUTE_MS, 4 * MINUTE_MS]) {
		const event = anEvent();
		const delivery = signDelivery(keptSecret(staticData), event, { sentAt: new Date(Date.now() + offsetMs) });
		expect(outcomeOf(await trigger.receive(delivery))).toEqual(startsWith(event));
	}
});

it('accepts a delivery with several signatures when one of them fits', async () => {
	const trigger = await openActive();
	const event = anEvent();
	const { rawBody, headers } = signDelivery(keptSecret(staticData), event);
	const foreign = `v1,${Buffer.alloc(32).toString('base64')} v2,${Buffer.alloc(64).toString('base64')}`;
	const delivery = { rawBody, headers: { ...headers, 'svix-signature': `${foreign} ${headers['svix-signature']}` } };
	expect(outcomeOf(await trigger.receive(delivery))).toEqual(startsWith(event));
});

it.each([['an event type that is not chosen', { event_type: 'lock.locked' }], ['another device', { device_id: hotel.devices.room103 }], ['no device', { device_id: undefined }]])(
	'acknowledges an event of %s and starts nothing',
	async (_what, change) => {
		const trigger = await openActive({ options: { deviceIds: [hotel.devices.room101] } });
		expect(outcomeOf(await trigger.receive(signDelivery(keptSecret(staticData), anEvent(change))))).toEqual(startsNothing(200));
		const event = anEvent();
		expect(outcomeOf(await trigger.receive(signDelivery(keptSecret(staticData), event)))).toEqual(startsWith(event));
	},
);

it('starts with every event when All Events is chosen', async () => {
	const trigger = await openActive({ triggerOn: ['*'] });
	const event = anEvent({ event_type: 'a.type.of.the.future' });
	expect(outcomeOf(await trigger.receive(signDelivery(keptSecret(staticData), event)))).toEqual(startsWith(event));
});

it.each([['no JSON', 'event'], ['a list', '[]'], ['no event', '{}'], ['an event without an id', JSON.stringify({ event_type: CONVERTED, created_at: '2026-01-01T00:00:00Z' })]])(
	'answers 400 to a signed body that is %s',
	async (_what, body) => {
		const trigger = await openActive();
		const { rawBody, headers } = signDelivery(keptSecret(staticData), body);
		const delivery = await trigger.receive({ rawBody, headers: { ...headers, 'content-type': 'text/plain' } });
		expect(outcomeOf(delivery)).toEqual(startsNothing(400));
	},
);

describe('an event that was received before', () => {
	it('is acknowledged and starts nothing, whatever its new signature and time', async () => {
		const trigger = await openActive();
		const event = anEvent();
		const secret = keptSecret(staticData);
		expect(outcomeOf(await trigger.receive(signDelivery(secret, event, { messageId: 'msg_same' })))).toEqual(startsWith(event));

		const again = signDelivery(secret, event, { messageId: 'msg_same', sentAt: new Date(Date.now() + MINUTE_MS) });
		expect(outcomeOf(await trigger.receive(again))).toEqual(startsNothing(200));
		expect(outcomeOf(await trigger.receive(signDelivery(secret, event, { prefix: 'webhook' })))).toEqual(startsNothing(200));
	});

	it('starts nothing after n8n was restarted', async () => {
		const first = await openActive();
		const event = anEvent();
		const secret = keptSecret(staticData);
		await first.receive(signDelivery(secret, event));
		await first.stop();

		const second = await instant.openInNewProcess();
		expect(outcomeOf(await second.receive(signDelivery(secret, event)))).toEqual(startsNothing(200));
		const other = anEvent();
		expect(outcomeOf(await second.receive(signDelivery(secret, other)))).toEqual(startsWith(other));
	});

	it('starts nothing at the last retry of the service, 28 hours and a restart later, however many came in between', async () => {
		const trigger = await openActive();
		const secret = keptSecret(staticData);
		const event = anEvent();
		const startMs = Date.now();
		expect(outcomeOf(await trigger.receive(signDelivery(secret, event)))).toEqual(startsWith(event));

		for (let hour = 4; hour <= 24; hour += 4) {
			moveTimeTo(startMs + hour * HOUR_MS);
			const other = anEvent();
			expect(outcomeOf(await trigger.receive(signDelivery(secret, other)))).toEqual(startsWith(other));
		}
		moveTimeTo(startMs + ALL_RETRIES_MS);
		const restarted = await instant.openInNewProcess();
		expect(outcomeOf(await restarted.receive(signDelivery(secret, event)))).toEqual(startsNothing(200));
	});

	it('starts nothing when it was one of several that came in at the same time', async () => {
		const trigger = await openActive({ options: { includeAccessCode: true } });
		const secret = keptSecret(staticData);
		const events = Array.from({ length: 5 }, () => anEvent({ access_code_id: hotel.managedCodes.frontDesk }));
		const deliverAll = async () =>
			await Promise.all(events.map(async (event) => {
				const { status, items = [] } = await trigger.receive(signDelivery(secret, event));
				return { status, starts: items.length };
			}));
		service.sandbox.settings.answerTimeMs = 50;

		expect(await deliverAll()).toEqual(events.map(() => ({ status: 200, starts: 1 })));
		expect(await deliverAll()).toEqual(events.map(() => ({ status: 200, starts: 0 })));
	});

	it('starts nothing while its first delivery is still being handled', async () => {
		const trigger = await openActive({ options: { includeAccessCode: true } });
		const secret = keptSecret(staticData);
		const event = anEvent({ access_code_id: hotel.managedCodes.frontDesk });
		service.sandbox.settings.answerTimeMs = 50;
		const both = await Promise.all([1, 2].map(async () => await trigger.receive(signDelivery(secret, event))));
		expect(both.flatMap(({ items }) => items ?? [])).toHaveLength(1);
		// Not acknowledged, for the first one could still have failed.
		expect(both.map(({ status }) => status).sort()).toEqual([200, 503]);
	});

	it('starts the workflow at the next try when n8n could not queue the execution', async () => {
		let isRedisAway = true;
		const trigger = await openActive({}, {
			queueExecution: () => {
				if (isRedisAway) throw new Error('Redis is away');
			},
		});
		const secret = keptSecret(staticData);
		const event = anEvent();
		expect((await trigger.receive(signDelivery(secret, event))).status).toBe(500);
		isRedisAway = false;
		expect(outcomeOf(await trigger.receive(signDelivery(secret, event)))).toEqual(startsWith(event));
		expect(outcomeOf(await trigger.receive(signDelivery(secret, event)))).toEqual(startsNothing(200));
	});

	it('starts nothing when n8n queued the execution after the sender had given up waiting, whatever became of what n8n keeps', async () => {
		let queue = () => {};
		const queued = new Promise<void>((resolve) => {
			queue = resolve;
		});
		const trigger = await openActive({}, { queueExecution: async () => await queued });
		const secret = keptSecret(staticData);
		const event = anEvent();
		await expect(trigger.receive({ ...signDelivery(secret, event), answerTimeMs: 100 })).rejects.toThrow('No answer');
		expect((await trigger.receive(signDelivery(secret, event))).status).toBe(503);

		queue();
		await trigger.waitForDeliveries(2);
		delete staticData.seenEvents;

		expect(outcomeOf(await trigger.receive(signDelivery(secret, event)))).toEqual(startsNothing(200));
		expect(trigger.deliveries.flatMap(({ items }) => items ?? [])).toHaveLength(1);
	});

	it('is told from a forged one although an older delivery wrote back the registration of before', async () => {
		const trigger = await openActive();
		const older = structuredClone(staticData);
		const olderSecret = keptSecret(staticData);
		await trigger.delete();
		await trigger.activate('activate');
		const secret = keptSecret(staticData);
		const newest = structuredClone(staticData.registrations);
		staticData.registrations = older.registrations;

		expect(outcomeOf(await trigger.receive(signDelivery(olderSecret, anEvent())))).toEqual(startsNothing(401));
		const event = anEvent();
		expect(outcomeOf(await trigger.receive(signDelivery(secret, event)))).toEqual(startsWith(event));
		expect(staticData.registrations).toEqual(newest);
	});

	it('is forgotten some day, so that what n8n stores does not grow with the years', async () => {
		const trigger = await openActive();
		const secret = keptSecret(staticData);
		const startMs = Date.now();
		await trigger.receive(signDelivery(secret, anEvent()));
		const storedAfterOne = JSON.stringify(staticData).length;

		for (const days of [2, 4, 6]) {
			moveTimeTo(startMs + days * 24 * HOUR_MS);
			await trigger.receive(signDelivery(secret, anEvent()));
		}
		expect(JSON.stringify(staticData)).toHaveLength(storedAfterOne);
	});

	it('leaves less than 70 KB in n8n, the oldest events first forgotten, under any load', async () => {
		const trigger = await openActive();
		const secret = keptSecret(staticData);
		const oldest = anEvent();
		await trigger.receive(signDelivery(secret, oldest));
		// As if a great many events had come in since: the marks are what the node itself keeps, nine characters each.
		const { seenEvents } = staticData as { seenEvents: Record<string, string[]> };
		const [hour] = Object.keys(seenEvents);
		if (hour === undefined) throw new Error('The trigger keeps no events');
		seenEvents[hour]?.push(...Array.from({ length: 40_000 }, (_, index) => index.toString(36).padStart(9, '0')));

		const newest = anEvent();
		expect(outcomeOf(await trigger.receive(signDelivery(secret, newest)))).toEqual(startsWith(newest));

		expect(JSON.stringify(staticData).length).toBeLessThan(70_000);
		const restarted = await instant.openInNewProcess();
		expect(outcomeOf(await restarted.receive(signDelivery(secret, newest)))).toEqual(startsNothing(200));
		expect(outcomeOf(await restarted.receive(signDelivery(secret, oldest)))).toEqual(startsWith(oldest));
	});

	it('may be shown again while a person listens for a test event', async () => {
		const testData: IDataObject = {};
		const trigger = await openActive({}, { registration: 'test', staticData: testData });
		const { registrations } = testData as { registrations?: { test?: { secret?: string } } };
		const event = anEvent();
		for (let time = 1; time <= 2; time++) {
			expect(outcomeOf(await trigger.receive(signDelivery(registrations?.test?.secret ?? '', event)))).toEqual(startsWith(event));
		}
	});
});

describe('Include Access Code', () => {
	const withCode = { options: { includeAccessCode: true } };

	it('adds the managed record after a conversion', async () => {
		const trigger = await openActive(withCode);
		await service.convert(hotel.unmanagedCodes.convertible);
		expect(trigger.deliveries.map(({ items }) => items)).toEqual([
			[{ json: { ...service.events()[0], access_code: expect.objectContaining({ access_code_id: hotel.unmanagedCodes.convertible, is_managed: true, code: '1011', name: 'Guest 101' }) } }],
		]);
	});

	it('adds the unmanaged record after a conversion that failed', async () => {
		const trigger = await openActive(withCode);
		await service.convert(hotel.unmanagedCodes.failsToConvert);
		expect(trigger.deliveries.map(({ items }) => items)).toEqual([
			[{ json: { ...service.events()[0], access_code: expect.objectContaining({ access_code_id: hotel.unmanagedCodes.failsToConvert, is_managed: false, code: '1041' }) } }],
		]);
	});

	it('masks PINs in the event and in the record', async () => {
		const trigger = await openActive({ triggerOn: ['*'], options: { includeAccessCode: true, maskPinCodes: true } });
		await service.convert(hotel.unmanagedCodes.convertible);
		service.sandbox.emitEvent({ event_type: 'access_code.set_on_device', access_code_id: hotel.unmanagedCodes.convertible, code: '1011' });
		const deliveries = await trigger.waitForDeliveries(2);

		expect(deliveries.map(({ items }) => items?.[0]?.json)).toEqual([
			expect.objectContaining({ event_type: CONVERTED, access_code: expect.objectContaining({ name: 'Guest 101', code: '****' }) }),
			expect.objectContaining({ event_type: 'access_code.set_on_device', code: '****', access_code: expect.objectContaining({ code: '****' }) }),
		]);
		expect(JSON.stringify(deliveries)).not.toContain('"1011"');
	});

	it('gives the PINs as they are unless they are to be masked', async () => {
		const trigger = await openActive({ triggerOn: ['*'] });
		service.sandbox.emitEvent({ event_type: 'access_code.set_on_device', access_code_id: hotel.unmanagedCodes.convertible, code: '1011' });
		const [delivery] = await trigger.waitForDeliveries(1);
		expect(delivery?.items).toEqual([{ json: expect.objectContaining({ code: '1011' }) }]);
	});

	it('gives the event without a record when the code was deleted in the meantime', async () => {
		const trigger = await openActive(withCode);
		const event = anEvent({ access_code_id: '40000000-0000-4000-8000-000000099999' });
		expect(outcomeOf(await trigger.receive(signDelivery(keptSecret(staticData), event)))).toEqual(
			startsWith({ ...event, access_code: null, access_code_message: 'The access code is no longer there' }),
		);
	});

	it('gives the event without a record when it is about no code', async () => {
		const trigger = await openActive({ ...withCode, triggerOn: ['lock.locked'] });
		const event = anEvent({ event_type: 'lock.locked', access_code_id: undefined });
		const { status, items } = await trigger.receive(signDelivery(keptSecret(staticData), event));
		expect({ status, items }).toEqual({ status: 200, items: [{ json: { ...event, access_code: null } }] });
		expect(service.sandbox.requests.count('/access_codes/get')).toBe(0);
	});

	it.each(['outage', 'cut', 'malformedJson', 'missingMember', 'unauthorized'] as const)('does not lose the event when the service fails (%s)', async (kind) => {
		const trigger = await openActive(withCode);
		service.sandbox.faults.always('/access_codes/get', { kind });
		const event = anEvent({ access_code_id: hotel.managedCodes.frontDesk });
		expect(outcomeOf(await trigger.receive(signDelivery(keptSecret(staticData), event)))).toEqual(
			startsWith({ ...event, access_code: null, access_code_message: expect.stringMatching(/\w/) }),
		);
		expect(service.sandbox.requests.count('/access_codes/get')).toBe(1);
	});
});

describe('registered by hand', () => {
	const BY_HAND = { registration: 'byHand' };
	const OLD = 'whsec_b2xkLXNlY3JldC1vZi1zYW5kYm94';
	const NEW = 'whsec_bmV3LXNlY3JldC1vZi1zYW5kYm94';

	it('accepts what is signed with the secret of the credential', async () => {
		const trigger = await openActive(BY_HAND, { credentials: service.credentialsWith(NEW) });
		const event = anEvent();
		expect(outcomeOf(await trigger.receive(signDelivery(NEW, event)))).toEqual(startsWith(event));
		expect(outcomeOf(await trigger.receive(signDelivery(OLD, anEvent())))).toEqual(startsNothing(401));
	});

	it('accepts the old and the new secret while they are changed', async () => {
		const trigger = await openActive(BY_HAND, { credentials: service.credentialsWith(` ${OLD}, ${NEW}\n`) });
		for (const secret of [OLD, NEW]) {
			const event = anEvent();
			expect(outcomeOf(await trigger.receive(signDelivery(secret, event)))).toEqual(startsWith(event));
		}
		expect(outcomeOf(await trigger.receive(signDelivery('whsec_b3RoZXItc2VjcmV0', anEvent())))).toEqual(startsNothing(401));
	});

	it('works without webhooks/* at the service', async () => {
		service.sandbox.settings.webhooksOffered = false;
		const trigger = await openActive(BY_HAND, { credentials: service.credentialsWith(NEW) });
		service.sandbox.state.setWebhook(
			[...service.sandbox.state.workspaces.values()][0] ?? fail(),
			{ webhook_id: 'd3c5a5a0-0000-4000-8000-000000000004', url: trigger.url, event_types: ['*'], secret: NEW },
		);
		await service.convert(hotel.unmanagedCodes.convertible);
		expect(trigger.deliveries.map(({ items }) => items)).toEqual([[{ json: service.events()[0] }]]);
	});
});

function fail(): never {
	throw new Error('The sandbox has lost its main workspace');
}
