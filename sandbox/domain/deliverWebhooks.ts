import { randomUUID } from 'node:crypto';
import got from 'got';
import { Webhook as Signer } from 'standardwebhooks';
import type { Clock } from './clock';
import type { Scheduler } from './scheduler';
import type { Event } from '../schemas/event';
import type { Webhook } from '../schemas/webhook';
import type { SandboxSettings } from '../faults/settings';

const SECOND_MS = 1_000;
const MINUTE_MS = 60 * SECOND_MS;
const HOUR_MS = 60 * MINUTE_MS;

/**
 * Delays before the second and each further attempt, in milliseconds (docs/service.md#events-9).
 */
const RETRY_DELAYS_MS: readonly number[] = [
	5 * SECOND_MS,
	5 * MINUTE_MS,
	30 * MINUTE_MS,
	2 * HOUR_MS,
	5 * HOUR_MS,
	10 * HOUR_MS,
	10 * HOUR_MS,
];

export interface DeliveryAttempt {
	webhook_id: string;
	event_id: string;
	event_type: string;
	/** The same for all attempts of one event to one webhook. */
	message_id: string;
	/** Counted from 1. */
	attempt: number;
	/** HTTP status, or null when no answer came (refused, cut, too slow). */
	status: number | null;
	/** On the sandbox's clock; null when there will be no further attempt. */
	next_attempt_at: string | null;
}

interface Message {
	id: string;
	webhook: Webhook;
	event: Event;
	attempts: number;
}

/**
 * Signs events and posts them to webhooks. Retries on the service's schedule until the receiver accepts the event or asks to
 * stop, or the schedule ends.
 */
export class Deliverer {
	readonly attempts: DeliveryAttempt[] = [];
	private readonly waiting = new Set<Message>();
	private readonly inFlight = new Set<Promise<void>>();
	/** Shared by all callers of `settle`, because thousands of conversions can end at the same time. */
	private settling?: Promise<void>;
	private isStopped = false;

	constructor(
		private readonly clock: Clock,
		private readonly scheduler: Scheduler,
		private readonly settings: SandboxSettings,
		/** Whether the webhook still exists; a deleted one gets no further attempt. */
		private readonly isRegistered: (webhookId: string) => boolean,
	) {}

	/** Immediately makes the first attempt for every webhook that is registered for this type of event. */
	deliver(event: Event, webhooks: Iterable<Webhook>): void {
		for (const webhook of webhooks) {
			if (!webhook.event_types.some((type) => type === '*' || type === event.event_type)) continue;
			void this.start({ id: `msg_${randomUUID()}`, webhook, event, attempts: 0 });
		}
	}

	/** Immediately makes the next attempt for every message that waits for one. */
	retryNow(): void {
		for (const message of [...this.waiting]) {
			this.drop(message);
			void this.start(message);
		}
	}

	/** Resolves when no attempt is in flight. */
	settle(): Promise<void> {
		this.settling ??= this.settleAll();
		return this.settling;
	}

	forget(webhookId: string): void {
		for (const message of [...this.waiting])
			if (message.webhook.webhook_id === webhookId) this.drop(message);
	}

	clear(): void {
		for (const message of [...this.waiting]) this.drop(message);
		this.attempts.length = 0;
	}

	async stop(): Promise<void> {
		this.isStopped = true;
		for (const message of [...this.waiting]) this.drop(message);
		await this.settle();
	}

	private async settleAll(): Promise<void> {
		while (this.inFlight.size > 0) await Promise.all(this.inFlight);
		this.settling = undefined;
	}

	private drop(message: Message): void {
		this.scheduler.cancel(message.id);
		this.waiting.delete(message);
	}

	private start(message: Message): Promise<void> {
		this.waiting.delete(message);
		const run: Promise<void> = this.attempt(message).finally(() => this.inFlight.delete(run));
		this.inFlight.add(run);
		return run;
	}

	private async attempt(message: Message): Promise<void> {
		message.attempts++;
		const { status, isAborted } = await this.post(message);
		const isAccepted = status !== null && status >= 200 && status < 300;
		const delayMs = (this.settings.deliveryRetryDelaysMs ?? RETRY_DELAYS_MS)[message.attempts - 1];
		const isOver =
			isAccepted || isAborted || this.isStopped || !this.isRegistered(message.webhook.webhook_id);
		const retryAfterMs = isOver ? undefined : delayMs;
		this.attempts.push({
			webhook_id: message.webhook.webhook_id,
			event_id: message.event.event_id,
			event_type: message.event.event_type,
			message_id: message.id,
			attempt: message.attempts,
			status,
			next_attempt_at:
				retryAfterMs === undefined ? null : new Date(this.clock.now() + retryAfterMs).toISOString(),
		});
		if (retryAfterMs === undefined) return;
		this.waiting.add(message);
		this.scheduler.afterAlways(message.id, retryAfterMs, () => this.start(message));
	}

	private async post({
		id,
		webhook,
		event,
	}: Message): Promise<{ status: number | null; isAborted: boolean }> {
		const body = JSON.stringify(event);
		const timeoutMs = this.settings.deliveryTimeoutMs;
		try {
			const response = await got.post(webhook.url, {
				body,
				headers: {
					'content-type': 'application/json',
					...this.signatureHeaders(id, webhook, body),
				},
				followRedirect: false,
				throwHttpErrors: false,
				retry: { limit: 0 },
				timeout: { request: timeoutMs },
			});
			return {
				status: response.statusCode,
				isAborted: response.headers['webhook-delivery'] === 'abort-message',
			};
		} catch {
			return { status: null, isAborted: false };
		}
	}

	/** Signed with the real time, even with a manual clock, because receivers refuse old or early deliveries. */
	private signatureHeaders(
		messageId: string,
		webhook: Webhook,
		body: string,
	): Record<string, string> {
		const sentAt = new Date();
		return {
			'svix-id': messageId,
			'svix-timestamp': String(Math.floor(sentAt.getTime() / SECOND_MS)),
			'svix-signature': new Signer(webhook.secret ?? '').sign(messageId, sentAt, body),
		};
	}
}
