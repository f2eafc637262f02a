import { channel } from 'node:diagnostics_channel';
import type { SandboxSettings } from '../faults/settings';

/** A request that the service has accepted, and its answer before any fault spoils it. */
export interface Exchange {
	readonly path: string;
	readonly request: Readonly<Record<string, unknown>>;
	readonly answer: Readonly<Record<string, unknown>>;
	readonly settings: SandboxSettings;
}

/** Where tests listen to what every sandbox of the process is asked and answers. */
export const EXCHANGES = 'device-access-sandbox:exchanges';

const exchanges = channel(EXCHANGES);

/** Costs nothing while nobody listens. */
export function publishExchange(exchange: Exchange): void {
	if (exchanges.hasSubscribers) exchanges.publish(exchange);
}
