import { createService, type SandboxOptions, workspaceNamed } from './createService';
import type { Clock } from './domain/clock';
import type { DeliveryAttempt } from './domain/deliverWebhooks';
import { publishEvent, type EventDraft } from './domain/publishEvent';
import { inWorkspace } from './domain/service';
import type { Faults } from './faults/faults';
import type { RequestLog } from './faults/requestLog';
import type { SandboxSettings } from './faults/settings';
import { apiKeys, PERSONAL_ACCESS_TOKEN, workspaceIds } from './fixtures/workspaces';
import { createServer } from './http/server';
import type { Event } from './schemas/event';
import type { State } from './state/state';

export type { SandboxSettings } from './faults/settings';
export type { SandboxOptions } from './createService';

export interface Sandbox {
	/** `http://127.0.0.1:PORT`, without a slash at the end. */
	readonly url: string;
	/** Key of the fixture's main workspace. */
	readonly apiKey: string;
	/** Keys of the main workspace and of the other one, which is not a sandbox workspace. */
	readonly apiKeys: { readonly main: string; readonly other: string };
	/** Opens both workspaces; a request names one in the header `seam-workspace`. */
	readonly personalAccessToken: string;
	readonly state: State;
	readonly clock: Clock;
	readonly faults: Faults;
	/** Can be changed at any time. */
	readonly settings: SandboxSettings;
	readonly requests: RequestLog;
	/** Every delivery attempt to a webhook, in the order in which they ended. */
	readonly deliveries: readonly DeliveryAttempt[];
	/** Creates, lists and delivers an event, in the main workspace unless it names another. */
	emitEvent(event: EventDraft): Event;
	/** Everything is as at the start, including settings and time. Webhooks are forgotten. */
	reset(): Promise<void>;
	/** Resolves when no delivery is in flight. Does not wait for scheduled retries. */
	settleDeliveries(): Promise<void>;
	stop(): Promise<void>;
}

/** Starts a sandbox in this process. Rejects if the port is in use. */
export async function createSandbox(options: SandboxOptions = {}): Promise<Sandbox> {
	const fixture = options.fixture ?? 'hotel';
	const { service, listenOn } = createService(fixture, options);
	const server = createServer(service);
	const url = await server.listen({ host: '127.0.0.1', port: options.port ?? 0 });
	listenOn(url);
	return {
		url,
		apiKey: apiKeys[fixture],
		apiKeys: { main: apiKeys[fixture], other: apiKeys.other },
		personalAccessToken: PERSONAL_ACCESS_TOKEN,
		state: service.state,
		clock: service.clock,
		faults: service.faults,
		settings: service.settings,
		requests: service.requests,
		deliveries: service.deliverer.attempts,
		emitEvent: (event) =>
			publishEvent(
				inWorkspace(
					service,
					workspaceNamed(service.state, event.workspace_id ?? workspaceIds.main),
				),
				event,
			),
		reset: async () => await service.reset(),
		settleDeliveries: async () => await service.deliverer.settle(),
		async stop() {
			service.scheduler.cancelAll();
			await service.deliverer.stop();
			await server.close();
		},
	};
}
