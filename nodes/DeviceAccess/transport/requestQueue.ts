import type { Clock } from './clock';
import { RateLimitPacer } from './rateLimitPacer';

/** A request on its way through the queue. */
export interface QueuedRequest {
	endpoint: string;
	/** What the service limits by: requests of one key (a device) wait for each other. Empty where it is not known. */
	key: string;
	/** False for a request that is repeated anyway: a limit that is known fails it at once. */
	mayWait: boolean;
	/** Goes even when the queue is closed: what was begun before must be brought to an end. */
	outlivesClosing?: boolean;
	/** Its place among all requests; given by the queue, and kept when it comes again. */
	order?: number;
	/** Told when the request has to wait for a limit, so that other items can go on meanwhile. */
	onLimited?: () => void;
}

/** A refusal for the service's limit: its error, and how long the lane waits. */
export interface Refusal {
	error: Error;
	/** Undefined: it is not waited for, and all that waits in the lane fails with the same error. */
	delayMs?: number;
	/** What the service itself asked for, milliseconds. */
	retryAfterMs?: number;
	/** What the service limits by, where it says so. */
	key?: string;
}

interface Waiting {
	request: QueuedRequest & { order: number };
	go: () => void;
	fail: (error: Error) => void;
	isLimited: boolean;
}

/** The requests of one key to one endpoint. */
interface Lane {
	waiting: Waiting[];
	lastRefusal?: Error;
	/** Until then nothing is sent, and nothing waits. */
	givenUpUntilMs: number;
}

/**
 * Stands in front of every request of a run: at most so many are under way at once, in the order in which they came,
 * but for those of a limited device. They wait without a place, and the others pass them.
 */
export class RequestQueue {
	private readonly pacer = new RateLimitPacer();

	private readonly lanes = new Map<string, Lane>();

	/** The lanes in which something waits. */
	private readonly busy = new Set<Lane>();

	private inFlight = 0;

	private lastOrder = 0;

	private wakeUp?: { atMs: number; timer: AbortController };

	private closingError?: () => Error;

	constructor(
		/** Requests under way at once. */
		private readonly limit: number,
		private readonly clock: Clock,
	) {}

	/** Resolves when the request may go; it must then `leave`. Rejects when the queue closes or the lane is given up. */
	async enter(request: QueuedRequest): Promise<void> {
		if (this.closingError && !request.outlivesClosing) throw this.closingError();
		const lane = this.lane(request);
		const nowMs = this.clock.now();
		const readyAtMs = this.pacer.readyAtMs(request.endpoint, request.key, nowMs);
		const isLimited = readyAtMs > nowMs;
		if (lane.lastRefusal && (nowMs < lane.givenUpUntilMs || (isLimited && !request.mayWait))) throw lane.lastRefusal;
		const granted = new Promise<void>((go, fail) => {
			request.order ??= ++this.lastOrder;
			insert(lane.waiting, { request: { ...request, order: request.order }, go, fail, isLimited });
		});
		this.busy.add(lane);
		if (isLimited) {
			this.announceLimit(request);
			this.wakeUpAt(readyAtMs);
		} else {
			this.pump();
		}
		await granted;
	}

	/** Gives the place on, with what the service said of its limit; a key that it taught stays with the request. */
	leave(request: QueuedRequest, sentAtMs: number, refusal?: Refusal): void {
		if (request.key === '' && refusal?.key) {
			this.pacer.moved(request.endpoint, request.key, refusal.key);
			request.key = refusal.key;
		}
		const { endpoint, key } = request;
		const answered = { sentAtMs, nowMs: this.clock.now() };
		this.inFlight--;
		if (refusal) {
			this.pacer.refused(endpoint, key, answered, refusal.delayMs ?? refusal.retryAfterMs ?? 0, refusal.retryAfterMs);
			this.keepRefusal(this.lane(request), refusal, answered.nowMs);
		} else {
			this.pacer.taken(endpoint, key, answered);
		}
		this.pump();
	}

	/** Fails everything that waits and everything that comes, but for what outlives it; what is under way ends by itself. */
	close(error: () => Error): void {
		this.closingError ??= error;
		for (const lane of this.lanes.values()) failAll(lane, error, ({ outlivesClosing }) => outlivesClosing === true);
		this.wakeUp?.timer.abort();
	}

	private keepRefusal(lane: Lane, { error, delayMs, retryAfterMs = 0 }: Refusal, nowMs: number): void {
		lane.lastRefusal = error;
		if (delayMs !== undefined) return;
		lane.givenUpUntilMs = nowMs + retryAfterMs;
		failAll(lane, () => error);
	}

	/** Lets go what may go now: always the request that came first among those whose lane is ready. */
	private pump(): void {
		let earliestMs = Infinity;
		const nowMs = this.clock.now();
		while (this.inFlight < this.limit) {
			let next: Lane | undefined;
			earliestMs = Infinity;
			for (const lane of this.busy) {
				const [first] = lane.waiting;
				if (!first) {
					this.busy.delete(lane);
					continue;
				}
				const readyAtMs = this.pacer.readyAtMs(first.request.endpoint, first.request.key, nowMs);
				if (readyAtMs > nowMs) {
					this.announceLimits(lane);
					earliestMs = Math.min(earliestMs, readyAtMs);
				} else if (first.request.order < (next?.waiting[0]?.request.order ?? Infinity)) {
					next = lane;
				}
			}
			const going = next?.waiting.shift();
			if (!going) break;
			this.inFlight++;
			this.pacer.sent(going.request.endpoint, going.request.key);
			going.go();
		}
		this.wakeUpAt(earliestMs);
	}

	/** The last ones that came have not been told yet; those before them have. */
	private announceLimits({ waiting }: Lane): void {
		for (let index = waiting.length - 1; index >= 0; index--) {
			const entry = waiting[index];
			if (!entry || entry.isLimited) return;
			entry.isLimited = true;
			this.announceLimit(entry.request);
		}
	}

	/** A moment later, so that thousands of limited items do not hold up everything else in the process. */
	private announceLimit({ onLimited }: QueuedRequest): void {
		if (onLimited) void this.clock.sleep(1).then(onLimited);
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

	private lane({ endpoint, key }: QueuedRequest): Lane {
		const name = `${endpoint} ${key}`;
		const known = this.lanes.get(name);
		if (known) return known;
		const lane: Lane = { waiting: [], givenUpUntilMs: 0 };
		this.lanes.set(name, lane);
		return lane;
	}
}

/** One that comes again stands before those that came after it. */
function insert(waiting: Waiting[], entry: Waiting): void {
	const isLast = entry.request.order > (waiting.at(-1)?.request.order ?? 0);
	const index = isLast ? -1 : waiting.findIndex(({ request }) => request.order > entry.request.order);
	if (index === -1) waiting.push(entry);
	else waiting.splice(index, 0, entry);
}

function failAll(lane: Lane, error: () => Error, isSpared: (request: QueuedRequest) => boolean = () => false): void {
	for (const entry of lane.waiting.splice(0)) {
		if (isSpared(entry.request)) lane.waiting.push(entry);
		else entry.fail(error());
	}
}
