import type { SandboxSettings } from '../faults/settings';
import type { State, StoredAccessCode, WorkspaceState } from '../state/state';
import type { Clock } from './clock';
import type { Deliverer } from './deliverWebhooks';
import type { Scheduler } from './scheduler';

/** What can become of a managed code, for those who follow it. */
export type AccessCodeChange = 'scheduled' | 'set' | 'failed' | 'updated' | 'removed' | 'backupPulled';

/** What the imitated service needs to act. */
export interface Service {
	readonly state: State;
	readonly clock: Clock;
	readonly settings: SandboxSettings;
	readonly scheduler: Scheduler;
	readonly deliverer: Deliverer;
	/** Told of every change of a managed code, after the code has changed; `backup` with `backupPulled` only. */
	codeChanged(workspace: WorkspaceState, code: StoredAccessCode, change: AccessCodeChange, backup?: StoredAccessCode): void;
}
