export interface ServiceLimit {
	/** Sliding: counts the requests in any span of that length. Fixed: counts from one full window to the next. */
	window: 'sliding' | 'fixed';
	windowMs: number;
	maxRequests: number;
	/** How a refusal says when to retry, in whole seconds rounded up, as services do. */
	retryAfter: 'seconds' | 'date' | 'none';
	/** The position in a fixed window at which the run starts, as a share of the window. */
	phase: number;
	/** Requests of another client before the run: a share of the limit, and the time before the run as a share of a window. */
	usedBefore: { share: number; ago: number };
}

/** Counts requests per device as a service with such a limit does. Time is in milliseconds since 1970. */
export class LimitedService {
	accepted = 0;

	refused = 0;

	private readonly acceptedAtMs = new Map<string, number[]>();

	constructor(
		private readonly limit: ServiceLimit,
		private readonly startMs: number,
	) {}

	take(
		device: string,
		nowMs: number,
	): { isAccepted: true } | { isAccepted: false; retryAfter?: string } {
		const freeAtMs = this.freeAtMs(device, nowMs);
		if (freeAtMs <= nowMs) {
			this.requestsOf(device).push(nowMs);
			this.accepted++;
			return { isAccepted: true };
		}
		this.refused++;
		return { isAccepted: false, retryAfter: this.retryAfter(freeAtMs, nowMs) };
	}

	private freeAtMs(device: string, nowMs: number): number {
		const { window, windowMs, maxRequests, phase } = this.limit;
		const taken = this.requestsOf(device);
		const oldest = taken.at(-maxRequests);
		if (oldest === undefined) return nowMs;
		const originMs = this.startMs - phase * windowMs;
		const endMs =
			window === 'sliding'
				? oldest + windowMs
				: originMs + (Math.floor((oldest - originMs) / windowMs) + 1) * windowMs;
		return Math.max(nowMs, endMs);
	}

	private requestsOf(device: string): number[] {
		const known = this.acceptedAtMs.get(device);
		if (known) return known;
		const { maxRequests, windowMs, usedBefore } = this.limit;
		const atMs = this.startMs - Math.ceil(usedBefore.ago * windowMs);
		const requests = new Array<number>(Math.floor(usedBefore.share * maxRequests)).fill(atMs);
		this.acceptedAtMs.set(device, requests);
		return requests;
	}

	private retryAfter(freeAtMs: number, nowMs: number): string | undefined {
		if (this.limit.retryAfter === 'none') return undefined;
		if (this.limit.retryAfter === 'seconds') return String(Math.ceil((freeAtMs - nowMs) / 1000));
		return new Date(Math.ceil(freeAtMs / 1000) * 1000).toUTCString();
	}
}
