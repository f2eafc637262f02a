import {
	planPath,
	randomOf,
	readFaults,
	writeFaults,
	type PlannedFault,
} from '../../../bench/soak/faultPlan';
import { CONVERT_PATH } from '../../../bench/soak/soakSetup';

export interface PortfolioFaultPlan {
	devices: number;
	codes: number;
	share: number;
	/** The same seed gives the same faults at the same requests. */
	seed: number;
	/** The time limit of a request; some answers take longer. */
	timeoutMs: number;
}

/** Paths that a migration reads once per device and while it waits. */
const READS_OF_EACH_DEVICE = [
	'/action_attempts/list',
	'/access_codes/unmanaged/list',
	'/access_codes/list',
	'/devices/get',
];

/** Faults for a portfolio migration, at random intervals: for its conversions and for the paths in READS_OF_EACH_DEVICE. */
export function planPortfolioFaults({
	devices,
	codes,
	share,
	seed,
	timeoutMs,
}: PortfolioFaultPlan): PlannedFault[] {
	const random = randomOf(seed);
	return [
		...planPath(CONVERT_PATH, writeFaults(timeoutMs), codes, share, random),
		...READS_OF_EACH_DEVICE.flatMap((path) => planPath(path, readFaults, devices, share, random)),
	];
}
