import { createHmac } from 'node:crypto';
import { hotel } from '../../sandbox/fixtures/hotel';
import { startHttpServer, type Handler, type HttpServer } from '../../host/process/httpServer';
import { callSandbox } from './callSandbox';
import { clock, sandbox, useFreshSandbox } from './freshSandbox';

const SECOND_MS = 1_000;
const MINUTE_MS = 60 * SECOND_MS;
const HOUR_MS = 60 * MINUTE_MS;

interface WebhookBody {
	webhook: { webhook_id: string; secret: string };
}

useFreshSandbox();

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
});
