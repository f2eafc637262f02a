import type { Service } from '../domain/service';
import type { Faults } from '../faults/faults';
import type { RequestLog } from '../faults/requestLog';
import type { WorkspaceState } from '../state/state';
import type { RateLimits } from './rateLimits';

/** The imitated service with what stands before it: faults, limits and the log of requests. */
export interface SandboxService extends Service {
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
