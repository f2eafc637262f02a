import { syncGrantCodes } from './domain/access/syncGrantCodes';
import { SystemClock, type Clock } from './domain/clock';
import { Deliverer, type DeliveryAttempt } from './domain/deliverWebhooks';
import { publishEvent, type EventDraft } from './domain/publishEvent';
import { Scheduler } from './domain/scheduler';
import { Faults } from './faults/faults';
import { RequestLog } from './faults/requestLog';
import { createSettings, type SandboxSettings } from './faults/settings';
import { createFixture, type FixtureName } from './fixtures/createFixture';
import { apiKeys, PERSONAL_ACCESS_TOKEN, workspaceIds } from './fixtures/workspaces';
import { RateLimits } from './http/rateLimits';
import type { SandboxService } from './http/sandboxService';
import { createServer } from './http/server';
import type { Event } from './schemas/event';
import { State, type WorkspaceState } from './state/state';

export type { SandboxSettings } from './faults/settings';

export interface SandboxOptions {
	/** 0, the default, uses any free port. The host is always 127.0.0.1. */
	port?: number;
	fixture?: FixtureName;
	/** Portfolio only. */
	devices?: number;
	/** Portfolio only. */
	codesPerDevice?: number;
	/** Portfolio only: more lock makers, and all kinds of codes. */
	mixed?: boolean;
	clock?: Clock;
	settings?: Partial<SandboxSettings>;
}

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
				service,
				workspaceNamed(service.state, event.workspace_id ?? workspaceIds.main),
				event,
			),
		settleDeliveries: async () => await service.deliverer.settle(),
		async stop() {
			service.scheduler.cancelAll();
			await service.deliverer.stop();
			await server.close();
		},
	};
}

function createService(
	fixture: FixtureName,
	options: SandboxOptions,
): { service: SandboxService; listenOn: (url: string) => void } {
	const initialSettings = () => createSettings(options.settings);
	const seeds = () => createFixture(fixture, options);
	let url = '';
	const clock = options.clock ?? new SystemClock();
	const state = new State(() => clock.now());
	const settings = initialSettings();
	const isCurrent = (workspace: WorkspaceState) =>
		state.workspaces.get(workspace.record.workspace_id) === workspace;
	const scheduler = new Scheduler(clock, settings, isCurrent, () => deliverer.settle());
	const isRegistered = (webhookId: string) =>
		[...state.workspaces.values()].some(({ webhooks }) => webhooks.has(webhookId));
	const deliverer: Deliverer = new Deliverer(clock, scheduler, settings, isRegistered);
	const rateLimits = new RateLimits(clock, settings);
	const service: SandboxService = {
		state,
		clock,
		settings,
		scheduler,
		deliverer,
		codeChanged: (...change) => syncGrantCodes(service, ...change),
		rateLimits,
		faults: new Faults(),
		requests: new RequestLog(),
		origin: () => url,
		restoreWorkspace(workspaceId) {
			for (const seed of seeds()) if (seed.workspace.workspace_id === workspaceId) state.load(seed);
			return workspaceNamed(state, workspaceId);
		},
		async reset() {
			scheduler.cancelAll();
			await clock.returnToRealTime();
			deliverer.clear();
			rateLimits.clear();
			service.faults.clear();
			service.requests.clear();
			settings.deliveryRetryDelaysMs = undefined;
			settings.maxPageSize = undefined;
			Object.assign(settings, initialSettings());
			for (const id of [...state.workspaces.keys()]) state.removeWorkspace(id);
			for (const seed of seeds()) state.load(seed);
		},
	};
	for (const seed of seeds()) state.load(seed);
	return { service, listenOn: (listeningUrl) => (url = listeningUrl) };
}

function workspaceNamed(state: State, workspaceId: string): WorkspaceState {
	const workspace = state.workspaces.get(workspaceId);
	if (!workspace) throw new Error(`The sandbox has no workspace ${workspaceId}`);
	return workspace;
}
