import type { Clock } from './clock';
import { type DeviceQueue, DeviceQueues, type QueuedRequest, type Waiting } from './deviceQueues';
import { Fifo } from './fifo';

/** An answer that the service's rate limit was passed. */
export interface RateLimited {
	/** For the other requests of the device, where they fail with this one. */
	error: Error;
	/** How long the device waits, milliseconds. Undefined: it is given up, and all that waits for it fails. */
	delayMs?: number;
	/** What the service itself asked for, milliseconds. */
	retryAfterMs?: number;
	/** The device that the answer names. */
	deviceId?: string;
}

/**
 * Stands in front of every request of a run: at most so many are under way at once, in the order in which they came,
 * but for those of a limited device, which others pass.
 */
export class RequestQueue {
	/** Requests of all devices; those of a limited one step aside when it is their turn. */
	private readonly waiting = new Fifo<Waiting>();

	private readonly limited = new Set<DeviceQueue>();

	private readonly devices = new DeviceQueues();

	private inFlight = 0;

	private lastOrder = 0;

	private awaitingRoom: Array<() => void> = [];

	private wakeUp?: { atMs: number; timer: AbortController };

	private closingError?: () => Error;

	constructor(
		/** Requests under way at once. */
		private readonly limit: number,
		private readonly clock: Clock,
	) {}

	/**
	 * Resolves once no request waits, but for those of limited devices: who begins one piece of work after the other by it
	 * holds no more of them at once than the service takes.
	 */
	async awaitRoom(): Promise<void> {
		while (this.waiting.first) await new Promise<void>((resolve) => this.awaitingRoom.push(resolve));
	}

	/** Resolves when the request may go; it must then `leave`. Rejects when the queue closes or the device is given up. */
	async enter(request: QueuedRequest): Promise<void> {
		if (this.closingError && !request.uncancellable) throw this.closingError();
		const device = this.devices.of(request);
		const nowMs = this.clock.now();
		const isLimited = device.throttle.readyAtMs(nowMs) > nowMs;
		if (device.lastError && (nowMs < device.givenUpUntilMs || (isLimited && !request.mayWait))) throw device.lastError;
		const order = (request.order ??= ++this.lastOrder);
		const granted = new Promise<void>((go, fail) => {
			this.waiting.insert({ order, request, device, go, fail });
		});
		this.pump();
		await granted;
	}

	/** Gives the place on, with the answer that a limit was passed; the device that it names stays with the request. */
	leave(request: QueuedRequest, sentAtMs: number, rateLimited?: RateLimited): void {
		this.inFlight--;
		if (rateLimited) {
			this.noteLimit(request, sentAtMs, rateLimited);
		} else {
			this.devices.of(request).throttle.answered(sentAtMs);
		}
		this.pump();
	}

	/** Fails everything that waits and everything that comes, but for what is uncancellable; what is under way ends by itself. */
	close(error: () => Error): void {
		this.closingError ??= error;
		this.fail(({ request }) => !request.uncancellable, error);
		this.announceRoom();
		this.wakeUp?.timer.abort();
	}

	private noteLimit(request: QueuedRequest, sentAtMs: number, { error, delayMs, retryAfterMs = 0, deviceId }: RateLimited): void {
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
		this.fail((entry) => entry.device === device, () => error);
	}

	private fail(isConcerned: (entry: Waiting) => boolean, error: () => Error): void {
		for (const waiting of [this.waiting, ...[...this.limited].map((device) => device.waiting)]) {
			for (const entry of waiting.take(isConcerned)) entry.fail(error());
		}
	}

	/** Lets go what may go now. */
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

	/** Takes out the request that came first of those that may go; where none may, sees to it that the queue wakes up. */
	private next(nowMs: number): Waiting | undefined {
		const readyAtMs = ({ throttle }: DeviceQueue) => throttle.readyAtMs(nowMs);
		for (let { first } = this.waiting; first && readyAtMs(first.device) > nowMs; { first } = this.waiting) {
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
