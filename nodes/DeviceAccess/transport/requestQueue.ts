import type { Clock } from './clock';

export interface QueuedRequest {
	endpoint: string;
	/** Empty if unknown; all such requests of an endpoint then share a lane. */
	deviceId: string;
	effect: 'read' | 'write';
	/** False for a request that is repeated anyway: under a known limit, it fails immediately. */
	mayWait: boolean;
	uncancellable?: boolean;
	/** The queue assigns it, and a retry keeps it. */
	order?: number;
}

export interface RateLimited {
	error: Error;
	/** Undefined if the waiting requests of the lane fail. */
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

/** The requests to one endpoint about one device, because the service limits both together. */
interface Lane {
	effect: 'read' | 'write';
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
 * After a refusal (429), a lane waits as told, then sends one request after another, while the
 * others go ahead.
 */
export class RequestQueue {
	private readonly lanes = new Map<string, Lane>();

	private readonly busy = new Set<Lane>();

	private inFlight = 0;

	private holds = 0;

	private lastOrder = 0;

	private awaitingRoom: Array<() => void> = [];

	private wakeUp?: { atMs: number; timer: AbortController };

	private closingError?: () => Error;

	constructor(
		private readonly limit: number,
		private readonly clock: Clock,
	) {}

	/** Resolves when no request waits, except those of limited lanes. This bounds the memory. */
	async awaitRoom(): Promise<void> {
		while (!this.hasRoom()) await new Promise<void>((resolve) => this.awaitingRoom.push(resolve));
	}

	/** No write starts, and there is no room, before `work` has ended. */
	async holdWrites<Result>(work: () => Promise<Result>): Promise<Result> {
		this.holds++;
		try {
			return await work();
		} finally {
			this.holds--;
			this.pump();
		}
	}

	/** The request must `leave` later. Rejects when the queue closes or gives up on the lane. */
	async enter(request: QueuedRequest): Promise<void> {
		if (this.closingError && !request.uncancellable) throw this.closingError();
		const lane = this.laneOf(request);
		const nowMs = this.clock.now();
		if (
			lane.lastError &&
			(nowMs < lane.givenUpUntilMs || (!request.mayWait && nowMs < lane.notBeforeMs))
		)
			throw lane.lastError;
		const order = (request.order ??= ++this.lastOrder);
		const granted = new Promise<void>((go, fail) => {
			// A retry goes before the requests that came after it.
			const later = lane.waiting.findIndex((entry) => entry.order > order);
			const place = later < 0 ? lane.waiting.length : later;
			lane.waiting.splice(place, 0, { order, request, go, fail });
		});
		this.busy.add(lane);
		this.pump();
		await granted;
	}

	/** After a rate limit, the request moves to the lane of the device that the answer names. */
	leave(request: QueuedRequest, rateLimited?: RateLimited): void {
		const lane = this.laneOf(request);
		this.inFlight--;
		lane.inFlight--;
		if (rateLimited) this.noteLimit(request, rateLimited);
		else if (lane.acceptedSince !== undefined) lane.acceptedSince++;
		this.pump();
	}

	/** Uncancellable requests go on. */
	close(error: () => Error): void {
		this.closingError ??= error;
		for (const lane of this.busy) {
			const failed = lane.waiting.filter(({ request }) => !request.uncancellable);
			lane.waiting = lane.waiting.filter(({ request }) => request.uncancellable);
			for (const { fail } of failed) fail(error());
		}
		this.pump();
	}

	private laneOf({ endpoint, deviceId, effect }: QueuedRequest): Lane {
		const key = `${endpoint} ${deviceId}`;
		const lane = this.lanes.get(key) ?? {
			effect,
			waiting: [],
			inFlight: 0,
			notBeforeMs: 0,
			givenUpUntilMs: 0,
		};
		this.lanes.set(key, lane);
		return lane;
	}

	private noteLimit(
		request: QueuedRequest,
		{ error, delayMs, retryAfterMs = 0, deviceId }: RateLimited,
	): void {
		if (request.deviceId === '' && deviceId) request.deviceId = deviceId;
		const lane = this.laneOf(request);
		const nowMs = this.clock.now();
		lane.notBeforeMs = Math.max(lane.notBeforeMs, nowMs + (delayMs ?? retryAfterMs));
		lane.acceptedSince = 0;
		lane.lastError = error;
		if (delayMs !== undefined) return;
		lane.givenUpUntilMs = nowMs + retryAfterMs;
		for (const { fail } of lane.waiting.splice(0)) fail(error);
	}

	private isReady(lane: Lane, nowMs: number): boolean {
		const { acceptedSince = Infinity, inFlight } = lane;
		const most = Math.max(1, Math.floor(acceptedSince / ACCEPTED_FOR_EACH_IN_FLIGHT));
		const isHeld = lane.effect === 'write' && this.holds > 0;
		return !isHeld && inFlight < most && nowMs >= lane.notBeforeMs;
	}

	private hasRoom(nowMs = this.clock.now()): boolean {
		return this.holds === 0 && ![...this.busy].some((lane) => this.isReady(lane, nowMs));
	}

	private pump(): void {
		// One time for all: a lane that is not ready yet must be woken up later.
		const nowMs = this.clock.now();
		for (const lane of this.busy) if (lane.waiting.length === 0) this.busy.delete(lane);
		for (let lane = this.next(nowMs); lane; lane = this.next(nowMs)) {
			this.inFlight++;
			lane.inFlight++;
			lane.waiting.shift()?.go();
			if (lane.waiting.length === 0) this.busy.delete(lane);
		}
		this.wakeUpLater(nowMs);
		if (this.hasRoom(nowMs)) for (const resume of this.awaitingRoom.splice(0)) resume();
	}

	private next(nowMs: number): Lane | undefined {
		if (this.inFlight >= this.limit) return undefined;
		const orderOf = ({ waiting }: Lane) => waiting[0]?.order ?? Infinity;
		let next: Lane | undefined;
		for (const lane of this.busy)
			if (this.isReady(lane, nowMs) && (!next || orderOf(lane) < orderOf(next))) next = lane;
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
