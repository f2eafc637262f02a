/** Windows that services count their limits by, milliseconds; facts 8 knows limits per minute. */
const USUAL_WINDOWS_MS = [1_000, 10_000, 60_000];

/** Retry-After tells whole seconds, rounded up. */
const RETRY_AFTER_GRAIN_MS = 1_000;

/** A refusal that comes so little too early is taken for one of the limit that is known. */
const LEAST_HAIR_MS = 50;

/** A timer can ring this much early. */
const TIMER_GRAIN_MS = 2;

/** After so many windows within a limit it is tried whether it has grown: an earlier run may have used it up before. */
const WINDOWS_BEFORE_TRYING_MORE = 10;

/** Requests of a lane whose times are kept; no window of a limit holds more. */
const MAX_REMEMBERED = 5_000;

/** How many requests the service takes within a window, as far as its refusals have shown it. */
interface LearnedLimit {
	count: number;
	windowMs: number;
	/** Until then the limit is kept without a try beyond it. */
	certainUntilMs: number;
}

/** Requests that share a limit: those of one device to one endpoint. */
interface Lane {
	inFlight: number;
	/** When requests were taken, oldest first, see `takenAt`. */
	takenAtMs: number[];
	notBeforeMs: number;
	lastRefusalAtMs: number;
	/** Refused, and nothing taken since: then one request at a time tries. */
	isRefused: boolean;
	/** When the first request after the last refusal was sent. */
	burstStartMs?: number;
	limit?: LearnedLimit;
	/** Refused without Retry-After: how long the window is shows when something is taken again. */
	unmeasured?: { count: number; burstStartMs: number };
}

/** When a request was sent and answered, milliseconds since 1970. */
export interface Answered {
	sentAtMs: number;
	nowMs: number;
}

/**
 * Learns from refusals (HTTP 429) how many requests the service takes in which time, and says when the next request of
 * a lane may go, so that hardly any is refused. What one lane of an endpoint shows is a guess for its others. Pure:
 * time is passed in, milliseconds since 1970.
 */
export class RateLimitPacer {
	private readonly lanes = new Map<string, Lane>();

	private readonly guesses = new Map<string, LearnedLimit>();

	private shortestAnswerMs = Infinity;

	/** Earliest time for the next request; Infinity while an answer that is under way decides. */
	readyAtMs(endpoint: string, key: string, nowMs: number): number {
		const lane = this.lanes.get(laneName(endpoint, key));
		if (!lane) return nowMs;
		if (lane.notBeforeMs > nowMs) return lane.notBeforeMs;
		if (lane.isRefused) return lane.inFlight === 0 ? nowMs : Infinity;
		const limit = this.limitOf(endpoint, lane);
		return limit ? readyWithin(limit, lane, nowMs) : nowMs;
	}

	sent(endpoint: string, key: string): void {
		this.lane(endpoint, key).inFlight++;
	}

	/** Any answer but a refusal for the limit, and none at all: the service may have counted the request. */
	taken(endpoint: string, key: string, { sentAtMs, nowMs }: Answered): void {
		const lane = this.lane(endpoint, key);
		lane.inFlight--;
		lane.takenAtMs.push(this.takenAt({ sentAtMs, nowMs }));
		if (lane.takenAtMs.length > 2 * MAX_REMEMBERED) lane.takenAtMs.splice(0, MAX_REMEMBERED);
		if (sentAtMs >= lane.lastRefusalAtMs) {
			lane.burstStartMs ??= sentAtMs;
			lane.isRefused = false;
			this.measure(endpoint, lane, nowMs);
		}
		const limit = this.limitOf(endpoint, lane);
		if (!limit) return;
		const count = takenWithin(lane, limit.windowMs, nowMs);
		if (count > limit.count) this.learn(endpoint, lane, { ...limit, count });
	}

	/** The lane waits `delayMs`; `retryAfterMs` is what the service itself asked for, where it did. */
	refused(endpoint: string, key: string, { sentAtMs, nowMs }: Answered, delayMs: number, retryAfterMs?: number): void {
		const lane = this.lane(endpoint, key);
		lane.inFlight--;
		lane.notBeforeMs = Math.max(lane.notBeforeMs, nowMs + delayMs);
		lane.isRefused = true;
		// The rest of the same burst was on its way before the limit was known, and tells nothing new.
		if (sentAtMs < lane.lastRefusalAtMs) return;
		lane.lastRefusalAtMs = nowMs;
		const burstStartMs = lane.burstStartMs;
		lane.burstStartMs = undefined;
		if (burstStartMs === undefined || retryAfterMs === 0) return;
		if (retryAfterMs === undefined) {
			lane.unmeasured = { count: lane.takenAtMs.filter((atMs) => atMs >= burstStartMs).length, burstStartMs };
			return;
		}
		this.learn(endpoint, lane, this.explain(endpoint, lane, { burstStartMs, sentAtMs, nowMs, freeAtMs: nowMs + retryAfterMs }));
	}

	/** A refusal has taught that a request under way belongs to another lane. */
	moved(endpoint: string, fromKey: string, toKey: string): void {
		this.lane(endpoint, fromKey).inFlight--;
		this.sent(endpoint, toKey);
	}

	/**
	 * The service counted the request somewhere between its sending and its answer, and the next one takes its time to
	 * get there, too: half the shortest answer time is left out of the wait for that.
	 */
	private takenAt({ sentAtMs, nowMs }: Answered): number {
		this.shortestAnswerMs = Math.min(this.shortestAnswerMs, nowMs - sentAtMs);
		return nowMs - Math.max(this.shortestAnswerMs / 2 - TIMER_GRAIN_MS, 0);
	}

	/** The window that explains when the service takes requests again: its oldest request leaves it then. */
	private explain(
		endpoint: string,
		lane: Lane,
		{ burstStartMs, sentAtMs, nowMs, freeAtMs }: Answered & { burstStartMs: number; freeAtMs: number },
	): LearnedLimit {
		const answerTimeMs = nowMs - sentAtMs;
		const believed = this.limitOf(endpoint, lane);
		// Too early by a hair: that shows nothing but that the way there was quicker than before.
		const hairMs = Math.max(answerTimeMs, LEAST_HAIR_MS);
		if (believed && takenWithin(lane, believed.windowMs, nowMs) < believed.count && takenWithin(lane, believed.windowMs + hairMs, nowMs) >= believed.count) {
			this.shortestAnswerMs = 0;
			return believed;
		}
		// Refused although it kept to what was believed: the window is longer than that.
		const isContradicted = believed !== undefined && takenWithin(lane, believed.windowMs, nowMs) < believed.count;
		const usualMs = USUAL_WINDOWS_MS.filter(
			(windowMs) => windowMs >= freeAtMs - nowMs && !(isContradicted && windowMs <= believed.windowMs),
		).find((windowMs) =>
			lane.takenAtMs.some((atMs) => {
				const lateMs = atMs + windowMs - freeAtMs;
				return lateMs >= -RETRY_AFTER_GRAIN_MS - answerTimeMs && lateMs <= 2 * answerTimeMs;
			}),
		);
		const windowMs = usualMs ?? freeAtMs - burstStartMs;
		return limitOver(windowMs, takenWithin(lane, windowMs, nowMs), usualMs !== undefined, nowMs);
	}

	/** Without Retry-After the window ended between the last refusal and the first request that was taken after it. */
	private measure(endpoint: string, lane: Lane, nowMs: number): void {
		if (!lane.unmeasured) return;
		const { count, burstStartMs } = lane.unmeasured;
		lane.unmeasured = undefined;
		const longestMs = nowMs - burstStartMs;
		const shortestMs = lane.lastRefusalAtMs - burstStartMs;
		const usualMs = USUAL_WINDOWS_MS.find((windowMs) => windowMs >= shortestMs && windowMs <= longestMs);
		this.learn(endpoint, lane, limitOver(usualMs ?? longestMs, count, usualMs !== undefined, nowMs));
	}

	private limitOf(endpoint: string, lane: Lane): LearnedLimit | undefined {
		return lane.limit ?? this.guesses.get(endpoint);
	}

	private learn(endpoint: string, lane: Lane, limit: LearnedLimit): void {
		lane.limit = limit;
		this.guesses.set(endpoint, limit);
	}

	private lane(endpoint: string, key: string): Lane {
		const name = laneName(endpoint, key);
		const known = this.lanes.get(name);
		if (known) return known;
		const lane: Lane = { inFlight: 0, takenAtMs: [], notBeforeMs: 0, lastRefusalAtMs: -Infinity, isRefused: false };
		this.lanes.set(name, lane);
		return lane;
	}
}

const laneName = (endpoint: string, key: string) => `${endpoint} ${key}`;

function limitOver(windowMs: number, count: number, isCertain: boolean, nowMs: number): LearnedLimit {
	return {
		count: Math.max(count, 1),
		windowMs,
		certainUntilMs: isCertain ? nowMs + WINDOWS_BEFORE_TRYING_MORE * windowMs : nowMs,
	};
}

function readyWithin(limit: LearnedLimit, lane: Lane, nowMs: number): number {
	const taken = takenWithin(lane, limit.windowMs, nowMs);
	const surplus = taken + lane.inFlight - limit.count;
	if (surplus < 0) return nowMs;
	// Not certain: one request at a time tries whether the service takes more.
	if (nowMs >= limit.certainUntilMs) return lane.inFlight === 0 ? nowMs : Infinity;
	const leavesNextMs = lane.takenAtMs[lane.takenAtMs.length - taken + surplus];
	return leavesNextMs === undefined ? Infinity : leavesNextMs + limit.windowMs;
}

function takenWithin({ takenAtMs }: Lane, windowMs: number, nowMs: number): number {
	let count = 0;
	while (count < takenAtMs.length && (takenAtMs[takenAtMs.length - 1 - count] ?? 0) > nowMs - windowMs) count++;
	return count;
}
