import type { INodeParameters } from 'n8n-workflow';
import type { Event } from '../../sandbox/schemas/event';
import { hotel } from '../../sandbox/fixtures/hotel';
import {
	holdingQueue,
	type InstantTrigger,
	startInstantTrigger,
} from '../support/engine/instantTrigger';
import type { SentDelivery } from '../support/service/sendDelivery';
import {
	CONVERTED,
	FAILED,
	keptSecret,
	signDelivery,
	type TriggerSandbox,
} from '../support/service/triggerSandbox';
import type {
	ReceivedDelivery,
	WebhookTrigger,
	WebhookTriggerOptions,
} from '../support/engine/webhookTrigger';

const MINUTE_MS = 60_000;
const FOREIGN_SECRET = 'whsec_YW5vdGhlci1zZWNyZXQtb2YtdGhlLXNhbmRib3g=';

let instant: InstantTrigger;
let service: TriggerSandbox;
let staticData: InstantTrigger['staticData'];

beforeEach(async () => {
	instant = await startInstantTrigger({
		parameters: { triggerOn: [CONVERTED, FAILED], registration: 'automatic', options: {} },
	});
	({ service, staticData } = instant);
});
afterEach(async () => {
	jest.useRealTimers();
	await instant.stop();
});

async function openActive(
	parameters?: INodeParameters,
	options?: WebhookTriggerOptions,
): Promise<WebhookTrigger> {
	const trigger = await instant.open({ ...options, parameters });
	await trigger.activate();
	return trigger;
}

/** Sends one delivery, signed with the secret that the trigger stores. */
const deliver = async (trigger: WebhookTrigger, event: Event | string) =>
	outcomeOf(await trigger.receive(signDelivery(keptSecret(staticData), event)));

const outcomeOf = ({ status, items, error }: ReceivedDelivery) => ({ status, items, error });
const startsNothing = (status: number) => ({ status, items: undefined, error: undefined });
const startsWith = (event: object) => ({ status: 200, items: [{ json: event }], error: undefined });

it('starts the workflow with the event as the service sends it', async () => {
	const trigger = await openActive();
	await service.convert(hotel.unmanagedCodes.convertible);
	expect(trigger.deliveries.map(({ items }) => items)).toEqual([[{ json: service.events()[0] }]]);
	expect(service.sandbox.deliveries).toMatchObject([
		{ attempt: 1, status: 200, next_attempt_at: null },
	]);
});

describe('refuses with 401, and starts and stores nothing, when', () => {
	it.each<[string, (secret: string, event: Event) => SentDelivery]>([
		[
			'a byte of the body was changed',
			(secret, event) => ({
				...signDelivery(secret, event),
				rawBody: JSON.stringify(event).replace('"device_id":"3', '"device_id":"4'),
			}),
		],
		[
			'it is a form of files, whose bytes n8n has read already',
			(secret) => {
				const { rawBody, headers } = signDelivery(
					secret,
					'--edge\r\nContent-Disposition: form-data; name="event_id"\r\n\r\n1\r\n--edge--\r\n',
				);
				return {
					rawBody,
					headers: { ...headers, 'content-type': 'multipart/form-data; boundary=edge' },
				};
			},
		],
	])('%s', async (_what, forge) => {
		const trigger = await openActive();
		const before = structuredClone(staticData);
		expect(
			outcomeOf(await trigger.receive(forge(keptSecret(staticData), service.newEvent()))),
		).toEqual(startsNothing(401));
		expect(staticData).toEqual(before);
	});

	it('it does not match the registration, and the credential no longer exists', async () => {
		await openActive();
		const trigger = await instant.open({ credentials: {} });
		expect(
			outcomeOf(await trigger.receive(signDelivery(FOREIGN_SECRET, service.newEvent()))),
		).toEqual(startsNothing(401));
		const event = service.newEvent();
		expect(await deliver(trigger, event)).toEqual(startsWith(event));
	});
});

it.each([
	['not JSON', 'event'],
	['no event', '{}'],
])('answers 400 to a signed body that is %s, and tells the log', async (_what, body) => {
	const trigger = await openActive();
	const { rawBody, headers } = signDelivery(keptSecret(staticData), body);
	expect(
		outcomeOf(
			await trigger.receive({ rawBody, headers: { ...headers, 'content-type': 'text/plain' } }),
		),
	).toEqual(startsNothing(400));
	expect(instant.warn).toHaveBeenCalledTimes(1);
});

it('acknowledges an event that is not chosen, by its type or its device, and starts nothing', async () => {
	const trigger = await openActive({ options: { deviceIds: [hotel.devices.room101] } });
	for (const change of [{ event_type: 'lock.locked' }, { device_id: hotel.devices.room103 }]) {
		expect(await deliver(trigger, service.newEvent(change))).toEqual(startsNothing(200));
	}
});

describe('an event that was received before', () => {
	it('is acknowledged and starts nothing, whatever its new signature and time', async () => {
		const trigger = await openActive();
		const event = service.newEvent();
		expect(await deliver(trigger, event)).toEqual(startsWith(event));
		const again = signDelivery(keptSecret(staticData), event, {
			sentAt: new Date(Date.now() + MINUTE_MS),
			prefix: 'webhook',
		});
		expect(outcomeOf(await trigger.receive(again))).toEqual(startsNothing(200));
	});

	it('starts nothing after two restarts either, and what came between them does not', async () => {
		const [first, second] = [service.newEvent(), service.newEvent()];
		await deliver(await openActive(), first);
		await deliver(await instant.openInNewProcess(), second);
		const restarted = await instant.openInNewProcess();
		for (const event of [first, second])
			expect(await deliver(restarted, event)).toEqual(startsNothing(200));
	});

	it('starts the workflow at the next try if its start failed, and does not wait 15 minutes', async () => {
		const instance = { instanceUrl: 'https://n8n.example' };
		const trigger = await openActive({}, instance);
		const failing = await instant.open({
			...instance,
			webhookId: trigger.webhookId,
			parameters: { options: { includeDeviceName: "={{ $('Nowhere').first().json.isWanted }}" } },
		});
		const event = service.newEvent();
		expect(await deliver(failing, event)).toMatchObject({
			status: 500,
			items: undefined,
			error: { message: "Referenced node doesn't exist" },
		});
		expect(await deliver(trigger, event)).toEqual(startsWith(event));
	});

	it('is deferred while its first delivery is processed, and then starts nothing, whatever happened to what n8n stores', async () => {
		const queue = holdingQueue();
		const trigger = await openActive({}, { queueExecution: queue.queueExecution });
		const event = service.newEvent();
		const first = signDelivery(keptSecret(staticData), event);
		await Promise.all([
			expect(trigger.receive({ ...first, answerTimeMs: 100 })).rejects.toThrow(
				'No answer within 100 ms',
			),
			queue.reached,
		]);
		expect(await deliver(trigger, event)).toEqual(startsNothing(503));
		queue.release();
		await trigger.waitForDeliveries(2);
		delete staticData.handledEvents;

		expect(await deliver(trigger, event)).toEqual(startsNothing(200));
		expect(trigger.deliveries.flatMap(({ items }) => items ?? [])).toHaveLength(1);
	});

	it('starts the workflow at the next try when n8n could not queue the execution', async () => {
		let isRedisAway = true;
		const trigger = await openActive(
			{},
			{
				queueExecution: () => {
					if (isRedisAway) throw new Error('Redis is away');
				},
			},
		);
		const event = service.newEvent();
		expect((await deliver(trigger, event)).status).toBe(500);
		isRedisAway = false;
		expect([await deliver(trigger, event), await deliver(trigger, event)]).toEqual([
			startsWith(event),
			startsNothing(200),
		]);
	});

	it('by another workflow starts this one, too', async () => {
		const event = service.newEvent();
		for (const stored of [{}, {}]) {
			const trigger = await openActive({}, { staticData: stored });
			const sent = signDelivery(keptSecret(stored), event);
			expect(outcomeOf(await trigger.receive(sent))).toEqual(startsWith(event));
		}
	});

	it('may be shown again while a person listens for a test event', async () => {
		const trigger = await openActive({}, { registration: 'test' });
		const event = service.newEvent();
		expect([await deliver(trigger, event), await deliver(trigger, event)]).toEqual([
			startsWith(event),
			startsWith(event),
		]);
		expect(staticData).not.toHaveProperty('handledEvents');
	});

	it('may come a second time when what was stored is damaged: the next item says so, and the trigger continues', async () => {
		const first = await openActive();
		await deliver(first, service.newEvent());
		staticData.handledEvents = { ...(staticData.handledEvents as object), byHour: 'many' };
		const [restarted, event, next] = [
			await instant.openInNewProcess(),
			service.newEvent(),
			service.newEvent(),
		];

		expect(await deliver(restarted, event)).toEqual(
			startsWith({ ...event, trigger_message: expect.stringContaining('a second time') }),
		);
		expect(await deliver(restarted, next)).toEqual(startsWith(next));
		expect([await deliver(restarted, event), instant.warn.mock.calls.length]).toEqual([
			startsNothing(200),
			1,
		]);
	});
});

describe('registered by hand', () => {
	const BY_HAND = { registration: 'byHand' };
	const [OLD, NEW] = [
		'whsec_b2xkLXNlY3JldC1vZi1zYW5kYm94',
		'whsec_bmV3LXNlY3JldC1vZi1zYW5kYm94',
	] as const;

	it('accepts the old and the new secret of the credential, and none of an earlier registration, even if a delivery that was in progress stored it again', async () => {
		const queue = holdingQueue();
		const automatic = await openActive({}, { queueExecution: queue.queueExecution });
		const secret = keptSecret(staticData);
		const delivered = automatic.receive(signDelivery(secret, service.newEvent()));
		await queue.reached;
		await automatic.delete();
		const byHand = await openActive(BY_HAND, {
			credentials: service.credentialsWith(` ${OLD}, ${NEW}\n`),
			webhookId: automatic.webhookId,
		});
		queue.release();
		await delivered;
		expect(keptSecret(staticData)).toBe(secret);

		expect(outcomeOf(await byHand.receive(signDelivery(secret, service.newEvent())))).toEqual(
			startsNothing(401),
		);
		for (const trusted of [OLD, NEW]) {
			const event = service.newEvent();
			expect(outcomeOf(await byHand.receive(signDelivery(trusted, event)))).toEqual(
				startsWith(event),
			);
		}
	});
});
