import { createSandbox, type Sandbox, type SandboxOptions } from '../../sandbox/createSandbox';
import { ManualClock } from '../support/clock/manualClock';
import { accessCalls } from './accessCalls';

/** Start time of each sandbox's manual clock. */
export const NOW = '2026-03-01T12:00:00.000Z';

// Importers see the values of the running test.
export let clock: ManualClock;
export let sandbox: Sandbox;
export let calls: ReturnType<typeof accessCalls>;

/** Starts a sandbox for each test of a file, and stops it afterwards. */
export function useFreshSandbox(options?: SandboxOptions): void {
	beforeEach(async () => await startSandbox(options));
	afterEach(async () => await sandbox.stop());
}

/** Replaces the running sandbox with another one. */
export async function replaceSandbox(options: SandboxOptions): Promise<void> {
	await sandbox.stop();
	await startSandbox(options);
}

async function startSandbox(options?: SandboxOptions): Promise<void> {
	clock = new ManualClock(Date.parse(NOW));
	sandbox = await createSandbox({ clock, ...options });
	calls = accessCalls(sandbox);
}
