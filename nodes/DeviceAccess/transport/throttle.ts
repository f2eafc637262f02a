/**
 * Requests of one device that every documented limit allows. If fewer were allowed between two
 * refusals, one request goes ahead alone; otherwise others could overtake it forever.
 */
export const LEAST_BURST = 10;

/** What the refusals of an endpoint showed, shared by its devices. */
export interface EndpointLimit {
	/**
	 * Requests of one device that were allowed between two refusals; undefined before the first
	 * refusal.
	 */
	burst?: number;
}

/**
 * Learns from refusals (HTTP 429) when the next request of a device to an endpoint may be sent.
 * After a refusal, the device waits for the delay, then sends as many requests as were allowed
 * before, plus one. If that one is refused, the window allows no more; if not, more and more
 * follow. Before the first refusal, it sends as many as every documented limit allows, plus one. If
 * few or none were allowed, for example after too short a wait, a single request goes ahead. Times
 * are milliseconds since 1970.
 */
export class Throttle {
	private inFlight = 0;

	/** Requests that were allowed since the last refusal. */
	private taken = 0;

	/** True while a single request goes ahead of the others, until it is answered. */
	private goesAhead = false;

	private notBeforeMs = 0;

	private refusedAtMs = -Infinity;

	constructor(
		private readonly limit: EndpointLimit,
		/** The burst before the first refusal. Infinity: nothing waits. */
		private readonly firstBurst: number,
	) {}

	/** Earliest time for the next request. Infinity while it depends on answers in flight. */
	readyAtMs(nowMs: number): number {
		if (nowMs < this.notBeforeMs) return this.notBeforeMs;
		return this.inFlight === 0 || this.inFlight <= this.mayAccompany() ? nowMs : Infinity;
	}

	/**
	 * How many other requests may be in flight with the next one. Within the burst: as many as it has
	 * left. Beyond it: as many as were allowed beyond it, up to LEAST_BURST. None while a single
	 * request goes ahead.
	 */
	private mayAccompany(): number {
		if (this.goesAhead) return 0;
		const missing = (this.limit.burst ?? this.firstBurst) - this.taken;
		return missing >= 0 ? missing : Math.min(-missing, LEAST_BURST);
	}

	sent(): void {
		this.inFlight++;
	}

	/**
	 * Notes any answer that is not a refusal. A missing answer counts too, because the service may
	 * have counted the request.
	 */
	answered(sentAtMs: number): void {
		this.inFlight--;
		if (sentAtMs < this.refusedAtMs) {
			this.limit.burst = (this.limit.burst ?? 0) + 1;
		} else {
			this.taken++;
			this.goesAhead = false;
		}
	}

	/** The device waits for `delayMs`. A request sent before the last refusal shows nothing new. */
	refused(sentAtMs: number, nowMs: number, delayMs: number): void {
		this.inFlight--;
		// The service counted the request somewhere between the two times, and the next one also takes
		// time to arrive.
		this.notBeforeMs = Math.max(this.notBeforeMs, (sentAtMs + nowMs) / 2 + delayMs);
		if (sentAtMs < this.refusedAtMs) return;
		if (this.taken > 0) this.limit.burst = this.taken;
		this.goesAhead = this.taken < LEAST_BURST;
		this.refusedAtMs = nowMs;
		this.taken = 0;
	}

	/** Moves a request that turned out to be for another device. */
	moveTo(other: Throttle): void {
		this.inFlight--;
		other.inFlight++;
	}
}
