import type { Clock } from './clock';

export interface QueuedRequest {
	endpoint: string;
	/** Empty if unknown; all such requests of an endpoint then count as one device. */
	deviceId: string;
	/** False for a request that is repeated anyway: under a known limit, it fails immediately. */
	mayWait: boolean;
	uncancellable?: boolean;
	/** The queue assigns it, and a retry keeps it. */
	order?: number;
}

export interface RateLimited {
	error: Error;
	/** Undefined if the device's waiting requests fail. */
	delayMs?: number;
	retryAfterMs?: number;
	deviceId?: string;
}

interface Waiting {
	order: number;
	request: QueuedRequest;
	go: () => void;
	fail: (error: Error) => void;
}

/** A device is also one endpoint, because the service limits both together. */
interface Device {
	waiting: Waiting[];
	inFlight: number;
	/** After a refusal, the requests accepted since. Undefined until then. */
	acceptedSince?: number;
	notBeforeMs: number;
	lastError?: Error;
	givenUpUntilMs: number;
}

/** Of so many accepted requests, at most one is refused when they reach the limit. */
const ACCEPTED_FOR_EACH_IN_FLIGHT = 20;

/**
 * After a refusal (429), a device waits as told, then sends one request after another, while the
 * others go ahead.
 */
export class RequestQueue {
	private readonly devices = new Map<string, Device>();

	private readonly busy = new Set<Device>();

	private inFlight = 0;

	private lastOrder = 0;

	private awaitingRoom: Array<() => void> = [];

	private wakeUp?: { atMs: number; timer: AbortController };

	private closingError?: () => Error;

	constructor(
		private readonly limit: number,
		private readonly clock: Clock,
	) {}

	/** Resolves when no request waits, except those of limited devices. This bounds the memory. */
	async awaitRoom(): Promise<void> {
		while (!this.hasRoom()) await new Promise<void>((resolve) => this.awaitingRoom.push(resolve));
	}

	/** The request must `leave` later. Rejects when the queue closes or gives up on the device. */
	async enter(request: QueuedRequest): Promise<void> {
		if (this.closingError && !request.uncancellable) throw this.closingError();
		const device = this.deviceOf(request);
		const nowMs = this.clock.now();
		if (
			device.lastError &&
			(nowMs < device.givenUpUntilMs || (!request.mayWait && nowMs < device.notBeforeMs))
		)
			throw device.lastError;
		const order = (request.order ??= ++this.lastOrder);
		const granted = new Promise<void>((go, fail) => {
			// A retry goes before the requests that came after it.
			const later = device.waiting.findIndex((entry) => entry.order > order);
			const place = later < 0 ? device.waiting.length : later;
			device.waiting.splice(place, 0, { order, request, go, fail });
		});
		this.busy.add(device);
		this.pump();
		await granted;
	}

	/** After a rate limit, the request keeps the device that the answer names. */
	leave(request: QueuedRequest, rateLimited?: RateLimited): void {
		const device = this.deviceOf(request);
		this.inFlight--;
		device.inFlight--;
		if (rateLimited) this.noteLimit(request, rateLimited);
		else if (device.acceptedSince !== undefined) device.acceptedSince++;
		this.pump();
	}

	/** Uncancellable requests go on. */
	close(error: () => Error): void {
		this.closingError ??= error;
		for (const device of this.busy) {
			const failed = device.waiting.filter(({ request }) => !request.uncancellable);
			device.waiting = device.waiting.filter(({ request }) => request.uncancellable);
			for (const { fail } of failed) fail(error());
		}
		this.pump();
	}

	private deviceOf({ endpoint, deviceId }: QueuedRequest): Device {
		const key = `${endpoint} ${deviceId}`;
		const device = this.devices.get(key) ?? {
			waiting: [],
			inFlight: 0,
			notBeforeMs: 0,
			givenUpUntilMs: 0,
		};
		this.devices.set(key, device);
		return device;
	}

	private noteLimit(
		request: QueuedRequest,
		{ error, delayMs, retryAfterMs = 0, deviceId }: RateLimited,
	): void {
		if (request.deviceId === '' && deviceId) request.deviceId = deviceId;
		const device = this.deviceOf(request);
		const nowMs = this.clock.now();
		device.notBeforeMs = Math.max(device.notBeforeMs, nowMs + (delayMs ?? retryAfterMs));
		device.acceptedSince = 0;
		device.lastError = error;
		if (delayMs !== undefined) return;
		device.givenUpUntilMs = nowMs + retryAfterMs;
		for (const { fail } of device.waiting.splice(0)) fail(error);
	}

	private isReady(device: Device, nowMs: number): boolean {
		const { acceptedSince = Infinity, inFlight } = device;
		const most = Math.max(1, Math.floor(acceptedSince / ACCEPTED_FOR_EACH_IN_FLIGHT));
		return inFlight < most && nowMs >= device.notBeforeMs;
	}

	private hasRoom(nowMs = this.clock.now()): boolean {
		return ![...this.busy].some((device) => this.isReady(device, nowMs));
	}

	private pump(): void {
		// One time for all: a device that is not ready yet must be woken up later.
		const nowMs = this.clock.now();
		for (const device of this.busy) if (device.waiting.length === 0) this.busy.delete(device);
		for (let device = this.next(nowMs); device; device = this.next(nowMs)) {
			this.inFlight++;
			device.inFlight++;
			device.waiting.shift()?.go();
			if (device.waiting.length === 0) this.busy.delete(device);
		}
		this.wakeUpLater(nowMs);
		if (this.hasRoom(nowMs)) for (const resume of this.awaitingRoom.splice(0)) resume();
	}

	private next(nowMs: number): Device | undefined {
		if (this.inFlight >= this.limit) return undefined;
		const orderOf = ({ waiting }: Device) => waiting[0]?.order ?? Infinity;
		let next: Device | undefined;
		for (const device of this.busy)
			if (this.isReady(device, nowMs) && (!next || orderOf(device) < orderOf(next))) next = device;
		return next;
	}

	private wakeUpLater(nowMs: number): void {
		const timesMs = [...this.busy].map(({ notBeforeMs }) => notBeforeMs);
		const atMs = Math.min(...timesMs.filter((timeMs) => timeMs > nowMs));
		if (atMs === this.wakeUp?.atMs) return;
		this.wakeUp?.timer.abort();
		this.wakeUp = undefined;
		if (atMs === Infinity) return;
		const wakeUp = { atMs, timer: new AbortController() };
		this.wakeUp = wakeUp;
		void this.clock.sleep(atMs - nowMs, wakeUp.timer.signal).then(() => {
			if (this.wakeUp !== wakeUp) return;
			this.wakeUp = undefined;
			this.pump();
		});
	}
}
