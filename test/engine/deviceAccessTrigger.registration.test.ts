import { randomUUID } from 'node:crypto';
import type { IDataObject, INodeParameters } from 'n8n-workflow';
import { hotel } from '../../sandbox/fixtures/hotel';
import { workspaceIds } from '../../sandbox/fixtures/workspaces';
import { byId } from '../support/service/hotelSandbox';
import {
	holdingQueue,
	type InstantTrigger,
	startInstantTrigger,
} from '../support/engine/instantTrigger';
import { moveTimeTo } from '../support/clock/moveTimeTo';
import {
	CONVERTED,
	FAILED,
	keptSecret,
	signDelivery,
	type TriggerSandbox,
} from '../support/service/triggerSandbox';
import { tokenCredentials } from '../support/service/tokenCredentials';
import type {
	ReceivedDelivery,
	WebhookTrigger,
	WebhookTriggerOptions,
} from '../support/engine/webhookTrigger';

const MINUTE_MS = 60_000;
const INSTANCE_URL = 'http://127.0.0.1:9';
const OTHER_URL = `${INSTANCE_URL}/somebody-else`;
const FOREIGN_SECRET = 'whsec_YW5vdGhlci1zZWNyZXQtb2YtdGhlLXNhbmRib3g=';
const AUTOMATIC: INodeParameters = {
	triggerOn: [CONVERTED, FAILED],
	registration: 'automatic',
	options: {},
};
const BY_HAND: INodeParameters = { ...AUTOMATIC, registration: 'byHand' };

let instant: InstantTrigger;
let service: TriggerSandbox;
let staticData: IDataObject;
let webhookId: string;

beforeEach(async () => {
	// A new node for every test, because a process remembers its registrations.
	webhookId = randomUUID();
	instant = await startInstantTrigger({ webhookId, instanceUrl: INSTANCE_URL });
	({ service, staticData } = instant);
});
afterEach(async () => {
	jest.useRealTimers();
	await instant.stop();
});

/** Opens the trigger; a second call opens the same node again, as n8n does later. */
const open = async (parameters: INodeParameters = AUTOMATIC, options: WebhookTriggerOptions = {}) =>
	await instant.open({ parameters, ...options });
const openByHand = async () =>
	await open(BY_HAND, { credentials: service.credentialsWith('whsec_YnktaGFuZC1vZi1zYW5kYm94') });

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
		method: 'POST',
		headers: {
			authorization: `Bearer ${service.sandbox.apiKey}`,
			'content-type': 'application/json',
		},
		body: JSON.stringify(body),
	});
	expect(response.status).toBe(200);
}
const removeAtService = async (id: string) =>
	await askService('/webhooks/delete', { webhook_id: id });
const registerAtService = async (url: string) => await askService('/webhooks/create', { url });

describe('activation', () => {
	it('registers the URL and the chosen events, and keeps the ID and the secret', async () => {
		await (
			await open({ ...AUTOMATIC, options: { additionalEventTypes: 'lock.locked, lock.unlocked' } })
		).activate();
		const { webhook_id: id, url, event_types: eventTypes, secret } = registeredWebhook();
		expect({ url, eventTypes }).toEqual({
			url: `${INSTANCE_URL}/webhook/${webhookId}/webhook`,
			eventTypes: [CONVERTED, FAILED, 'lock.locked', 'lock.unlocked'],
		});
		expect(staticData).toEqual({
			registration: {
				version: 1,
				webhookId: id,
				url,
				eventTypes,
				secret,
				registeredAtMs: expect.any(Number),
			},
		});
	});

	it('adopts its registration when n8n starts again', async () => {
		await (await open()).activate();
		const [before, kept] = [registeredWebhook(), structuredClone(staticData)];
		service.sandbox.requests.clear();
		await (await instant.openInNewProcess({ parameters: AUTOMATIC })).activate('init');
		expect([callsTo(), registeredWebhook(), staticData]).toEqual([
			['/webhooks/list'],
			before,
			kept,
		]);
	});

	it('leaves the webhook of the original alone when the workflow was copied with its data to another n8n, and says so', async () => {
		await (await open()).activate();
		const ofOriginal = registeredWebhook();
		const copy = await instant.openInNewProcess({
			parameters: AUTOMATIC,
			instanceUrl: 'http://127.0.0.1:10',
			staticData: structuredClone(staticData),
		});
		await copy.delete();
		expect(service.webhooks()).toEqual([ofOriginal]);
		await copy.activate();
		expect(urls()).toEqual([ofOriginal.url, copy.url]);
		expect(instant.warn.mock.calls).toEqual([[expect.stringContaining(ofOriginal.webhook_id)]]);
		await copy.delete();
		expect(service.webhooks()).toEqual([ofOriginal]);
	});

	it('replaces a registration that the service has lost', async () => {
		await (await open()).activate();
		await removeAtService(registeredWebhook().webhook_id);
		await (await open()).activate('init');
		expect(staticData).toMatchObject({
			registration: {
				webhookId: registeredWebhook().webhook_id,
				secret: registeredWebhook().secret,
			},
		});
	});

	it('replaces a registration of which nothing is stored, and none stays behind', async () => {
		await (await open()).activate();
		delete staticData.registration;
		await (await instant.openInNewProcess({ parameters: AUTOMATIC })).activate();
		expect(staticData).toMatchObject({
			registration: { version: 1, webhookId: registeredWebhook().webhook_id },
		});
	});

	it('immediately removes a registration whose answer was lost', async () => {
		service.sandbox.faults.next('/webhooks/create', { kind: 'cut', isProcessed: true });
		await expect((await open()).activate()).rejects.toMatchObject({ name: 'NodeApiError' });
		expect(service.webhooks()).toEqual([]);
	});

	it('removes what remains of an activation whose answer was lost, and nothing that belongs to others', async () => {
		await registerAtService(OTHER_URL);
		service.sandbox.faults.next('/webhooks/create', { kind: 'cut', isProcessed: true });
		service.sandbox.faults.next('/webhooks/delete', { kind: 'outage' });
		await expect((await open()).activate()).rejects.toMatchObject({ name: 'NodeApiError' });
		expect(service.webhooks()).toHaveLength(2);

		const trigger = await open();
		await trigger.activate();

		expect(urls()).toEqual([OTHER_URL, trigger.url]);
		expect(staticData).toMatchObject({
			registration: { webhookId: service.webhooks()[1]?.webhook_id },
		});
	});

	it('removes the other leftovers if one cannot be removed', async () => {
		const trigger = await open();
		await registerAtService(trigger.url);
		const stays = registeredWebhook();
		await registerAtService(trigger.url);
		const holding = stays.webhook_id;
		service.sandbox.faults.always('/webhooks/delete', { kind: 'outage' }, { holding });
		await expect(trigger.activate()).rejects.toMatchObject({ name: 'NodeApiError' });
		expect(service.webhooks()).toEqual([stays]);
	});

	it('points to Manual if the service offers no webhooks', async () => {
		service.sandbox.settings.webhooksOffered = false;
		await expect((await open()).activate()).rejects.toMatchObject({
			description: expect.stringContaining("'Manual'"),
		});
	});

	it('names the event type that the service does not know', async () => {
		const trigger = await open({ ...AUTOMATIC, options: { additionalEventTypes: 'lock.melted' } });
		await expect(trigger.activate()).rejects.toMatchObject({
			name: 'NodeOperationError',
			message: expect.stringContaining('lock.melted'),
			description: expect.stringContaining("'Additional Event Types'"),
		});
	});

	it('points to Manual if the service returns a weak signing secret, and leaves nothing behind', async () => {
		service.sandbox.faults.next('/webhooks/create', {
			kind: 'status',
			status: 200,
			isProcessed: true,
			body: {
				webhook: {
					webhook_id: 'd3c5a5a0-0000-4000-8000-000000000002',
					url: INSTANCE_URL,
					secret: 'whsec_YQ==',
				},
				ok: true,
			},
		});
		await expect((await open()).activate()).rejects.toMatchObject({
			name: 'NodeOperationError',
			description: expect.stringContaining("'Manual'"),
		});
		expect(service.sandbox.requests.of('/webhooks/delete').map(({ body }) => body)).toEqual([
			{ webhook_id: 'd3c5a5a0-0000-4000-8000-000000000002' },
		]);
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

	it('leaves the webhook that a person registered for Manual: n8n first deactivates the published Automatic', async () => {
		const trigger = await open();
		await trigger.activate();
		const ofTrigger = registeredWebhook();
		await registerAtService(trigger.url);
		await trigger.delete();
		await (await openByHand()).activate('update');
		const ofPerson = registeredWebhook();
		expect(ofPerson).toMatchObject({
			url: trigger.url,
			webhook_id: expect.not.stringContaining(ofTrigger.webhook_id),
		});
		expect(instant.warn.mock.calls).toEqual([[expect.stringContaining(ofPerson.webhook_id)]]);
	});

	it('names its webhook in the log if n8n has stored an older registration, and the next activation removes it', async () => {
		const trigger = await open();
		await trigger.activate();
		const older = structuredClone(staticData.registration);
		await trigger.delete();
		await trigger.activate();
		staticData.registration = older;
		const left = registeredWebhook();

		const restarted = await instant.openInNewProcess({ parameters: AUTOMATIC });
		expect(await restarted.delete()).toBe(true);
		expect(registeredWebhook()).toEqual(left);
		expect(instant.warn.mock.calls.at(-1)).toEqual([
			expect.stringMatching(new RegExp(`${left.webhook_id}.*stays registered`)),
		]);

		await restarted.activate();
		expect(registeredWebhook().webhook_id).not.toBe(left.webhook_id);
	});

	it('says that a webhook may be left if nothing is stored and the service is down', async () => {
		const trigger = await open();
		service.sandbox.faults.always('/webhooks/list', { kind: 'outage' });
		expect(await trigger.delete()).toBe(false);
		expect(instant.warn.mock.calls).toEqual([[expect.stringContaining('stay registered')]]);
	});

	it('names the webhook that stays in another workspace because the key was replaced', async () => {
		await (await open()).activate();
		const left = registeredWebhook();
		const { url: baseUrl, apiKeys } = service.sandbox;
		const credentials = { deviceAccessApi: { baseUrl, apiKey: apiKeys.other } };
		await (await instant.openInNewProcess({ parameters: AUTOMATIC, credentials })).delete();

		expect(registeredWebhook()).toEqual(left);
		expect(instant.warn.mock.calls).toEqual([
			[expect.stringMatching(new RegExp(`${left.webhook_id}.*stays there`))],
		]);
	});

	it('treats a registration that is already gone as removed', async () => {
		const trigger = await open();
		await trigger.activate();
		await removeAtService(registeredWebhook().webhook_id);
		expect(await trigger.delete()).toBe(true);
		expect(staticData).toEqual({});
	});

	it('keeps the ID and logs when the service is down; the next activation cleans up', async () => {
		const trigger = await open();
		await trigger.activate();
		const [left, kept] = [registeredWebhook(), structuredClone(staticData)];
		service.sandbox.faults.always('/webhooks/delete', { kind: 'outage' });

		expect(await trigger.delete()).toBe(false);
		expect(staticData).toEqual(kept);
		expect(instant.warn.mock.calls).toEqual([[expect.stringContaining(left.webhook_id)]]);

		service.sandbox.faults.clear();
		await (await open({ ...AUTOMATIC, triggerOn: [FAILED] })).activate();
		expect(registeredWebhook()).toMatchObject({
			webhook_id: expect.not.stringContaining(left.webhook_id),
			event_types: [FAILED],
		});
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

it('refuses a weak secret in the credential, because it would accept deliveries signed with it', async () => {
	const trigger = await open(AUTOMATIC, { credentials: service.credentialsWith('whsec_YQ==') });
	await expect(trigger.activate()).rejects.toMatchObject({
		message: expect.stringContaining("'Webhook Signing Secret'"),
	});
	expect(callsTo()).toEqual([]);
});

describe('by hand', () => {
	it('calls the service neither on activation nor on deactivation', async () => {
		const trigger = await openByHand();
		await trigger.activate();
		await trigger.delete();
		expect([callsTo(), staticData]).toEqual([[], {}]);
	});

	it('is not published without a secret in the credential', async () => {
		const trigger = await open(BY_HAND, { credentials: service.credentialsWith('') });
		await expect(trigger.activate()).rejects.toMatchObject({
			name: 'NodeOperationError',
			message: expect.stringContaining("'Webhook Signing Secret'"),
		});
		expect(callsTo()).toEqual([]);
	});

	it('removes the registration that an automatic activation left, but nothing that a person registered', async () => {
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
	const startsOf = (deliveries: ReceivedDelivery[]) =>
		deliveries.filter(({ items }) => items !== undefined).length;
	const send = async (process: WebhookTrigger, secret: string, eventId: string) =>
		await process.receive(signDelivery(secret, service.newEvent({ event_id: eventId })));
	const deliver = async (process: WebhookTrigger, eventId: string) =>
		await send(process, keptSecret(staticData), eventId);

	/** Starts two processes: the first publishes the workflow; the second stays busy with its first delivery until the queue is released. */
	async function startProcesses() {
		const queue = holdingQueue();
		const first = await instant.openInNewProcess({ parameters: AUTOMATIC });
		const second = await instant.openInNewProcess({
			parameters: AUTOMATIC,
			queueExecution: queue.queueExecution,
		});
		await first.activate();
		return { first, second, queue };
	}

	/** Runs `act` while the second process handles a delivery with older static data, which it writes back afterwards. */
	async function whileBusy(
		{ second, queue }: Awaited<ReturnType<typeof startProcesses>>,
		eventId: string,
		act: () => Promise<unknown>,
	) {
		const delivered = deliver(second, eventId);
		await queue.reached;
		await act();
		queue.release();
		return await delivered;
	}

	it('know what the others have handled: a repeated delivery starts nothing', async () => {
		const { first, second, queue } = await startProcesses();
		queue.release();
		expect(
			startsOf([
				await deliver(first, 'e0'),
				await deliver(second, 'e0'),
				await deliver(second, 'e1'),
				await deliver(first, 'e1'),
			]),
		).toBe(2);
	});

	/** Makes n8n's stored data contain the older registration. Returns the secret of the newer one, with which the service signs. */
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

	it('verify deliveries with the newest registration if an older one was written back, and correct it for the others', async () => {
		const { first, second, secret } = await writeBackOlder();
		expect((await send(first, keptSecret(staticData), 'e1')).status).toBe(401);
		expect(startsOf([await send(first, secret, 'e1'), await send(second, secret, 'e2')])).toBe(2);
	});

	it('register again if an older one was written back, and the next item says so once', async () => {
		const { second, secret } = await writeBackOlder();
		const [lost] = service.webhooks();
		expect(await send(second, secret, 'e1')).toMatchObject({ status: 401, error: undefined });

		const registered = registeredWebhook();
		expect(registered).toMatchObject({
			url: second.url,
			event_types: [CONVERTED, FAILED],
			webhook_id: expect.not.stringContaining(lost?.webhook_id ?? ''),
		});
		expect([
			keptSecret(staticData),
			JSON.stringify(instant.warn.mock.calls).includes('whsec_'),
		]).toEqual([registered.secret, false]);
		const third = await instant.openInNewProcess({ parameters: AUTOMATIC });
		const [first, next] = [await deliver(third, 'e2'), await deliver(second, 'e3')];
		expect(first.items).toEqual([
			{
				json: expect.objectContaining({
					event_id: 'e2',
					trigger_message: expect.stringContaining('registered again'),
				}),
			},
		]);
		expect(next.items).toEqual([
			{ json: expect.not.objectContaining({ trigger_message: expect.anything() }) },
		]);
	});

	it('leave one webhook if two of them register again at the same moment', async () => {
		const { second, secret } = await writeBackOlder();
		const third = await instant.openInNewProcess({ parameters: AUTOMATIC });
		await Promise.all([send(second, secret, 'e1'), send(third, secret, 'e2')]);
		expect(service.webhooks()).toHaveLength(1);
	});
});

describe('a delivery that matches no secret', () => {
	/** Opens the trigger in a process that knows only what n8n has stored. */
	async function openWith(registration: unknown, options: WebhookTriggerOptions = {}) {
		await (await open()).activate();
		const secret = keptSecret(staticData);
		staticData.registration = registration as IDataObject;
		return {
			secret,
			trigger: await instant.openInNewProcess({ parameters: AUTOMATIC, ...options }),
		};
	}
	const receive = async (trigger: WebhookTrigger, secret: string) =>
		await trigger.receive(signDelivery(secret, service.newEvent()));

	it.each(['/webhooks/list', '/webhooks/create', '/webhooks/delete'])(
		'leaves a webhook at the service when %s fails, and tries again after five minutes',
		async (path) => {
			const { trigger, secret } = await openWith('gone');
			service.sandbox.faults.always(path, { kind: 'outage' });
			expect(await receive(trigger, secret)).toMatchObject({ status: 401, error: undefined });
			expect(urls()).toContain(trigger.url);
			service.sandbox.faults.clear();
			moveTimeTo(Date.now() + 6 * MINUTE_MS);
			await receive(trigger, FOREIGN_SECRET);
			const { secret: newest } = service.webhooks().at(-1) ?? {};
			expect((await receive(trigger, newest ?? '')).items).toHaveLength(1);
		},
	);

	it('leaves the webhook of the service if the new one has no secret that can be trusted', async () => {
		const { trigger, secret } = await openWith('gone');
		const before = registeredWebhook();
		const webhook = { webhook_id: 'd3c5a5a0-0000-4000-8000-000000000002', url: trigger.url };
		service.sandbox.faults.next('/webhooks/create', {
			kind: 'status',
			status: 200,
			isProcessed: true,
			body: { webhook, ok: true },
		});
		expect(await receive(trigger, secret)).toMatchObject({ status: 401, error: undefined });
		expect(staticData.registration).toBe('gone');
		// n8n does not register a trigger again whose node did not change.
		expect(instant.warn.mock.calls).toEqual([
			[expect.stringContaining('Unpublish the workflow, and publish it again')],
			[expect.stringContaining('unpublish the workflow and publish it again')],
		]);
		expect(service.webhooks().map(({ webhook_id: id }) => id)).toContain(before.webhook_id);
		expect(service.sandbox.requests.of('/webhooks/delete').map(({ body }) => body)).toEqual([
			{ webhook_id: webhook.webhook_id },
		]);
	});

	it('registers nothing if it is not signed, as anyone can send it', async () => {
		const { trigger } = await openWith('gone');
		service.sandbox.requests.clear();
		const unsigned = { rawBody: JSON.stringify(service.newEvent()), headers: {} };
		expect(await trigger.receive(unsigned)).toMatchObject({ status: 401, error: undefined });
		expect(callsTo()).toEqual([]);
	});

	it('is checked with the credential, too', async () => {
		const { secret } = await openWith('gone');
		const trigger = await instant.openInNewProcess({
			parameters: AUTOMATIC,
			credentials: service.credentialsWith(secret),
		});
		expect((await receive(trigger, secret)).items).toHaveLength(1);
	});

	it('is forged if the registration is in order: the service is asked once in five minutes', async () => {
		const trigger = await open();
		await trigger.activate();
		const startMs = Date.now();
		const asked = () => service.sandbox.requests.count('/webhooks/list');
		service.sandbox.requests.clear();
		const forge = async () => {
			const deliveries = await Promise.all(
				[0, 1, 2].map(async () => await receive(trigger, FOREIGN_SECRET)),
			);
			expect(deliveries.map(({ status, error }) => ({ status, error }))).toEqual(
				deliveries.map(() => ({ status: 401, error: undefined })),
			);
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

describe('with a personal access token', () => {
	const { main, other } = workspaceIds;
	const urlsIn = (workspaceId: string) =>
		[...(service.sandbox.state.workspaces.get(workspaceId)?.webhooks.values() ?? [])].map(
			({ url }) => url,
		);
	const openIn = async (workspaceId: string, chosen?: string) =>
		await open(
			{ ...AUTOMATIC, options: chosen === undefined ? {} : { workspaceId: byId(chosen) } },
			{ credentials: tokenCredentials(service.sandbox, workspaceId) },
		);

	it('registers in the workspace that the trigger chooses, and removes the registration there', async () => {
		const trigger = await openIn(main, other);
		await trigger.activate();
		expect([urlsIn(main), urlsIn(other), staticData]).toEqual([
			[],
			[trigger.url],
			{ registration: expect.objectContaining({ workspaceId: other }) },
		]);
		// Activated again, the trigger adopts its registration in that workspace.
		await (await openIn(main, other)).activate();
		expect(urlsIn(other)).toEqual([trigger.url]);
		await trigger.delete();
		expect([urlsIn(main), urlsIn(other), staticData]).toEqual([[], [], {}]);
	});

	it('removes the registration where it was made, even if the credential is for another workspace by then', async () => {
		await (await openIn(main)).activate();
		await (await openIn(other)).delete();
		expect([urlsIn(main), urlsIn(other), staticData]).toEqual([[], [], {}]);
	});

	it('reads the access code of an event in the workspace that it was registered in', async () => {
		await (await openIn(main)).activate();
		const trigger = await open(
			{ ...AUTOMATIC, options: { includeAccessCode: true } },
			{ credentials: tokenCredentials(service.sandbox, other) },
		);
		const event = service.newEvent({ access_code_id: hotel.managedCodes.frontDesk });
		const { items } = await trigger.receive(signDelivery(keptSecret(staticData), event));
		expect(items).toMatchObject([
			{ json: { access_code: { access_code_id: hotel.managedCodes.frontDesk } } },
		]);
	});

	it('names in the log what it could not remove in a workspace that it leaves', async () => {
		await (await openIn(main)).activate();
		const left = registeredWebhook();
		service.sandbox.faults.next('/webhooks/delete', { kind: 'outage' });
		await (await openIn(other)).activate();
		expect([urlsIn(main), urlsIn(other)]).toEqual([[left.url], [left.url]]);
		expect(instant.warn.mock.calls).toEqual([
			[expect.stringContaining(left.webhook_id)],
			[expect.stringContaining(main)],
		]);
	});

	it('is not activated without a workspace', async () => {
		await expect((await openIn('')).activate()).rejects.toMatchObject({
			message: 'No workspace is chosen',
		});
		expect(callsTo()).toEqual([]);
	});
});
