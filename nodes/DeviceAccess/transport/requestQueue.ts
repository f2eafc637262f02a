import type { Clock } from './clock';
import { type DeviceQueue, DeviceQueues, type QueuedRequest, type Waiting } from './deviceQueues';
import { Fifo } from './fifo';

/** An answer that says the rate limit was exceeded. */
export interface RateLimited {
	/** The error for the other requests of the device, if they fail with this one. */
	error: Error;
	/**
	 * How long the device waits, in milliseconds. Undefined if the queue gives up on the device; its
	 * waiting requests then fail.
	 */
	delayMs?: number;
	/** The wait that the service asked for, in milliseconds. */
	retryAfterMs?: number;
	/** The device in the answer. */
	deviceId?: string;
}

/**
 * The queue in front of all requests of a run. It limits the requests in flight and keeps their
 * order. While a device is limited, its requests wait and others go ahead.
 */
export class RequestQueue {
	/** Requests of all devices. Those of a limited device step aside when their turn comes. */
	private readonly waiting = new Fifo<Waiting>();

	private readonly limited = new Set<DeviceQueue>();

	private readonly devices = new DeviceQueues();

	private inFlight = 0;

	private lastOrder = 0;

	private awaitingRoom: Array<() => void> = [];

	private wakeUp?: { atMs: number; timer: AbortController };

	private closingError?: () => Error;

	constructor(
		/** Requests in flight. */
		private readonly limit: number,
		private readonly clock: Clock,
	) {}

	/**
	 * Resolves when no request waits, except those of limited devices. A caller that awaits this
	 * before each item does not fill the memory.
	 */
	async awaitRoom(): Promise<void> {
		while (this.waiting.first)
			await new Promise<void>((resolve) => this.awaitingRoom.push(resolve));
	}

	/**
	 * Resolves when the request may be sent; it must then `leave`. Rejects when the queue closes or
	 * gives up on the device.
	 */
	async enter(request: QueuedRequest): Promise<void> {
		if (this.closingError && !request.uncancellable) throw this.closingError();
		const device = this.devices.of(request);
		const nowMs = this.clock.now();
		const isLimited = device.throttle.readyAtMs(nowMs) > nowMs;
		if (device.lastError && (nowMs < device.givenUpUntilMs || (isLimited && !request.mayWait)))
			throw device.lastError;
		const order = (request.order ??= ++this.lastOrder);
		const granted = new Promise<void>((go, fail) => {
			this.waiting.insert({ order, request, device, go, fail });
		});
		this.pump();
		await granted;
	}

	/**
	 * Frees the place of the request. After a rate limit, the request keeps the device that the
	 * answer names.
	 */
	leave(request: QueuedRequest, sentAtMs: number, rateLimited?: RateLimited): void {
		this.inFlight--;
		if (rateLimited) {
			this.noteLimit(request, sentAtMs, rateLimited);
		} else {
			this.devices.of(request).throttle.answered(sentAtMs);
		}
		this.pump();
	}

	/** Fails all waiting and new requests, except uncancellable ones. Requests in flight finish. */
	close(error: () => Error): void {
		this.closingError ??= error;
		this.fail(({ request }) => !request.uncancellable, error);
		this.announceRoom();
		this.wakeUp?.timer.abort();
	}

	private noteLimit(
		request: QueuedRequest,
		sentAtMs: number,
		{ error, delayMs, retryAfterMs = 0, deviceId }: RateLimited,
	): void {
		if (request.deviceId === '' && deviceId) {
			const unknown = this.devices.of(request);
			request.deviceId = deviceId;
			unknown.throttle.moveTo(this.devices.of(request).throttle);
		}
		const device = this.devices.of(request);
		const nowMs = this.clock.now();
		device.throttle.refused(sentAtMs, nowMs, delayMs ?? retryAfterMs);
		device.lastError = error;
		if (delayMs !== undefined) return;
		device.givenUpUntilMs = nowMs + retryAfterMs;
		this.fail(
			(entry) => entry.device === device,
			() => error,
		);
	}

	private fail(isConcerned: (entry: Waiting) => boolean, error: () => Error): void {
		for (const waiting of [this.waiting, ...[...this.limited].map((device) => device.waiting)]) {
			for (const entry of waiting.take(isConcerned)) entry.fail(error());
		}
	}

	/** Sends what may be sent now. */
	private pump(): void {
		const nowMs = this.clock.now();
		while (this.inFlight < this.limit) {
			const next = this.next(nowMs);
			if (!next) break;
			this.inFlight++;
			next.device.throttle.sent();
			next.go();
		}
		this.announceRoom();
	}

	private announceRoom(): void {
		if (!this.waiting.first) for (const resume of this.awaitingRoom.splice(0)) resume();
	}

	/** Removes the first request that may be sent. If there is none, schedules the wake-up. */
	private next(nowMs: number): Waiting | undefined {
		const readyAtMs = ({ throttle }: DeviceQueue) => throttle.readyAtMs(nowMs);
		for (
			let { first } = this.waiting;
			first && readyAtMs(first.device) > nowMs;
			{ first } = this.waiting
		) {
			first.device.waiting.insert(first);
			this.limited.add(first.device);
			this.waiting.shift();
		}
		let next = this.waiting;
		let earliestMs = Infinity;
		for (const device of this.limited) {
			if (!device.waiting.first) this.limited.delete(device);
			else if (readyAtMs(device) > nowMs) earliestMs = Math.min(earliestMs, readyAtMs(device));
			else if (device.waiting.first.order < (next.first?.order ?? Infinity)) next = device.waiting;
		}
		if (!next.first) this.wakeUpAt(earliestMs);
		return next.shift();
	}

	private wakeUpAt(atMs: number): void {
		if (atMs === Infinity || (this.wakeUp && this.wakeUp.atMs <= atMs)) return;
		this.wakeUp?.timer.abort();
		const wakeUp = { atMs, timer: new AbortController() };
		this.wakeUp = wakeUp;
		void this.clock.sleep(atMs - this.clock.now(), wakeUp.timer.signal).then(() => {
			if (this.wakeUp !== wakeUp) return;
			this.wakeUp = undefined;
			this.pump();
		});
	}
}
