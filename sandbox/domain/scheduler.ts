import type { CancelSchedule, Clock } from './clock';
import type { Deliverer } from './deliverWebhooks';
import type { State, WorkspaceState } from '../state/state';

/** Work that waits for the sandbox's clock. It is forgotten when its workspace is put back to the start. */
export class Later {
	private readonly waiting = new Map<string, CancelSchedule>();

	constructor(private readonly service: { state: State; clock: Clock; deliverer: Deliverer }) {}

	/** Runs `run` after `delayMs`. What waits under the same key is dropped. */
	after(workspace: WorkspaceState, key: string, delayMs: number, run: () => void): void {
		const { state, clock, deliverer } = this.service;
		this.cancel(key);
		const cancel = clock.schedule(clock.now() + delayMs, () => {
			this.waiting.delete(key);
			if (state.workspaces.get(workspace.record.workspace_id) !== workspace) return undefined;
			run();
			return deliverer.settle();
		});
		this.waiting.set(key, cancel);
	}

	cancel(key: string): void {
		this.waiting.get(key)?.();
		this.waiting.delete(key);
	}

	cancelAll(): void {
		for (const cancel of this.waiting.values()) cancel();
		this.waiting.clear();
	}
}
