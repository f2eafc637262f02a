import type { Here, Service } from '../domain/service';
import type { Faults } from '../faults/faults';
import type { RequestLog } from '../faults/requestLog';
import type { WorkspaceState } from '../state/state';
import type { RateLimits } from './rateLimits';

export interface SandboxService extends Service {
	readonly rateLimits: RateLimits;
	readonly faults: Faults;
	readonly requests: RequestLog;
	/** Address of the service, known once it listens. */
	origin(): string;
	restoreWorkspace(workspaceId: string): WorkspaceState;
	/** Resets everything: all workspaces, webhooks, deliveries, faults, settings and the request log. */
	reset(): Promise<void>;
}

export type SandboxHere = SandboxService & Here;
