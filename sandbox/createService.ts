import { syncGrantCodes } from './domain/access/syncGrantCodes';
import { type Clock, SystemClock } from './domain/clock';
import { Deliverer } from './domain/deliverWebhooks';
import { Scheduler } from './domain/scheduler';
import { Faults } from './faults/faults';
import { RequestLog } from './faults/requestLog';
import { createSettings, type SandboxSettings } from './faults/settings';
import { createFixture, type FixtureName } from './fixtures/createFixture';
import { RateLimits } from './http/rateLimits';
import type { SandboxService } from './http/sandboxService';
import { State, type WorkspaceState } from './state/state';

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
	/** Hotel only: a thermostat in Room 101, and one in the suite. */
	thermostats?: boolean;
	clock?: Clock;
	settings?: Partial<SandboxSettings>;
}

/** What a sandbox consists of behind its routes. It listens nowhere. */
export function createService(
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
		codeChanged: syncGrantCodes,
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

export function workspaceNamed(state: State, workspaceId: string): WorkspaceState {
	const workspace = state.workspaces.get(workspaceId);
	if (!workspace) throw new Error(`The sandbox has no workspace ${workspaceId}`);
	return workspace;
}
