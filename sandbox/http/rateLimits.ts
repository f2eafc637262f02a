import type { Clock } from '../domain/clock';
import { ServiceError } from '../domain/serviceError';
import type { RateLimitSettings, SandboxSettings } from '../faults/settings';

/** Counts requests per path and device in a sliding window on the sandbox's clock. */
export class RateLimits {
	private readonly acceptedAtMs = new Map<string, number[]>();

	constructor(
		private readonly clock: Clock,
		private readonly settings: SandboxSettings,
	) {}

	/**
	 * Counts a request, or throws 429 `too_many_requests` when the device's limit for the path is
	 * used up (docs/service.md#limits-1).
	 */
	spend(path: string, deviceId: string): void {
		const limit = this.settings.rateLimits.byPath[path];
		if (!limit) return;
		const nowMs = this.clock.now();
		const key = `${path} ${deviceId}`;
		const recent = (this.acceptedAtMs.get(key) ?? []).filter(
			(atMs) => atMs > nowMs - limit.windowMs,
		);
		this.acceptedAtMs.set(key, recent);
		if (recent.length >= limit.maxRequests) {
			throw tooManyRequests(
				(recent[0] ?? nowMs) + limit.windowMs - nowMs,
				this.settings.rateLimits,
			);
		}
		recent.push(nowMs);
	}

	clear(): void {
		this.acceptedAtMs.clear();
	}
}

function tooManyRequests(waitMs: number, { retryAfter }: RateLimitSettings): ServiceError {
	const headers: Record<string, string> = {};
	if (retryAfter === 'seconds') headers['retry-after'] = String(Math.ceil(waitMs / 1000));
	return new ServiceError(
		429,
		'too_many_requests',
		'Too many requests for this device. Try again later.',
		{ headers },
	);
}
