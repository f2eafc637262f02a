/** Requests of one device that any documented limit takes (facts 8). Where fewer were taken between two refusals, one request goes ahead, or others could pass it again and again. */
export const LEAST_BURST = 10;

/** What the refusals of an endpoint have shown, shared by its devices. */
export interface EndpointLimit {
	/** Requests of one device that were taken between two refusals; undefined before the first one. */
	burst?: number;
}

/**
 * Says when the next request of one device to one endpoint may go, by what the service has refused (HTTP 429). After a
 * refusal the device waits as long as it is told to, then as many go as were taken before the refusal, and one more: where
 * that one is refused, it is what the window costs; where it is taken, ever more follow. Before the first refusal as many
 * go as any limit takes, and one more. Where few were taken or none, as after a wait that was too short, a single request
 * goes ahead.
 * Times are milliseconds since 1970.
 */
export class Throttle {
	private inFlight = 0;

	/** Since the last refusal. */
	private taken = 0;

	/** One request alone, until it is answered. */
	private goesAhead = false;

	private notBeforeMs = 0;

	private refusedAtMs = -Infinity;

	constructor(
		private readonly limit: EndpointLimit,
		/** Stands for the burst until there was a refusal; Infinity: nothing waits before. */
		private readonly firstBurst: number,
	) {}

	/** Earliest time for the next request; Infinity while the answers under way decide. */
	readyAtMs(nowMs: number): number {
		if (nowMs < this.notBeforeMs) return this.notBeforeMs;
		return this.inFlight === 0 || this.inFlight <= this.mayAccompany() ? nowMs : Infinity;
	}

	/** How many others may be under way beside the next one: up to the burst as many as are missing, past it as many as were taken past it. */
	private mayAccompany(): number {
		if (this.goesAhead) return 0;
		const missing = (this.limit.burst ?? this.firstBurst) - this.taken;
		return missing >= 0 ? missing : Math.min(-missing, LEAST_BURST);
	}

	sent(): void {
		this.inFlight++;
	}

	/** Any answer but a refusal, and none at all: the service may have counted the request. */
	answered(sentAtMs: number): void {
		this.inFlight--;
		if (sentAtMs < this.refusedAtMs) {
			if (this.limit.burst !== undefined) this.limit.burst++;
		} else {
			this.taken++;
			this.goesAhead = false;
		}
	}

	/** The device waits for `delayMs`. A request that was sent before the last refusal shows nothing new. */
	refused(sentAtMs: number, nowMs: number, delayMs: number): void {
		this.inFlight--;
		// The service said so between the two, and the next request takes its time to get there as well.
		this.notBeforeMs = Math.max(this.notBeforeMs, (sentAtMs + nowMs) / 2 + delayMs);
		if (sentAtMs < this.refusedAtMs) return;
		if (this.taken > 0) this.limit.burst = this.taken;
		this.goesAhead = this.taken < LEAST_BURST;
		this.refusedAtMs = nowMs;
		this.taken = 0;
	}

	/** A request that was sent for this device turned out to be about another one. */
	moveTo(other: Throttle): void {
		this.inFlight--;
		other.inFlight++;
	}
}
