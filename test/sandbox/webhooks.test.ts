import { createHmac } from 'node:crypto';
import { hotel } from '../../sandbox/fixtures/hotel';
import { startHttpServer, type Handler, type HttpServer } from '../support/httpServer';
import { callSandbox } from './callSandbox';
import { clock, sandbox, useFreshSandbox } from './freshSandbox';

const SECOND_MS = 1_000;
const MINUTE_MS = 60 * SECOND_MS;
const HOUR_MS = 60 * MINUTE_MS;
const URL = 'http://127.0.0.1:9/hook';

interface WebhookBody {
	webhook: { webhook_id: string; secret: string };
}

useFreshSandbox();

describe('registering a webhook', () => {
	const create = async (parameters: object = { url: URL }) =>
		(await callSandbox<WebhookBody>(sandbox, '/webhooks/create', parameters)).body.webhook;

	it('repeats the secret when told so', async () => {
		sandbox.settings.webhookSecretRepeated = true;
		const webhook = await create();
		const { body } = await callSandbox<WebhookBody>(sandbox, '/webhooks/get', webhook);
		expect(body.webhook).toEqual(webhook);
	});

	it.each([
		[['access_code.unmanaged.convertd'], 'Unknown event types: access_code.unmanaged.convertd'],
		[['access_code.*'], 'Unknown event types: access_code.*'],
		[['*', 'device.connected'], '"*" cannot be combined with other event types'],
	])('refuses the event types %j', async (event_types, message) => {
		const { status, body } = await callSandbox(sandbox, '/webhooks/create', {
			url: URL,
			event_types,
		});
		expect(status).toBe(400);
		expect(body).toMatchObject({ error: { type: 'invalid_event_types', message } });
	});
});

describe('delivering an event', () => {
	let receiver: HttpServer;
	let answer: Handler;
	beforeEach(async () => {
		answer = () => ({ status: 204, body: '' });
		receiver = await startHttpServer((request) => answer(request));
	});
	afterEach(async () => await receiver.stop());

	async function register(eventTypes?: string[]): Promise<WebhookBody['webhook']> {
		const parameters = { url: `${receiver.url}/hook`, event_types: eventTypes };
		return (await callSandbox<WebhookBody>(sandbox, '/webhooks/create', parameters)).body.webhook;
	}

	/**
	 * The signature of a delivery (docs/service.md#events-6), computed without the signing library.
	 */
	function signatureOf(secret: string, id: string, timestamp: string, body: string): string {
		const key = Buffer.from(secret.replace('whsec_', ''), 'base64');
		return `v1,${createHmac('sha256', key).update(`${id}.${timestamp}.${body}`).digest('base64')}`;
	}

	it('delivers the event itself, signed', async () => {
		const { secret, webhook_id } = await register();
		const event = sandbox.emitEvent({
			event_type: 'device.connected',
			device_id: hotel.devices.spa,
		});
		await sandbox.settleDeliveries();

		const [delivery] = receiver.requests;
		expect(JSON.parse(delivery?.body ?? '')).toEqual(event);
		const header = (name: string) => String(delivery?.headers[`svix-${name}`]);
		expect(header('signature')).toBe(
			signatureOf(secret, header('id'), header('timestamp'), delivery?.body ?? ''),
		);
		expect(Math.abs(Number(header('timestamp')) - Date.now() / SECOND_MS)).toBeLessThan(60);
		expect(delivery?.headers['content-type']).toBe('application/json');
		expect(sandbox.deliveries).toEqual([
			{
				webhook_id,
				event_id: event.event_id,
				event_type: 'device.connected',
				message_id: header('id'),
				attempt: 1,
				status: 204,
				next_attempt_at: null,
			},
		]);
	});

	it('tries eight times on the schedule, with the same message id, and then gives up', async () => {
		answer = () => ({ status: 500 });
		await register();
		sandbox.emitEvent({ event_type: 'device.connected' });
		await sandbox.settleDeliveries();
		const waitsMs = [
			5 * SECOND_MS,
			5 * MINUTE_MS,
			30 * MINUTE_MS,
			2 * HOUR_MS,
			5 * HOUR_MS,
			10 * HOUR_MS,
			10 * HOUR_MS,
		];
		for (const [index, waitMs] of waitsMs.entries()) {
			await clock.advanceBy(waitMs - 1);
			expect(sandbox.deliveries).toHaveLength(index + 1);
			await clock.advanceBy(1);
			expect(sandbox.deliveries).toHaveLength(index + 2);
		}
		await clock.advanceBy(100 * HOUR_MS);
		expect(sandbox.deliveries.map(({ attempt, status }) => [attempt, status])).toEqual(
			[1, 2, 3, 4, 5, 6, 7, 8].map((attempt) => [attempt, 500]),
		);
		expect(new Set(receiver.requests.map(({ headers }) => headers['svix-id'])).size).toBe(1);
	});

	it.each<[string, Handler, number | null]>([
		['a redirect', () => ({ status: 302, headers: { location: '/elsewhere' } }), 302],
		['a cut connection', () => 'cut', null],
		['an answer that takes too long', () => 'hang', null],
	])('counts %s as a failure', async (_kind, handler, status) => {
		answer = handler;
		sandbox.settings.deliveryTimeoutMs = 100;
		await register();
		sandbox.emitEvent({ event_type: 'device.connected' });
		await sandbox.settleDeliveries();
		expect(sandbox.deliveries).toMatchObject([
			{ attempt: 1, status, next_attempt_at: new Date(clock.now() + 5 * SECOND_MS).toISOString() },
		]);
		expect(receiver.requests).toHaveLength(1);
	});

	it('tries again after other waits when it is told so, as often as there are waits', async () => {
		answer = () => ({ status: 500 });
		sandbox.settings.deliveryRetryDelaysMs = [SECOND_MS, 2 * SECOND_MS];
		await register();
		sandbox.emitEvent({ event_type: 'device.connected' });
		await sandbox.settleDeliveries();
		const startMs = clock.now();
		await clock.advanceBy(MINUTE_MS);
		expect(
			sandbox.deliveries.map(({ attempt, next_attempt_at: nextAttemptAt }) => ({
				attempt,
				nextAttemptAt,
			})),
		).toEqual([
			{ attempt: 1, nextAttemptAt: new Date(startMs + SECOND_MS).toISOString() },
			{ attempt: 2, nextAttemptAt: new Date(startMs + 3 * SECOND_MS).toISOString() },
			{ attempt: 3, nextAttemptAt: null },
		]);
	});

	it('tries no more when the receiver aborts the message', async () => {
		answer = () => ({ status: 500, headers: { 'webhook-delivery': 'abort-message' } });
		await register();
		sandbox.emitEvent({ event_type: 'device.connected' });
		await sandbox.settleDeliveries();
		expect(sandbox.deliveries).toMatchObject([{ status: 500, next_attempt_at: null }]);
	});

	it('tries no more when the webhook is deleted', async () => {
		answer = () => ({ status: 500 });
		const { webhook_id } = await register();
		sandbox.emitEvent({ event_type: 'device.connected' });
		await sandbox.settleDeliveries();
		await callSandbox(sandbox, '/webhooks/delete', { webhook_id });
		await clock.advanceBy(100 * HOUR_MS);
		expect(receiver.requests).toHaveLength(1);
	});

	it('keeps the events of other workspaces from a webhook', async () => {
		await register();
		sandbox.emitEvent({
			event_type: 'device.connected',
			workspace_id: '10000000-0000-4000-8000-000000000002',
		});
		await sandbox.settleDeliveries();
		expect(sandbox.deliveries).toEqual([]);
	});
});
