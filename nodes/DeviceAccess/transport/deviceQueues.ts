import { Fifo } from './fifo';
import { DOCUMENTED_RATE_LIMIT_WINDOWS_MS } from './limits';
import { type EndpointLimit, LEAST_BURST, Throttle } from './throttle';

/** A request on its way through the queue. */
export interface QueuedRequest {
	endpoint: string;
	/** The service limits by device. Empty where it is not known: then all of these count as one. */
	deviceId: string;
	/** False for a request that is repeated anyway: a limit that is known fails it at once. */
	mayWait: boolean;
	/** Goes even when the queue is closed: what was begun before must be brought to an end. */
	uncancellable?: boolean;
	/** Its place among all requests; given by the queue, and kept when it comes again. */
	order?: number;
}

/** A request that waits for its turn. */
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
	/** Those that have to wait for the limit, so that others pass them. */
	waiting: Fifo<Waiting>;
	lastError?: Error;
	/** Until then nothing is sent, and nothing waits. */
	givenUpUntilMs: number;
}

/** One queue for each device and endpoint, made when it is asked for first. */
export class DeviceQueues {
	private readonly queues = new Map<string, DeviceQueue>();

	private readonly limits = new Map<string, EndpointLimit>();

	of({ endpoint, deviceId }: Pick<QueuedRequest, 'endpoint' | 'deviceId'>): DeviceQueue {
		const name = `${endpoint} ${deviceId}`;
		const known = this.queues.get(name);
		if (known) return known;
		const limit = this.limits.get(endpoint) ?? {};
		// Nothing is documented that limits requests which are of no device (facts 8).
		const mayBeLimited = deviceId !== '' || Object.hasOwn(DOCUMENTED_RATE_LIMIT_WINDOWS_MS, endpoint);
		const queue = { throttle: new Throttle(limit, mayBeLimited ? LEAST_BURST : Infinity), waiting: new Fifo<Waiting>(), givenUpUntilMs: 0 };
		this.limits.set(endpoint, limit);
		this.queues.set(name, queue);
		return queue;
	}
}
