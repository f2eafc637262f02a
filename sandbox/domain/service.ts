import type { AccessCodeLifecycle } from './accessCodes/lifecycle';
import type { Clock } from './clock';
import type { Deliverer } from './deliverWebhooks';
import type { Faults } from '../faults/faults';
import type { Later } from './scheduler';
import type { Lifecycle } from './lifecycle';
import type { RateLimits } from '../http/rateLimits';
import type { RequestLog } from '../faults/requestLog';
import type { SandboxSettings } from '../faults/settings';
import type { State, WorkspaceState } from '../state/state';

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
