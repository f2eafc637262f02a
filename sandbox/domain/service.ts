import type { SandboxSettings } from '../faults/settings';
import type { AccessState } from '../state/accessState';
import type { State, StoredAccessCode, WorkspaceState } from '../state/state';
import type { Clock } from './clock';
import type { Deliverer } from './deliverWebhooks';
import type { Scheduler } from './scheduler';

export type AccessCodeChange =
	'scheduled' | 'set' | 'failed' | 'updated' | 'removed' | 'backupPulled';

export interface Service {
	readonly state: State;
	readonly clock: Clock;
	readonly settings: SandboxSettings;
	readonly scheduler: Scheduler;
	readonly deliverer: Deliverer;
	/** Called after every change of a managed code. `backup` is given only with `backupPulled`. */
	codeChanged(
		here: Here,
		code: StoredAccessCode,
		change: AccessCodeChange,
		backup?: StoredAccessCode,
	): void;
}

/** The service, and the workspace in which something happens. */
export interface Here extends Service {
	readonly workspace: WorkspaceState;
	/** The people, places and grants of the workspace. */
	readonly access: AccessState;
}

/** What `service` is in this workspace. */
export const inWorkspace = <S extends Service>(
	service: S,
	workspace: WorkspaceState,
): S & Here => ({ ...service, workspace, access: workspace.access });
