/** How a service limits the requests of a device. */
export interface ServiceLimit {
	/** Sliding: so many in any span of that length. Fixed: so many from full window to full window. */
	window: 'sliding' | 'fixed';
	windowMs: number;
	maxRequests: number;
	/** What a refusal says about when to come back, in whole seconds rounded up, as services do. */
	retryAfter: 'seconds' | 'date' | 'none';
	/** How far into a fixed window the run starts, as a share of it. */
	phase: number;
	/** Requests of somebody else, as shares of the limit and of a window before the run. */
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

	/** Counts a request, or says by Retry-After when the service takes the next one. */
	take(device: string, nowMs: number): { isAccepted: true } | { isAccepted: false; retryAfter?: string } {
		const freeAtMs = this.freeAtMs(device, nowMs);
		if (freeAtMs <= nowMs) {
			this.requestsOf(device).push(nowMs);
			this.accepted++;
			return { isAccepted: true };
		}
		this.refused++;
		return { isAccepted: false, retryAfter: this.retryAfter(freeAtMs, nowMs) };
	}

	/** The first moment from `nowMs` on at which the device's next request is taken. */
	freeAtMs(device: string, nowMs: number): number {
		const { window, windowMs, maxRequests, phase } = this.limit;
		const taken = this.requestsOf(device);
		const oldest = taken.at(-maxRequests);
		if (oldest === undefined) return nowMs;
		const originMs = this.startMs - phase * windowMs;
		const endMs = window === 'sliding' ? oldest + windowMs : originMs + (Math.floor((oldest - originMs) / windowMs) + 1) * windowMs;
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
