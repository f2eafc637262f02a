import { readRunSettings } from '../../nodes/DeviceAccess/operation/form/options';
import type { WaitLimits } from '../../nodes/DeviceAccess/waiting/awaitOutcomes';

/** With the pauses of a run without options. */
export const waitUpTo = (timeoutMs: number): WaitLimits =>
	readRunSettings({ waitTimeout: timeoutMs / 1000 }).wait;
