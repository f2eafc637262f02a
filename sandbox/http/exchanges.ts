import { channel } from 'node:diagnostics_channel';
import type { SandboxSettings } from '../faults/settings';

/** A request that the service accepted, and its answer before any fault. */
export interface Exchange {
	readonly path: string;
	readonly request: Readonly<Record<string, unknown>>;
	readonly answer: Readonly<Record<string, unknown>>;
	readonly settings: SandboxSettings;
}

/** Lets tests listen to the requests and answers of all sandboxes in the process. */
export const EXCHANGES = 'device-access-sandbox:exchanges';

const exchanges = channel(EXCHANGES);

export function publishExchange(exchange: Exchange): void {
	if (exchanges.hasSubscribers) exchanges.publish(exchange);
}
