import { channel } from 'node:diagnostics_channel';
import type { SandboxSettings } from '../faults/settings';

/** A request that keeps to the parameters of its path, or what the service answers to one, before any fault spoils it. */
export type Exchange =
	| { readonly path: string; readonly request: Record<string, unknown> }
	| { readonly path: string; readonly answer: Record<string, unknown>; readonly settings: SandboxSettings };

/** Where tests listen to what every sandbox of the process is asked and answers. */
export const EXCHANGES = 'device-access-sandbox:exchanges';

const exchanges = channel(EXCHANGES);

/** Costs nothing while nobody listens. */
export function publishExchange(exchange: Exchange): void {
	if (exchanges.hasSubscribers) exchanges.publish(exchange);
}
