/** Windows that services count their limits by, milliseconds; facts 8 knows limits per minute. */
const USUAL_WINDOWS_MS = [1_000, 10_000, 60_000];

/** Retry-After tells whole seconds, rounded up. */
const RETRY_AFTER_GRAIN_MS = 1_000;

/** A refusal that comes so little too early is taken for one of the limit that is known. */
const LEAST_HAIR_MS = 50;

/** A timer can ring this much early. */
const TIMER_GRAIN_MS = 2;

/**
 * After so many windows, and requests, within a limit it is tried whether the service takes more: somebody else may have
 * used a part of it when it was learned. Once after the first window, where a second one shows more than the first.
 */
const WINDOWS_BEFORE_TRYING_MORE = 10;
const REQUESTS_BEFORE_TRYING_MORE = 50;
/** A window that Retry-After, in whole seconds, can tell from what somebody else did. */
const LEAST_TELLING_WINDOW_MS = 10_000;

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
		const count = takenInBurst(lane, limit.windowMs, nowMs);
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
		const { burstStartMs } = lane;
		if (burstStartMs !== undefined && retryAfterMs !== 0) {
			if (retryAfterMs !== undefined) {
				this.learn(endpoint, lane, this.explain(endpoint, lane, { burstStartMs, sentAtMs, nowMs, freeAtMs: nowMs + retryAfterMs }));
			} else if (!this.confirm(endpoint, lane, nowMs)) {
				lane.unmeasured = { count: takenInBurst(lane, Infinity, nowMs), burstStartMs };
			}
		}
		lane.burstStartMs = undefined;
	}

	/** A refusal without Retry-After at the count that is known: the window is known, too, and is waited for. */
	private confirm(endpoint: string, lane: Lane, nowMs: number): boolean {
		const believed = this.limitOf(endpoint, lane);
		const taken = believed ? takenWithin(lane, believed.windowMs, nowMs) : 0;
		if (!believed || taken < believed.count) return false;
		lane.notBeforeMs = Math.max(lane.notBeforeMs, leavesNextMs(believed, lane, taken, taken - believed.count));
		this.learn(endpoint, lane, limitOver(believed.windowMs, believed.count, certainWindows(believed.count), nowMs));
		return true;
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
		const oldestIn = (windowMs: number) =>
			lane.takenAtMs.findIndex((atMs) => {
				const lateMs = atMs + windowMs - freeAtMs;
				return lateMs >= -RETRY_AFTER_GRAIN_MS - answerTimeMs && lateMs <= 2 * answerTimeMs;
			});
		// What is believed comes first: with requests all the time a shorter window explains anything.
		const isBelieved = (windowMs: number) => Number(windowMs === believed?.windowMs);
		const usualMs = USUAL_WINDOWS_MS.filter((windowMs) => !(isContradicted && windowMs <= believed.windowMs))
			.filter((windowMs) => windowMs >= freeAtMs - nowMs - RETRY_AFTER_GRAIN_MS - answerTimeMs)
			.sort((a, b) => isBelieved(b) - isBelieved(a))
			.find((windowMs) => oldestIn(windowMs) >= 0);
		const windowMs = usualMs ?? freeAtMs - burstStartMs;
		const count = usualMs === undefined ? takenInBurst(lane, windowMs, nowMs) : lane.takenAtMs.length - oldestIn(usualMs);
		const isFirst = lane.limit === undefined && windowMs >= LEAST_TELLING_WINDOW_MS;
		return limitOver(windowMs, count, usualMs === undefined ? 0 : isFirst ? 1 : certainWindows(count), nowMs);
	}

	/** Without Retry-After the window ended between the last refusal and the first request that was taken after it. */
	private measure(endpoint: string, lane: Lane, nowMs: number): void {
		if (!lane.unmeasured) return;
		const { count, burstStartMs } = lane.unmeasured;
		lane.unmeasured = undefined;
		const longestMs = nowMs - burstStartMs;
		const shortestMs = lane.lastRefusalAtMs - burstStartMs;
		const usualMs = USUAL_WINDOWS_MS.find((windowMs) => windowMs >= shortestMs && windowMs <= longestMs);
		this.learn(endpoint, lane, limitOver(usualMs ?? longestMs, count, usualMs === undefined ? 0 : certainWindows(count), nowMs));
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

function limitOver(windowMs: number, count: number, certainForWindows: number, nowMs: number): LearnedLimit {
	return { count: Math.max(count, 1), windowMs, certainUntilMs: nowMs + certainForWindows * windowMs };
}

const certainWindows = (count: number) => Math.max(WINDOWS_BEFORE_TRYING_MORE, Math.ceil(REQUESTS_BEFORE_TRYING_MORE / Math.max(count, 1)));

function readyWithin(limit: LearnedLimit, lane: Lane, nowMs: number): number {
	const taken = takenWithin(lane, limit.windowMs, nowMs);
	const surplus = taken + lane.inFlight - limit.count;
	if (surplus < 0) return nowMs;
	// Not certain: one request at a time tries whether the service takes more.
	if (nowMs >= limit.certainUntilMs) return lane.inFlight === 0 ? nowMs : Infinity;
	return leavesNextMs(limit, lane, taken, surplus);
}

/** When so many more than there is room for have left the window; Infinity when that hangs on answers under way. */
function leavesNextMs({ windowMs }: LearnedLimit, { takenAtMs }: Lane, taken: number, surplus: number): number {
	const takenMs = takenAtMs[takenAtMs.length - taken + surplus];
	return takenMs === undefined ? Infinity : takenMs + windowMs;
}

/** How many requests were taken within the window and since the service last made the lane wait. */
function takenInBurst(lane: Lane, windowMs: number, nowMs: number): number {
	const burstMs = lane.burstStartMs === undefined ? 0 : nowMs - lane.burstStartMs + 1;
	return takenWithin(lane, Math.min(windowMs, burstMs), nowMs);
}

function takenWithin({ takenAtMs }: Lane, windowMs: number, nowMs: number): number {
	let count = 0;
	while (count < takenAtMs.length && (takenAtMs[takenAtMs.length - 1 - count] ?? 0) > nowMs - windowMs) count++;
	return count;
}
