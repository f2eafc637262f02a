import type { AccessCodeLifecycle } from './accessCodeLifecycle';
import type { Clock } from './clock';
import type { Deliverer } from './deliver';
import type { Faults } from './faults';
import type { Later } from './later';
import type { Lifecycle } from './lifecycle';
import type { RateLimits } from './rateLimits';
import type { RequestLog } from './requestLog';
import type { SandboxSettings } from './settings';
import type { State, WorkspaceState } from './state';

/** The parts of a running sandbox, as the handlers see them. */
export interface Service {
	readonly state: State;
	readonly clock: Clock;
	readonly settings: SandboxSettings;
	readonly lifecycle: Lifecycle;
	readonly codes: AccessCodeLifecycle;
	readonly later: Later;
	readonly deliverer: Deliverer;
	readonly rateLimits: RateLimits;
	readonly faults: Faults;
	readonly requests: RequestLog;
	/** Address of the service, known once it listens. */
	origin(): string;
	/** Puts a workspace back to the start of its fixture. */
	restoreWorkspace(workspaceId: string): WorkspaceState;
	/** Puts everything back to the start: all workspaces, webhooks, deliveries, faults, settings and the request log. */
	reset(): void;
}
