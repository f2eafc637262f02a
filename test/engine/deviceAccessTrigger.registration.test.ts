import { randomUUID } from 'node:crypto';
import type { IDataObject, INodeParameters } from 'n8n-workflow';
import { holdingQueue, type InstantTrigger, startInstantTrigger } from '../support/instantTrigger';
import { moveTimeTo } from '../support/moveTimeTo';
import { CONVERTED, FAILED, keptSecret, signDelivery, type TriggerSandbox } from '../support/triggerSandbox';
import type { ReceivedDelivery, WebhookTrigger, WebhookTriggerOptions } from '../support/webhookTrigger';

const MINUTE_MS = 60_000;
const INSTANCE_URL = 'http://127.0.0.1:9';
const OTHER_URL = `${INSTANCE_URL}/somebody-else`;
const FOREIGN_SECRET = 'whsec_YW5vdGhlci1zZWNyZXQtb2YtdGhlLXNhbmRib3g=';
const AUTOMATIC: INodeParameters = { triggerOn: [CONVERTED, FAILED], registration: 'automatic', options: {} };
const BY_HAND: INodeParameters = { ...AUTOMATIC, registration: 'byHand' };

let instant: InstantTrigger;
let service: TriggerSandbox;
let staticData: IDataObject;
let webhookId: string;

beforeEach(async () => {
	// A node of its own for every test, because a process remembers what it registered.
	webhookId = randomUUID();
	instant = await startInstantTrigger({ webhookId, instanceUrl: INSTANCE_URL });
	({ service, staticData } = instant);
});
afterEach(async () => {
	jest.useRealTimers();
	await instant.stop();
});

/** Opened again, it is the same node later. */
const open = async (parameters: INodeParameters = AUTOMATIC, options: WebhookTriggerOptions = {}) => await instant.open({ parameters, ...options });
const openByHand = async () => await open(BY_HAND, { credentials: service.credentialsWith('whsec_YnktaGFuZC1vZi1zYW5kYm94') });

const callsTo = () => service.sandbox.requests.of().map(({ path }) => path);
const urls = () => service.webhooks().map(({ url }) => url);

function registeredWebhook() {
	const [webhook, ...others] = service.webhooks();
	expect(others).toEqual([]);
	if (webhook === undefined) throw new Error('The service has no webhook');
	return webhook;
}

async function askService(path: string, body: object): Promise<void> {
	const response = await fetch(`${service.sandbox.url}${path}`, {
		method: 'POST', headers: { authorization: `Bearer ${service.sandbox.apiKey}`, 'content-type': 'application/json' }, body: JSON.stringify(body),
	});
	expect(response.status).toBe(200);
}
const removeAtService = async (id: string) => await askService('/webhooks/delete', { webhook_id: id });
const registerAtService = async (url: string) => await askService('/webhooks/create', { url });

describe('activation', () => {
	it('registers the URL and the chosen events, and keeps the id and the secret', async () => {
		await (await open({ ...AUTOMATIC, options: { additionalEventTypes: 'lock.locked, lock.unlocked' } })).activate();
		const { webhook_id: id, url, event_types: eventTypes, secret } = registeredWebhook();
		expect({ url, eventTypes }).toEqual({ url: `${INSTANCE_URL}/webhook/${webhookId}/webhook`, eventTypes: [CONVERTED, FAILED, 'lock.locked', 'lock.unlocked'] });
		expect(staticData).toEqual({ registration: { version: 1, webhookId: id, url, eventTypes, secret, registeredAtMs: expect.any(Number) } });
	});

	it.each([[[CONVERTED, FAILED]], [['*']]])('adopts its registration for %j when n8n starts again', async (triggerOn) => {
		await (await open({ ...AUTOMATIC, triggerOn })).activate();
		const [before, kept] = [registeredWebhook(), structuredClone(staticData)];
		service.sandbox.requests.clear();

		const restarted = await instant.openInNewProcess({ parameters: { ...AUTOMATIC, triggerOn } });
		await restarted.activate('init');

		expect([callsTo(), registeredWebhook(), staticData]).toEqual([['/webhooks/list'], before, kept]);
	});

	it.each<[string, INodeParameters, string]>([
		['other events are chosen', { ...AUTOMATIC, triggerOn: [CONVERTED] }, INSTANCE_URL],
		['the address of n8n has changed', AUTOMATIC, 'http://127.0.0.1:10'],
	])('replaces the registration when %s', async (_what, parameters, instanceUrl) => {
		await (await open()).activate();
		const before = registeredWebhook();
		const trigger = await open(parameters, { instanceUrl });
		await trigger.activate();

		const { webhook_id: id, url, event_types: eventTypes, secret } = registeredWebhook();
		expect({ url, eventTypes }).toEqual({ url: trigger.url, eventTypes: parameters.triggerOn });
		expect(id).not.toBe(before.webhook_id);
		expect(staticData).toEqual({ registration: expect.objectContaining({ webhookId: id, eventTypes, secret }) });
	});

	it('replaces a registration that the service has lost', async () => {
		await (await open()).activate();
		await removeAtService(registeredWebhook().webhook_id);
		await (await open()).activate('init');
		expect(staticData).toMatchObject({ registration: { webhookId: registeredWebhook().webhook_id, secret: registeredWebhook().secret } });
	});

	it.each<[string, unknown]>([['damaged', 'gone'], ['missing', undefined], ['of a later version, without what is needed', { version: 2, id: 'w1' }]])(
		'replaces a registration that is %s, and none stays behind',
		async (_what, registration) => {
			await (await open()).activate();
			staticData.registration = registration as IDataObject;
			await (await instant.openInNewProcess({ parameters: AUTOMATIC })).activate();
			expect(staticData).toMatchObject({ registration: { version: 1, webhookId: registeredWebhook().webhook_id } });
		},
	);

	it('removes at once what was registered although the answer was lost', async () => {
		service.sandbox.faults.next('/webhooks/create', { kind: 'cut', isProcessed: true });
		await expect((await open()).activate()).rejects.toMatchObject({ name: 'NodeApiError' });
		expect(service.webhooks()).toEqual([]);
	});

	it('removes what is left of an activation whose answer was lost, and nothing of others', async () => {
		await registerAtService(OTHER_URL);
		service.sandbox.faults.next('/webhooks/create', { kind: 'cut', isProcessed: true });
		service.sandbox.faults.next('/webhooks/delete', { kind: 'outage' });
		await expect((await open()).activate()).rejects.toMatchObject({ name: 'NodeApiError' });
		expect(service.webhooks()).toHaveLength(2);

		const trigger = await open();
		await trigger.activate();

		expect(urls()).toEqual([OTHER_URL, trigger.url]);
		expect(staticData).toMatchObject({ registration: { webhookId: service.webhooks()[1]?.webhook_id } });
	});

	it('names the event type that the service does not know', async () => {
		const trigger = await open({ ...AUTOMATIC, options: { additionalEventTypes: 'lock.melted' } });
		await expect(trigger.activate()).rejects.toMatchObject({ description: expect.stringContaining('lock.melted') });
	});

	it('asks for at least one event before anything is sent', async () => {
		await expect((await open({ ...AUTOMATIC, triggerOn: [] })).activate()).rejects.toMatchObject({ name: 'NodeOperationError' });
		expect(callsTo()).toEqual([]);
	});

	it('points to By Hand where the service offers no webhooks', async () => {
		service.sandbox.settings.webhooksOffered = false;
		await expect((await open()).activate()).rejects.toMatchObject({ name: 'NodeOperationError', description: expect.stringContaining("'By Hand'") });
		expect(staticData).toEqual({});
	});

	it.each([undefined, '', 'whsec_YQ=='])('points to By Hand where the service tells %p as the signing secret, and leaves nothing behind', async (secret) => {
		service.sandbox.faults.next('/webhooks/create', {
			kind: 'status', status: 200, isProcessed: true, body: { webhook: { webhook_id: 'd3c5a5a0-0000-4000-8000-000000000002', url: INSTANCE_URL, secret }, ok: true },
		});
		await expect((await open()).activate()).rejects.toMatchObject({ name: 'NodeOperationError', description: expect.stringContaining("'By Hand'") });
		expect(service.sandbox.requests.of('/webhooks/delete').map(({ body }) => body)).toEqual([{ webhook_id: 'd3c5a5a0-0000-4000-8000-000000000002' }]);
		expect(staticData).toEqual({});
	});
});

describe('deactivation', () => {
	it('removes the registration and forgets it', async () => {
		const trigger = await open();
		await trigger.activate();
		expect(await trigger.delete()).toBe(true);
		expect([service.webhooks(), staticData]).toEqual([[], {}]);
	});

	it('removes the newest registration although an older one stands in what n8n keeps, and nothing of others', async () => {
		await registerAtService(OTHER_URL);
		const trigger = await open();
		await trigger.activate();
		const older = structuredClone(staticData.registration);
		await trigger.delete();
		await trigger.activate();
		staticData.registration = older;

		expect(await (await instant.openInNewProcess({ parameters: AUTOMATIC })).delete()).toBe(true);

		expect(urls()).toEqual([OTHER_URL]);
	});

	it('takes a registration that is already gone for removed', async () => {
		const trigger = await open();
		await trigger.activate();
		await removeAtService(registeredWebhook().webhook_id);
		expect(await trigger.delete()).toBe(true);
		expect([staticData, instant.warn.mock.calls]).toEqual([{}, []]);
	});

	it('keeps the id and logs when the service is down; the next activation cleans up', async () => {
		const trigger = await open();
		await trigger.activate();
		const [left, kept] = [registeredWebhook(), structuredClone(staticData)];
		service.sandbox.faults.always('/webhooks/delete', { kind: 'outage' });

		expect(await trigger.delete()).toBe(false);
		expect(staticData).toEqual(kept);
		expect(instant.warn.mock.calls).toEqual([[expect.stringContaining(left.webhook_id)]]);

		service.sandbox.faults.clear();
		await (await open({ ...AUTOMATIC, triggerOn: [FAILED] })).activate();
		expect(registeredWebhook()).toMatchObject({ webhook_id: expect.not.stringContaining(left.webhook_id), event_types: [FAILED] });
	});

	it('that failed is made up for by an activation that wants the same', async () => {
		const trigger = await open();
		await trigger.activate();
		const left = registeredWebhook();
		service.sandbox.faults.next('/webhooks/delete', { kind: 'cut' });
		expect(await trigger.delete()).toBe(false);
		await (await open()).activate();
		expect(registeredWebhook()).toEqual(left);
	});
});

it('keeps test and production registrations apart', async () => {
	const production = await open();
	await production.activate();
	const ofProduction = registeredWebhook();
	const test = await open(AUTOMATIC, { registration: 'test', staticData: {} });
	await test.activate();

	expect(urls()).toEqual([production.url, `${INSTANCE_URL}/webhook-test/${webhookId}/webhook`]);
	expect(await test.delete()).toBe(true);
	expect(service.webhooks()).toEqual([ofProduction]);
});

describe('by hand', () => {
	it('calls the service neither on activation nor on deactivation', async () => {
		const trigger = await openByHand();
		await trigger.activate();
		await trigger.delete();
		expect([callsTo(), staticData]).toEqual([[], {}]);
	});

	it.each(['whsec_', 'whsec_YQ==', 'abc'])('refuses the weak secret "%s" in the credential when it is published', async (secret) => {
		const trigger = await open(BY_HAND, { credentials: service.credentialsWith(secret) });
		await expect(trigger.activate()).rejects.toMatchObject({ name: 'NodeOperationError', message: expect.stringContaining('too short') });
		expect(callsTo()).toEqual([]);
	});

	it('asks for the secret in the credential', async () => {
		await expect((await open(BY_HAND)).activate()).rejects.toMatchObject({ message: expect.stringContaining("'Webhook Signing Secret'") });
		expect(callsTo()).toEqual([]);
	});

	it('removes the registration that an automatic activation left, and nothing that a person registered', async () => {
		await (await open()).activate();
		const left = registeredWebhook();
		const byHand = await openByHand();
		await registerAtService(byHand.url);
		await byHand.activate();
		const ofPerson = registeredWebhook();
		expect([ofPerson.webhook_id === left.webhook_id, staticData]).toEqual([false, {}]);

		expect(await byHand.delete()).toBe(true);
		expect(service.webhooks()).toEqual([ofPerson]);
	});
});

describe('several webhook processes of one n8n', () => {
	const startsOf = (deliveries: ReceivedDelivery[]) => deliveries.filter(({ items }) => items !== undefined).length;
	const send = async (process: WebhookTrigger, secret: string, eventId: string) =>
		await process.receive(signDelivery(secret, service.newEvent({ event_id: eventId })));
	const deliver = async (process: WebhookTrigger, eventId: string) => await send(process, keptSecret(staticData), eventId);

	/** The first has published the workflow; the second is busy with its first delivery until the queue is released. */
	async function startProcesses() {
		const queue = holdingQueue();
		const first = await instant.openInNewProcess({ parameters: AUTOMATIC });
		const second = await instant.openInNewProcess({ parameters: AUTOMATIC, queueExecution: queue.queueExecution });
		await first.activate();
		return { first, second, queue };
	}

	/** The second process began with the static data of then, and writes it back when `act` is done. */
	async function whileBusy({ second, queue }: Awaited<ReturnType<typeof startProcesses>>, eventId: string, act: () => Promise<unknown>) {
		const delivered = deliver(second, eventId);
		await queue.reached;
		await act();
		queue.release();
		return await delivered;
	}

	it('know of each other what was handled before: a repeated delivery starts nothing', async () => {
		const { first, second, queue } = await startProcesses();
		queue.release();
		expect(startsOf([await deliver(first, 'e0'), await deliver(second, 'e0'), await deliver(second, 'e1'), await deliver(first, 'e1')])).toBe(2);
	});

	// The limit that docs/scaling.md tells of: whoever lifts it changes both.
	it('both start the workflow when they get the same event at the same moment', async () => {
		const processes = await startProcesses();
		const ofFirst: ReceivedDelivery[] = [];
		const ofSecond = await whileBusy(processes, 'e0', async () => ofFirst.push(await deliver(processes.first, 'e0')));
		expect(startsOf([...ofFirst, ofSecond])).toBe(2);
	});

	it('store with the next event what another one wiped out of the database', async () => {
		const processes = await startProcesses();
		await whileBusy(processes, 'e1', async () => await deliver(processes.first, 'e0'));
		await deliver(processes.first, 'e2');
		const third = await instant.openInNewProcess({ parameters: AUTOMATIC });
		expect(startsOf([await deliver(third, 'e0'), await deliver(third, 'e1'), await deliver(third, 'e2')])).toBe(0);
	});

	/** The older registration stands in what n8n stores; gives the secret of the newer one, with which the service signs. */
	async function writeBackOlder() {
		const processes = await startProcesses();
		await whileBusy(processes, 'e0', async () => {
			await processes.first.delete();
			await processes.first.activate();
		});
		const secret = registeredWebhook().secret ?? '';
		expect(keptSecret(staticData)).not.toBe(secret);
		return { ...processes, secret };
	}

	it('tell genuine deliveries by the newest registration where an older one was written back, and put that right for the others', async () => {
		const { first, second, secret } = await writeBackOlder();
		expect((await send(first, keptSecret(staticData), 'e1')).status).toBe(401);
		expect(startsOf([await send(first, secret, 'e1'), await send(second, secret, 'e2')])).toBe(2);
	});

	it('do not refuse everything unseen where an older one was written back: one execution fails, until the workflow is published again', async () => {
		const { first, second, secret } = await writeBackOlder();
		const refused = await send(second, secret, 'e1');
		expect(refused).toMatchObject({ status: 500, error: { name: 'NodeOperationError', description: expect.stringContaining('publish it again') } });
		expect(JSON.stringify(refused)).not.toContain(secret);
		moveTimeTo(Date.now() + 6 * MINUTE_MS);
		expect(await send(second, secret, 'e1')).toMatchObject({ status: 401, error: undefined });

		await first.delete();
		await first.activate();
		expect(startsOf([await deliver(second, 'e1')])).toBe(1);
	});
});

describe('a delivery that fits no secret', () => {
	/** The trigger in a process that knows no more than what n8n has stored. */
	async function openWith(registration: unknown, options: WebhookTriggerOptions = {}) {
		await (await open()).activate();
		const secret = keptSecret(staticData);
		staticData.registration = registration as IDataObject;
		return { secret, trigger: await instant.openInNewProcess({ parameters: AUTOMATIC, ...options }) };
	}
	const receive = async (trigger: WebhookTrigger, secret: string) => await trigger.receive(signDelivery(secret, service.newEvent()));

	it.each([['damaged', 'gone'], ['missing', undefined]])('shows by one failed execution that the registration is %s; what is not signed at all does not', async (_what, registration) => {
		const { trigger, secret } = await openWith(registration);
		expect(await trigger.receive({ rawBody: JSON.stringify(service.newEvent()), headers: {} })).toMatchObject({ status: 401, error: undefined });
		expect(await receive(trigger, secret)).toMatchObject({ status: 500, error: { name: 'NodeOperationError' } });
		expect(await receive(trigger, secret)).toMatchObject({ status: 401, error: undefined });
	});

	it('is judged by the credential, too', async () => {
		const { secret } = await openWith('gone');
		const trigger = await instant.openInNewProcess({ parameters: AUTOMATIC, credentials: service.credentialsWith(secret) });
		expect((await receive(trigger, secret)).items).toHaveLength(1);
	});

	it('is forged where the registration is in order: the service is asked once in five minutes', async () => {
		const trigger = await open();
		await trigger.activate();
		const startMs = Date.now();
		const asked = () => service.sandbox.requests.count('/webhooks/list');
		service.sandbox.requests.clear();
		const forge = async () => {
			const deliveries = await Promise.all([0, 1, 2].map(async () => await receive(trigger, FOREIGN_SECRET)));
			expect(deliveries.map(({ status, error }) => ({ status, error }))).toEqual(deliveries.map(() => ({ status: 401, error: undefined })));
		};
		await forge();
		expect(asked()).toBe(1);
		moveTimeTo(startMs + 4 * MINUTE_MS);
		await forge();
		expect(asked()).toBe(1);
		moveTimeTo(startMs + 6 * MINUTE_MS);
		service.sandbox.faults.next('/webhooks/list', { kind: 'outage' });
		await forge();
		expect(asked()).toBe(2);
	});
});
