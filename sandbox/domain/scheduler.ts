import type { WorkspaceState } from '../state/state';
import type { SandboxSettings } from '../faults/settings';
import type { CancelSchedule, Clock, ScheduledRun } from './clock';

export class Scheduler {
	private readonly waiting = new Map<string, CancelSchedule>();

	constructor(
		private readonly clock: Clock,
		private readonly settings: Pick<SandboxSettings, 'attemptDurationMs'>,
		/** False for a workspace that has been reset. Its scheduled work is dropped. */
		private readonly isCurrent: (workspace: WorkspaceState) => boolean,
		/** Awaited after each run, so that a manual clock continues only when all deliveries are done. */
		private readonly settle: () => Promise<void>,
	) {}

	/** Runs `run` for the workspace after `delayMs`. Replaces anything already waiting under the same key. */
	after(
		where: { readonly workspace: WorkspaceState },
		key: string,
		delayMs: number,
		run: () => void,
	): void {
		this.afterAlways(key, delayMs, () => {
			if (!this.isCurrent(where.workspace)) return undefined;
			run();
			return this.settle();
		});
	}

	/** Like `after`, with the duration of an action as the delay. */
	afterAction(where: { readonly workspace: WorkspaceState }, key: string, run: () => void): void {
		this.after(where, key, this.settings.attemptDurationMs, run);
	}

	/** Like `after`, but survives a reset of the workspace. */
	afterAlways(key: string, delayMs: number, run: ScheduledRun): void {
		this.cancel(key);
		const cancel = this.clock.schedule(this.clock.now() + delayMs, () => {
			this.waiting.delete(key);
			return run();
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
