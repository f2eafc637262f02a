import { portfolio } from '../../sandbox/fixtures/portfolio';

export const CONVERT_PATH = '/access_codes/unmanaged/convert_to_managed';
export const LOOK_UP_PATHS = [
	'/action_attempts/list',
	'/events/list',
	'/access_codes/list',
	'/access_codes/unmanaged/get',
];

export const CODES_PER_DEVICE = 50;

/** One run of the soak; times in milliseconds. */
export interface SoakSetup {
	/** Codes to convert, one per item. */
	items: number;
	/** The same seed gives the same faults at the same requests. */
	seed: number;
	/** Share of the requests that meet a fault, 0 to 1. */
	faultShare: number;
	/** Delay that the service adds to every answer. */
	answerTimeMs: number;
	attemptDurationMs: number;
	/** Conversions that one device accepts within `rateLimitWindowMs`. */
	conversionsPerWindow: number;
	rateLimitWindowMs: number;
	/** The node's time limit for one request; slower answers are among the faults. */
	timeoutMs: number;
	/** The node's Wait Timeout: how long it waits for attempts that stay pending. */
	waitTimeoutMs: number;
}

/** 2% faults. The time limit is far above what a busy machine needs for an answer. */
export const FULL_SOAK: Omit<SoakSetup, 'items'> = {
	seed: 3,
	faultShare: 0.02,
	answerTimeMs: 5,
	attemptDurationMs: 2_000,
	conversionsPerWindow: 20,
	rateLimitWindowMs: 1_000,
	timeoutMs: 5_000,
	waitTimeoutMs: 20_000,
};

/** Duration of an answer that exceeds the time limit, in milliseconds. */
export const slowerThan = (timeoutMs: number) => 1.25 * timeoutMs;

/** A code of the soak. */
export interface SoakCode {
	accessCodeId: string;
	deviceId: string;
}

/** Returns the code of an item. Codes are in Get Many's order, device by device. Those of the last device cannot be converted. */
export function codeAt(itemIndex: number): SoakCode {
	const deviceIndex = Math.floor(itemIndex / CODES_PER_DEVICE);
	return {
		accessCodeId: portfolio.unmanagedCodeId(deviceIndex, itemIndex % CODES_PER_DEVICE),
		deviceId: portfolio.deviceId(deviceIndex),
	};
}

export const deviceCount = (items: number) => Math.ceil(items / CODES_PER_DEVICE);
