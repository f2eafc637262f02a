import { Fifo } from './fifo';
import { DOCUMENTED_RATE_LIMIT_WINDOWS_MS } from './limits';
import { type EndpointLimit, LEAST_BURST, Throttle } from './throttle';

/** A request on its way through the queue. */
export interface QueuedRequest {
	endpoint: string;
	/**
	 * The service limits requests by device. Empty if unknown; all such requests then count as one
	 * device.
	 */
	deviceId: string;
	/** False for a request that is repeated anyway: it fails immediately under a known limit. */
	mayWait: boolean;
	/** Sent even when the queue is closed, to finish what was started. */
	uncancellable?: boolean;
	/** Its place among all requests. The queue assigns it, and a retry keeps it. */
	order?: number;
}

/** A waiting request. */
export interface Waiting {
	order: number;
	request: QueuedRequest;
	device: DeviceQueue;
	go: () => void;
	fail: (error: Error) => void;
}

/** The requests of one device to one endpoint. */
export interface DeviceQueue {
	throttle: Throttle;
	/** Requests that wait for the limit while others pass. */
	waiting: Fifo<Waiting>;
	lastError?: Error;
	/** Until then, requests fail immediately. */
	givenUpUntilMs: number;
}

/** One queue for each device and endpoint, made on first use. */
export class DeviceQueues {
	private readonly queues = new Map<string, DeviceQueue>();

	private readonly limits = new Map<string, EndpointLimit>();

	of({ endpoint, deviceId }: Pick<QueuedRequest, 'endpoint' | 'deviceId'>): DeviceQueue {
		const name = `${endpoint} ${deviceId}`;
		const known = this.queues.get(name);
		if (known) return known;
		const limit = this.limits.get(endpoint) ?? {};
		// No limit is documented for requests without a device (docs/service.md#limits-2).
		const mayBeLimited =
			deviceId !== '' || Object.hasOwn(DOCUMENTED_RATE_LIMIT_WINDOWS_MS, endpoint);
		const queue = {
			throttle: new Throttle(limit, mayBeLimited ? LEAST_BURST : Infinity),
			waiting: new Fifo<Waiting>(),
			givenUpUntilMs: 0,
		};
		this.limits.set(endpoint, limit);
		this.queues.set(name, queue);
		return queue;
	}
}
