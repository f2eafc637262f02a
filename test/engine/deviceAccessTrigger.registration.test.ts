import type { IDataObject, INodeParameters } from 'n8n-workflow';
import { type InstantTrigger, startInstantTrigger } from '../support/instantTrigger';
import { CONVERTED, FAILED, type TriggerSandbox } from '../support/triggerSandbox';
import type { WebhookTriggerOptions } from '../support/webhookTrigger';

const INSTANCE_URL = 'http://127.0.0.1:9';
const WEBHOOK_ID = 'd3c5a5a0-0000-4000-8000-000000000001';
const AUTOMATIC: INodeParameters = { triggerOn: [CONVERTED, FAILED], registration: 'automatic', options: {} };

let instant: InstantTrigger;
let service: TriggerSandbox;
let staticData: IDataObject;

beforeEach(async () => {
	instant = await startInstantTrigger({ webhookId: WEBHOOK_ID, instanceUrl: INSTANCE_URL });
	({ service, staticData } = instant);
});
afterEach(async () => await instant.stop());

/** Opened again, it is the same node after a restart. */
const open = async (parameters: INodeParameters = AUTOMATIC, options: WebhookTriggerOptions = {}) => await instant.open({ parameters, ...options });

const callsTo = () => service.sandbox.requests.of().map(({ path }) => path);

function registeredWebhook() {
	const [webhook, ...others] = service.webhooks();
	expect(others).toEqual([]);
	if (webhook === undefined) throw new Error('The service has no webhook');
	return webhook;
}

describe('activation', () => {
	it('registers the URL and the chosen events, and keeps the id and the secret', async () => {
		const trigger = await open();
		await trigger.activate();

		const { webhook_id: webhookId, url, event_types: eventTypes, secret } = registeredWebhook();
		expect({ url, eventTypes }).toEqual({ url: `${INSTANCE_URL}/webhook/${WEBHOOK_ID}/webhook`, eventTypes: [CONVERTED, FAILED] });
		expect(staticData).toEqual({ registrations: { production: { webhookId, url, eventTypes, secret, registeredAtMs: expect.any(Number) } } });
	});

	it('registers additional event types, and `*` alone for all events', async () => {
		await (await open({ ...AUTOMATIC, triggerOn: [CONVERTED], options: { additionalEventTypes: 'lock.locked, lock.unlocked' } })).activate();
		expect(registeredWebhook().event_types).toEqual([CONVERTED, 'lock.locked', 'lock.unlocked']);

		await (await open({ ...AUTOMATIC, triggerOn: ['*', CONVERTED] })).activate();
		expect(registeredWebhook().event_types).toEqual(['*']);
	});

	it('adopts its registration when n8n starts again, and registers nothing', async () => {
		await (await open()).activate();
		const before = registeredWebhook();
		const kept = structuredClone(staticData);
		service.sandbox.requests.clear();

		await (await open()).activate('init');

		expect(callsTo()).toEqual(['/webhooks/list']);
		expect(registeredWebhook()).toEqual(before);
		expect(staticData).toEqual(kept);
	});

	it('replaces the registration when other events are chosen', async () => {
		await (await open()).activate();
		const before = registeredWebhook();

		await (await open({ ...AUTOMATIC, triggerOn: [CONVERTED] })).activate();

		const { webhook_id: webhookId, event_types: eventTypes, secret } = registeredWebhook();
		expect(webhookId).not.toBe(before.webhook_id);
		expect(eventTypes).toEqual([CONVERTED]);
		expect(staticData).toEqual({ registrations: { production: expect.objectContaining({ webhookId, eventTypes, secret }) } });
	});

	it('replaces the registration when the address of n8n has changed', async () => {
		await (await open()).activate();
		await (await open(AUTOMATIC, { instanceUrl: 'http://127.0.0.1:10' })).activate();
		expect(registeredWebhook().url).toBe(`http://127.0.0.1:10/webhook/${WEBHOOK_ID}/webhook`);
	});

	it('renews a registration that the service has lost', async () => {
		await (await open()).activate();
		const lost = registeredWebhook();
		await removeAtService(lost.webhook_id);

		await (await open()).activate('init');

		const renewed = registeredWebhook();
		expect(renewed).toEqual({ ...lost, webhook_id: expect.not.stringContaining(lost.webhook_id), secret: expect.any(String) });
		expect(staticData).toMatchObject({ registrations: { production: { webhookId: renewed.webhook_id, secret: renewed.secret } } });
	});

	it('removes at once what was registered although the answer was lost', async () => {
		service.sandbox.faults.next('/webhooks/create', { kind: 'cut', isProcessed: true });
		await expect((await open()).activate()).rejects.toMatchObject({ message: 'The connection was cut before the answer came' });
		expect(service.webhooks()).toEqual([]);
	});

	it('removes what is left of an activation whose answer was lost, and nothing of others', async () => {
		await registerAtService('http://127.0.0.1:9/somebody-else');
		service.sandbox.faults.next('/webhooks/create', { kind: 'cut', isProcessed: true });
		service.sandbox.faults.next('/webhooks/delete', { kind: 'outage' });
		await expect((await open()).activate()).rejects.toMatchObject({ message: 'The connection was cut before the answer came' });
		expect(service.webhooks()).toHaveLength(2);

		const trigger = await open();
		await trigger.activate();

		expect(service.webhooks().map(({ url }) => url)).toEqual(['http://127.0.0.1:9/somebody-else', trigger.url]);
		expect(staticData).toMatchObject({ registrations: { production: { webhookId: service.webhooks()[1]?.webhook_id } } });
	});

	it('says what to do when the key is wrong', async () => {
		const trigger = await open(AUTOMATIC, { credentials: { deviceAccessApi: { baseUrl: service.sandbox.url, apiKey: 'sandbox-key-of-nobody' } } });
		await expect(trigger.activate()).rejects.toMatchObject({
			message: 'The API key was not accepted', description: expect.stringContaining("Check the 'API Key'"),
		});
	});

	it('names the event type that the service does not know', async () => {
		const trigger = await open({ ...AUTOMATIC, options: { additionalEventTypes: 'lock.melted' } });
		await expect(trigger.activate()).rejects.toMatchObject({ description: expect.stringContaining('Unknown event types: lock.melted') });
	});

	it('asks for at least one event before anything is sent', async () => {
		await expect((await open({ ...AUTOMATIC, triggerOn: [] })).activate()).rejects.toMatchObject({ message: "'Trigger On' is empty" });
		expect(callsTo()).toEqual([]);
	});

	it('points to By Hand where the service offers no webhooks', async () => {
		service.sandbox.settings.webhooksOffered = false;
		await expect((await open()).activate()).rejects.toMatchObject({
			name: 'NodeOperationError',
			message: 'The service does not let this API key register webhooks',
			description: expect.stringContaining("Set 'Registration' to 'By Hand'"),
		});
		expect(staticData).toEqual({});
	});

	it('points to By Hand where the service keeps the signing secret to itself, and leaves nothing behind', async () => {
		service.sandbox.faults.next('/webhooks/create', {
			kind: 'status', status: 200, isProcessed: true, body: { webhook: { webhook_id: 'd3c5a5a0-0000-4000-8000-000000000002', url: 'http://127.0.0.1:9' }, ok: true },
		});
		await expect((await open()).activate()).rejects.toMatchObject({
			message: 'The service registered the webhook without telling its signing secret', description: expect.stringContaining('By Hand'),
		});
		expect(service.sandbox.requests.of('/webhooks/delete').map(({ body }) => body)).toEqual([{ webhook_id: 'd3c5a5a0-0000-4000-8000-000000000002' }]);
		expect(staticData).toEqual({});
	});
});

describe('deactivation', () => {
	it('removes the registration and forgets it', async () => {
		const trigger = await open();
		await trigger.activate();

		expect(await trigger.delete()).toBe(true);

		expect(service.webhooks()).toEqual([]);
		expect(staticData).toEqual({ registrations: {} });
	});

	it('removes the newest registration although an older one stands in what n8n keeps, as another of its processes may have written it', async () => {
		await registerAtService('http://127.0.0.1:9/somebody-else');
		const trigger = await open();
		await trigger.activate();
		const older = structuredClone(staticData.registrations);
		await trigger.delete();
		await trigger.activate();
		staticData.registrations = older;

		expect(await trigger.delete()).toBe(true);

		expect(service.webhooks().map(({ url }) => url)).toEqual(['http://127.0.0.1:9/somebody-else']);
	});

	it('leaves alone what a person registered by hand', async () => {
		await (await open()).activate();
		const byHand = await open({ ...AUTOMATIC, registration: 'byHand' }, { credentials: service.credentialsWith('whsec_YnktaGFuZC1vZi1zYW5kYm94') });
		await byHand.activate();
		await registerAtService(byHand.url);

		expect(await byHand.delete()).toBe(true);

		expect(service.webhooks().map(({ url }) => url)).toEqual([byHand.url]);
	});

	it('asks the service for nothing when nothing is registered', async () => {
		expect(await (await open()).delete()).toBe(true);
		expect(callsTo()).toEqual([]);
	});

	it('takes a registration that is already gone for removed', async () => {
		const trigger = await open();
		await trigger.activate();
		await removeAtService(registeredWebhook().webhook_id);

		expect(await trigger.delete()).toBe(true);
		expect(staticData).toEqual({ registrations: {} });
		expect(instant.warn).not.toHaveBeenCalled();
	});

	it('keeps the id and logs when the service is down; the next activation cleans up', async () => {
		const trigger = await open();
		await trigger.activate();
		const left = registeredWebhook();
		const kept = structuredClone(staticData);
		service.sandbox.faults.always('/webhooks/delete', { kind: 'outage' });

		expect(await trigger.delete()).toBe(false);

		expect(staticData).toEqual(kept);
		expect(instant.warn.mock.calls).toEqual([
			[`The webhook ${left.webhook_id} could not be removed from the service: The service is not available right now`],
		]);

		service.sandbox.faults.clear();
		await (await open({ ...AUTOMATIC, triggerOn: [FAILED] })).activate();
		expect(registeredWebhook()).toMatchObject({ webhook_id: expect.not.stringContaining(left.webhook_id), event_types: [FAILED] });
	});

	it('is not held up by a service that was down, when the next activation wants the same', async () => {
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

	expect(service.webhooks()).toEqual([
		ofProduction,
		expect.objectContaining({ url: `${INSTANCE_URL}/webhook-test/${WEBHOOK_ID}/webhook`, secret: expect.not.stringContaining(ofProduction.secret ?? '') }),
	]);

	expect(await test.delete()).toBe(true);
	expect(service.webhooks()).toEqual([ofProduction]);
	expect(await production.delete()).toBe(true);
	expect(service.webhooks()).toEqual([]);
});

describe('by hand', () => {
	const BY_HAND: INodeParameters = { ...AUTOMATIC, registration: 'byHand' };

	it('calls the service neither on activation nor on deactivation', async () => {
		const trigger = await open(BY_HAND, { credentials: service.credentialsWith('whsec_c2FuZGJveC1zZWNyZXQ=') });
		await trigger.activate();
		await trigger.delete();
		expect(callsTo()).toEqual([]);
		expect(staticData).toEqual({});
	});

	it('asks for the secret in the credential', async () => {
		await expect((await open(BY_HAND)).activate()).rejects.toMatchObject({
			message: "The credential has no 'Webhook Signing Secret'", description: expect.stringContaining('the service shows the secret'),
		});
		expect(callsTo()).toEqual([]);
	});

	it('removes the registration that an automatic activation left', async () => {
		await (await open()).activate();
		await (await open(BY_HAND, { credentials: service.credentialsWith('whsec_c2FuZGJveC1zZWNyZXQ=') })).activate();
		expect(service.webhooks()).toEqual([]);
		expect(staticData).toEqual({ registrations: {} });
	});
});

async function askService(path: string, body: object): Promise<void> {
	const response = await fetch(`${service.sandbox.url}${path}`, {
		method: 'POST', headers: { authorization: `Bearer ${service.sandbox.apiKey}`, 'content-type': 'application/json' }, body: JSON.stringify(body),
	});
	expect(response.status).toBe(200);
}

const removeAtService = async (webhookId: string) => await askService('/webhooks/delete', { webhook_id: webhookId });
const registerAtService = async (url: string) => await askService('/webhooks/create', { url });
